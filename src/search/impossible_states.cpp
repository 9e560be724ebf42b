// SPDX-License-Identifier: Apache-2.0
// Backward from the dead ends that are impossible: what can get there is impossible, unless it can also get elsewhere
// or go round. A fair run takes rare edges only finitely often, so a way round that needs them is none: a wait that is
// woken spuriously, again and again, must not keep a state whose other ways all break an assumption.
#include "search/impossible_states.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/require.h"

namespace fermata::search {

namespace {

class Closure {
 public:
  explicit Closure(Exploration& exploration)
      : exploration_(exploration),
        edges_(exploration.edges()),
        sources_(edges_),
        found_(exploration.impossible()),
        impossible_(edges_.size()) {}

  std::vector<State> all() {
    for (State s : found_) impossible_[index(s)] = true;
    for (std::size_t i = 0; i < found_.size(); ++i)
      for (State source : sources_[found_[i]])
        if (!impossible_[index(source)]) impossible_[index(source)] = true, found_.push_back(source);
    for (State s : found_)
      if (gets_elsewhere(s)) keep(s);
    for (State s : that_go_round(circling())) keep(s);
    std::erase_if(found_, [&](State s) { return !impossible_[index(s)]; });
    std::ranges::sort(found_);
    return found_;
  }

 private:
  bool gets_elsewhere(State s) const {
    return std::ranges::any_of(edges_[s], [&](State target) {
      if (index(target) >= edges_.size()) return target != leads_beyond;
      return !impossible_[index(target)];
    });
  }

  /// It is a state, and so is what leads to it.
  void keep(State state) {
    std::vector<State> todo{state};
    while (!todo.empty()) {
      const State s = todo.back();
      todo.pop_back();
      if (!impossible_[index(s)]) continue;
      impossible_[index(s)] = false;
      for (State source : sources_[s]) todo.push_back(source);
    }
  }

  /// The impossible ones from which not every run ends.
  std::vector<State> circling() const {
    std::vector<std::uint32_t> ways(edges_.size());
    for (State s : found_)
      for ([[maybe_unused]] State target : edges_[s]) ++ways[index(s)];
    std::vector<State> ended = exploration_.impossible();
    for (std::size_t i = 0; i < ended.size(); ++i)
      for (State source : sources_[ended[i]])
        if (impossible_[index(source)] && --ways[index(source)] == 0) ended.push_back(source);
    std::ranges::sort(ended);
    std::vector<State> rest;
    for (State s : found_)
      if (impossible_[index(s)] && !std::ranges::binary_search(ended, s)) rest.push_back(s);
    return rest;
  }

  /// Those of `some` from which a run stays among them for ever without a rare edge.
  std::vector<State> that_go_round(const std::vector<State>& some) {
    std::vector<std::optional<std::uint32_t>> ways(edges_.size());  // of those that are left
    std::vector<std::pair<State, State>> backward;                  // target, source
    for (State s : some) ways[index(s)] = 0;
    for (State s : some) {
      OnEdge visitor([&](const Edge& edge, std::span<const Word> words) {
        const auto target = edge.rare || edge.fails ? std::nullopt : exploration_.find(words);
        if (target && ways[index(*target)]) ++*ways[index(s)], backward.emplace_back(*target, s);
        return true;
      });
      exploration_.expand(s, visitor);
    }
    std::ranges::sort(backward);
    std::vector<State> todo;
    for (State s : some)
      if (*ways[index(s)] == 0) todo.push_back(s);
    while (!todo.empty()) {
      const State s = todo.back();
      todo.pop_back();
      ways[index(s)].reset();
      for (const auto& [target, source] : std::ranges::equal_range(backward, s, {}, &std::pair<State, State>::first))
        if (ways[index(source)] && --*ways[index(source)] == 0) todo.push_back(source);
    }
    std::vector<State> round;
    for (State s : some)
      if (ways[index(s)]) round.push_back(s);
    return round;
  }

  Exploration& exploration_;
  const EdgeLists& edges_;
  const Predecessors sources_;
  std::vector<State> found_;
  std::vector<bool> impossible_;
};

}  // namespace

std::vector<State> impossible_states(Exploration& exploration) {
  FERMATA_REQUIRE(exploration.closed(), "what is not seen yet may be possible");
  if (exploration.impossible().empty()) return {};
  return Closure(exploration).all();
}

}  // namespace fermata::search
