// SPDX-License-Identifier: Apache-2.0
// Values that only one thread ever writes, such as its number in a lock: what they say about where it is.
#pragma once

#include <cstdint>
#include <vector>

#include "base/thread_id.h"
#include "model/run.h"
#include "model/thread_system.h"

namespace fermata::engine::bounded {

struct Mark {
  ThreadId thread{};  ///< nobody else writes this value into the variable
  model::VariableId variable{};
  std::uint64_t value = 0;
  std::vector<model::LocationId> may;   ///< while the variable has the value, the thread is at one of these
  std::vector<model::LocationId> must;  ///< while the thread is at one of these, the variable has the value
};

/// In all runs from this state.
std::vector<Mark> marks(const model::ThreadSystem& system, const model::RunState& start);

}  // namespace fermata::engine::bounded
