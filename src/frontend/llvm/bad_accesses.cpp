// SPDX-License-Identifier: Apache-2.0
// An access outside of a variable, a write to a constant and a division by zero are undefined behaviour, so LLVM may
// remove them. The machine is to report them. Marking accesses volatile (pipeline.cpp) is not enough: sroa removes even
// volatile accesses outside of a local variable, and reads of constants are folded while functions are inlined.
//
// So a local variable with an access that is not known to lie inside it is kept in memory by a call of an opaque
// function, and constants count as variables until functions are inlined.
//
// Keeps: every access that fails because of where it is. Loses: accesses of a thread to its own variables after their
// scope.
#include "frontend/llvm/bad_accesses.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <optional>
#include <utility>
#include <vector>

namespace fermata::frontend::llvm {
namespace {

constexpr const char* holder = "fermata.hold";
constexpr const char* really_constant = "fermata.constant";

/// The opaque function: it may read and write its argument and unknown memory, and does not capture the argument.
::llvm::FunctionCallee holding_function(::llvm::Module& program, ::llvm::Type* held) {
  auto* type = ::llvm::FunctionType::get(::llvm::Type::getVoidTy(program.getContext()), {held}, false);
  std::string name = holder;
  if (!held->isPointerTy()) name += ".i" + std::to_string(held->getPrimitiveSizeInBits().getFixedValue());
  ::llvm::FunctionCallee callee = program.getOrInsertFunction(name, type);
  auto* function = ::llvm::cast<::llvm::Function>(callee.getCallee());
  function->setMemoryEffects(::llvm::MemoryEffects::inaccessibleOrArgMemOnly());
  function->setDoesNotThrow();
  function->setWillReturn();
  if (held->isPointerTy()) function->addParamAttr(0, ::llvm::Attribute::NoCapture);
  return callee;
}

/// Follows all that is made of the address of a local variable.
class Uses {
 public:
  Uses(const ::llvm::AllocaInst& variable, const ::llvm::DataLayout& layout) : layout_(layout) {
    if (auto size = variable.getAllocationSize(layout); size && !size->isScalable()) size_ = size->getFixedValue();
    visit(&variable, 0);
  }

  /// Each access is at a known place inside the variable, and nobody else gets its address.
  bool inside() {
    if (!size_) return false;
    while (!open_.empty()) {
      auto [pointer, offset] = open_.back();
      open_.pop_back();
      for (const ::llvm::Use& use : pointer->uses())
        if (!follow(use, offset)) return false;
    }
    return true;
  }

 private:
  bool visit(const ::llvm::Value* pointer, std::int64_t offset) {
    auto [known, fresh] = offsets_.try_emplace(pointer, offset);
    if (fresh) open_.emplace_back(pointer, offset);
    return known->second == offset;
  }

  bool fits(std::int64_t offset, std::uint64_t size) const {
    return offset >= 0 && size <= *size_ && static_cast<std::uint64_t>(offset) <= *size_ - size;
  }

  bool follow(const ::llvm::Use& use, std::int64_t offset) {
    const auto* user = ::llvm::dyn_cast<::llvm::Instruction>(use.getUser());
    if (!user) return false;
    if (auto* load = ::llvm::dyn_cast<::llvm::LoadInst>(user))
      return fits(offset, layout_.getTypeStoreSize(load->getType()));
    if (auto* store = ::llvm::dyn_cast<::llvm::StoreInst>(user)) {
      return use.getOperandNo() == ::llvm::StoreInst::getPointerOperandIndex() &&
             fits(offset, layout_.getTypeStoreSize(store->getValueOperand()->getType()));
    }
    if (auto* step = ::llvm::dyn_cast<::llvm::GetElementPtrInst>(user)) {
      ::llvm::APInt distance(layout_.getIndexTypeSizeInBits(step->getType()), 0);
      return step->accumulateConstantOffset(layout_, distance) && visit(step, offset + distance.getSExtValue());
    }
    if (::llvm::isa<::llvm::BitCastInst, ::llvm::AddrSpaceCastInst, ::llvm::PHINode, ::llvm::SelectInst>(user))
      return visit(user, offset);
    if (auto* bytes = ::llvm::dyn_cast<::llvm::MemIntrinsic>(user)) {
      auto* length = ::llvm::dyn_cast<::llvm::ConstantInt>(bytes->getLength());
      return length && fits(offset, length->getZExtValue());
    }
    if (auto* call = ::llvm::dyn_cast<::llvm::IntrinsicInst>(user))
      return call->isLifetimeStartOrEnd() || ::llvm::isa<::llvm::DbgInfoIntrinsic>(call);
    if (auto* call = ::llvm::dyn_cast<::llvm::CallBase>(user)) return given(*call, use, offset);
    return ::llvm::isa<::llvm::ICmpInst>(user);
  }

  /// The function may be inlined later, and its accesses become ours.
  bool given(const ::llvm::CallBase& call, const ::llvm::Use& use, std::int64_t offset) {
    const ::llvm::Function* function = call.getCalledFunction();
    if (!function || !call.isArgOperand(&use)) return false;
    const unsigned argument = call.getArgOperandNo(&use);
    return !function->isDeclaration() && argument < function->arg_size() && visit(function->getArg(argument), offset);
  }

  const ::llvm::DataLayout& layout_;
  std::optional<std::uint64_t> size_;
  ::llvm::DenseMap<const ::llvm::Value*, std::int64_t> offsets_;
  std::vector<std::pair<const ::llvm::Value*, std::int64_t>> open_;
};

/// It may fail: the divisor is not a number that suits every dividend.
bool may_fail(const ::llvm::BinaryOperator& division) {
  if (!division.isIntDivRem() || !division.getType()->isIntegerTy()) return false;
  auto* divisor = ::llvm::dyn_cast<::llvm::ConstantInt>(division.getOperand(1));
  const bool is_signed =
      division.getOpcode() == ::llvm::Instruction::SDiv || division.getOpcode() == ::llvm::Instruction::SRem;
  return !divisor || divisor->isZero() || (is_signed && divisor->isMinusOne());
}

/// Tables of classes: virtual functions, typeinfo and its names.
bool is_made_by_cxx(const ::llvm::GlobalVariable& variable) { return variable.getName().starts_with("_ZT"); }

}  // namespace

void hold(::llvm::Module& program) {
  std::vector<::llvm::Instruction*> held;
  for (::llvm::Function& function : program) {
    for (::llvm::Instruction& i : ::llvm::instructions(function)) {
      auto* variable = ::llvm::dyn_cast<::llvm::AllocaInst>(&i);
      auto* division = ::llvm::dyn_cast<::llvm::BinaryOperator>(&i);
      if (variable ? !Uses(*variable, program.getDataLayout()).inside() : division && may_fail(*division))
        held.push_back(&i);
    }
  }
  for (::llvm::Instruction* i : held) {
    ::llvm::IRBuilder<> after(i->getNextNode());
    after.SetCurrentDebugLocation(i->getDebugLoc());
    after.CreateCall(holding_function(program, i->getType()), {i});
  }
}

void let_go(::llvm::Module& program) {
  std::vector<::llvm::Function*> holders;
  for (::llvm::Function& function : program)
    if (function.getName().starts_with(holder)) holders.push_back(&function);
  for (::llvm::Function* function : holders) {
    for (::llvm::User* user : ::llvm::make_early_inc_range(function->users()))
      ::llvm::cast<::llvm::Instruction>(user)->eraseFromParent();
    function->eraseFromParent();
  }
}

bool is_held(const ::llvm::Value* pointer) {
  const auto* variable = ::llvm::dyn_cast<::llvm::AllocaInst>(::llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0));
  if (!variable) return false;
  for (const ::llvm::User* user : variable->users()) {
    auto* call = ::llvm::dyn_cast<::llvm::CallInst>(user);
    if (call && call->getCalledFunction() && call->getCalledFunction()->getName() == holder) return true;
  }
  return false;
}

void forget_constants(::llvm::Module& program) {
  auto* tag = ::llvm::MDNode::get(program.getContext(), {});
  for (::llvm::GlobalVariable& variable : program.globals()) {
    if (!variable.isConstant() || variable.isDeclaration() || is_made_by_cxx(variable)) continue;
    variable.setConstant(false);
    variable.setMetadata(really_constant, tag);
  }
}

void remember_constants(::llvm::Module& program) {
  for (::llvm::GlobalVariable& variable : program.globals()) {
    if (!variable.hasMetadata(really_constant)) continue;
    variable.setConstant(true);
    variable.setMetadata(really_constant, nullptr);
  }
}

bool is_known(const ::llvm::Value* pointer, std::uint64_t size, const ::llvm::DataLayout& layout) {
  ::llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const ::llvm::Value* base = pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  const auto* variable =
      ::llvm::dyn_cast<::llvm::GlobalVariable>(::llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0));
  if (!variable || !variable->isConstant() || !variable->hasDefinitiveInitializer()) return false;
  if (is_made_by_cxx(*variable)) return true;
  const std::uint64_t whole = layout.getTypeAllocSize(variable->getValueType());
  return base == variable && !offset.isNegative() && size <= whole && offset.getZExtValue() <= whole - size;
}

}  // namespace fermata::frontend::llvm
