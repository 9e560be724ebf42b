// SPDX-License-Identifier: Apache-2.0
#include "search/census.h"

#include "search/can_reach_end.h"

namespace fermata::search {

std::optional<Census> take_census(const EdgeLists& graph, const Stop& stop) {
  CanReachEnd can_reach_end(graph);
  if (!can_reach_end.search(stop)) return std::nullopt;
  Census census;
  can_reach_end.states().each_other([&](State state) {
    ++census.cannot_end;
    census.dead_ends += graph[state].empty();
  });
  return census;
}

}  // namespace fermata::search
