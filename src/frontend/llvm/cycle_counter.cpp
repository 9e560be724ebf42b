// SPDX-License-Identifier: Apache-2.0
#include "frontend/llvm/cycle_counter.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace fermata::frontend::llvm {
namespace {

/// "lfence; rdtsc" and the like: nothing but the counter, and what keeps it in order.
bool reads_counter(const ::llvm::InlineAsm& code) {
  bool reads = false;
  ::llvm::SmallVector<::llvm::StringRef> instructions;
  ::llvm::SplitString(code.getAsmString(), instructions, "\n\t; ");
  for (::llvm::StringRef one : instructions) {
    if (one == "rdtsc" || one == "rdtscp")
      reads = true;
    else if (one != "lfence" && one != "mfence")
      return false;
  }
  return reads;
}

bool reads_counter(const ::llvm::CallBase& call) {
  if (const auto* intrinsic = ::llvm::dyn_cast<::llvm::IntrinsicInst>(&call)) {
    const auto id = intrinsic->getIntrinsicID();
    return id == ::llvm::Intrinsic::x86_rdtsc || id == ::llvm::Intrinsic::x86_rdtscp ||
           id == ::llvm::Intrinsic::readcyclecounter;
  }
  if (!call.isInlineAsm() || call.arg_size() != 0) return false;
  return reads_counter(*::llvm::cast<::llvm::InlineAsm>(call.getCalledOperand()));
}

/// What the call gives, made of the 64 bits of the counter: all of them, or (low, high) as assembly has it in eax and
/// edx, or (counter, processor). Nothing: it is something else.
::llvm::Value* result(::llvm::IRBuilder<>& code, ::llvm::Type* type, bool of_assembly, ::llvm::Value* counter) {
  if (type->isIntegerTy()) return code.CreateZExtOrTrunc(counter, type);
  auto* both = ::llvm::dyn_cast<::llvm::StructType>(type);
  if (!both || both->getNumElements() < 2) return nullptr;
  ::llvm::Value* made = ::llvm::Constant::getNullValue(both);
  for (unsigned i = 0; i < 2; ++i) {
    ::llvm::Type* part = both->getElementType(i);
    if (!part->isIntegerTy()) return nullptr;
    ::llvm::Value* value = counter;
    if (of_assembly) value = i == 0 ? code.CreateAnd(counter, 0xffffffff) : code.CreateLShr(counter, 32);
    if (of_assembly || i == 0) made = code.CreateInsertValue(made, code.CreateZExtOrTrunc(value, part), i);
  }
  return made;
}

}  // namespace

void read_cycles_from_clock(::llvm::Module& program) {
  std::vector<::llvm::CallBase*> calls;
  for (::llvm::Function& function : program)
    for (::llvm::Instruction& instruction : ::llvm::instructions(function))
      if (auto* call = ::llvm::dyn_cast<::llvm::CallInst>(&instruction); call && reads_counter(*call))
        calls.push_back(call);
  for (::llvm::CallBase* call : calls) {
    ::llvm::IRBuilder<> code(call);
    if (call->getType()->isVoidTy()) continue;
    auto clock = program.getOrInsertFunction("__fermata_cycles", code.getInt64Ty());
    auto* counter = code.CreateCall(clock);
    ::llvm::Value* made = result(code, call->getType(), call->isInlineAsm(), counter);
    if (!made) {
      counter->eraseFromParent();
      continue;
    }
    call->replaceAllUsesWith(made);
    call->eraseFromParent();
  }
}

}  // namespace fermata::frontend::llvm
