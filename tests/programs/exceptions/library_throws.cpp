// fermata: holds
// fermata-clang: -std=c++17
// What the library throws, and what it says.
#include <any>
#include <cassert>
#include <cerrno>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <typeinfo>
#include <variant>
#include <vector>

struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {};

template <class Exception, class Action>
std::string said(Action action) {
  try {
    action();
  } catch (const Exception& e) {
    return e.what();
  }
  return "nothing was thrown";
}

int main() {
  std::vector<int> three(3);
  assert(said<std::out_of_range>([&] { three.at(5) = 1; }) ==
         "vector::_M_range_check: __n (which is 5) >= this->size() (which is 3)");
  assert(said<std::logic_error>([&] { std::string("ab").at(7); }) ==
         "basic_string::at: __n (which is 7) >= this->size() (which is 2)");
  assert(said<std::out_of_range>([&] { std::map<int, int>().at(1); }) == "map::at");
  assert(said<std::invalid_argument>([&] { (void)std::stoi("x"); }) == "stoi");
  assert(said<std::length_error>([&] { three.resize(-1); }) == "vector::_M_default_append");
  assert(said<std::bad_function_call>([&] { std::function<void()>()(); }) == "bad_function_call");
  assert(said<std::bad_cast>([&] {
           Base b;
           Base& r = b;
           (void)dynamic_cast<Derived&>(r);
         }) == "std::bad_cast");
  assert(said<std::bad_typeid>([&] {
           Base* none = nullptr;
           (void)typeid(*none);
         }) == "std::bad_typeid");
  assert(said<std::bad_optional_access>([&] { (void)std::optional<int>().value(); }) == "bad optional access");
  assert(said<std::bad_variant_access>([&] { (void)std::get<1>(std::variant<int, char>(1)); }) !=
         "nothing was thrown");
  assert(said<std::bad_any_cast>([&] { (void)std::any_cast<char>(std::any(1)); }) == "bad any_cast");
  assert(said<std::bad_weak_ptr>([&] { std::shared_ptr<int> p{std::weak_ptr<int>()}; }) == "bad_weak_ptr");

  std::mutex m;
  std::unique_lock<std::mutex> lock(m);
  try {
    lock.lock();
    assert(false);
  } catch (const std::system_error& e) {
    assert(e.code() == std::errc::resource_deadlock_would_occur);
    assert(std::string(e.what()) == "Resource deadlock avoided");
  }
  assert(lock.owns_lock());
  try {
    std::thread().join();
    assert(false);
  } catch (const std::system_error& e) {
    assert(e.code().value() == EINVAL);
  }
}
