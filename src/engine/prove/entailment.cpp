// SPDX-License-Identifier: Apache-2.0
// Farkas' lemma: inequalities contradict one another iff a sum of them with factors that are not negative says that a
// positive number is at most 0.
//
//   J. Farkas, "Theorie der einfachen Ungleichungen", J. reine angew. Math. 1902
//
// Over the rationals; what is impossible only for whole numbers is not seen.
#include "engine/prove/entailment.h"

#include <algorithm>
#include <limits>
#include <map>

#include "engine/prove/simplex.h"

namespace fermata::engine::prove {

namespace {

// The ends of ranges of 64 bits are near multiples of 2^63. Their products are too large for exact arithmetic, so this
// number has a name, and all that is known of it is that it is large: what contradicts itself then does so in any case.
constexpr std::uint32_t huge = std::numeric_limits<std::uint32_t>::max();
constexpr Wide moderate = Wide{1} << 40;

Linear with_name_for_huge(const Linear& sum) {
  constexpr Wide value = Wide{1} << 63;
  const Wide times = (sum.constant + (sum.constant < 0 ? -value : value) / 2) / value;
  const Wide rest = sum.constant - times * value;
  if (times == 0 || rest >= moderate || rest <= -moderate) return sum;
  Linear named = sum;
  named.terms.emplace_back(huge, times);
  named.constant = rest;
  return named;
}

bool contradict(const std::vector<Linear>& not_positive) {
  std::map<std::uint32_t, std::size_t> rows;
  std::vector<const Linear*> used;
  for (const Linear& one : not_positive) {
    if (one.is_number()) {
      if (one.constant > 0) return true;
      continue;
    }
    used.push_back(&one);
    for (const auto& [variable, factor] : one.terms) rows.try_emplace(variable, rows.size());
  }
  if (used.empty()) return false;
  std::vector<Equation> equations(rows.size() + 1, {std::vector<Wide>(used.size(), 0), 0});
  for (std::size_t j = 0; j < used.size(); ++j) {
    for (const auto& [variable, factor] : used[j]->terms) equations[rows.at(variable)].factors[j] = factor;
    equations.back().factors[j] = used[j]->constant;
  }
  equations.back().value = 1;
  try {
    return nonnegative_solution(std::move(equations), used.size()).has_value();
  } catch (const Overflow&) {
    return false;
  }
}

}  // namespace

bool impossible(const std::vector<Linear>& not_positive) {
  std::vector<Linear> all;
  for (const Linear& one : not_positive) all.push_back(with_name_for_huge(one));
  if (std::ranges::any_of(all, [](const Linear& one) { return one.mentions(huge); }))
    all.push_back(at_most(Linear::number(moderate), Linear::of(huge)));
  return contradict(all);
}

}  // namespace fermata::engine::prove
