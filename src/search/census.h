// SPDX-License-Identifier: Apache-2.0
// Counts of states, for comparisons with other model checkers.
#pragma once

#include <cstdint>
#include <optional>

#include "base/stop.h"
#include "search/graph.h"

namespace fermata::search {

struct Census {
  /// States that have no edge and have not ended.
  std::uint64_t dead_ends = 0;
  /// States from which no end can be reached; dead ends are among them.
  std::uint64_t cannot_end = 0;
};

/// Of the whole graph. Failures and unknown edges count as ends. Nothing, if told to stop.
std::optional<Census> take_census(const EdgeLists& graph, const Stop& stop);

}  // namespace fermata::search
