// SPDX-License-Identifier: Apache-2.0
#include "search/census.h"

#include "search/hopeful.h"

namespace fermata::search {

std::optional<Census> take_census(const EdgeLists& graph, const Stop& stop) {
  Hopeful hopeful(graph);
  if (!hopeful.search(stop)) return std::nullopt;
  Census census;
  hopeful.states().each_other([&](State state) {
    ++census.hopeless;
    census.dead_ends += graph[state].empty();
  });
  return census;
}

}  // namespace fermata::search
