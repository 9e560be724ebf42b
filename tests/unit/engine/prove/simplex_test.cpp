// SPDX-License-Identifier: Apache-2.0
#include "engine/prove/simplex.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/prove/entailment.h"

namespace fermata::engine::prove {
namespace {

Linear row(std::vector<Wide> factors, Wide constant) {
  Linear sum = Linear::number(constant);
  for (std::uint32_t v = 0; v < factors.size(); ++v) sum = prove::sum(sum, Linear::of(v), factors[v]);
  return sum;
}

TEST(Simplex, finds_numbers_that_are_not_negative_or_says_that_there_are_none) {
  const auto found = nonnegative_solution({{{1, 1}, 5}, {{1, -1}, 1}}, 2);
  ASSERT_TRUE(found);
  EXPECT_TRUE((*found)[0] == 3 * (*found)[2] && (*found)[1] == 2 * (*found)[2]);
  EXPECT_FALSE(nonnegative_solution({{{1, 1}, -1}}, 2));
}

TEST(Simplex, what_is_too_large_is_no_answer) {
  const Wide large = Wide{1} << 100;
  EXPECT_FALSE(impossible({row({large, 1}, large - 1), row({-large + 1, large}, 3), row({1, -large}, large)}));
}

TEST(Entailment,
     inequalities_that_contradict_one_another_have_no_solution_in_a_grid_and_the_others_have_one_in_the_rationals) {
  // All corners of a box are rational; a grid of halves and thirds finds nearly all solutions of such small systems.
  std::mt19937 random(1);
  unsigned contradictions = 0;
  for (int round = 0; round < 2000; ++round) {
    std::vector<Linear> rows{row({1, 0}, -4), row({-1, 0}, -4), row({0, 1}, -4), row({0, -1}, -4)};
    const auto small = [&] { return static_cast<Wide>(random() % 7) - 3; };
    for (int k = 0; k < 3; ++k) rows.push_back(row({small(), small()}, 2 * small()));
    const bool none = impossible(rows);
    contradictions += none;
    bool found = false;
    for (int x = -24; x <= 24 && !found; ++x)
      for (int y = -24; y <= 24 && !found; ++y) {
        found = true;
        for (const Linear& one : rows) {
          Wide value = 6 * one.constant;
          for (const auto& [v, factor] : one.terms) value += factor * (v == 0 ? x : y);
          found = found && value <= 0;
        }
      }
    EXPECT_FALSE(none && found);
  }
  EXPECT_GT(contradictions, 200u);
  EXPECT_LT(contradictions, 1800u);
}

}  // namespace
}  // namespace fermata::engine::prove
