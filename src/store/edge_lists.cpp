// SPDX-License-Identifier: Apache-2.0
// Gap encoding.
//
//   P. Boldi, S. Vigna, "The WebGraph framework I: compression techniques", WWW 2004: gaps
//
// The first target is stored as its distance from the source, each other one as the gap to the one before, in bytes of
// seven bits. A breadth-first search gives the targets of a state numbers close to each other, so an edge takes two
// bytes instead of four.
#include "store/edge_lists.h"

namespace fermata::store {

namespace {

void write(GrowingArray<std::uint8_t>& bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<std::uint8_t>(number | 0x80));
  bytes.push_back(static_cast<std::uint8_t>(number));
}

}  // namespace

void EdgeLists::append(std::vector<State>& targets) {
  std::ranges::sort(targets);
  targets.erase(std::ranges::unique(targets).begin(), targets.end());
  const std::uint32_t source = size();
  starts_.push_back(bytes_.size());
  edges_ += targets.size();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const std::uint64_t target = index(targets[i]);
    if (i > 0)
      write(bytes_, target - index(targets[i - 1]) - 1);
    else
      write(bytes_, target >= source ? (target - source) << 1 : (source - target - 1) << 1 | 1);
  }
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

}  // namespace fermata::store
