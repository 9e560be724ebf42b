// SPDX-License-Identifier: Apache-2.0
#include "ir/loops_apart.h"

#include <algorithm>

namespace fermata::ir {

namespace {

using Number = FlowGraph::Number;

bool comes_once(const Block& block, Number b) {
  const Instruction& end = block.instructions.back();
  return (end.op == Op::jump || end.op == Op::branch) && std::ranges::count(end.targets, BlockId{b}) == 1;
}

bool assigns(const Instruction& i, const Operand& o) {
  return o.kind == Operand::Kind::reg && std::ranges::find(i.results, o.index) != i.results.end();
}

void look_through(Instruction& copy, const std::vector<Instruction>& before) {
  const auto last =
      std::find_if(before.rbegin(), before.rend(), [&](const Instruction& i) { return assigns(i, copy.operands[0]); });
  if (last == before.rend() || last->op != Op::copy) return;
  const Operand source = last->operands[0];
  if (std::none_of(before.rbegin(), last + 1, [&](const Instruction& i) { return assigns(i, source); }))
    copy.operands[0] = source;
}

}  // namespace

LoopsApart::LoopsApart(const Function& original, const FlowGraph& graph) : function(original) {
  const auto headers = graph.loop_headers();
  const auto joins = [&](Number b) {
    const auto& code = original.blocks[b].instructions;
    return std::all_of(code.begin(), code.end() - 1, [](const Instruction& i) { return i.op == Op::copy; }) &&
           code.back().op == Op::jump && headers.contains(number(code.back().targets[0])) &&
           graph.predecessors[b].size() > 1 && b != 0;
  };
  for (const Number b : graph.order) {
    const auto& from = graph.predecessors[b];
    // Not one after another: a copy would not know its predecessor.
    if (!joins(b) || std::ranges::any_of(from, joins)) continue;
    if (!std::ranges::all_of(from, [&](Number p) { return comes_once(original.blocks[p], b); })) continue;
    for (const Number p : from) split(p, b, p == from.front());
  }
  look_through_copies();
}

void LoopsApart::split(Number from, Number block, bool first) {
  Number here = block;
  if (!first) {
    here = static_cast<Number>(function.blocks.size());
    function.blocks.push_back(function.blocks[block]);
    std::ranges::replace(function.blocks[from].instructions.back().targets, BlockId{block}, BlockId{here});
  }
  relays[here] = {from, block};
}

/// What the relays copy is known where it was copied just before, and has not changed since.
void LoopsApart::look_through_copies() {
  for (const auto& [here, relay] : relays) {
    std::vector<Instruction> all = function.blocks[relay.from].instructions;
    for (Instruction& i : function.blocks[here].instructions) {
      if (i.op == Op::copy && i.operands[0].kind == Operand::Kind::reg) look_through(i, all);
      all.push_back(i);
    }
  }
}

}  // namespace fermata::ir
