// SPDX-License-Identifier: Apache-2.0
#include "frontend/boogie/emitter.h"

#include <utility>

#include "ir/intrinsics.h"

namespace fermata::frontend::boogie {

using ir::Op;
using ir::Operand;

ir::Register Emitter::fresh(ir::Type type) {
  function().registers.push_back(type);
  return static_cast<ir::Register>(function().registers.size() - 1);
}

ir::BlockId Emitter::add_block(std::string_view name) {
  function().blocks.push_back({std::string(name), {}});
  return ir::BlockId(static_cast<std::uint32_t>(function().blocks.size() - 1));
}

ir::Instruction& Emitter::emit(Op op, ir::Type type, std::vector<ir::Register> results, std::vector<Operand> operands) {
  auto& instructions = function().blocks[static_cast<std::size_t>(block_)].instructions;
  ir::Instruction i;
  i.op = op;
  i.type = type;
  i.results = std::move(results);
  i.operands = std::move(operands);
  i.at = at_;
  instructions.push_back(std::move(i));
  return instructions.back();
}

Operand Emitter::compute(Op op, ir::Type type, std::vector<Operand> operands, ir::Type result) {
  const ir::Register to = fresh(result);
  emit(op, type, {to}, std::move(operands));
  return Operand::of(to);
}

Operand Emitter::convert(Op op, Operand value, std::uint16_t from, std::uint16_t to) {
  if (from == to) return value;
  if (value.kind == Operand::Kind::constant && op == Op::zext) return value;
  const ir::Register result = fresh(ir::integer(to));
  emit(op, ir::integer(to), {result}, {value}).from = ir::integer(from);
  return Operand::of(result);
}

Operand Emitter::intrinsic(ir::Intrinsic which, std::vector<Operand> operands) {
  std::vector<ir::Register> results;
  if (const ir::Type type = ir::form(which).result; type.kind != ir::Type::Kind::none) results.push_back(fresh(type));
  const Operand result = results.empty() ? Operand::constant(0) : Operand::of(results[0]);
  emit(Op::intrinsic, {}, std::move(results), std::move(operands)).which = which;
  return result;
}

void Emitter::copy(ir::Register to, Operand from) {
  const ir::Type type = function().registers[to];
  emit(Op::copy, type, {to}, {from}).from = type;
}

Operand Emitter::copied(Operand from, ir::Type type) {
  if (from.kind != Operand::Kind::reg) return from;
  const ir::Register to = fresh(type);
  copy(to, from);
  return Operand::of(to);
}

Operand Emitter::load(Operand address, ir::Type type) {
  const ir::Register to = fresh(type);
  emit(Op::load, type, {to}, {address}).access = ir::Access::atomic;
  return Operand::of(to);
}

void Emitter::store(Operand value, Operand address, ir::Type type) {
  emit(Op::store, type, {}, {value, address}).access = ir::Access::atomic;
}

void Emitter::jump(ir::BlockId target) { emit(Op::jump, {}, {}, {}).targets = {target}; }

void Emitter::branch(Operand condition, ir::BlockId yes, ir::BlockId no) {
  if (condition.kind == Operand::Kind::constant) return jump(condition.bits != 0 ? yes : no);
  emit(Op::branch, {}, {}, {condition}).targets = {yes, no};
}

void Emitter::unmodelled_if(Operand condition, std::string_view what) {
  if (condition.kind == Operand::Kind::constant && condition.bits == 0) return;
  const ir::BlockId bad = add_block("unmodelled"), good = add_block("go_on");
  branch(condition, bad, good);
  go_to(bad);
  intrinsic(ir::Intrinsic::unmodelled, {all_.text(what)});
  emit(Op::unreachable, {}, {}, {});
  go_to(good);
}

void Emitter::unmodelled(std::string_view what) { unmodelled_if(Operand::constant(1), what); }

}  // namespace fermata::frontend::boogie
