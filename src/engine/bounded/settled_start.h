// SPDX-License-Identifier: Apache-2.0
// Steps that every run may begin with.
#pragma once

#include <vector>

#include "base/stop.h"
#include "model/run.h"
#include "model/thread_system.h"

namespace fermata::engine::bounded {

struct SettledStart {
  model::RunState state;
  std::vector<model::EdgeId> edges;  ///< that lead there
};

/// From the initial state along steps that have nothing to do with what other threads do then or later. Throws
/// LimitReached.
SettledStart settled_start(const model::ThreadSystem& system, const Stop& stop);

}  // namespace fermata::engine::bounded
