// SPDX-License-Identifier: Apache-2.0
// Liveness, loop heads and binding times.
//
// Dead registers must not be part of a location, or equal ones look different. "Wanted" is the binding-time question of
// partial evaluation: a counter that only counts becomes a variable, one that selects an element of an array stays
// known, so that the array's elements stay apart.
//
//   N. Jones, C. Gomard, P. Sestoft, "Partial evaluation and automatic program generation", 1993
#include "model/code_facts.h"

#include <algorithm>

#include "ir/ops.h"

namespace fermata::model {

namespace {

using ir::Intrinsic;
using ir::Op;

std::vector<std::uint32_t> successors(const ir::Block& block) {
  std::vector<std::uint32_t> all;
  for (const auto& i : block.instructions) {
    for (ir::BlockId target : i.targets) all.push_back(static_cast<std::uint32_t>(target));
    if (i.unwind) all.push_back(static_cast<std::uint32_t>(*i.unwind));
  }
  return all;
}

/// A call that unwinds leaves in the middle of its block, before its results are there.
void add_landing(const ir::Instruction& i, const std::vector<std::vector<bool>>& live_in, std::vector<bool>& live) {
  if (!i.unwind) return;
  const auto& there = live_in[static_cast<std::size_t>(*i.unwind)];
  for (std::size_t r = 0; r < live.size(); ++r) live[r] = live[r] || there[r];
}

void step_back(const ir::Instruction& i, const std::vector<std::vector<bool>>& live_in, std::vector<bool>& live) {
  for (ir::Register r : i.results) live[r] = false;
  add_landing(i, live_in, live);
  for (const auto& o : i.operands)
    if (o.kind == ir::Operand::Kind::reg) live[o.index] = true;
}

std::vector<ir::Register> listed(const std::vector<bool>& live) {
  std::vector<ir::Register> all;
  for (ir::Register r = 0; r < live.size(); ++r)
    if (live[r]) all.push_back(r);
  return all;
}

/// The operands whose value the lift has to know.
std::vector<std::size_t> sinks(const ir::Instruction& i) {
  switch (i.op) {
    case Op::offset: return {1};
    case Op::alloca_: return {0};
    case Op::fill_bytes: return {1, 2};
    case Op::copy_bytes: return {2};
    case Op::intrinsic: break;
    default: return {};
  }
  switch (i.which) {
    case Intrinsic::alloc:
    case Intrinsic::thread_state:
    case Intrinsic::reap:
    case Intrinsic::detach:
    case Intrinsic::ended:
    case Intrinsic::sleeps_on:
    case Intrinsic::choose: return {0};
    case Intrinsic::sleep_on:
    case Intrinsic::spawn: return {0, 1};
    default: return {};
  }
}

}  // namespace

CodeFacts::CodeFacts(const ir::Program& program) : program_(program), functions_(program.functions.size()) {
  for (std::size_t f = 0; f < functions_.size(); ++f) {
    find_live(program.functions[f], functions_[f]);
    find_heads(program.functions[f], functions_[f]);
    functions_[f].wanted.resize(program.functions[f].registers.size());
  }
  find_spawns();
  find_wanted();
}

void CodeFacts::find_live(const ir::Function& source, Function& facts) {
  const std::size_t blocks = source.blocks.size();
  facts.live_in.assign(blocks, Live(source.registers.size()));
  facts.live_out = facts.live_in;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = blocks; b-- > 0;) {
      Live live(source.registers.size());
      for (std::uint32_t next : successors(source.blocks[b]))
        for (std::size_t r = 0; r < live.size(); ++r) live[r] = live[r] || facts.live_in[next][r];
      facts.live_out[b] = live;
      for (auto i = source.blocks[b].instructions.rbegin(); i != source.blocks[b].instructions.rend(); ++i)
        step_back(*i, facts.live_in, live);
      if (live == facts.live_in[b]) continue;
      facts.live_in[b] = std::move(live);
      changed = true;
    }
  }
}

void CodeFacts::find_heads(const ir::Function& source, Function& facts) {
  enum class Mark : std::uint8_t { fresh, open, done };
  std::vector<Mark> marks(source.blocks.size(), Mark::fresh);
  facts.heads.resize(source.blocks.size());
  if (source.blocks.empty()) return;
  struct Open {
    std::uint32_t block;
    std::vector<std::uint32_t> next;
  };
  std::vector<Open> stack{{0, successors(source.blocks[0])}};
  marks[0] = Mark::open;
  while (!stack.empty()) {
    Open& top = stack.back();
    if (top.next.empty()) {
      marks[top.block] = Mark::done;
      stack.pop_back();
      continue;
    }
    const std::uint32_t next = top.next.back();
    top.next.pop_back();
    if (marks[next] == Mark::open) facts.heads[next] = true;
    if (marks[next] != Mark::fresh) continue;
    marks[next] = Mark::open;
    stack.push_back({next, successors(source.blocks[next])});
  }
}

void CodeFacts::find_spawns() {
  const auto each = [this](std::size_t f, auto visit) {
    for (const auto& block : program_.functions[f].blocks)
      for (const auto& i : block.instructions) visit(i);
  };
  for (std::size_t f = 0; f < functions_.size(); ++f)
    each(f, [&](const ir::Instruction& i) {
      if (i.op == Op::intrinsic && i.which == Intrinsic::spawn) functions_[f].spawns = true;
    });
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = 0; f < functions_.size(); ++f)
      each(f, [&](const ir::Instruction& i) {
        if (i.op != Op::call || functions_[f].spawns) return;
        const ir::Function* callee = ir::known_callee(program_, i);
        if (!callee || !functions_[static_cast<std::size_t>(callee - program_.functions.data())].spawns) return;
        functions_[f].spawns = changed = true;
      });
  }
}

void CodeFacts::find_wanted() {
  for (std::size_t f = 0; f < functions_.size(); ++f)
    for (std::size_t r = 0; r < functions_[f].wanted.size(); ++r)
      functions_[f].wanted[r] =
          functions_[f].spawns || program_.functions[f].registers[r].kind == ir::Type::Kind::pointer;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = 0; f < functions_.size(); ++f) changed |= pass_on_wanted(f);
  }
}

bool CodeFacts::pass_on_wanted(std::size_t f) {
  std::vector<bool>& wanted = functions_[f].wanted;
  bool changed = false;
  const auto want = [&](const ir::Operand& operand) {
    if (operand.kind != ir::Operand::Kind::reg || wanted[operand.index]) return;
    wanted[operand.index] = changed = true;
  };
  for (const auto& block : program_.functions[f].blocks)
    for (const auto& i : block.instructions) {
      for (std::size_t k : sinks(i)) want(i.operands[k]);
      if (i.op == Op::call) {
        const ir::Function* callee = ir::known_callee(program_, i);
        if (!callee) continue;
        const auto& theirs = functions_[static_cast<std::size_t>(callee - program_.functions.data())].wanted;
        for (std::size_t k = 1; k < i.operands.size() && k - 1 < callee->parameters; ++k)
          if (theirs[k - 1]) want(i.operands[k]);
      } else if (!ir::is_memory_access(i.op) &&
                 std::ranges::any_of(i.results, [&](ir::Register r) { return wanted[r]; })) {
        for (const auto& operand : i.operands) want(operand);
      }
    }
  return changed;
}

const std::vector<ir::Register>& CodeFacts::live_before(ir::FunctionId function, std::uint32_t block,
                                                        std::uint32_t instruction) {
  Function& facts = functions_[static_cast<std::size_t>(function)];
  const auto [it, fresh] = facts.before.try_emplace({block, instruction});
  if (fresh) {
    const auto& instructions = program_[function].blocks[block].instructions;
    Live live = facts.live_out[block];
    for (std::size_t k = instructions.size(); k-- > instruction;) step_back(instructions[k], facts.live_in, live);
    it->second = listed(live);
  }
  return it->second;
}

const std::vector<ir::Register>& CodeFacts::live_across(ir::FunctionId function, std::uint32_t block,
                                                        std::uint32_t instruction) {
  Function& facts = functions_[static_cast<std::size_t>(function)];
  const auto [it, fresh] = facts.across.try_emplace({block, instruction});
  if (fresh) {
    const auto& instructions = program_[function].blocks[block].instructions;
    Live live = facts.live_out[block];
    for (std::size_t k = instructions.size(); k-- > instruction + std::size_t{1};)
      step_back(instructions[k], facts.live_in, live);
    for (ir::Register r : instructions[instruction].results) live[r] = false;
    add_landing(instructions[instruction], facts.live_in, live);
    it->second = listed(live);
  }
  return it->second;
}

}  // namespace fermata::model
