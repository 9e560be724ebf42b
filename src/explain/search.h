// SPDX-License-Identifier: Apache-2.0
// What explaining asks of a search. Handed in as functions, since nothing here searches.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "base/stop.h"
#include "base/thread_id.h"
#include "verdict/run.h"
#include "vm/machine.h"

namespace fermata::explain {

using State = std::vector<vm::Word>;
using Moves = std::vector<verdict::Move>;

/// All that can follow a state, if it is one component that cannot be left.
struct StuckComponent {
  std::vector<State> members;
  std::vector<SectionInstance> unending;  ///< open in it, and ended by none of its edges
  Moves way, loop;                        ///< the way to a loop inside of it, and that loop
};

struct Search {
  /// Can the process still end, or fail, from `state`? Nothing: not found out by looking at `most_states`.
  std::function<std::optional<bool>(vm::Machine&, const State& state, std::uint32_t most_states, const Stop&)>
      can_terminate_from;
  /// Explores at most `most_states` from `state`, step by step. Nothing, if they are no such component. With `fair`
  /// the loop is strongly fair; otherwise it goes through `state`.
  std::function<std::optional<StuckComponent>(vm::Machine&, const State& state, bool fair, bool daemon,
                                              std::uint32_t most_states, const Stop&)>
      stuck_component;
  /// If only `thread`, which can move, moves from `state` on: can it come back whatever it does? Adds the fingerprints
  /// of its steps (vm/local_step.h).
  std::function<bool(vm::Machine&, std::span<const vm::Word> state, ThreadId thread,
                     std::set<std::uint64_t>* fingerprints)>
      spins;
};

}  // namespace fermata::explain
