// SPDX-License-Identifier: Apache-2.0
// A pass that sees `nsw` may fold `x + 1 > x`, which is not what the machine does. So the flags become metadata before
// the first pass. LLVM drops metadata that it does not know from an instruction that it executes earlier than the
// source does, and new instructions have none. But instcombine and reassociate also give an old instruction other
// operands, and clear its flags, not its metadata: for them there is UnchangedArithmetic.
//
// -fwrapv would do the first half, and clang would then not say what it knows. It also makes addresses that leave their
// objects defined: without it clang marks them `inbounds`, except that fields of structures and the beginning of an
// array have that mark with it, too.
#include "frontend/llvm/no_wrap.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <set>
#include <utility>

namespace fermata::frontend::llvm {
namespace {

constexpr const char* note = "fermata.no_wrap";

void write_down(::llvm::Instruction& i, ir::NoWrap what) {
  auto* number = ::llvm::ConstantInt::get(::llvm::Type::getInt32Ty(i.getContext()), static_cast<unsigned>(what));
  i.setMetadata(note, ::llvm::MDNode::get(i.getContext(), ::llvm::ConstantAsMetadata::get(number)));
}

/// `x - 7` is `x + -7` to LLVM sooner or later, in a new instruction.
::llvm::Instruction& with_plus(::llvm::BinaryOperator& i) {
  const auto* by = ::llvm::dyn_cast<::llvm::ConstantInt>(i.getOperand(1));
  if (i.getOpcode() != ::llvm::Instruction::Sub || !by || by->isMinValue(/*IsSigned=*/true)) return i;
  auto* sum = ::llvm::BinaryOperator::CreateAdd(
      i.getOperand(0), ::llvm::ConstantInt::get(i.getContext(), -by->getValue()), "", i.getIterator());
  sum->copyMetadata(i);
  sum->takeName(&i);
  i.replaceAllUsesWith(sum);
  i.eraseFromParent();
  return *sum;
}

bool is_field_or_beginning(const ::llvm::GetElementPtrInst& address) {
  const ::llvm::Type* type = address.getSourceElementType();
  if (type->isStructTy()) {
    const auto* first = ::llvm::dyn_cast<::llvm::ConstantInt>(address.idx_begin()->get());
    return address.hasAllConstantIndices() && address.getNumIndices() > 1 && first && first->isZero();
  }
  return type->isArrayTy() && address.hasAllZeroIndices();
}

/// Takes the flags; gives them to `keep`.
template <class Keep>
void take_flags(::llvm::Module& module, Keep keep) {
  for (::llvm::Function& function : module) {
    std::vector<::llvm::Instruction*> all;
    for (::llvm::Instruction& i : ::llvm::instructions(function)) all.push_back(&i);
    for (::llvm::Instruction* i : all) {
      if (auto* address = ::llvm::dyn_cast<::llvm::GetElementPtrInst>(i)) {
        if (!is_field_or_beginning(*address)) address->setNoWrapFlags(::llvm::GEPNoWrapFlags::none());
      } else if (auto* call = ::llvm::dyn_cast<::llvm::IntrinsicInst>(i);
                 call && call->getIntrinsicID() == ::llvm::Intrinsic::abs) {
        call->setArgOperand(1, ::llvm::ConstantInt::getFalse(i->getContext()));
      } else if (auto* sum = ::llvm::dyn_cast<::llvm::OverflowingBinaryOperator>(i)) {
        const bool as_signed = sum->hasNoSignedWrap(), as_unsigned = sum->hasNoUnsignedWrap();
        i->setHasNoSignedWrap(false);
        i->setHasNoUnsignedWrap(false);
        if (as_signed || as_unsigned) keep(*i, as_signed, as_unsigned);
      }
    }
  }
}

}  // namespace

void set_aside_no_wrap(::llvm::Module& module) {
  take_flags(module, [](::llvm::Instruction& i, bool as_signed, bool as_unsigned) {
    if (!i.getType()->isIntegerTy()) return;
    ::llvm::Instruction& sum = as_signed && !as_unsigned ? with_plus(*::llvm::cast<::llvm::BinaryOperator>(&i)) : i;
    write_down(sum, static_cast<ir::NoWrap>((as_signed ? 1 : 0) | (as_unsigned ? 2 : 0)));
  });
}

void forget_no_wrap(::llvm::Module& module) {
  take_flags(module, [](::llvm::Instruction&, bool, bool) {});
  for (::llvm::Function& function : module)
    for (::llvm::Instruction& i : ::llvm::instructions(function)) i.setMetadata(note, nullptr);
}

UnchangedArithmetic::UnchangedArithmetic(::llvm::Module& module) {
  for (::llvm::Function& function : module)
    for (::llvm::Instruction& i : ::llvm::instructions(function))
      if (i.hasMetadata(note)) noted_.push_back({&i, i.getOpcode(), i.getOperand(0), i.getOperand(1)});
}

void UnchangedArithmetic::drop_changed(::llvm::Module& module) const {
  std::set<const ::llvm::Instruction*> unchanged;
  for (const Noted& n : noted_) {
    const auto* i = ::llvm::dyn_cast_or_null<::llvm::Instruction>(static_cast<::llvm::Value*>(n.instruction));
    if (!i || i->getOpcode() != n.opcode) continue;
    const ::llvm::Value *left = i->getOperand(0), *right = i->getOperand(1);
    if (i->isCommutative() && left != n.left) std::swap(left, right);
    if (left == n.left && right == n.right) unchanged.insert(i);
  }
  for (::llvm::Function& function : module)
    for (::llvm::Instruction& i : ::llvm::instructions(function))
      if (i.hasMetadata(note) && !unchanged.contains(&i)) i.setMetadata(note, nullptr);
}

ir::NoWrap no_wrap(const ::llvm::Instruction& i) {
  const ::llvm::MDNode* said = i.getMetadata(note);
  if (!said || said->getNumOperands() != 1) return ir::NoWrap::none;
  const auto* number = ::llvm::mdconst::dyn_extract_or_null<::llvm::ConstantInt>(said->getOperand(0));
  return number ? static_cast<ir::NoWrap>(number->getZExtValue() & 3) : ir::NoWrap::none;
}

}  // namespace fermata::frontend::llvm
