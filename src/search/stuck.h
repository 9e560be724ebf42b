// SPDX-License-Identifier: Apache-2.0
// Property `hang`: can something get stuck for ever?
#pragma once

#include <span>
#include <variant>
#include <vector>

#include "base/stop.h"
#include "search/exploration.h"

namespace fermata::search {

struct StuckOptions {
  /// Not to reach an end is fine; only open slots that no continuation closes count.
  bool daemon = false;
  /// Components that begin with one of these are passed over.
  std::span<const State> passed_over = {};
};

/// States among which one moves for ever once there. One state without an edge is a dead end.
struct StuckComponent {
  /// Ascending: the first is a nearest one to the initial state.
  std::vector<State> members;
  /// Open, and closed by nothing that can still happen; ascending. Empty only if not a daemon.
  std::vector<Slot> slots;
};

/// Nothing is stuck in what was explored; that is everything only if the exploration is closed.
struct NothingStuck {};

using StuckAnswer = std::variant<NothingStuck, StuckComponent, Stopped>;

/// The stuck component nearest to the initial state. It may be asked for at any time: states that
/// are not yet expanded are taken for a way out. Every edge counts as a choice of the scheduler; if
/// exploration.saw_input(), ask solve_reachability_game instead.
StuckAnswer find_stuck(Exploration& exploration, const StuckOptions& options, const Stop& stop);

/// A short cycle through the component from its first state, on which every agent that can move
/// there does move. It closes none of the stuck slots. Empty for a dead end. Throws LimitReached, if told to stop.
std::vector<Move> witness_cycle(Exploration& exploration, const StuckComponent& component, const Stop& stop);

}  // namespace fermata::search
