// SPDX-License-Identifier: Apache-2.0
// Numbers to compare with those of other model checkers.
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
  std::uint64_t hopeless = 0;
};

/// Counts in the whole graph. Failing counts as an end, as does what is not known. Nothing, if told
/// to stop.
std::optional<Census> take_census(const EdgeLists& graph, const Stop& stop);

}  // namespace fermata::search
