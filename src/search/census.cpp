// SPDX-License-Identifier: Apache-2.0
#include "search/census.h"

#include "search/hopeful.h"

namespace fermata::search {

std::optional<Census> take_census(const EdgeLists& graph, const Stop& stop) {
  Census census;
  for (std::uint32_t s = 0; s < graph.size(); ++s) census.dead_ends += graph[State{s}].empty();
  Hopeful hopeful(graph);
  if (!hopeful.search(stop)) return std::nullopt;
  census.hopeless = graph.size() - hopeful.count();
  return census;
}

}  // namespace fermata::search
