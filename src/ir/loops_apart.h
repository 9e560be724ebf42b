// SPDX-License-Identifier: Apache-2.0
// Loops that share a header, told apart.
#pragma once

#include <map>

#include "ir/flow_graph.h"

namespace fermata::ir {

/// A copy of a function in which the ways to the header of a loop are apart. Compilers let a loop and the loop around
/// it share a header, and join ways to it, back or not, in one block that only copies: a relay. Here each way has its
/// own.
struct LoopsApart {
  using Number = FlowGraph::Number;
  struct Relay {
    Number from = 0;   ///< the block that comes here
    Number block = 0;  ///< the one that this is, or is a copy of
  };

  LoopsApart(const Function& original, const FlowGraph& graph);

  Function function;
  std::map<Number, Relay> relays;

 private:
  void split(Number from, Number block, bool first);
  void look_through_copies();
};

}  // namespace fermata::ir
