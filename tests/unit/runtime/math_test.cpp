// SPDX-License-Identifier: Apache-2.0
// The functions of <math.h>, as the machine under test has them, and as the C library does that we are built with:
// where that rounds correctly nearly always, so nearly all results are equal; elsewhere they are near.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <random>
#include <string>

namespace fermata {
namespace {

template <class F>
F ours(const std::string& name) {
  static void* const library = dlopen(FERMATA_RUNTIME_MATH, RTLD_LAZY | RTLD_LOCAL);
  void* const function = library ? dlsym(library, name.c_str()) : nullptr;
  EXPECT_NE(function, nullptr) << name;
  return reinterpret_cast<F>(function);
}

// Special numbers, numbers that people use, and any bits at all.
class Arguments {
 public:
  double next() {
    static constexpr double inf = std::numeric_limits<double>::infinity();
    static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    static constexpr double special[] = {0,    -0.0,  1,      -1,      0.5,    -0.5,    2,   3,    10,   1.5,
                                         2.5,  1e300, 1e-300, 5e-324,  -1e308, 709.78,  710, -745, -746, 1023,
                                         1024, -1074, -1076,  308,     309,    -324,    inf, -inf, 171,  171.7,
                                         0.75, M_PI,  M_E,    -M_PI_2, 1e22,   M_SQRT2, nan};
    switch (random_() % 5) {
      case 0: return special[random_() % std::size(special)];
      case 1: return std::bit_cast<double>(random_());
      case 2: return static_cast<double>(static_cast<int>(random_() % 20'001) - 10'000) / 100;
      case 3: return std::ldexp(static_cast<double>(static_cast<std::int64_t>(random_())), -63);
      default: return std::ldexp(static_cast<double>(static_cast<std::int64_t>(random_())), -43);
    }
  }

 private:
  std::mt19937_64 random_{1};
};

// How many representable numbers apart. Two that are none are equal.
template <class T>
double distance(T a, T b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) ? 0 : 1e9;
  if (std::signbit(a) != std::signbit(b)) return 1e9;
  if (a == b) return 0;
  const T high = std::max(std::abs(a), std::abs(b)), low = std::min(std::abs(a), std::abs(b));
  return std::isinf(high) ? 1e9 : static_cast<double>((high - low) / (std::nextafter(low, high) - low));
}

struct Difference {
  int calls = 0, unequal = 0, other_errno = 0;
  double furthest = 0;
  std::string example;

  template <class T>
  void add(T mine, int my_errno, T theirs, int their_errno, double x, double y) {
    ++calls;
    const double apart = distance(mine, theirs);
    if (apart > 0) ++unequal;
    if (my_errno != their_errno) ++other_errno;
    if (apart <= furthest) return;
    furthest = apart;
    example =
        std::to_string(x) + ", " + std::to_string(y) + ": " + std::to_string(mine) + " and " + std::to_string(theirs);
  }
};

template <class T, class F>
Difference difference(F mine, F theirs, bool positive = false) {
  Arguments arguments;
  Difference result;
  for (int i = 0; i < 20'000; ++i) {
    T x = static_cast<T>(arguments.next()), y = static_cast<T>(arguments.next());
    if (positive) x = std::abs(x);
    const auto call = [&](F function) {
      errno = 0;
      if constexpr (std::is_invocable_v<F, T, T>)
        return function(x, y);
      else
        return function(x);
    };
    const auto a = call(mine);
    const int error = errno;
    const auto b = call(theirs);
    result.add(a, error, b, errno, static_cast<double>(x), static_cast<double>(y));
  }
  return result;
}

using Unary = double (*)(double);
using Binary = double (*)(double, double);
using UnaryFloat = float (*)(float);
using BinaryFloat = float (*)(float, float);

void expect_equal(const Difference& d, const std::string& name) {
  EXPECT_EQ(d.unequal, 0) << name << " of " << d.example;
  EXPECT_EQ(d.other_errno, 0) << name;
}
void expect_nearly_equal(const Difference& d, const std::string& name) {
  EXPECT_LE(d.unequal, d.calls / 200) << name;
  EXPECT_LE(d.furthest, 1) << name << " of " << d.example;
  EXPECT_EQ(d.other_errno, 0) << name;
}
void expect_near(const Difference& d, const std::string& name) {
  EXPECT_LE(d.furthest, 20) << name << " of " << d.example;
  EXPECT_LE(d.other_errno, d.calls / 200) << name;
}

TEST(Math, WhatIsExactIsEqual) {
  const std::pair<const char*, Unary> unary[] = {{"floor", std::floor}, {"ceil", std::ceil}, {"trunc", std::trunc},
                                                 {"round", std::round}, {"rint", std::rint}, {"sqrt", std::sqrt},
                                                 {"fabs", std::fabs},   {"logb", std::logb}};
  for (const auto& [name, theirs] : unary) expect_equal(difference<double>(ours<Unary>(name), theirs), name);
  const std::pair<const char*, Binary> binary[] = {{"fmod", std::fmod},
                                                   {"remainder", std::remainder},
                                                   {"nextafter", std::nextafter},
                                                   {"fdim", std::fdim},
                                                   {"copysign", std::copysign}};
  for (const auto& [name, theirs] : binary) expect_equal(difference<double>(ours<Binary>(name), theirs), name);
  const std::pair<const char*, BinaryFloat> of_float[] = {
      {"fmodf", std::fmod}, {"remainderf", std::remainder}, {"nextafterf", std::nextafter}};
  for (const auto& [name, theirs] : of_float) expect_equal(difference<float>(ours<BinaryFloat>(name), theirs), name);
}

TEST(Math, NearlyAllResultsAreEqualWhereTheLibraryRoundsWell) {
  const std::pair<const char*, Unary> unary[] = {
      {"exp", std::exp}, {"exp2", std::exp2}, {"log", std::log},   {"log2", std::log2}, {"sin", std::sin},
      {"cos", std::cos}, {"tan", std::tan},   {"asin", std::asin}, {"acos", std::acos}, {"atan", std::atan}};
  for (const auto& [name, theirs] : unary) expect_nearly_equal(difference<double>(ours<Unary>(name), theirs), name);
  const std::pair<const char*, Binary> binary[] = {{"pow", std::pow}, {"atan2", std::atan2}, {"hypot", std::hypot}};
  for (const auto& [name, theirs] : binary) expect_nearly_equal(difference<double>(ours<Binary>(name), theirs), name);
}

TEST(Math, OtherResultsAreNear) {
  const std::pair<const char*, Unary> unary[] = {{"exp10", ::exp10},    {"expm1", std::expm1}, {"log10", std::log10},
                                                 {"log1p", std::log1p}, {"cbrt", std::cbrt},   {"sinh", std::sinh},
                                                 {"cosh", std::cosh},   {"tanh", std::tanh},   {"asinh", std::asinh},
                                                 {"acosh", std::acosh}, {"atanh", std::atanh}};
  for (const auto& [name, theirs] : unary) expect_near(difference<double>(ours<Unary>(name), theirs), name);
  expect_near(difference<double>(ours<Unary>("tgamma"), Unary{std::tgamma}, true), "tgamma");
  const std::pair<const char*, UnaryFloat> of_float[] = {
      {"expf", std::exp},   {"exp2f", std::exp2}, {"logf", std::log},   {"log10f", std::log10},
      {"cbrtf", std::cbrt}, {"sinf", std::sin},   {"cosf", std::cos},   {"tanf", std::tan},
      {"asinf", std::asin}, {"atanf", std::atan}, {"sinhf", std::sinh}, {"tanhf", std::tanh}};
  for (const auto& [name, theirs] : of_float) expect_near(difference<float>(ours<UnaryFloat>(name), theirs), name);
  expect_near(difference<float>(ours<BinaryFloat>("powf"), BinaryFloat{std::pow}), "powf");
}

TEST(Math, ScalingRoundsOnce) {
  Arguments arguments;
  const auto mine = ours<double (*)(double, int)>("scalbn");
  for (int i = 0; i < 20'000; ++i) {
    const double x = arguments.next();
    const int n = i % 4200 - 2100;
    EXPECT_EQ(distance(mine(x, n), std::scalbn(x, n)), 0) << x << " * 2^" << n;
  }
}

TEST(Math, FusedMultiplicationRoundsOnce) {
  std::mt19937_64 random{1};
  const auto mine = ours<double (*)(double, double, double)>("fma");
  for (int i = 0; i < 20'000; ++i) {
    const double x = static_cast<double>(random()), y = static_cast<double>(random()),
                 z = i % 2 ? -x * y : static_cast<double>(random());
    EXPECT_EQ(distance(mine(x, y, z), std::fma(x, y, z)), 0) << x << " * " << y << " + " << z;
  }
}

}  // namespace
}  // namespace fermata
