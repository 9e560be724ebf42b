// SPDX-License-Identifier: Apache-2.0
// Blocks, phi nodes and terminators: out of SSA.
//
// A phi becomes copies on the edges that lead to it, all of an edge at once. They stand at the end of
// the predecessor if that has only one way to go, else in a block of their own on the edge. An unwind
// edge must lead to `landing`, so there the extra block begins with a landing of its own.
//
// Registers are shared between values that are equal by construction (extractvalue of a phi is the
// phi's register). That is safe: a use comes after the definition without passing the phi again, and
// copies of one edge happen together.
#include <fmt/format.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "frontend/llvm/lower_emitter.h"

namespace fermata::frontend::llvm {
namespace {

class Blocks {
 public:
  Blocks(Shared& shared, const ::llvm::Function& source, ir::Function& target)
      : shared_(shared), source_(source), emit_(shared, target), layout_(emit_.layout()) {}

  void lower() {
    define_arguments();
    ::llvm::ReversePostOrderTraversal<const ::llvm::Function*> order(&source_);
    for (const ::llvm::BasicBlock* block : order) {
      ids_[block] = emit_.add_block(block->hasName() ? block->getName().str() : fmt::format("b{}", ids_.size()));
      for (const ::llvm::PHINode& phi : block->phis()) define(phi);
      if (const auto* landing = block->getLandingPadInst()) define(*landing);
    }
    for (const ::llvm::BasicBlock* block : order) lower_block(*block);
    emit_.finish();
  }

 private:
  void define_arguments() {
    ir::Register next = 0;
    for (const ::llvm::Argument& argument : source_.args()) {
      Operands operands;
      for (std::size_t i = emit_.leaves(argument.getType()).size(); i > 0; --i)
        operands.push_back(ir::Operand::of(next++));
      emit_.define_as(&argument, std::move(operands));
    }
  }

  void define(const ::llvm::Instruction& instruction) {
    if (representable(instruction.getType(), layout_)) emit_.define(&instruction);
  }

  void set_position(const ::llvm::Instruction& instruction) {
    emit_.set_position(shared_.debug.position(instruction.getDebugLoc().get()));
  }

  static bool has_phis(const ::llvm::BasicBlock& block) { return !block.phis().empty(); }

  void lower_block(const ::llvm::BasicBlock& block) {
    emit_.go_on_in(ids_.lookup(&block));
    for (const ::llvm::Instruction& instruction : block) {
      if (::llvm::isa<::llvm::PHINode>(instruction)) continue;
      set_position(instruction);
      if (auto* landing = ::llvm::dyn_cast<::llvm::LandingPadInst>(&instruction)) {
        if (!has_phis(block)) lower_landing(*landing);
      } else if (instruction.isTerminator()) {
        lower_terminator(instruction);
      } else {
        lower_instruction(emit_, instruction);
      }
    }
  }

  void lower_landing(const ::llvm::LandingPadInst& landing) {
    std::vector<ir::Clause> clauses;
    for (unsigned i = 0; i < landing.getNumClauses(); ++i) {
      const ::llvm::Constant* type = landing.getClause(i);
      if (landing.isFilter(i)) {
        clauses.push_back({ir::Clause::Kind::filter, emit_.values(type)});
      } else if (type->isNullValue()) {
        clauses.push_back({ir::Clause::Kind::catch_all, {}});
      } else {
        clauses.push_back({ir::Clause::Kind::catch_type, {emit_.value(type)}});
      }
    }
    if (landing.isCleanup()) clauses.push_back({ir::Clause::Kind::cleanup, {}});
    std::vector<ir::Register> results;
    for (const ir::Operand& result : emit_.values(&landing)) results.push_back(result.index);
    emit_.emit(ir::Op::landing, {}, std::move(results), {}).clauses = std::move(clauses);
  }

  void copy_phis(const ::llvm::BasicBlock& from, const ::llvm::BasicBlock& to) {
    std::vector<Emitter::Copy> copies;
    for (const ::llvm::PHINode& phi : to.phis()) {
      if (!representable(phi.getType(), layout_)) continue;  // its uses say so
      Operands targets = emit_.values(&phi);
      Operands sources = emit_.values(phi.getIncomingValueForBlock(&from));
      for (std::size_t i = 0; i < targets.size(); ++i) copies.push_back({targets[i].index, sources[i]});
    }
    emit_.copy_together(std::move(copies));
  }

  /// The block to go to from a terminator with several ways to go.
  ir::BlockId edge(const ::llvm::BasicBlock& from, const ::llvm::BasicBlock& to) {
    ir::BlockId target = ids_.lookup(&to);
    if (!has_phis(to)) return target;
    auto [known, fresh] = edges_.try_emplace({&from, &to});
    if (!fresh) return known->second;
    return known->second = on_the_way(from, to, nullptr);
  }

  /// A block with the copies of an edge, behind `landing` if there is one.
  ir::BlockId on_the_way(const ::llvm::BasicBlock& from, const ::llvm::BasicBlock& to,
                         const ::llvm::LandingPadInst* landing) {
    ir::BlockId here = emit_.block();
    ir::PositionId at = emit_.position();
    ir::BlockId between = emit_.add_block(fmt::format("edge{}", edge_count_++));
    emit_.go_on_in(between);
    if (landing) {
      set_position(*landing);
      lower_landing(*landing);
    }
    copy_phis(from, to);
    emit_.jump(ids_.lookup(&to));
    emit_.go_on_in(here);
    emit_.set_position(at);
    return between;
  }

  void lower_terminator(const ::llvm::Instruction& terminator) {
    const ::llvm::BasicBlock& from = *terminator.getParent();
    if (auto* branch = ::llvm::dyn_cast<::llvm::BranchInst>(&terminator)) return lower_branch(*branch);
    if (auto* choice = ::llvm::dyn_cast<::llvm::SwitchInst>(&terminator)) return lower_switch(*choice);
    if (auto* invoke = ::llvm::dyn_cast<::llvm::InvokeInst>(&terminator)) {
      const ::llvm::BasicBlock& pad = *invoke->getUnwindDest();
      ir::BlockId unwind = has_phis(pad) ? on_the_way(from, pad, pad.getLandingPadInst()) : ids_.lookup(&pad);
      lower_call(emit_, *invoke, unwind);
      copy_phis(from, *invoke->getNormalDest());
      return emit_.jump(ids_.lookup(invoke->getNormalDest()));
    }
    if (auto* end = ::llvm::dyn_cast<::llvm::ReturnInst>(&terminator)) {
      Operands results = end->getReturnValue() ? emit_.values(end->getReturnValue()) : Operands{};
      emit_.emit(ir::Op::ret, {}, {}, std::move(results));
      return;
    }
    if (auto* resume = ::llvm::dyn_cast<::llvm::ResumeInst>(&terminator)) {
      emit_.emit(ir::Op::resume, {}, {}, emit_.values(resume->getValue()));
      return;
    }
    if (!::llvm::isa<::llvm::UnreachableInst>(terminator)) {
      emit_.unmodelled(fmt::format("the instruction '{}'", terminator.getOpcodeName()));
    }
    emit_.emit(ir::Op::unreachable, {}, {}, {});
  }

  void lower_branch(const ::llvm::BranchInst& branch) {
    const ::llvm::BasicBlock& from = *branch.getParent();
    if (branch.isUnconditional()) {
      copy_phis(from, *branch.getSuccessor(0));
      return emit_.jump(ids_.lookup(branch.getSuccessor(0)));
    }
    ir::BlockId yes = edge(from, *branch.getSuccessor(0));
    ir::BlockId no = edge(from, *branch.getSuccessor(1));
    emit_.emit(ir::Op::branch, {}, {}, {emit_.value(branch.getCondition())}).targets = {yes, no};
  }

  void lower_switch(const ::llvm::SwitchInst& choice) {
    const ::llvm::BasicBlock& from = *choice.getParent();
    std::vector<ir::BlockId> targets{edge(from, *choice.getDefaultDest())};
    std::vector<ir::Bits> cases;
    if (!representable(choice.getCondition()->getType(), layout_)) {
      emit_.unmodelled("an integer of more than 128 bits");
      return emit_.jump(targets.front());
    }
    for (const auto& one : choice.cases()) {
      targets.push_back(edge(from, *one.getCaseSuccessor()));
      cases.push_back(emit_.value(one.getCaseValue()).bits);
    }
    ir::Type type = emit_.leaves(choice.getCondition()->getType()).front().type;
    ir::Operand value = emit_.value(choice.getCondition());
    ir::Instruction& made = emit_.emit(ir::Op::switch_, type, {}, {value});
    made.targets = std::move(targets);
    made.cases = std::move(cases);
  }

  Shared& shared_;
  const ::llvm::Function& source_;
  Emitter emit_;
  const ::llvm::DataLayout& layout_;
  ::llvm::DenseMap<const ::llvm::BasicBlock*, ir::BlockId> ids_;
  ::llvm::DenseMap<std::pair<const ::llvm::BasicBlock*, const ::llvm::BasicBlock*>, ir::BlockId> edges_;
  unsigned edge_count_ = 0;
};

}  // namespace

void lower_blocks(Shared& shared, const ::llvm::Function& source, ir::Function& target) {
  Blocks(shared, source, target).lower();
}

}  // namespace fermata::frontend::llvm
