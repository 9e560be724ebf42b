// SPDX-License-Identifier: Apache-2.0
// Floating-point numbers as our formatter writes them, and as the C library does that we are built with.
extern "C" {
#include "runtime/c/format.h"
}

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

extern "C" void __fermata_print(const char*, std::size_t) {}
extern "C" [[noreturn]] void __fermata_unmodelled(const char*) { std::abort(); }

namespace fermata {
namespace {

std::string ours(const char* format, ...) {
  static char text[4096];
  sink to{text, sizeof text, 0, 0, 0};
  std::va_list arguments;
  va_start(arguments, format);
  __fermata_format(&to, format, arguments);
  va_end(arguments);
  return {text, to.used};
}

std::string theirs(const std::string& format, double x) {
  static char text[4096];
  return {text, static_cast<std::size_t>(std::snprintf(text, sizeof text, format.c_str(), x))};
}

class Numbers {
 public:
  std::uint64_t below(std::uint64_t n) { return bits_() % n; }

  double number() {
    switch (below(6)) {
      case 0: return std::bit_cast<double>(bits_());                      // of any size, infinite, or none
      case 1: return std::bit_cast<double>(bits_() >> (12 + below(52)));  // very small
      case 2:
        return (static_cast<double>(below(4001)) - 2000) /
               static_cast<double>(2 << below(8));  // often just in the middle
      case 3: return static_cast<double>(below(1000)) / static_cast<double>(1 + below(1000));
      case 4: return static_cast<double>(1 + below(99)) * std::pow(10.0, static_cast<double>(below(600)) - 300);
      default: return 9.9999999999 * std::pow(10.0, static_cast<double>(below(30)) - 10);  // rounding adds a digit
    }
  }

  std::string format() {
    std::string result = "%";
    for (char flag : {'-', '+', ' ', '0'})
      if (below(6) == 0) result += flag;
    const char conversion = "fFeEgGaA"[below(8)];
    // glibc 2.36 sometimes loses the zeros that %#g asks for.
    if (below(6) == 0 && conversion != 'g' && conversion != 'G') result += '#';
    if (below(3) == 0) result += std::to_string(1 + below(40));
    if (below(4) != 0) result += '.' + std::to_string(below(below(8) == 0 ? 1200 : 22));
    return result + conversion;
  }

 private:
  std::mt19937_64 bits_{1};
};

TEST(Format, of_floating_point_is_the_same_as_that_of_the_c_library) {
  Numbers random;
  for (int i = 0; i < 50'000; ++i) {
    const double x = random.number();
    const std::string format = random.format();
    ASSERT_EQ(ours(format.c_str(), x), theirs(format, x)) << format << " of " << theirs("%a", x);
  }
}

TEST(Format, keeps_the_zeros_that_are_asked_for_where_rounding_adds_a_digit) {
  EXPECT_EQ(ours("%#.2g", 99.99), "1.0e+02");
  EXPECT_EQ(ours("%#g", 999999.9), "1.00000e+06");
}

}  // namespace
}  // namespace fermata
