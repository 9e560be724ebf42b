// SPDX-License-Identifier: Apache-2.0
#include "frontend/llvm/lower_emitter.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instruction.h>

#include <algorithm>

#include "base/require.h"

namespace fermata::frontend::llvm {

ir::Register Emitter::fresh(ir::Type type) {
  target_.registers.push_back(type);
  return static_cast<ir::Register>(target_.registers.size() - 1);
}

std::vector<ir::Register> Emitter::define(const ::llvm::Value* value) {
  std::vector<ir::Register> registers;
  Operands operands;
  for (const Leaf& leaf : leaves(value->getType())) {
    registers.push_back(fresh(leaf.type));
    operands.push_back(ir::Operand::of(registers.back()));
  }
  define_as(value, std::move(operands));
  return registers;
}

void Emitter::define_as(const ::llvm::Value* value, Operands operands) { values_[value] = std::move(operands); }

Operands Emitter::values(const ::llvm::Value* value) {
  if (auto found = values_.find(value); found != values_.end()) return found->second;
  if (auto* constant = ::llvm::dyn_cast<::llvm::Constant>(value)) return constants(constant);
  FERMATA_REQUIRE(false, "a definition comes before its uses");
  return {};
}

ir::Operand Emitter::value(const ::llvm::Value* value) {
  Operands all = values(value);
  FERMATA_REQUIRE(all.size() == 1, "a scalar is one register");
  return all.front();
}

Operands Emitter::constants(const ::llvm::Constant* constant) {
  const ::llvm::Type* type = constant->getType();
  if (!type->isAggregateType() && !type->isVectorTy()) {
    auto folded = fold(constant, shared_.symbols);
    if (!folded) return {by_instruction(constant)};
    // An address that the source sees as a number.
    if (folded->kind != ir::Operand::Kind::constant && !type->isPointerTy()) {
      return {convert(ir::Op::copy, *folded, ir::pointer, ir::integer(64))};
    }
    return {*folded};
  }
  std::size_t count = leaves(type).size();
  Operands all;
  for (unsigned i = 0; all.size() < count; ++i) {
    const ::llvm::Constant* element = constant->getAggregateElement(i);
    if (!element) {
      unmodelled("a constant of an unusual form");
      all.resize(count);
      break;
    }
    Operands part = constants(element);
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

ir::Operand Emitter::by_instruction(const ::llvm::Constant* constant) {
  auto* expression = ::llvm::dyn_cast<::llvm::ConstantExpr>(constant);
  if (!expression) {
    unmodelled(::llvm::isa<::llvm::BlockAddress>(constant) ? "the address of a label"
                                                           : "a constant of an unusual form");
    return ir::Operand::constant(0);
  }
  ::llvm::Instruction* instruction = const_cast<::llvm::ConstantExpr*>(expression)->getAsInstruction();
  lower_instruction(*this, *instruction);
  Operands result = values(instruction);
  forget(instruction);
  instruction->deleteValue();
  return result.front();
}

ir::BlockId Emitter::add_block(std::string name) {
  target_.blocks.push_back({std::move(name), {}});
  return ir::BlockId(static_cast<std::uint32_t>(target_.blocks.size() - 1));
}

ir::Instruction& Emitter::emit(ir::Instruction instruction) {
  instruction.at = at_;
  auto& instructions = target_.blocks[static_cast<std::size_t>(block_)].instructions;
  instructions.push_back(std::move(instruction));
  return instructions.back();
}

ir::Instruction& Emitter::emit(ir::Op op, ir::Type type, std::vector<ir::Register> results, Operands operands) {
  ir::Instruction instruction;
  instruction.op = op;
  instruction.type = type;
  instruction.results = std::move(results);
  instruction.operands = std::move(operands);
  return emit(std::move(instruction));
}

ir::Operand Emitter::compute(ir::Op op, ir::Type type, Operands operands, ir::Type result) {
  ir::Register to = fresh(result);
  emit(op, type, {to}, std::move(operands));
  return ir::Operand::of(to);
}

ir::Operand Emitter::convert(ir::Op op, ir::Operand value, ir::Type from, ir::Type to) {
  ir::Register result = fresh(to);
  emit(op, to, {result}, {value}).from = from;
  return ir::Operand::of(result);
}

ir::Operand Emitter::reinterpret(ir::Operand value, ir::Type from, ir::Type to) {
  if (from == to || value.kind == ir::Operand::Kind::constant) return value;
  return convert(ir::Op::copy, value, from, to);
}

ir::Operand Emitter::coerce(ir::Operand value, ir::Type from, ir::Type to) {
  if (from == to) return value;
  ir::Type narrow = ir::integer(from.bits);
  ir::Type wide = ir::integer(to.bits);
  value = reinterpret(value, from, narrow);
  if (narrow.bits < wide.bits) value = convert(ir::Op::zext, value, narrow, wide);
  if (narrow.bits > wide.bits) value = convert(ir::Op::trunc, value, narrow, wide);
  return reinterpret(value, wide, to);
}

ir::Operand Emitter::plus(ir::Operand pointer, std::uint64_t bytes) {
  if (bytes == 0) return pointer;
  if (pointer.kind == ir::Operand::Kind::global || pointer.kind == ir::Operand::Kind::constant) {
    pointer.bits = static_cast<std::uint64_t>(pointer.bits) + bytes;
    return pointer;
  }
  ir::Register result = fresh(ir::pointer);
  emit(ir::Op::offset, {}, {result},
       {pointer, ir::Operand::constant(0), ir::Operand::constant(0), ir::Operand::constant(bytes)})
      .from = ir::integer(64);
  return ir::Operand::of(result);
}

void Emitter::copy(ir::Register to, ir::Operand from) {
  ir::Type type = target_.registers[to];
  emit(ir::Op::copy, type, {to}, {from}).from = type;
}

void Emitter::copy_together(std::vector<Copy> copies) {
  auto still_read = [&](ir::Register to) {
    return std::ranges::any_of(copies, [&](const Copy& c) { return c.from == ir::Operand::of(to) && c.to != to; });
  };
  std::erase_if(copies, [](const Copy& c) { return c.from == ir::Operand::of(c.to); });
  while (!copies.empty()) {
    auto free = std::ranges::find_if(copies, [&](const Copy& c) { return !still_read(c.to); });
    if (free == copies.end()) {
      // Only cycles are left. One value is put aside, and its cycle becomes a chain.
      ir::Register held = copies.front().to;
      ir::Register aside = fresh(target_.registers[held]);
      copy(aside, ir::Operand::of(held));
      for (Copy& c : copies) {
        if (c.from == ir::Operand::of(held)) c.from = ir::Operand::of(aside);
      }
      continue;
    }
    copy(free->to, free->from);
    copies.erase(free);
  }
}

void Emitter::jump(ir::BlockId target) { emit(ir::Op::jump, {}, {}, {}).targets = {target}; }

void Emitter::unmodelled(std::string_view what) {
  emit(ir::Op::intrinsic, {}, {}, {shared_.texts.address(what)}).which = ir::Intrinsic::unmodelled;
}

ir::Operand Emitter::pack(const Operands& operands, const std::vector<Leaf>& leaves, std::uint16_t bits) {
  ir::Type whole = ir::integer(bits);
  ir::Operand result = ir::Operand::constant(0);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    ir::Operand part = coerce(operands[i], leaves[i].type, whole);
    if (leaves[i].offset != 0) part = compute(ir::Op::shl, whole, {part, ir::Operand::constant(leaves[i].offset)});
    result = i == 0 ? part : compute(ir::Op::or_, whole, {result, part});
  }
  return result;
}

Operands Emitter::unpack(ir::Operand whole, const std::vector<Leaf>& leaves, std::uint16_t bits) {
  ir::Type type = ir::integer(bits);
  Operands parts;
  for (const Leaf& leaf : leaves) {
    ir::Operand part = whole;
    if (leaf.offset != 0) part = compute(ir::Op::lshr, type, {part, ir::Operand::constant(leaf.offset)});
    parts.push_back(coerce(part, type, leaf.type));
  }
  return parts;
}

ir::Operand Emitter::frame_object(std::uint64_t bytes) {
  ir::Instruction object;
  object.op = ir::Op::alloca_;
  object.results = {fresh(ir::pointer)};
  object.operands = {ir::Operand::constant(bytes)};
  prologue_.push_back(std::move(object));
  return ir::Operand::of(prologue_.back().results.front());
}

ir::Operand Emitter::variadic_area(std::uint64_t bytes) {
  if (bytes == 0) return ir::Operand::constant(0);
  if (variadic_area_ < 0) {
    variadic_area_ = static_cast<std::ptrdiff_t>(prologue_.size());
    return frame_object(bytes);
  }
  ir::Instruction& area = prologue_[static_cast<std::size_t>(variadic_area_)];
  area.operands.front().bits = std::max<ir::Bits>(area.operands.front().bits, bytes);
  return ir::Operand::of(area.results.front());
}

void Emitter::finish() {
  auto& first = target_.blocks.front().instructions;
  first.insert(first.begin(), prologue_.begin(), prologue_.end());
}

}  // namespace fermata::frontend::llvm
