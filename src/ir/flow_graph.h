// SPDX-License-Identifier: Apache-2.0
// The blocks of a function as a graph: who follows whom, dominators, headers of loops, live registers.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "ir/program.h"

namespace fermata::ir {

/// Of a function that has blocks. The first one is the entry.
class FlowGraph {
 public:
  using Number = std::uint32_t;  ///< of a block
  static constexpr Number none = ~Number{0};

  explicit FlowGraph(const Function& function);

  std::vector<std::vector<Number>> successors, predecessors;
  std::vector<Number> order;      ///< reverse postorder; only blocks that can be reached
  std::vector<Number> dominator;  ///< immediate; none: the block cannot be reached

  bool dominates(Number a, Number b) const;
  /// Blocks that some block which they dominate jumps back to.
  std::set<Number> loop_headers() const;

 private:
  void add(Number from, Number to);
  void find_order();
  void find_dominators();
};

inline FlowGraph::Number number(BlockId id) { return static_cast<FlowGraph::Number>(id); }

template <class Visit>
void each_used(const Instruction& i, Visit visit) {
  for (const Operand& o : i.operands)
    if (o.kind == Operand::Kind::reg) visit(o.index);
}

/// By block: the registers that are needed where it begins.
std::vector<std::vector<bool>> live_at_begin(const Function& function, const FlowGraph& graph);

}  // namespace fermata::ir
