// SPDX-License-Identifier: Apache-2.0
// Which states can still reach an end.
#pragma once

#include <cstdint>
#include <vector>

#include "base/stop.h"
#include "search/edge_lists.h"

namespace fermata::search {

/// States that can leave the graph: to an end, to a failure, to what is not known or not listed yet. Those that are here can; when
/// `search` has been through, all that can are here.
class Hopeful {
 public:
  explicit Hopeful(const EdgeLists& graph) : graph_(graph), hopeful_(graph.size()) {}

  /// Goes through the graph a few times, which is cheap, and finds all as a rule. False: told to stop.
  bool sweep(const Stop& stop);
  /// False: told to stop.
  bool search(const Stop& stop);

  bool contains(State state) const { return hopeful_[index(state)]; }
  std::uint64_t count() const { return count_; }

 private:
  void look_at(State state);
  void add(State state);

  const EdgeLists& graph_;
  std::vector<bool> hopeful_;
  std::uint64_t count_ = 0;
  bool all_ = false;  ///< who can are here
};

}  // namespace fermata::search
