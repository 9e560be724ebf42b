// SPDX-License-Identifier: Apache-2.0
// Spinning before sleeping saves time on a real machine. For us each round is a step or two at a place of its own, and
// three threads that wait for a latch have ten times as many states.
//
// Keeps: deadlocks, ends, fair cycles. Loses: lengths of runs.
//
// Why: a failed attempt changes nothing that others can see. So a run with several failed attempts corresponds to one
// in which the thread comes later and fails at most once; and a run with one failed attempt corresponds to one with
// sixteen in a row before anybody else moves.
#include "frontend/llvm/library_spins.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace fermata::frontend::llvm {

namespace {

constexpr const char* spin =
    "_ZNSt8__detail13__atomic_spinI";  // a template, of what is tried and of what is done in between
constexpr std::uint64_t rounds = 16;

}  // namespace

void spin_once(::llvm::Module& module) {
  for (::llvm::Function& function : module) {
    if (!function.getName().starts_with(spin)) continue;
    ::llvm::ICmpInst* bound = nullptr;
    int found = 0;
    for (::llvm::Instruction& i : ::llvm::instructions(function)) {
      auto* compare = ::llvm::dyn_cast<::llvm::ICmpInst>(&i);
      if (!compare || compare->getPredicate() != ::llvm::CmpInst::ICMP_SLT) continue;
      auto* number = ::llvm::dyn_cast<::llvm::ConstantInt>(compare->getOperand(1));
      if (number && number->equalsInt(rounds)) bound = compare, ++found;
    }
    if (found == 1) bound->setOperand(1, ::llvm::ConstantInt::get(bound->getOperand(1)->getType(), 1));
  }
}

}  // namespace fermata::frontend::llvm
