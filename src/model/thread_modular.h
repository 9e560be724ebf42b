// SPDX-License-Identifier: Apache-2.0
// What variables can hold where a thread stands, whatever the others do meanwhile.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/stop.h"
#include "model/thread_system.h"

namespace fermata::model {

class ThreadModular;

/// Of all states that can be reached. The system must outlive it, and stay as it is.
class ReachableValues {
 public:
  /// Throws LimitReached.
  ReachableValues(const ThreadSystem& system, const Stop& stop);
  ~ReachableValues();

  /// While its thread is at the location, the variable has one of these values, ascending. Nothing: it may have any.
  std::optional<std::vector<std::uint64_t>> values(LocationId location, VariableId variable) const;
  /// The same while the thread has not begun.
  std::optional<std::vector<std::uint64_t>> values_before(ThreadId thread, VariableId variable) const;
  /// The same in every state, of a variable that is no thread's own.
  std::optional<std::vector<std::uint64_t>> values_anywhere(VariableId variable) const;
  /// False: in no state.
  bool possible(const Edge& edge) const;

 private:
  std::unique_ptr<ThreadModular> analysis_;
};

/// The same automata without edges that are possible in no state that can be reached. Throws LimitReached.
void prune_by_values(ThreadSystem& system, const Stop& stop);

}  // namespace fermata::model
