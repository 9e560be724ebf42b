// SPDX-License-Identifier: Apache-2.0
// Backward closure: a state is impossible once the last of its targets is.
#include "search/impossible_states.h"

#include <algorithm>
#include <cstdint>

#include "base/require.h"

namespace fermata::search {

std::vector<State> impossible_states(const Exploration& exploration) {
  FERMATA_REQUIRE(exploration.closed(), "what is not seen yet may be possible");
  if (exploration.impossible().empty()) return {};
  const EdgeLists& edges = exploration.edges();
  const Predecessors sources(edges);
  std::vector<std::uint32_t> ways(edges.size());
  for (std::uint32_t s = 0; s < edges.size(); ++s)
    for ([[maybe_unused]] State target : edges[State{s}]) ++ways[s];
  std::vector<State> found = exploration.impossible();
  for (std::size_t i = 0; i < found.size(); ++i)
    for (State source : sources[found[i]])
      if (--ways[index(source)] == 0) found.push_back(source);
  std::ranges::sort(found);
  return found;
}

}  // namespace fermata::search
