// SPDX-License-Identifier: Apache-2.0
// A deadlock that few context switches lead to.
#pragma once

#include <optional>
#include <vector>

#include "base/stop.h"
#include "engine/bounded/bounds.h"
#include "engine/bounded/prepared.h"
#include "model/thread_system.h"

namespace fermata::engine::bounded {

struct Deadlock {
  std::vector<model::EdgeId> run;  ///< from the initial state to one in which nobody can move, and not all have ended
};

/// Nothing: within these bounds there is none after the start, whether rounds go through the threads in ascending or in
/// descending order. `size` grows to that of the formula. Throws LimitReached.
std::optional<Deadlock> find_deadlock(const model::ThreadSystem& system, const Prepared& prepared, Bounds bounds,
                                      const Stop& stop, Size& size);

/// Perhaps there is a deadlock after any number of rounds. False: there is none at all. Throws LimitReached.
bool may_deadlock(const model::ThreadSystem& system, const Prepared& prepared, const Stop& stop, Size& size);

}  // namespace fermata::engine::bounded
