// SPDX-License-Identifier: Apache-2.0
// Parts of a graph in which one can go from everywhere to everywhere.
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

/// The strongly connected components that no edge leaves. Ending, failing and edges that are not
/// known all count as leaving, so what is returned for a part of a graph stays true for the whole.
/// Nothing, if told to stop.
std::optional<Components> bottom_sccs(const EdgeLists& graph, const Stop& stop);

/// The strongly connected components with at least one edge inside: those in which one can stay for
/// ever. Nothing, if told to stop.
std::optional<Components> nontrivial_sccs(const EdgeLists& graph, const Stop& stop);

}  // namespace fermata::search
