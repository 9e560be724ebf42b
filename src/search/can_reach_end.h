// SPDX-License-Identifier: Apache-2.0
// The states that satisfy EF end: those from which an end can be reached.
//
//   E. Clarke, E. Emerson, "Design and synthesis of synchronization skeletons using branching time
//     temporal logic", Logics of Programs 1981
#pragma once

#include <algorithm>

#include "search/attractor.h"

namespace fermata::search {

/// EF end. A failure, an unknown edge and a state without a row count as ends, so for a part of a graph the set is too
/// large rather than too small. After `sweep` it may lack states; after `search` it is complete.
class CanReachEnd {
 public:
  explicit CanReachEnd(const EdgeLists& graph) : graph_(graph), set_(graph) {}

  /// A few sweeps over the graph: cheap, and as a rule they find the whole set. False: told to stop.
  bool sweep(const Stop& stop) {
    return set_.sweep([this](State state) { return joins(state); }, stop);
  }
  /// False: told to stop.
  bool search(const Stop& stop) {
    return set_.search([this](State state) { return joins(state); }, stop);
  }

  const Attractor& states() const { return set_; }

 private:
  bool joins(State state) const {
    return std::ranges::any_of(graph_[state],
                               [this](State target) { return !graph_.listed(target) || set_.contains(target); });
  }

  const EdgeLists& graph_;
  Attractor set_;
};

}  // namespace fermata::search
