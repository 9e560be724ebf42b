// SPDX-License-Identifier: Apache-2.0
// The textbook backward analysis (Aho, Lam, Sethi, Ullman, "Compilers", 9.2.5), one function at a time.
//
// vm has one of its own, and this one is not shared with it on purpose: if one of them forgot a register, or kept one
// too many, the numbers of states of SPIN and of Fermata would differ.
#include "emit/liveness.h"

#include <set>

namespace fermata::emit {

namespace {

using Set = std::set<ir::Register>;

/// What is live across the instruction, if `live` is so after it.
void step_over(const ir::Instruction& i, const std::vector<Set>& at_start, Set& live) {
  for (ir::Register r : i.results) live.erase(r);
  if (i.unwind)
    live.insert(at_start[static_cast<std::size_t>(*i.unwind)].begin(),
                at_start[static_cast<std::size_t>(*i.unwind)].end());
}

void step_back(const ir::Instruction& i, const std::vector<Set>& at_start, Set& live) {
  step_over(i, at_start, live);
  for (const ir::Operand& o : i.operands)
    if (o.kind == ir::Operand::Kind::reg) live.insert(o.index);
}

}  // namespace

Liveness::Liveness(const ir::Function& function) : before_(function.blocks.size()), across_(function.blocks.size()) {
  std::vector<Set> at_start(function.blocks.size());
  auto handed_on = [&](const ir::Block& block) {
    Set live;
    for (ir::BlockId target : block.instructions.back().targets) {
      const Set& more = at_start[static_cast<std::size_t>(target)];
      live.insert(more.begin(), more.end());
    }
    return live;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = function.blocks.size(); b-- > 0;) {
      const auto& instructions = function.blocks[b].instructions;
      Set live = handed_on(function.blocks[b]);
      for (std::size_t i = instructions.size(); i-- > 0;) step_back(instructions[i], at_start, live);
      if (live == at_start[b]) continue;
      at_start[b] = std::move(live);
      changed = true;
    }
  }
  for (std::size_t b = 0; b < function.blocks.size(); ++b) {
    const auto& instructions = function.blocks[b].instructions;
    before_[b].resize(instructions.size() + 1);
    across_[b].resize(instructions.size());
    Set live = handed_on(function.blocks[b]);
    before_[b].back().assign(live.begin(), live.end());
    for (std::size_t i = instructions.size(); i-- > 0;) {
      Set across = live;
      step_over(instructions[i], at_start, across);
      across_[b][i].assign(across.begin(), across.end());
      step_back(instructions[i], at_start, live);
      before_[b][i].assign(live.begin(), live.end());
    }
  }
}

}  // namespace fermata::emit
