// fermata: holds
// fermata-clang: -std=c++20
// Parts of the library that lie outside its headers: memory resources, conversions, regular expressions, random numbers.
#include <any>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstring>
#include <locale>
#include <memory_resource>
#include <random>
#include <regex>
#include <string>
#include <variant>
#include <vector>

void resources() {
  char buffer[64];
  std::pmr::monotonic_buffer_resource on_stack(buffer, sizeof buffer, std::pmr::null_memory_resource());
  std::pmr::vector<int> few(&on_stack);
  few.reserve(4);
  few.assign({1, 2, 3});
  bool full = false;
  try {
    few.resize(100);
  } catch (const std::bad_alloc&) {
    full = true;
  }
  assert(full && few[2] == 3);
  std::pmr::monotonic_buffer_resource growing;
  std::pmr::vector<std::pmr::string> texts(&growing);
  for (int i = 0; i < 5; ++i) texts.emplace_back("a text that is too long to be kept inside of a string");
  std::pmr::synchronized_pool_resource pool;
  std::pmr::vector<int> numbers({1, 2, 3}, &pool);
  assert(texts[4].get_allocator().resource() == &growing && numbers.size() == 3);
}

void conversions() {
  char text[32];
  const auto shown = [&](auto... how) {
    *std::to_chars(text, text + sizeof text, how...).ptr = 0;
    return std::string(text);
  };
  assert(shown(0.1) == "0.1" && shown(1e21) == "1e+21" && shown(123456.0) == "123456" && shown(0.1f) == "0.1");
  assert(shown(2.0 / 3, std::chars_format::fixed, 2) == "0.67" && shown(-0.0) == "-0");
  double value = 0;
  std::strcpy(text, "2.5e1x");
  const auto read = std::from_chars(text, text + 6, value);
  assert(read.ec == std::errc() && *read.ptr == 'x' && value == 25);
  assert(std::from_chars(text + 5, text + 6, value).ec == std::errc::invalid_argument);
  assert(std::stod("1.5") == 1.5 && std::to_string(0.5) == "0.500000");
}

void expressions() {
  std::smatch found;
  const std::string text = "size=12";
  assert(std::regex_match(text, found, std::regex("([a-z]+)=([0-9]+)")) && found[2] == "12");
  assert(std::toupper('a', std::locale()) == 'A' && std::locale("C").name() == "C");
}

void numbers() {
  std::mt19937 engine;
  engine.discard(9999);
  assert(engine() == 4123659995u);  // as the standard says
  const int die = std::uniform_int_distribution<int>(1, 6)(engine);
  const double normal = std::normal_distribution<double>(0, 1)(engine);
  assert(die >= 1 && die <= 6 && std::isfinite(normal));
}

int main() {
  resources();
  conversions();
  expressions();
  numbers();
  std::any any = 3;
  std::variant<int, std::string> either = "abc";
  try {
    (void)std::any_cast<double>(any);
    assert(false);
  } catch (const std::bad_any_cast&) {
  }
  assert(std::visit([](const auto& v) { return sizeof v; }, either) == sizeof(std::string));
}
