// SPDX-License-Identifier: Apache-2.0
// Backward reachability from the ends.
//
//   E. Clarke, E. Emerson, "Design and synthesis of synchronization skeletons using branching time
//     temporal logic", Logics of Programs 1981: these are the states of EF end; we count the others
//
// On purpose not the algorithm of bottom_sccs: some state is hopeless iff there is such a
// component.
//
// States are numbered breadth first, so most edges lead to higher numbers: going through the states from the last to the first
// finds most of it at once, and a few times all, as a rule. If not, a queue and the edges against their direction do the rest.
#include "search/census.h"

#include <algorithm>

namespace fermata::search {

namespace {

constexpr int sweeps = 6;

class Hopeful {
 public:
  explicit Hopeful(const EdgeLists& graph) : graph_(graph), hopeful_(graph.size()) {}

  /// True: it has found some, so there may be more.
  bool sweep() {
    const std::uint64_t before = count_;
    for (std::uint32_t s = graph_.size(); s-- > 0;)
      if (!hopeful_[s] && std::ranges::any_of(graph_[State{s}], [&](State t) { return !graph_.listed(t) || hopeful_[index(t)]; })) add(State{s});
    return count_ > before;
  }

  bool search(const Stop& stop) {
    const Predecessors predecessors(graph_);
    std::vector<State> queue;
    for (std::uint32_t s = 0; s < graph_.size(); ++s)
      if (hopeful_[s]) queue.push_back(State{s});
    while (!queue.empty()) {
      if (stop.reason()) return false;
      const State state = queue.back();
      queue.pop_back();
      for (State source : predecessors[state]) {
        if (hopeful_[index(source)]) continue;
        add(source);
        queue.push_back(source);
      }
    }
    return true;
  }

  std::uint64_t count() const { return count_; }

 private:
  void add(State state) {
    hopeful_[index(state)] = true;
    ++count_;
  }

  const EdgeLists& graph_;
  std::vector<bool> hopeful_;
  std::uint64_t count_ = 0;
};

}  // namespace

std::optional<Census> take_census(const EdgeLists& graph, const Stop& stop) {
  Census census;
  for (std::uint32_t s = 0; s < graph.size(); ++s) census.dead_ends += graph[State{s}].empty();
  Hopeful hopeful(graph);
  bool more = true;
  for (int i = 0; more && i < sweeps; ++i) {
    if (stop.reason()) return std::nullopt;
    more = hopeful.sweep();
  }
  if (more && !hopeful.search(stop)) return std::nullopt;
  census.hopeless = graph.size() - hopeful.count();
  return census;
}

}  // namespace fermata::search
