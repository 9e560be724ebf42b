// SPDX-License-Identifier: Apache-2.0
// Backward reachability from the ends.
//
//   E. Clarke, E. Emerson, "Design and synthesis of synchronization skeletons using branching time
//     temporal logic", Logics of Programs 1981: these are the states of EF end
//
// States are numbered breadth first, so most edges lead to higher numbers: going through the states from the last to the first
// finds most of it at once, and doing it again finds what leads to lower numbers first. This goes on as long as it finds a good part
// of what is left. A queue and the edges against their direction do the rest.
#include "search/hopeful.h"

#include <algorithm>

namespace fermata::search {

namespace {

constexpr std::uint64_t steps_between_looks = 1024;

}  // namespace

void Hopeful::add(State state) {
  hopeful_[index(state)] = true;
  ++count_;
}

void Hopeful::look_at(State state) {
  if (contains(state)) return;
  if (std::ranges::any_of(graph_[state], [&](State target) { return !graph_.listed(target) || contains(target); })) add(state);
}

bool Hopeful::sweep(const Stop& stop) {
  const std::uint32_t size = graph_.size();
  for (bool goes_well = true; goes_well && !all_;) {
    if (stop.reason()) return false;
    const std::uint64_t before = count_;
    for (std::uint32_t s = size; s-- > 0;) look_at(State{s});
    goes_well = 8 * (count_ - before) > size - count_;
    all_ = count_ == before || count_ == size;
  }
  return true;
}

bool Hopeful::search(const Stop& stop) {
  if (!sweep(stop)) return false;
  if (all_) return true;
  const Predecessors predecessors(graph_);
  std::vector<State> queue;
  for (std::uint32_t s = 0; s < graph_.size(); ++s)
    if (hopeful_[s]) queue.push_back(State{s});
  for (std::uint64_t steps = 0; !queue.empty(); ++steps) {
    if (steps % steps_between_looks == 0 && stop.reason()) return false;
    const State state = queue.back();
    queue.pop_back();
    for (State source : predecessors[state]) {
      if (contains(source)) continue;
      add(source);
      queue.push_back(source);
    }
  }
  all_ = true;
  return true;
}

}  // namespace fermata::search
