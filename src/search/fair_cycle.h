// SPDX-License-Identifier: Apache-2.0
// Property `termination`: is there a run that never ends although the scheduler is fair?
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "base/stop.h"
#include "search/exploration.h"

namespace fermata::search {

/// What a scheduler promises. An agent is enabled in a state iff it has an edge there, be it one
/// that fails. Each promise contains the one before it. Whoever promises anything also takes edges that are rare only
/// finitely often.
enum class Fairness : std::uint8_t {
  none,    ///< nothing
  weak,    ///< who is enabled all the time, from some moment on, moves again and again
  strong,  ///< who is enabled again and again moves again and again
  /// Strong; and it helps nobody to be let move only when that leads nowhere. An agent spins in a
  /// state if, whatever it does alone, it can come back there. Who is enabled and does not spin, again
  /// and again, gets on again and again: by a move where it does not spin, and not one that nobody
  /// notices and that it also makes where it spins.
  await,
};

/// A run that never ends: the shortest one to `start`, then `loop` for ever.
struct FairCycle {
  State start{};
  std::vector<Move> loop;  ///< never empty; leads from `start` to `start`
};

/// There is none in what was explored; that is everything only if the exploration is closed.
struct NoFairCycle {};

using FairCycleAnswer = std::variant<NoFairCycle, FairCycle, Stopped>;

/// A cycle on which a scheduler that keeps `fairness` can stay for ever, near to the initial state
/// and short, though not always a shortest one. It may be asked for at any time: only states that
/// are expanded, and can tell all their edges, are on the cycle. Inputs are edges like any other:
/// the environment may choose whatever keeps the run going.
FairCycleAnswer find_fair_cycle(Exploration& exploration, Fairness fairness, const Stop& stop);

/// The same, only among `states`, which ascend and are expanded.
FairCycleAnswer find_fair_cycle_among(Exploration& exploration, std::span<const State> states, Fairness fairness,
                                      const Stop& stop);

}  // namespace fermata::search
