// SPDX-License-Identifier: Apache-2.0
// Every operation on every pair of small numbers, once with constants and once with literals.
#include "smt/bits.h"

#include <gtest/gtest.h>

#include <bit>
#include <functional>

namespace fermata::smt {
namespace {

constexpr unsigned width = 3;
constexpr std::uint64_t mask = (1u << width) - 1;
std::int64_t as_signed(std::uint64_t value) { return static_cast<std::int64_t>(value << (64 - width)) >> (64 - width); }

std::uint64_t read(const Solver& solver, const Bits& bits) {
  std::uint64_t value = 0;
  for (std::size_t k = 0; k < bits.size(); ++k) value |= std::uint64_t{solver.value(bits[k])} << k;
  return value;
}

void expect(const std::function<Bits(Arithmetic&, const Bits&, const Bits&)>& operation,
            const std::function<std::uint64_t(std::uint64_t, std::uint64_t)>& meaning) {
  Solver solver;
  Circuit circuit(solver);
  Arithmetic arithmetic(circuit);
  Bits a, b;
  for (unsigned k = 0; k < width; ++k) a.push_back(circuit.fresh()), b.push_back(circuit.fresh());
  const Bits result = operation(arithmetic, a, b);
  for (std::uint64_t x = 0; x <= mask; ++x)
    for (std::uint64_t y = 0; y <= mask; ++y) {
      std::vector<Literal> assumptions;
      for (unsigned k = 0; k < width; ++k) {
        assumptions.push_back((x >> k & 1) != 0 ? a[k] : !a[k]);
        assumptions.push_back((y >> k & 1) != 0 ? b[k] : !b[k]);
      }
      ASSERT_EQ(solver.solve(assumptions, Stop()), Solver::Answer::satisfiable);
      EXPECT_EQ(read(solver, result), meaning(x, y) & mask) << x << " " << y;
      EXPECT_EQ(operation(arithmetic, arithmetic.number(width, x), arithmetic.number(width, y)),
                arithmetic.number(static_cast<unsigned>(result.size()), meaning(x, y) & mask))
          << "constants: " << x << " " << y;
    }
}

TEST(Bits, sums_and_products_wrap) {
  expect([](Arithmetic& m, const Bits& a, const Bits& b) { return m.add(a, b); }, [](auto x, auto y) { return x + y; });
  expect([](Arithmetic& m, const Bits& a, const Bits& b) { return m.subtract(a, b); },
         [](auto x, auto y) { return x - y; });
  expect([](Arithmetic& m, const Bits& a, const Bits& b) { return m.multiply(a, b); },
         [](auto x, auto y) { return x * y; });
}

TEST(Bits, division_rounds_towards_zero) {
  // By zero: something, which is not looked at.
  expect(
      [](Arithmetic& m, const Bits& a, const Bits& b) {
        const Literal zero = m.equal(b, m.number(width, 0));
        return m.choose(zero, m.number(width, 0), m.divide(a, b).quotient);
      },
      [](auto x, auto y) { return y == 0 ? 0 : x / y; });
  expect(
      [](Arithmetic& m, const Bits& a, const Bits& b) {
        const Literal zero = m.equal(b, m.number(width, 0));
        return m.choose(zero, m.number(width, 0), m.divide(a, b).remainder);
      },
      [](auto x, auto y) { return y == 0 ? 0 : x % y; });
  expect(
      [](Arithmetic& m, const Bits& a, const Bits& b) {
        const Literal zero = m.equal(b, m.number(width, 0));
        return m.choose(zero, m.number(width, 0), m.divide_signed(a, b).quotient);
      },
      [](auto x, auto y) { return y == 0 ? 0 : static_cast<std::uint64_t>(as_signed(x) / as_signed(y)); });
  expect(
      [](Arithmetic& m, const Bits& a, const Bits& b) {
        const Literal zero = m.equal(b, m.number(width, 0));
        return m.choose(zero, m.number(width, 0), m.divide_signed(a, b).remainder);
      },
      [](auto x, auto y) { return y == 0 ? 0 : static_cast<std::uint64_t>(as_signed(x) % as_signed(y)); });
}

TEST(Bits, a_shift_by_more_than_the_width_leaves_nothing) {
  using Shift = Arithmetic::Shift;
  expect([](Arithmetic& m, const Bits& a, const Bits& b) { return m.shift(Shift::left, a, b); },
         [](auto x, auto y) { return x << y; });
  expect([](Arithmetic& m, const Bits& a, const Bits& b) { return m.shift(Shift::right, a, b); },
         [](auto x, auto y) { return x >> y; });
  expect([](Arithmetic& m, const Bits& a, const Bits& b) { return m.shift(Shift::right_signed, a, b); },
         [](auto x, auto y) { return static_cast<std::uint64_t>(as_signed(x) >> y); });
}

TEST(Bits, comparisons_know_signs) {
  expect([](Arithmetic& m, const Bits& a, const Bits& b) { return Bits{m.less(a, b)}; },
         [](auto x, auto y) { return x < y; });
  expect([](Arithmetic& m, const Bits& a, const Bits& b) { return Bits{m.less_signed(a, b)}; },
         [](auto x, auto y) { return as_signed(x) < as_signed(y); });
  expect([](Arithmetic& m, const Bits& a, const Bits& b) { return Bits{m.equal(a, b)}; },
         [](auto x, auto y) { return x == y; });
}

TEST(Bits, bit_by_bit) {
  expect([](Arithmetic& m, const Bits& a, const Bits& b) { return m.conjunction(a, m.exclusive(a, b)); },
         [](auto x, auto y) { return x & (x ^ y); });
  expect([](Arithmetic& m, const Bits& a, const Bits& b) { return m.disjunction(m.negate(a), b); },
         [](auto x, auto y) { return (0 - x) | y; });
  expect([](Arithmetic& m, const Bits& a, const Bits&) { return m.count(a); },
         [](auto x, auto) { return static_cast<std::uint64_t>(std::popcount(x)); });
  expect([](Arithmetic& m, const Bits& a, const Bits&) { return m.trailing_zeros(a); },
         [](auto x, auto) { return x == 0 ? width : static_cast<std::uint64_t>(std::countr_zero(x)); });
}

}  // namespace
}  // namespace fermata::smt
