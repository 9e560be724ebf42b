// SPDX-License-Identifier: Apache-2.0
// Who takes part in a loop comes back to its location, so each of its edges is on a cycle of its automaton: within a
// strongly connected component.
//
//   R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1972
//
// A thread may also end in the loop, and be started again by another: from its end an edge leads to where it begins, if
// the other's edge may be in the loop; and that edge may be, only if the one that it stands for is on a cycle. So edges
// are left out until nothing changes.
//
// Keeps: fair cycles. Loses: nothing that a loop could do.
#include "engine/bounded/loop_edges.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace fermata::engine::bounded {

using model::Edge;
using model::Location;
using model::LocationId;

namespace {

using Graph = std::vector<std::vector<std::uint32_t>>;

/// The number of each node's component.
std::vector<std::uint32_t> components(const Graph& graph) {
  constexpr std::uint32_t unseen = ~std::uint32_t{0};
  std::vector<std::uint32_t> low(graph.size(), unseen), component(graph.size(), unseen), stack;
  std::uint32_t visited = 0, found = 0;
  struct Visit {
    std::uint32_t node, number;
    std::size_t next = 0;
  };
  for (std::uint32_t root = 0; root < graph.size(); ++root) {
    if (low[root] != unseen) continue;
    std::vector<Visit> path;
    const auto enter = [&](std::uint32_t node) {
      low[node] = visited;
      path.push_back({node, visited++});
      stack.push_back(node);
    };
    enter(root);
    while (!path.empty()) {
      Visit& here = path.back();
      if (here.next < graph[here.node].size()) {
        const std::uint32_t to = graph[here.node][here.next++];
        if (low[to] == unseen)
          enter(to);
        else if (component[to] == unseen)
          low[here.node] = std::min(low[here.node], low[to]);
        continue;
      }
      const Visit done = here;
      path.pop_back();
      if (!path.empty()) low[path.back().node] = std::min(low[path.back().node], low[done.node]);
      if (low[done.node] != done.number) continue;
      for (std::uint32_t node = unseen; node != done.node;) {
        node = stack.back();
        stack.pop_back();
        component[node] = found;
      }
      ++found;
    }
  }
  return component;
}

}  // namespace

std::vector<bool> loop_edges(const model::ThreadSystem& system) {
  std::vector<std::vector<std::uint32_t>> ends(system.threads.size());
  for (std::uint32_t l = 0; l < system.locations.size(); ++l)
    if (system.locations[l].kind == Location::Kind::ended) ends[index(system.locations[l].thread)].push_back(l);
  std::vector<bool> may(system.edges.size(), true);
  for (bool changed = true; std::exchange(changed, false);) {
    Graph graph(system.locations.size());
    const auto each_step = [&](const Edge& edge, const auto& see) {
      see(index(edge.from), index(edge.to));
      for (const auto& [thread, location] : edge.starts)
        for (std::uint32_t end : ends[index(thread)]) see(end, index(location));
    };
    for (std::size_t e = 0; e < may.size(); ++e)
      if (may[e]) each_step(system.edges[e], [&](std::uint32_t from, std::uint32_t to) { graph[from].push_back(to); });
    const std::vector<std::uint32_t> component = components(graph);
    for (std::size_t e = 0; e < may.size(); ++e) {
      if (!may[e]) continue;
      const Edge& edge = system.edges[e];
      bool stays = component[index(edge.from)] == component[index(edge.to)];
      for (const auto& [thread, location] : edge.starts)
        stays &= std::ranges::any_of(ends[index(thread)],
                                     [&](std::uint32_t end) { return component[end] == component[index(location)]; });
      if (!stays) may[e] = false, changed = true;
    }
  }
  return may;
}

}  // namespace fermata::engine::bounded
