// SPDX-License-Identifier: Apache-2.0
#include "frontend/llvm/lower_constants.h"

#include <fmt/format.h>
#include <llvm/ADT/APInt.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <cstring>

namespace fermata::frontend::llvm {
namespace {

ir::Bits bits_of(const ::llvm::APInt& value) {
  ir::Bits bits = 0;
  for (unsigned i = std::min(value.getNumWords(), 2u); i-- > 0;) bits = bits << 64 | value.getRawData()[i];
  return bits;
}

std::optional<ir::Operand> plus(ir::Operand base, std::uint64_t offset) {
  switch (base.kind) {
    case ir::Operand::Kind::constant:
    case ir::Operand::Kind::global:
      return ir::Operand{base.kind, base.index, static_cast<std::uint64_t>(base.bits) + offset};
    case ir::Operand::Kind::function:
      if (offset == 0) return base;
      return std::nullopt;
    case ir::Operand::Kind::reg: break;
  }
  return std::nullopt;
}

/// Writes constants into the bytes of one global.
class Initializer {
 public:
  Initializer(const Symbols& symbols, ir::Global& global)
      : symbols_(symbols), layout_(*symbols.layout), global_(global) {}

  /// The constant that could not be written, or null.
  const ::llvm::Constant* write(const ::llvm::Constant* constant, std::uint64_t offset) {
    if (constant->isNullValue() || ::llvm::isa<::llvm::UndefValue>(constant)) return nullptr;
    if (auto* data = ::llvm::dyn_cast<::llvm::ConstantDataSequential>(constant)) {
      ::llvm::StringRef raw = data->getRawDataValues();
      put(offset, raw.data(), raw.size());
      return nullptr;
    }
    if (auto* record = ::llvm::dyn_cast<::llvm::ConstantStruct>(constant)) {
      const auto* offsets = layout_.getStructLayout(record->getType());
      for (unsigned i = 0; i < record->getNumOperands(); ++i) {
        if (auto* bad = write(record->getOperand(i), offset + offsets->getElementOffset(i))) return bad;
      }
      return nullptr;
    }
    if (auto* array = ::llvm::dyn_cast<::llvm::ConstantArray>(constant)) {
      std::uint64_t stride = layout_.getTypeAllocSize(array->getType()->getElementType());
      for (unsigned i = 0; i < array->getNumOperands(); ++i) {
        if (auto* bad = write(array->getOperand(i), offset + i * stride)) return bad;
      }
      return nullptr;
    }
    if (auto* vector = ::llvm::dyn_cast<::llvm::ConstantVector>(constant)) {
      std::uint64_t bits = layout_.getTypeSizeInBits(vector->getType()->getElementType());
      if (bits % 8 != 0) return constant;
      for (unsigned i = 0; i < vector->getNumOperands(); ++i) {
        if (auto* bad = write(vector->getOperand(i), offset + i * bits / 8)) return bad;
      }
      return nullptr;
    }
    if (auto* integer = ::llvm::dyn_cast<::llvm::ConstantInt>(constant))
      return put_integer(offset, integer->getValue());
    if (auto* floating = ::llvm::dyn_cast<::llvm::ConstantFP>(constant)) {
      return put_integer(offset, floating->getValueAPF().bitcastToAPInt());
    }
    return write_address(constant, offset);
  }

 private:
  const ::llvm::Constant* write_address(const ::llvm::Constant* constant, std::uint64_t offset) {
    std::uint64_t size = layout_.getTypeStoreSize(constant->getType());
    auto value = fold(constant, symbols_);
    if (!value) return constant;
    if (value->kind == ir::Operand::Kind::constant) {
      std::uint64_t word = static_cast<std::uint64_t>(value->bits);
      put(offset, reinterpret_cast<const char*>(&word), std::min<std::uint64_t>(size, sizeof word));
      return nullptr;
    }
    if (size != 8) return constant;
    global_.relocations.push_back({offset, *value});
    return nullptr;
  }

  const ::llvm::Constant* put_integer(std::uint64_t offset, const ::llvm::APInt& value) {
    put(offset, reinterpret_cast<const char*>(value.getRawData()), (value.getBitWidth() + 7) / 8);
    return nullptr;
  }

  void put(std::uint64_t offset, const char* bytes, std::size_t size) {
    if (global_.bytes.size() < offset + size) global_.bytes.resize(offset + size);
    std::memcpy(global_.bytes.data() + offset, bytes, size);
  }

  const Symbols& symbols_;
  const ::llvm::DataLayout& layout_;
  ir::Global& global_;
};

}  // namespace

std::optional<ir::Operand> fold(const ::llvm::Constant* constant, const Symbols& symbols) {
  if (auto* integer = ::llvm::dyn_cast<::llvm::ConstantInt>(constant))
    return ir::Operand::constant(bits_of(integer->getValue()));
  if (auto* floating = ::llvm::dyn_cast<::llvm::ConstantFP>(constant)) {
    return ir::Operand::constant(bits_of(floating->getValueAPF().bitcastToAPInt()));
  }
  if (::llvm::isa<::llvm::ConstantPointerNull, ::llvm::UndefValue>(constant)) return ir::Operand::constant(0);
  if (auto* function = ::llvm::dyn_cast<::llvm::Function>(constant)) {
    // `if (&f)` asks whether anybody defines f.
    if (function->hasExternalWeakLinkage()) return ir::Operand::constant(0);
    auto found = symbols.functions.find(function);
    if (found == symbols.functions.end()) return std::nullopt;
    return ir::Operand::address(found->second);
  }
  if (auto* variable = ::llvm::dyn_cast<::llvm::GlobalVariable>(constant)) {
    if (variable->hasExternalWeakLinkage()) return ir::Operand::constant(0);
    auto found = symbols.globals.find(variable);
    if (found == symbols.globals.end()) return std::nullopt;
    return ir::Operand::address(found->second);
  }
  if (auto* alias = ::llvm::dyn_cast<::llvm::GlobalAlias>(constant)) return fold(alias->getAliasee(), symbols);
  if (auto* equivalent = ::llvm::dyn_cast<::llvm::DSOLocalEquivalent>(constant))
    return fold(equivalent->getGlobalValue(), symbols);
  if (auto* plain = ::llvm::dyn_cast<::llvm::NoCFIValue>(constant)) return fold(plain->getGlobalValue(), symbols);
  auto* expression = ::llvm::dyn_cast<::llvm::ConstantExpr>(constant);
  if (!expression) return std::nullopt;
  const ::llvm::Constant* inner = expression->getOperand(0);
  auto whole_word = [&](const ::llvm::Type* type) { return type->isPointerTy() || type->isIntegerTy(64); };
  switch (expression->getOpcode()) {
    case ::llvm::Instruction::GetElementPtr: {
      ::llvm::APInt offset(64, 0);
      if (!::llvm::cast<::llvm::GEPOperator>(expression)->accumulateConstantOffset(*symbols.layout, offset))
        return std::nullopt;
      auto base = fold(inner, symbols);
      return base ? plus(*base, offset.getZExtValue()) : std::nullopt;
    }
    case ::llvm::Instruction::AddrSpaceCast:
    case ::llvm::Instruction::BitCast:
    case ::llvm::Instruction::PtrToInt:
    case ::llvm::Instruction::IntToPtr:
      if (!whole_word(expression->getType()) || !whole_word(inner->getType())) return std::nullopt;
      return fold(inner, symbols);
    case ::llvm::Instruction::Add:
    case ::llvm::Instruction::Sub: {
      if (!expression->getType()->isIntegerTy(64)) return std::nullopt;
      auto left = fold(inner, symbols);
      auto right = fold(expression->getOperand(1), symbols);
      if (!left || !right || right->kind != ir::Operand::Kind::constant) return std::nullopt;
      auto amount = static_cast<std::uint64_t>(right->bits);
      return plus(*left, expression->getOpcode() == ::llvm::Instruction::Add ? amount : -amount);
    }
    default: return std::nullopt;
  }
}

Result<void> lower_initializer(const ::llvm::GlobalVariable& variable, const Symbols& symbols, ir::Global& global) {
  ::llvm::Type* type = variable.getValueType();
  global.size = type->isSized() ? symbols.layout->getTypeAllocSize(type).getFixedValue() : 0;
  if (!variable.hasInitializer()) {
    global.missing = true;
    return {};
  }
  if (const ::llvm::Constant* bad = Initializer(symbols, global).write(variable.getInitializer(), 0)) {
    std::string text;
    ::llvm::raw_string_ostream stream(text);
    bad->print(stream);
    return std::unexpected(
        Error{fmt::format("the initial value of '{}' is not modelled: {}", variable.getName().str(), text), "", ""});
  }
  while (!global.bytes.empty() && global.bytes.back() == 0) global.bytes.pop_back();
  return {};
}

ir::Operand Texts::address(std::string_view text) {
  auto found = known_.find(text);
  if (found == known_.end()) {
    ir::Global global;
    global.name = fmt::format("fermata.text.{}", known_.size());
    global.bytes.assign(text.begin(), text.end());
    global.size = text.size() + 1;
    global.constant = true;
    program_.globals.push_back(std::move(global));
    found = known_.emplace(text, ir::GlobalId(static_cast<std::uint32_t>(program_.globals.size() - 1))).first;
  }
  return ir::Operand::address(found->second);
}

}  // namespace fermata::frontend::llvm
