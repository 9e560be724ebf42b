// SPDX-License-Identifier: Apache-2.0
// Property `termination`: a fair run that goes on for ever.
#pragma once

#include <span>
#include <variant>

#include "base/stop.h"
#include "search/exploration.h"
#include "search/fair_cycle.h"
#include "verdict/run.h"

namespace fermata::engine::explore {

struct FairLasso {
  search::FairCycle cycle;
  verdict::Fairness fairness = verdict::Fairness::none;  ///< up to `await`
};
using FairLassoAnswer = std::variant<search::NoFairCycle, FairLasso, search::Stopped>;

/// A run that never ends and is as fair as `asked`. If there are some that are fairer still, one of those: a run that
/// needs an unfair scheduler convinces nobody who has a fair one.
FairLassoAnswer find_fair_lasso(search::Exploration& exploration, verdict::Fairness asked, const Stop& stop);
/// The same among states that cannot be left. There is none only if told to stop.
FairLassoAnswer find_fair_lasso_among(search::Exploration& exploration, std::span<const search::State> states,
                                      verdict::Fairness asked, const Stop& stop);

}  // namespace fermata::engine::explore
