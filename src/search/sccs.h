// SPDX-License-Identifier: Apache-2.0
// Strongly connected components of a stored graph.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/stop.h"
#include "search/graph.h"

namespace fermata::search {

class Attractor;

/// Sets of states, ordered by their first state; the states of each are ascending.
class Components {
 public:
  std::size_t size() const { return ranges_.size(); }
  bool empty() const { return ranges_.empty(); }
  std::span<const State> operator[](std::size_t i) const {
    return std::span(members_).subspan(ranges_[i].first, ranges_[i].count);
  }

 private:
  template <class Wanted>
  friend std::optional<Components> sccs(const EdgeLists&, const Attractor*, const Stop&, Wanted);
  struct Range {
    std::uint32_t first, count;
  };
  std::vector<State> members_;
  std::vector<Range> ranges_;
};

/// The components that no edge leaves. Ends, failures and unknown edges count as leaving, so a bottom component of a
/// part of a graph is one of the whole graph as well. Nothing, if told to stop.
std::optional<Components> bottom_sccs(const EdgeLists& graph, const Stop& stop);

/// The components with at least one edge inside, in which a run can stay for ever. Nothing, if told to stop.
std::optional<Components> nontrivial_sccs(const EdgeLists& graph, const Stop& stop);

}  // namespace fermata::search
