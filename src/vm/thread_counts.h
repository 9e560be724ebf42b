// SPDX-License-Identifier: Apache-2.0
// How many threads a state has, without unpacking their records.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_id.h"
#include "vm/memory.h"
#include "vm/stored.h"
#include "vm/threads.h"

namespace fermata::vm {

/// Remembers the state of each thread record it has seen.
class ThreadCounter {
 public:
  ThreadCounter(const Code& code, const ComponentStore& store) : store_(store), shape_(shape_of(code)) {}

  ThreadState state_of(std::span<const Word> state, ThreadId thread);
  /// For a step of `thread`.
  ThreadCounts count(std::span<const Word> state, ThreadId thread);
  /// For a step of any thread that is alive; `alive` are these, ascending.
  ThreadCounts count(std::span<const Word> state, std::vector<ThreadId>& alive);

 private:
  static constexpr std::uint8_t unknown = 0xff;
  const ComponentStore& store_;
  StateShape shape_;
  std::vector<std::uint8_t> states_;  ///< ThreadState, by component of a record
};

}  // namespace fermata::vm
