// SPDX-License-Identifier: Apache-2.0
// Spinning before sleeping saves time on a real machine. For us each round is a step or two at a place of its own, and
// three threads that wait for a latch have ten times as many states.
//
// Keeps: deadlocks, ends, fair cycles. Loses: lengths of runs.
//
// Why: what is tried in a round, if it fails, changes nothing that anybody sees. So a run in which a thread fails some
// times and then succeeds, or sleeps, is one in which it comes later, and fails not at all, or once; and a run in which
// it fails once is one in which it fails sixteen times in a row before anybody else moves.
#include "frontend/llvm/library_spins.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace fermata::frontend {

namespace {

constexpr const char* spin =
    "_ZNSt8__detail13__atomic_spinI";  // a template, of what is tried and of what is done in between
constexpr std::uint64_t rounds = 16;

}  // namespace

void spin_once(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.getName().starts_with(spin)) continue;
    llvm::ICmpInst* bound = nullptr;
    int found = 0;
    for (llvm::Instruction& i : llvm::instructions(function)) {
      auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&i);
      if (!compare || compare->getPredicate() != llvm::CmpInst::ICMP_SLT) continue;
      auto* number = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
      if (number && number->equalsInt(rounds)) bound = compare, ++found;
    }
    if (found == 1) bound->setOperand(1, llvm::ConstantInt::get(bound->getOperand(1)->getType(), 1));
  }
}

}  // namespace fermata::frontend
