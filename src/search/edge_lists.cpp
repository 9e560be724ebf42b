// SPDX-License-Identifier: Apache-2.0
#include "search/edge_lists.h"

#include <algorithm>

namespace fermata::search {

void EdgeLists::append(std::vector<State>& targets) {
  std::ranges::sort(targets);
  targets.erase(std::ranges::unique(targets).begin(), targets.end());
  starts_.push_back(targets_.size());
  targets_.append(targets);
}

Predecessors::Predecessors(const EdgeLists& graph) : starts_(std::size_t{graph.size()} + 1) {
  auto each_edge = [&](auto&& act) {
    for (std::uint32_t s = 0; s < graph.size(); ++s) {
      for (State target : graph[State{s}]) {
        if (graph.listed(target)) act(State{s}, index(target));
      }
    }
  };
  each_edge([&](State, std::uint32_t target) { ++starts_[target]; });
  std::uint64_t end = 0;
  for (auto& start : starts_) start = end += start;  // now the end of each list
  sources_.resize(end);
  each_edge([&](State source, std::uint32_t target) { sources_[--starts_[target]] = source; });
}

}  // namespace fermata::search
