// SPDX-License-Identifier: Apache-2.0
// Which states can still reach an end.
//
//   E. Clarke, E. Emerson, "Design and synthesis of synchronization skeletons using branching time
//     temporal logic", Logics of Programs 1981: these are the states of EF end
#pragma once

#include <algorithm>

#include "search/attractor.h"

namespace fermata::search {

/// States that can leave the graph: to an end, to a failure, to what is not known or not listed yet. Those that are
/// here can; when `search` has been through, all that can are here.
class CanReachEnd {
 public:
  explicit CanReachEnd(const EdgeLists& graph) : graph_(graph), set_(graph) {}

  /// Goes through the graph a few times, which is cheap, and finds all as a rule. False: told to stop.
  bool sweep(const Stop& stop) {
    return set_.sweep([this](State state) { return leads_there(state); }, stop);
  }
  /// False: told to stop.
  bool search(const Stop& stop) {
    return set_.search([this](State state) { return leads_there(state); }, stop);
  }

  const Attractor& states() const { return set_; }

 private:
  bool leads_there(State state) const {
    return std::ranges::any_of(graph_[state],
                               [this](State target) { return !graph_.listed(target) || set_.contains(target); });
  }

  const EdgeLists& graph_;
  Attractor set_;
};

}  // namespace fermata::search
