// SPDX-License-Identifier: Apache-2.0
// Property `termination`: cycles on which a fair scheduler can stay for ever.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "base/stop.h"
#include "search/exploration.h"

namespace fermata::search {

/// What is assumed of the scheduler; each assumption includes the one before it. An agent is enabled in a state iff it
/// has an edge there, be it one that fails. All but `none` include that rare edges are taken only finitely often.
enum class Fairness : std::uint8_t {
  none,    ///< nothing
  weak,    ///< an agent that is enabled in all states from some point on moves infinitely often
  strong,  ///< an agent that is enabled infinitely often moves infinitely often
  /// Strong; and an agent that is infinitely often enabled without spinning infinitely often makes progress. An agent
  /// spins in a state if, whatever it does alone, it can come back there. It makes progress by a move in a state in
  /// which it does not spin, unless no other agent can notice the move and it makes the same move where it spins.
  await,
};

/// A lasso: a shortest run to `start`, then `loop` for ever.
struct FairCycle {
  State start{};
  std::vector<Move> loop;  ///< never empty; leads from `start` to `start`
};

/// There is none in the explored part, which is the whole graph only if the exploration is closed.
struct NoFairCycle {};

using FairCycleAnswer = std::variant<NoFairCycle, FairCycle, Stopped>;

/// A cycle on which a scheduler with this fairness can stay for ever, near to the initial state and short, though not
/// always a shortest one. The exploration need not be closed: only expanded states of which all edges are known are on
/// the cycle. Inputs are edges like any other: the environment may choose whatever keeps the run going.
FairCycleAnswer find_fair_cycle(Exploration& exploration, Fairness fairness, const Stop& stop);

/// The same, only among `states`, which ascend and are expanded.
FairCycleAnswer find_fair_cycle_among(Exploration& exploration, std::span<const State> states, Fairness fairness,
                                      const Stop& stop);

}  // namespace fermata::search
