// SPDX-License-Identifier: Apache-2.0
// Backward reachability from the ends.
//
//   E. Clarke, E. Emerson, "Design and synthesis of synchronization skeletons using branching time
//     temporal logic", Logics of Programs 1981: these are the states of EF end; we count the others
//
// On purpose not the algorithm of bottom_sccs: some state is hopeless iff there is such a
// component.
#include "search/census.h"

#include <algorithm>

namespace fermata::search {

std::optional<Census> take_census(const EdgeLists& graph, const Stop& stop) {
  Census census;
  Predecessors predecessors(graph);
  std::vector<bool> hopeful(graph.size());
  std::vector<State> queue;
  for (std::uint32_t s = 0; s < graph.size(); ++s) {
    auto targets = graph[State{s}];
    if (targets.empty()) ++census.dead_ends;
    if (std::ranges::any_of(targets, [&](State target) { return !graph.listed(target); })) {
      hopeful[s] = true;
      queue.push_back(State{s});
    }
  }
  std::uint64_t hopeful_states = queue.size();
  while (!queue.empty()) {
    if (stop.reason()) return std::nullopt;
    auto state = queue.back();
    queue.pop_back();
    for (State source : predecessors[state]) {
      if (hopeful[index(source)]) continue;
      hopeful[index(source)] = true;
      ++hopeful_states;
      queue.push_back(source);
    }
  }
  census.hopeless = graph.size() - hopeful_states;
  return census;
}

}  // namespace fermata::search
