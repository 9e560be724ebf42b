// SPDX-License-Identifier: Apache-2.0
// Automata, executed: which edges are possible, and where do they lead?
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/thread_system.h"

namespace fermata::model {

/// One state of the automata.
struct RunState {
  std::vector<std::optional<LocationId>> places;  ///< of threads; nothing: it has not begun
  std::vector<std::uint64_t> values;              ///< of variables
  auto operator<=>(const RunState&) const = default;
};

class Run {
 public:
  explicit Run(const ThreadSystem& system);

  RunState initial() const;
  /// The process has ended, or every thread that had begun.
  bool ended(const RunState& state) const;
  /// The edges that this thread can take now; none if it is blocked, has ended or has not begun.
  std::vector<EdgeId> possible(const RunState& state, ThreadId thread) const;
  /// Only if it is possible.
  RunState after(const RunState& state, EdgeId edge) const;

 private:
  void forget_dead(RunState& state, ThreadId thread) const;

  const ThreadSystem& system_;
  std::vector<std::vector<VariableId>> dead_;  // by location: variables of its thread without a meaning there
};

}  // namespace fermata::model
