// fermata: holds
// make_exception_ptr, current_exception, rethrow_exception, nested exceptions.
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>

std::string chain(const std::exception& e) {
  std::string text = e.what();
  try {
    std::rethrow_if_nested(e);
  } catch (const std::exception& inner) {
    text += " <- " + chain(inner);
  }
  return text;
}

int main() {
  std::exception_ptr made = std::make_exception_ptr(std::runtime_error("made"));
  std::exception_ptr copy = made;
  for (int round = 0; round < 2; ++round) {
    try {
      std::rethrow_exception(copy);
    } catch (const std::runtime_error& e) {
      assert(std::string(e.what()) == "made");
      assert(std::current_exception() == made);
    }
  }
  int number = 4;
  try {
    std::rethrow_exception(std::make_exception_ptr(&number));
  } catch (int*& p) {
    assert(*p == 4);
  }
  assert(std::exception_ptr() == nullptr && made != nullptr);
  try {
    try {
      throw std::logic_error("inner");
    } catch (...) {
      std::throw_with_nested(std::runtime_error("outer"));
    }
  } catch (const std::exception& e) {
    assert(chain(e) == "outer <- inner");
  }
}
