// SPDX-License-Identifier: Apache-2.0
// A graph in memory: for each state, where its edges lead.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "search/growing_array.h"
#include "search/state_space.h"

namespace fermata::search {

// An edge leads to a state, or to one of these, which stand for everything that is not a state of
// the graph.
inline constexpr State leads_to_end{0xFFFF'FFFF};      ///< the only edge of a state that has ended
inline constexpr State leads_to_failure{0xFFFF'FFFE};  ///< some edge of this state fails
inline constexpr State leads_beyond{0xFFFF'FFFD};      ///< some edges of this state are not known
constexpr bool is_state(State target) { return target < leads_beyond; }

/// Ascending numbers in 4 bytes each, although they may exceed `low_bits` bits: the higher part is
/// kept as the list of places where it changes, which is nearly always empty.
template <unsigned low_bits = 32>
class Offsets {
 public:
  std::size_t size() const { return low_.size(); }
  std::uint64_t bytes() const { return low_.bytes(); }
  void push_back(std::uint64_t offset) {
    if (offset >> low_bits != wraps_.size()) wraps_.resize(offset >> low_bits, size());
    low_.push_back(static_cast<std::uint32_t>(offset & ((std::uint64_t{1} << low_bits) - 1)));
  }
  std::uint64_t operator[](std::size_t i) const {
    if (wraps_.empty()) return low_[i];
    auto wraps = std::ranges::upper_bound(wraps_, i) - wraps_.begin();
    return low_[i] + (static_cast<std::uint64_t>(wraps) << low_bits);
  }

 private:
  GrowingArray<std::uint32_t> low_;
  std::vector<std::size_t> wraps_;
};

/// Compressed sparse rows, appended in the order of the states: 4 bytes for a state and 4 for an
/// edge. A state that has no list yet counts as beyond the graph.
class EdgeLists {
 public:
  std::uint32_t size() const { return static_cast<std::uint32_t>(starts_.size()); }
  std::uint64_t edges() const { return targets_.size(); }
  std::uint64_t bytes() const { return starts_.bytes() + targets_.bytes(); }

  /// The targets of `state`, ascending, each once.
  std::span<const State> operator[](State state) const {
    auto i = index(state);
    auto first = starts_[i];
    auto last = i + 1 == size() ? targets_.size() : starts_[i + 1];
    return targets_.slice(first, last - first);
  }
  bool listed(State state) const { return index(state) < size(); }

  /// Adds the list of the next state. Sorts `targets` and takes out duplicates.
  void append(std::vector<State>& targets);

 private:
  Offsets<> starts_;
  GrowingArray<State> targets_;
};

/// The edges of a graph against their direction. Those that lead to no state, or to one without a
/// list, are left out.
class Predecessors {
 public:
  explicit Predecessors(const EdgeLists& graph);
  std::span<const State> operator[](State state) const {
    auto first = starts_[index(state)];
    return std::span(sources_).subspan(first, starts_[index(state) + 1] - first);
  }

 private:
  std::vector<std::uint64_t> starts_;
  std::vector<State> sources_;
};

}  // namespace fermata::search
