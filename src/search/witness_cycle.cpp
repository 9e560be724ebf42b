// SPDX-License-Identifier: Apache-2.0
// A witness cycle: a short cycle in a component on which every agent moves.
//
//   E. Clarke, O. Grumberg, K. McMillan, X. Zhao, "Efficient generation of counterexamples and
//     witnesses in symbolic model checking", DAC 1995: finding a shortest one is NP-hard
//
// So this is greedy: an agent that has not moved yet and can move does; if there is none, the next step is one on the
// shortest path to the first state, where all of them can move. Of states without inputs, only those on the cycle are
// expanded again, since the component may be as big as the graph.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/require.h"
#include "search/stuck.h"

namespace fermata::search {

namespace {

/// A component as a graph of its own: its states are numbered from 0, the first is where the cycle starts.
class Inside {
 public:
  Inside(Exploration& exploration, const StuckComponent& component, const Stop& stop)
      : exploration_(exploration), component_(component), stop_(stop) {
    compute_distances();
  }

  struct Step {
    Move move;
    std::uint32_t target;
    bool operator==(const Step&) const = default;
  };

  /// Steps that stay inside and close no stuck slot. Other inputs need not be chosen.
  std::vector<Step> steps_from(std::uint32_t i) {
    std::vector<Step> steps;
    State source = component_.members[i];
    OnEdge visit([&](const Edge& edge, std::span<const Word> target) {
      if (edge.fails || closes_stuck(edge)) return true;
      auto state = exploration_.find(target);
      if (auto inside = state ? rank(*state) : std::nullopt) {
        steps.push_back({{source, edge.agent, edge.outcome}, *inside});
      }
      return true;
    });
    exploration_.expand(source, visit);
    return steps;
  }

  std::uint32_t distance(std::uint32_t i) const { return distance_[i]; }

 private:
  std::optional<std::uint32_t> rank(State state) const {
    auto at = std::ranges::lower_bound(component_.members, state);
    if (at == component_.members.end() || *at != state) return std::nullopt;
    return static_cast<std::uint32_t>(at - component_.members.begin());
  }

  bool closes_stuck(const Edge& edge) const {
    return std::ranges::any_of(edge.closes,
                               [&](Slot slot) { return std::ranges::binary_search(component_.slots, slot); });
  }

  void compute_distances() {
    EdgeLists graph;
    std::vector<State> targets;
    auto size = static_cast<std::uint32_t>(component_.members.size());
    for (std::uint32_t i = 0; i < size; ++i) {
      if (i % states_between_checks == 0) stop_.enforce();
      targets.clear();
      State state = component_.members[i];
      if (exploration_.has_input(state)) {
        for (const Step& step : steps_from(i)) targets.push_back(State{step.target});
      } else {
        for (State target : exploration_.edges()[state]) {
          if (auto inside = rank(target)) targets.push_back(State{*inside});
        }
      }
      graph.append(targets);
    }
    Predecessors predecessors(graph);
    distance_.assign(size, unknown);
    distance_[0] = 0;
    std::vector<State> queue{State{0}};
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (State source : predecessors[queue[next]]) {
        auto& distance = distance_[index(source)];
        if (distance != unknown) continue;
        distance = distance_[index(queue[next])] + 1;
        queue.push_back(source);
      }
    }
    FERMATA_REQUIRE(queue.size() == size, "a component is strongly connected");
  }

  static constexpr std::uint32_t unknown = 0xFFFF'FFFF;
  static constexpr std::uint32_t states_between_checks = 64;
  Exploration& exploration_;
  const StuckComponent& component_;
  const Stop& stop_;
  std::vector<std::uint32_t> distance_;  // to the first state, in steps
};

}  // namespace

std::vector<Move> witness_cycle(Exploration& exploration, const StuckComponent& component, const Stop& stop) {
  Inside inside(exploration, component, stop);
  std::vector<Move> loop;
  std::set<Agent> waiting;
  for (const auto& step : inside.steps_from(0)) waiting.insert(step.move.agent);
  if (waiting.empty()) return loop;

  std::uint32_t at = 0;
  do {
    stop.enforce();
    auto steps = inside.steps_from(at);
    // Agents that have not moved yet first; among these, the target nearest to the first state.
    auto next = std::ranges::min_element(steps, {}, [&](const Inside::Step& step) {
      return std::pair(!waiting.contains(step.move.agent), inside.distance(step.target));
    });
    FERMATA_REQUIRE(next != steps.end(), "a component is strongly connected");
    loop.push_back(next->move);
    waiting.erase(next->move.agent);
    at = next->target;
  } while (at != 0 || !waiting.empty());
  return loop;
}

}  // namespace fermata::search
