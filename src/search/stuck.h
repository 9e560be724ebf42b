// SPDX-License-Identifier: Apache-2.0
// Property `hang`: bottom components in which something never ends.
#pragma once

#include <span>
#include <variant>
#include <vector>

#include "base/stop.h"
#include "search/exploration.h"

namespace fermata::search {

struct StuckOptions {
  /// An end need not be reachable; only open slots that no continuation closes count.
  bool daemon = false;
  /// Components whose first state is one of these are skipped.
  std::span<const State> passed_over = {};
};

/// A bottom component: no run leaves it. A single state without an edge is a dead end.
struct StuckComponent {
  /// Ascending: the first is a nearest one to the initial state.
  std::vector<State> members;
  /// Open, and closed by nothing that can still happen; ascending. Empty only if not a daemon.
  std::vector<Slot> slots;
};

/// Nothing is stuck in the explored part, which is the whole graph only if the exploration is closed.
struct NothingStuck {};

using StuckAnswer = std::variant<NothingStuck, StuckComponent, Stopped>;

/// The stuck component nearest to the initial state. The exploration need not be closed: states that are not expanded
/// yet count as ends. Every edge counts as a choice of the scheduler; if exploration.saw_input(), use
/// solve_reachability_game instead.
StuckAnswer find_stuck(Exploration& exploration, const StuckOptions& options, const Stop& stop);

/// A short cycle in the component from its first state back to it, on which every agent that can move in the first
/// state does move. It closes none of the stuck slots. Empty for a dead end. Throws LimitReached, if told to stop.
std::vector<Move> witness_cycle(Exploration& exploration, const StuckComponent& component, const Stop& stop);

}  // namespace fermata::search
