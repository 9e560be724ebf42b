// SPDX-License-Identifier: Apache-2.0
// A run that never ends though the scheduler is fair, with few context switches.
#pragma once

#include <optional>
#include <vector>

#include "base/stop.h"
#include "engine/bounded/bounds.h"
#include "engine/bounded/prepared.h"
#include "engine/bounded/rules.h"
#include "model/thread_system.h"
#include "verdict/run.h"

namespace fermata::engine::bounded {

struct FairLasso {
  std::vector<model::EdgeId> stem;  ///< from the initial state
  std::vector<model::EdgeId> loop;  ///< from its end back to the same state; not empty
};

struct Fair {
  verdict::Fairness scheduler = verdict::Fairness::strong;  ///< none, weak or strong
  Rules rules = {};                                         ///< which of them tests leave out
};

/// As fair as asked. Spurious wakeups do not happen in the loop, unless the scheduler may be unfair. Otherwise as
/// find_deadlock.
std::optional<FairLasso> find_fair_lasso(const model::ThreadSystem& system, const Prepared& prepared, const Fair& fair,
                                         Bounds bounds, const Stop& stop, Size& size);

/// Perhaps there is such a lasso after a stem of any length. False: within these bounds of the loop there is none.
bool may_have_fair_lasso(const model::ThreadSystem& system, const Prepared& prepared, const Fair& fair, Bounds bounds,
                         const Stop& stop, Size& size);

}  // namespace fermata::engine::bounded
