// SPDX-License-Identifier: Apache-2.0
// What is found out about automata before anything is unrolled, once for all bounds.
#pragma once

#include <cstdint>
#include <vector>

#include "base/stop.h"
#include "engine/bounded/marks.h"
#include "engine/bounded/settled_start.h"
#include "model/thread_system.h"

namespace fermata::engine::bounded {

/// A variable has one of these values.
struct Holds {
  model::VariableId variable{};
  std::vector<std::uint64_t> values;
};

struct Prepared {
  SettledStart start;
  std::vector<Mark> marks;
  std::vector<bool> may_wait;  ///< by location
  std::vector<bool> in_loop;   ///< by edge: loop_edges
  /// What is true in every state; while a thread is at a location; or while it has not begun. Of locations only what
  /// decides whether somebody there can move, and of who has ended, or not begun, all that is known.
  std::vector<Holds> anywhere;
  std::vector<std::vector<Holds>> at;      ///< by location
  std::vector<std::vector<Holds>> before;  ///< by thread
};

/// Throws LimitReached.
Prepared prepare(const model::ThreadSystem& system, const Stop& stop);

}  // namespace fermata::engine::bounded
