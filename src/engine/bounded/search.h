// SPDX-License-Identifier: Apache-2.0
// Looks for runs that do not end, further and further.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "base/stop.h"
#include "engine/bounded/bounds.h"
#include "engine/bounded/deadlock.h"
#include "engine/bounded/fair_lasso.h"
#include "model/thread_system.h"
#include "verdict/run.h"

namespace fermata::engine::bounded {

struct Options {
  /// Both are raised in turn until something is found, or both are reached.
  Bounds most{.rounds = 4, .steps = 32};
};

struct Result {
  std::variant<std::monostate, Deadlock, FairLasso> found;
  Bounds excluded;                     ///< within these there is nothing of what was asked for
  std::optional<std::string> stopped;  ///< the limit that ended the search
  Size largest;
};

/// Deadlocks, and lassos that are as fair as `lassos` says, if it does: none, weak or strong. That nothing is found
/// says nothing about longer runs.
Result search(const model::ThreadSystem& system, std::optional<verdict::Fairness> lassos, const Options& options,
              const Stop& stop);

}  // namespace fermata::engine::bounded
