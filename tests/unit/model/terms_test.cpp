// SPDX-License-Identifier: Apache-2.0
#include "model/terms.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace fermata::model {

namespace {

using ir::Op;

/// A term, and its value computed without simplification.
struct Drawn {
  TermId term{};
  unsigned width = 1;
  std::uint64_t value = 0;
};

TEST(Terms, have_the_value_of_what_they_were_made_of) {
  std::mt19937_64 random(1);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  constexpr Op operations[] = {Op::add,  Op::sub,  Op::mul,  Op::and_, Op::or_,  Op::xor_, Op::shl,  Op::lshr, Op::ashr,
                               Op::umin, Op::umax, Op::smin, Op::smax, Op::udiv, Op::urem, Op::sdiv, Op::srem};
  constexpr Op comparisons[] = {Op::eq, Op::ne, Op::ult, Op::ule, Op::ugt, Op::uge, Op::slt, Op::sle, Op::sgt, Op::sge};
  constexpr unsigned widths[] = {1, 8, 16, 32, 64};
  for (int round = 0; round < 1000; ++round) {
    Terms terms;
    std::vector<std::uint64_t> values;
    std::vector<Drawn> all;
    for (unsigned width : widths)
      for (int k = 0; k < 2; ++k) {
        const std::uint64_t value = low_bits(below(3) == 0 ? random() : below(4) - 1, width);
        all.push_back({terms.variable(VariableId{static_cast<std::uint32_t>(values.size())}, width), width, value});
        values.push_back(value);
        all.push_back({terms.constant(width, value ^ below(2)), width, 0});
        all.back().value = *terms.known(all.back().term);
      }
    for (int k = 0; k < 24; ++k) {
      const Drawn a = all[below(all.size())];
      std::vector<Drawn> alike;
      for (const Drawn& one : all)
        if (one.width == a.width) alike.push_back(one);
      const Drawn b = alike[below(alike.size())];
      switch (below(5)) {
        case 0: {
          const Op op = comparisons[below(std::size(comparisons))];
          all.push_back({terms.binary(op, a.term, b.term), 1, fold(op, a.width, a.value, b.value)});
          break;
        }
        case 1: {
          const unsigned width = widths[below(std::size(widths))];
          const Op op = width < a.width ? Op::trunc : below(2) ? Op::sext : Op::zext;
          const std::uint64_t value =
              low_bits(op == Op::sext ? static_cast<std::uint64_t>(sign_extended(a.value, a.width)) : a.value, width);
          all.push_back({terms.convert(op, width, a.term), width, value});
          break;
        }
        case 2: {
          const Drawn c = all[below(all.size())];
          if (c.width != 1) break;
          all.push_back({terms.select(c.term, a.term, b.term), a.width, c.value ? a.value : b.value});
          all.push_back({terms.negation(c.term), 1, c.value ^ 1});
          break;
        }
        default: {
          const Op op = operations[below(std::size(operations))];
          all.push_back({terms.binary(op, a.term, b.term), a.width, fold(op, a.width, a.value, b.value)});
        }
      }
      const Drawn& last = all.back();
      ASSERT_EQ(terms.width(last.term), last.width);
      ASSERT_EQ(terms.evaluate(last.term, [&](VariableId v) { return values[index(v)]; }), last.value)
          << "round " << round << ", term " << k;
    }
  }
}

TEST(Terms, keep_a_known_summand_outermost_so_that_the_object_of_an_address_can_be_read_off) {
  Terms terms;
  const TermId i = terms.variable(VariableId{0}, 64);
  const TermId base = terms.constant(64, std::uint64_t{1} << 45), four = terms.constant(64, 4);
  const TermId sum = terms.binary(Op::add, base, terms.binary(Op::mul, terms.binary(Op::add, i, four), four));
  ASSERT_EQ(terms[sum].op, Op::add);
  EXPECT_EQ(terms.known(terms[sum].operands[1]), (std::uint64_t{1} << 45) + 16);
}

TEST(Terms, that_are_equal_are_one) {
  Terms terms;
  const TermId x = terms.variable(VariableId{0}, 32), one = terms.constant(32, 1);
  EXPECT_EQ(terms.binary(Op::add, x, one), terms.binary(Op::add, one, x));
  EXPECT_EQ(terms.binary(Op::eq, terms.binary(Op::add, x, one), one), terms.binary(Op::eq, x, terms.constant(32, 0)));
}

}  // namespace

}  // namespace fermata::model
