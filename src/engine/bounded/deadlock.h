// SPDX-License-Identifier: Apache-2.0
// A deadlock that few context switches lead to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.h"
#include "model/thread_system.h"

namespace fermata::engine::bounded {

/// How far one looks: in each round every thread has one context, in which it takes at most so many steps.
struct Bounds {
  unsigned rounds = 0, steps = 0;
  bool operator==(const Bounds&) const = default;
};

struct Options {
  /// Both are raised in turn until something is found, or both are reached.
  Bounds most{.rounds = 4, .steps = 32};
};

struct Deadlock {
  std::vector<model::EdgeId> run;  ///< from the initial state to one in which nobody can move, and not all have ended
  Bounds within;
};

struct DeadlockSearch {
  std::optional<Deadlock> found;
  Bounds excluded;  ///< within these there is none, whatever threads come first in a round: ascending or descending
  std::optional<std::string> stopped;        ///< the limit that ended the search
  std::uint64_t variables = 0, clauses = 0;  ///< of the largest formula
};

/// Raises bounds until a deadlock is found. That none is found says nothing about longer runs.
DeadlockSearch find_deadlock(const model::ThreadSystem& system, const Options& options, const Stop& stop);

}  // namespace fermata::engine::bounded
