// SPDX-License-Identifier: Apache-2.0
// From a component in which a fair run can stay to a run that people can read.
#pragma once

#include <cstdint>
#include <vector>

#include "search/fair_cycle.h"
#include "search/labelled_part.h"

namespace fermata::search {

/// States of a part, strongly connected by steps between them that have nobody enabled inside but
/// `movers` (and, for `await`, `workers`); and fair as a whole.
struct FairComponent {
  std::vector<Rank> members;  ///< ascending
  /// Who moves at least once on such steps, and who gets on by one.
  AgentSet movers, workers;
};

/// May a run that is fair to these movers and workers take the step?
bool allowed(const LabelledPart::Label& label, const AgentSet& movers, const AgentSet& workers, Fairness fairness);

/// A short cycle in the component that is fair by itself. Nothing, if told to stop.
std::optional<FairCycle> fair_lasso(Exploration& exploration, LabelledPart& part, const FairComponent& component,
                                    Fairness fairness, const Stop& stop);

}  // namespace fermata::search
