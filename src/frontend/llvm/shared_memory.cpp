// SPDX-License-Identifier: Apache-2.0
#include "frontend/llvm/shared_memory.h"

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

namespace fermata::frontend::llvm {

bool SharedMemory::is_local(const ::llvm::Value* pointer) {
  const auto* variable = ::llvm::dyn_cast<::llvm::AllocaInst>(::llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0));
  if (!variable) return false;
  auto [entry, fresh] = captured_.try_emplace(variable, true);
  if (fresh) entry->second = ::llvm::PointerMayBeCaptured(variable, /*ReturnCaptures=*/true, /*StoreCaptures=*/true);
  return !entry->second;
}

bool SharedMemory::is_constant(const ::llvm::Value* pointer) {
  const auto* variable =
      ::llvm::dyn_cast<::llvm::GlobalVariable>(::llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0));
  return variable && variable->isConstant() && variable->hasDefinitiveInitializer();
}

}  // namespace fermata::frontend::llvm
