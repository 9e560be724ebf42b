// SPDX-License-Identifier: Apache-2.0
// A short counterexample from a fair component.
#pragma once

#include <cstdint>
#include <vector>

#include "search/fair_cycle.h"
#include "search/labelled_part.h"

namespace fermata::search {

/// A set of states that is fair as a whole, strongly connected by steps on which only `movers` are enabled inside (and,
/// for `await`, only agents of `progressing` are awake inside).
struct FairComponent {
  std::vector<Rank> members;  ///< ascending
  /// The agents that move on such steps, and those that make progress on one.
  AgentSet movers, progressing;
};

/// May a fair run take the step infinitely often, if these agents move, or make progress, infinitely often?
bool allowed(const LabelledPart::Label& label, const AgentSet& movers, const AgentSet& progressing, Fairness fairness);

/// A short cycle in the component that is fair by itself. Nothing, if told to stop.
std::optional<FairCycle> fair_lasso(Exploration& exploration, LabelledPart& part, const FairComponent& component,
                                    Fairness fairness, const Stop& stop);

}  // namespace fermata::search
