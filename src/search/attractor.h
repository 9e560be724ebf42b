// SPDX-License-Identifier: Apache-2.0
// Attractors: the least fixpoint of a monotone condition on states.
//
//   W. Thomas, "On the synthesis of strategies in infinite games", STACS 1995: attractors
//
// States are numbered breadth first, so most edges lead to higher numbers, and one sweep from the last state to the
// first finds most of the set. States that join because of an edge to a lower number are found by further sweeps over
// what is left. If these take too long, a queue over the reversed edges finds the rest.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "base/stop.h"
#include "search/graph.h"

namespace fermata::search {

/// The least set that contains each state for which `joins(state)` is true. `joins` may depend on which targets of the
/// state are in the set, and must be monotone in it. It is called only for states that are not in the set.
class Attractor {
 public:
  explicit Attractor(const EdgeLists& graph)
      : graph_(graph), left_((std::size_t{graph.size()} + 63) / 64, ~std::uint64_t{0}), size_(graph.size()) {
    if (size_ % 64 != 0) left_.back() >>= 64 - size_ % 64;
  }

  bool contains(State state) const { return !(left_[index(state) / 64] >> index(state) % 64 & 1); }
  std::uint64_t size() const { return graph_.size() - size_; }
  bool all() const { return size_ == 0; }  ///< every state of the graph is in the set
  /// Calls act(state) for each state that is not in the set, in ascending order.
  template <class Act>
  void each_other(Act act) const;

  /// A few sweeps over the states: cheap, and as a rule they find the whole set. False: told to stop.
  template <class Joins>
  bool sweep(Joins joins, const Stop& stop);
  /// Finds the whole set. False: told to stop.
  template <class Joins>
  bool search(Joins joins, const Stop& stop);

 private:
  static constexpr std::uint64_t visits_per_state = 6;  ///< on average; a queue takes somewhat longer
  static constexpr std::uint32_t words_between_checks = 1024, steps_between_checks = 1024;  ///< of `stop`

  void add(State state) {
    left_[index(state) / 64] &= ~(std::uint64_t{1} << index(state) % 64);
    --size_;
  }

  const EdgeLists& graph_;
  std::vector<std::uint64_t> left_;  ///< a bit for each state that is not in the set
  std::uint64_t size_;               ///< how many bits are set
  bool whole_ = false;               ///< the set is complete
};

template <class Act>
void Attractor::each_other(Act act) const {
  for (std::size_t word = 0; word < left_.size(); ++word)
    for (std::uint64_t bits = left_[word]; bits != 0; bits &= bits - 1)
      act(State{static_cast<std::uint32_t>(64 * word) + static_cast<std::uint32_t>(std::countr_zero(bits))});
}

template <class Joins>
bool Attractor::sweep(Joins joins, const Stop& stop) {
  whole_ = false;
  for (std::uint64_t visits = 0; !whole_ && visits < visits_per_state * graph_.size();) {
    const std::uint64_t before = size_;
    visits += before;
    for (std::size_t word = left_.size(); word-- > 0;) {
      if (word % words_between_checks == 0 && stop.now()) return false;
      for (std::uint64_t bits = left_[word]; bits != 0;) {
        const auto bit = static_cast<std::uint32_t>(63 - std::countl_zero(bits));
        bits ^= std::uint64_t{1} << bit;
        const State state{static_cast<std::uint32_t>(64 * word) + bit};
        if (joins(state)) add(state);
      }
    }
    whole_ = size_ == before || size_ == 0;
  }
  return true;
}

template <class Joins>
bool Attractor::search(Joins joins, const Stop& stop) {
  if (!sweep(joins, stop)) return false;
  if (whole_) return true;
  const Predecessors predecessors(graph_);
  std::vector<State> queue;
  for (std::uint32_t s = 0; s < graph_.size(); ++s)
    if (contains(State{s})) queue.push_back(State{s});
  for (std::uint64_t steps = 0; !queue.empty(); ++steps) {
    if (steps % steps_between_checks == 0 && stop.now()) return false;
    const State state = queue.back();
    queue.pop_back();
    for (State source : predecessors[state]) {
      if (contains(source) || !joins(source)) continue;
      add(source);
      queue.push_back(source);
    }
  }
  whole_ = true;
  return true;
}

}  // namespace fermata::search
