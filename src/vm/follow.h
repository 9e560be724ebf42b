// SPDX-License-Identifier: Apache-2.0
// Following moves that were made before. `confirm` has a way of its own, on purpose.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/thread_id.h"
#include "vm/machine.h"

namespace fermata::vm {

/// Is there a step that `thread` can take here, whatever comes of it?
bool can_move(Machine& machine, std::span<const Word> state, ThreadId thread);
/// Is there none, and would one break an assumption? If the thread would only wait with some input that keeps what is
/// assumed of it, then it waits.
bool is_kept_by_assumption(Machine& machine, std::span<const Word> state, ThreadId thread);

/// Takes the step with exactly these choices, so many times; `out` is the last of them. False: there is no such step
/// here.
bool take(Machine& machine, std::span<const Word> state, ThreadId thread, std::span<const std::uint64_t> choices,
          Step& out, std::uint32_t times = 1);

/// Where `moves`, each a thread, its choices and how often, lead from `state`. Nothing: one of them is not possible, or
/// fails.
template <class Moves>
std::optional<std::vector<Word>> follow(Machine& machine, std::vector<Word> state, const Moves& moves) {
  Step step;
  for (const auto& move : moves) {
    if (!take(machine, state, move.thread, move.choices, step, move.times) || step.outcome != Step::Outcome::moved)
      return std::nullopt;
    state.swap(step.target);
  }
  return state;
}

}  // namespace fermata::vm
