// SPDX-License-Identifier: Apache-2.0
// As glibc does it: the first thing registered with atexit, before any constructor runs, is a function that calls all
// of these. Higher priorities come first, and of equal ones the last.
#include "frontend/llvm/destructors.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace fermata::frontend::llvm {
namespace {

std::vector<::llvm::Function*> in_order(const ::llvm::ConstantArray& list) {
  std::vector<std::pair<std::uint64_t, ::llvm::Function*>> found;
  for (const ::llvm::Use& use : list.operands()) {
    const auto* entry = ::llvm::cast<::llvm::Constant>(use.get());
    const auto* priority = ::llvm::dyn_cast<::llvm::ConstantInt>(entry->getAggregateElement(0u));
    auto* function = ::llvm::dyn_cast<::llvm::Function>(entry->getAggregateElement(1u)->stripPointerCastsAndAliases());
    if (priority && function) found.emplace_back(priority->getZExtValue(), function);
  }
  std::ranges::stable_sort(found, {}, &std::pair<std::uint64_t, ::llvm::Function*>::first);
  std::vector<::llvm::Function*> functions;
  for (auto& [priority, function] : found) functions.insert(functions.begin(), function);
  return functions;
}

}  // namespace

void run_destructors_at_exit(::llvm::Module& program) {
  ::llvm::GlobalVariable* all = program.getGlobalVariable("llvm.global_dtors");
  auto* list = all && all->hasInitializer() ? ::llvm::dyn_cast<::llvm::ConstantArray>(all->getInitializer()) : nullptr;
  if (!list) return;
  auto* type = ::llvm::FunctionType::get(::llvm::Type::getVoidTy(program.getContext()), false);
  auto function = [&](const char* name) {
    return ::llvm::Function::Create(type, ::llvm::GlobalValue::InternalLinkage, name, program);
  };

  ::llvm::Function* run = function("fermata.destructors");
  ::llvm::IRBuilder<> code(::llvm::BasicBlock::Create(program.getContext(), "", run));
  for (::llvm::Function* destructor : in_order(*list)) code.CreateCall(type, destructor);
  code.CreateRetVoid();
  all->eraseFromParent();

  ::llvm::Function* enlist = function("fermata.register_destructors");
  code.SetInsertPoint(::llvm::BasicBlock::Create(program.getContext(), "", enlist));
  code.CreateCall(program.getOrInsertFunction("atexit", code.getInt32Ty(), code.getPtrTy()), {run});
  code.CreateRetVoid();
  ::llvm::appendToGlobalCtors(program, enlist, /*Priority=*/0);
}

}  // namespace fermata::frontend::llvm
