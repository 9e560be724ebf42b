// SPDX-License-Identifier: Apache-2.0
// From a run in which bounded spins go round once to one in which they go round as often as the program says.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/stop.h"
#include "verdict/run.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

/// The moves of `machine`, which spins once, from `state`; with all rounds, each burst of them as one move that is made
/// several times. `state` is then the one that they lead to, if the last one does not fail. Nothing: `machine` has
/// done what the program does not do, or does in other steps, or it is more than a billion rounds.
std::optional<std::vector<verdict::Move>> with_all_rounds(const vm::Machine& machine, std::vector<vm::Word>& state,
                                                          std::span<const verdict::Move> moves, const Stop& stop);

}  // namespace fermata::engine::explore
