// SPDX-License-Identifier: Apache-2.0
// Looks for runs that do not end, further and further.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "base/stop.h"
#include "engine/bounded/bounds.h"
#include "engine/bounded/deadlock.h"
#include "engine/bounded/fair_lasso.h"
#include "engine/bounded/rules.h"
#include "model/thread_system.h"
#include "verdict/run.h"

namespace fermata::engine::bounded {

struct Options {
  /// All are raised together until something is found, or these are reached.
  Bounds most{.stem = 4, .loop = 4, .steps = 32};
  Rules rules = {};
};

struct Result {
  std::variant<std::monostate, Deadlock, FairLasso> found;
  Bounds excluded;                     ///< within these there is nothing of what was asked for
  std::optional<std::string> stopped;  ///< the limit that ended the search
};

/// A question that was answered, for those who watch.
struct Looked {
  enum class For : std::uint8_t { deadlock, lasso };
  For what = For::deadlock;
  Bounds bounds;
  bool anywhere =
      false;  ///< from any state that no invariant excludes, not from the start; bounds are those of the loop
  bool found = false;
  Size size;           ///< of the larger formula, of two orders
  double seconds = 0;  ///< making and solving them
};

/// Deadlocks, and lassos that are as fair as `lassos` says, if it does: none, weak or strong. That nothing is found
/// says nothing about longer runs. `tell` may be null.
Result search(const model::ThreadSystem& system, std::optional<verdict::Fairness> lassos, const Options& options,
              const Stop& stop, const std::function<void(const Looked&)>& tell = {});

}  // namespace fermata::engine::bounded
