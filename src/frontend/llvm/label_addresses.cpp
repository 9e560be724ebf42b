// SPDX-License-Identifier: Apache-2.0
#include "frontend/llvm/label_addresses.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace fermata::frontend::llvm {
namespace {

using Numbers = ::llvm::DenseMap<::llvm::BasicBlock*, ::llvm::ConstantInt*>;

/// Numbers begin at 1, since the address of a label is not null.
Numbers number_labels(::llvm::Function& function) {
  Numbers numbers;
  auto* word = ::llvm::Type::getInt64Ty(function.getContext());
  for (::llvm::BasicBlock& block : function) {
    auto* address = ::llvm::BlockAddress::lookup(&block);
    if (!address) continue;
    auto* number = ::llvm::ConstantInt::get(word, numbers.size() + 1);
    numbers[&block] = number;
    address->replaceAllUsesWith(::llvm::ConstantExpr::getIntToPtr(number, address->getType()));
  }
  return numbers;
}

void make_switch(::llvm::IndirectBrInst& jump, const Numbers& numbers) {
  ::llvm::BasicBlock* from = jump.getParent();
  ::llvm::Function& function = *from->getParent();
  auto* nowhere = ::llvm::BasicBlock::Create(function.getContext(), "", &function);
  new ::llvm::UnreachableInst(function.getContext(), nowhere);

  ::llvm::IRBuilder<> builder(&jump);
  auto* number = builder.CreatePtrToInt(jump.getAddress(), builder.getInt64Ty());
  auto* choice = builder.CreateSwitch(number, nowhere, jump.getNumDestinations());
  ::llvm::SmallPtrSet<::llvm::BasicBlock*, 8> seen;
  for (unsigned i = 0; i < jump.getNumDestinations(); ++i) {
    ::llvm::BasicBlock* to = jump.getDestination(i);
    auto known = numbers.find(to);
    if (known != numbers.end() && seen.insert(to).second)
      choice->addCase(known->second, to);
    else
      to->removePredecessor(from, /*KeepOneInputPHIs=*/true);
  }
  jump.eraseFromParent();
}

}  // namespace

void replace_label_addresses(::llvm::Module& module) {
  for (::llvm::Function& function : module) {
    Numbers numbers = number_labels(function);
    std::vector<::llvm::IndirectBrInst*> jumps;
    for (::llvm::BasicBlock& block : function) {
      if (auto* jump = ::llvm::dyn_cast<::llvm::IndirectBrInst>(block.getTerminator())) jumps.push_back(jump);
    }
    for (::llvm::IndirectBrInst* jump : jumps) make_switch(*jump, numbers);
  }
}

}  // namespace fermata::frontend::llvm
