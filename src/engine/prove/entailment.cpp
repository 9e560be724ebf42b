// SPDX-License-Identifier: Apache-2.0
// Farkas' lemma: inequalities contradict one another iff a sum of them with factors that are not negative says that a
// positive number is at most 0.
//
//   J. Farkas, "Theorie der einfachen Ungleichungen", J. reine angew. Math. 1902
//
// Over the rationals; what is impossible only for whole numbers is not seen.
#include "engine/prove/entailment.h"

#include <algorithm>
#include <map>

#include "engine/prove/simplex.h"

namespace fermata::engine::prove {

bool impossible(const std::vector<Linear>& not_positive) {
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

}  // namespace fermata::engine::prove
