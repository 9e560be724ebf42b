// SPDX-License-Identifier: Apache-2.0
// Strongly connected components.
//
//   R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1972
//   D. Pearce, "A space-efficient algorithm for finding strongly connected components", IPL 2016
//
// Pearce's version of Tarjan's algorithm: one number for each state (`rindex`) serves as index, as
// low link and as the mark of a state whose component is complete. A state is on the path or on the
// stack, never on both.
//
// Where we differ from the paper:
//   - complete states share one mark, since it does not matter to which component they belong;
//   - one bit for each state says that an edge of it leaves its component, and another one that it may be a root;
//   - no state of a bottom component satisfies EF end. States of which a cheap sweep shows that they do are left out
//     beforehand: as a rule, these are all.
//
// Peak: 4 bytes and 2 bits for each state, 8 for each on the path or 4 for each on the stack.
#include "search/sccs.h"

#include <algorithm>

#include "search/can_reach_end.h"
#include "store/growing_array.h"

namespace fermata::search {

namespace {

constexpr std::uint32_t unvisited = 0;
constexpr std::uint32_t complete = 0xFFFF'FFFF;

// A step is far cheaper than reading the clock.
constexpr std::uint64_t steps_between_checks = 1024;

struct Frame {
  State state;
  TargetList::Mark next;  // edge
};

}  // namespace

/// The components for which `wanted(members, bottom)` is true. States in `excluded` are skipped: an edge into that set
/// counts as leaving.
template <class Wanted>
std::optional<Components> sccs(const EdgeLists& graph, const Attractor* excluded, const Stop& stop, Wanted wanted) {
  if (excluded && excluded->all()) return Components{};
  std::vector<std::uint32_t> rindex(graph.size(), excluded ? complete : unvisited);
  if (excluded) excluded->each_other([&](State state) { rindex[index(state)] = unvisited; });
  std::vector<bool> leaves(graph.size());
  std::vector<bool> root(graph.size());
  store::GrowingArray<Frame> path;
  store::GrowingArray<State> stack;
  Components found;
  std::uint32_t visited = 0;
  std::uint64_t steps = 0;

  auto enter = [&](State state) {
    rindex[index(state)] = ++visited;
    root[index(state)] = true;
    const TargetList targets = graph[state];
    path.push_back({state, targets.mark(targets.begin())});
  };
  // `state` has an edge to `target`, which is not complete.
  auto lower = [&](State state, State target) {
    if (rindex[index(target)] < rindex[index(state)]) {
      rindex[index(state)] = rindex[index(target)];
      root[index(state)] = false;
    }
  };
  auto complete_component = [&](State top) {
    auto first = stack.size();
    while (first > 0 && rindex[index(stack[first - 1])] >= rindex[index(top)]) --first;
    stack.push_back(top);
    auto members = stack.slice(first, stack.size() - first);
    bool bottom = std::ranges::none_of(members, [&](State s) { return leaves[index(s)]; });
    for (State s : members) rindex[index(s)] = complete;
    if (wanted(members, bottom)) {
      found.ranges_.push_back(
          {static_cast<std::uint32_t>(found.members_.size()), static_cast<std::uint32_t>(members.size())});
      found.members_.insert(found.members_.end(), members.begin(), members.end());
    }
    stack.truncate(first);
  };

  for (std::uint32_t start = 0; start < graph.size(); ++start) {
    if (rindex[start] != unvisited) continue;
    enter(State{start});
    while (!path.empty()) {
      if (steps++ % steps_between_checks == 0 && stop.now()) return std::nullopt;
      auto& frame = path[path.size() - 1];
      auto state = frame.state;
      auto targets = graph[state];
      auto next = targets.at(frame.next);
      bool descend = false;
      while (!descend && next != targets.end()) {
        State target = *next;
        if (!graph.listed(target) || rindex[index(target)] == complete) {
          leaves[index(state)] = true;
          ++next;
        } else if (rindex[index(target)] == unvisited) {
          frame.next = targets.mark(next);
          enter(target);  // this edge is visited again when the target is done
          descend = true;
        } else {
          lower(state, target);
          ++next;
        }
      }
      if (descend) continue;
      path.pop_back();
      if (root[index(state)]) {
        complete_component(state);
      } else {
        stack.push_back(state);
      }
    }
  }

  for (auto [first, count] : found.ranges_) {
    std::ranges::sort(found.members_.begin() + first, found.members_.begin() + first + count);
  }
  std::ranges::sort(found.ranges_, {}, [&](const Components::Range& range) { return found.members_[range.first]; });
  return found;
}

std::optional<Components> bottom_sccs(const EdgeLists& graph, const Stop& stop) {
  CanReachEnd can_reach_end(graph);
  if (!can_reach_end.sweep(stop)) return std::nullopt;
  return sccs(graph, &can_reach_end.states(), stop, [](std::span<const State>, bool bottom) { return bottom; });
}

std::optional<Components> nontrivial_sccs(const EdgeLists& graph, const Stop& stop) {
  return sccs(graph, nullptr, stop, [&](std::span<const State> members, bool) {
    return members.size() > 1 || graph[members.front()].contains(members.front());
  });
}

}  // namespace fermata::search
