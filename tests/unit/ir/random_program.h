// SPDX-License-Identifier: Apache-2.0
// Random programs that keep every rule of the validator, with odd names and numbers. They need not do
// anything sensible.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "ir/intrinsics.h"
#include "ir/ops.h"
#include "ir/program.h"

namespace fermata::ir {

class RandomProgram {
 public:
  explicit RandomProgram(std::uint64_t seed) : random_(seed) {}

  Program make() {
    make_layouts();
    for (std::size_t n = below(3); n > 0; --n) {
      program_.positions.push_back({odd_text(), number(), number(), odd_text(), odd_text(), LayoutId{}, chance()});
    }
    const std::size_t globals = 1 + below(3);
    const std::size_t functions = 2 + below(3);
    for (std::size_t i = 0; i < globals; ++i) program_.globals.push_back({.name = unique_name()});
    for (std::size_t i = 0; i < functions; ++i) program_.functions.push_back(signature(i));
    for (Global& global : program_.globals) fill(global);
    for (std::size_t i = 0; i < functions; ++i) {
      if (i == 0 || below(5) != 0) fill(program_.functions[i]);
    }
    // Names for parameters of declared functions, too.
    for (Function& function : program_.functions) name_registers(function);
    program_.entry = FunctionId{0};
    return std::move(program_);
  }

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  bool chance() { return below(2) == 0; }
  std::uint32_t number() { return static_cast<std::uint32_t>(chance() ? below(20) : random_()); }
  template <class T>
  const T& one_of(const std::vector<T>& from) {
    return from[below(from.size())];
  }

  std::string odd_text() {
    static const std::vector<std::string> words = {"",         "x", "i32", "a b", "\"", "\\n", "\n",
                                                   "for.body", "7", "#1",  "é",   ";",  "@%",  "at"};
    std::string text;
    for (std::size_t n = below(3); n > 0; --n) text += one_of(words);
    if (below(8) == 0) text += static_cast<char>(random_());
    return text;
  }
  std::string unique_name() { return odd_text() + "_" + std::to_string(names_++); }

  Type any_type() {
    static const std::vector<Type> types = {integer(1),   integer(7),   integer(8), integer(32),  integer(64),
                                            integer(100), integer(128), pointer,    floating(32), floating(64)};
    return one_of(types);
  }
  /// `letter` as in OpForm::type.
  Type type_for(char letter) {
    if (letter == '-') return {};
    for (;;) {
      const Type type = any_type();
      const bool integral = type.kind == Type::Kind::integer;
      if (letter == 'a' || (letter == 'i' && integral) || (letter == 'f' && type.kind == Type::Kind::floating) ||
          (letter == 'w' && (integral || type == pointer))) {
        return type;
      }
    }
  }
  Bits bits_of(Type type) {
    Bits bits = (Bits{random_()} << 64) | random_();
    if (chance()) bits = below(10);
    if (below(4) == 0) bits = ~Bits{0} - below(10);
    return type.bits >= 128 ? bits : bits & ((Bits{1} << type.bits) - 1);
  }

  LayoutId some_layout(std::size_t end) { return LayoutId{static_cast<std::uint32_t>(below(end))}; }
  PositionId some_position() { return PositionId{static_cast<std::uint32_t>(below(program_.positions.size()))}; }

  void make_layouts() {
    for (std::size_t n = below(4); n > 0; --n) {
      Layout layout{.kind = static_cast<Layout::Kind>(below(9)),
                    .size = number(),
                    .name = odd_text(),
                    .fields = {},
                    .element = {},
                    .library = chance()};
      const std::size_t known = program_.layouts.size();
      if (layout.kind == Layout::Kind::array) layout.element = some_layout(known);
      if (layout.kind == Layout::Kind::record) {
        for (std::size_t f = below(3); f > 0; --f) layout.fields.push_back({odd_text(), number(), some_layout(known)});
      }
      program_.layouts.push_back(std::move(layout));
    }
  }

  Operand some_address() {
    if (below(3) == 0)
      return Operand::address(FunctionId{static_cast<std::uint32_t>(below(program_.functions.size()))});
    const std::uint64_t offset = chance() ? 0 : chance() ? below(16) : random_();
    return Operand::address(GlobalId{static_cast<std::uint32_t>(below(program_.globals.size()))}, offset);
  }

  void fill(Global& global) {
    global.shown = odd_text();
    global.size = below(64);
    global.constant = chance();
    global.thread_local_ = chance();
    global.layout = some_layout(program_.layouts.size());
    global.at = some_position();
    global.bytes.resize(below(global.size + 1));
    for (std::uint8_t& byte : global.bytes) byte = chance() ? 0 : static_cast<std::uint8_t>(random_());
    for (std::uint64_t offset = below(8); offset + 8 <= global.size; offset += 8 + below(16)) {
      global.relocations.push_back({offset, some_address()});
      // Half of them over zeros, as a front end leaves them.
      for (std::uint64_t i = offset; chance() && i < offset + 8 && i < global.bytes.size(); ++i) global.bytes[i] = 0;
    }
    if (chance()) std::ranges::shuffle(global.relocations, random_);
    if (chance()) std::ranges::fill(global.bytes, std::uint8_t{0});
  }

  Function signature(std::size_t index) {
    Function function;
    function.name = unique_name();
    function.shown = odd_text();
    if (index == 1) {  // something to spawn
      function.registers = {pointer};
      function.parameters = 1;
    } else if (index > 1) {
      for (std::size_t n = below(4); n > 0; --n) function.registers.push_back(any_type());
      function.parameters = static_cast<std::uint32_t>(function.registers.size());
      function.variadic = chance();
      if (function.variadic) function.registers.push_back(pointer);
    }
    if (index != 1) {
      for (std::size_t n = below(3); n > 0; --n) function.results.push_back(any_type());
    }
    return function;
  }

  void name_registers(Function& function) {
    const std::size_t style = below(4);
    if (style == 0) return;
    for (std::size_t i = 0; i < function.registers.size(); ++i) {
      if (style == 1) function.register_names.push_back(odd_text());  // may repeat, may be empty
      if (style == 2) function.register_names.push_back(odd_text() + std::to_string(i));
      if (style == 3) function.register_names.push_back(std::to_string(i));
    }
  }

  void fill(Function& function) {
    function_ = &function;
    // Two or more registers of any type an instruction may want; unused ones and any order are fine.
    std::vector<Type> more;
    for (int copy = 0; copy < 2; ++copy) {
      for (const std::uint16_t bits : {1, 7, 8, 32, 64, 100, 128}) more.push_back(integer(bits));
      more.insert(more.end(), {pointer, floating(32), floating(64)});
    }
    if (chance()) std::ranges::shuffle(more, random_);
    function.registers.insert(function.registers.end(), more.begin(), more.end());

    const std::size_t blocks = 1 + below(5);
    plain_ = {BlockId{0}};
    landings_.clear();
    for (std::size_t i = 1; i < blocks; ++i) {
      (below(3) == 0 ? landings_ : plain_).push_back(BlockId{static_cast<std::uint32_t>(i)});
    }
    for (std::size_t i = 0; i < blocks; ++i) {
      Block block;
      block.name = chance() ? unique_name() : odd_text();
      if (i == 0 && chance()) block.name = "entry";
      if (std::ranges::count(landings_, BlockId{static_cast<std::uint32_t>(i)}) > 0)
        block.instructions.push_back(instruction(Op::landing));
      for (std::size_t n = below(8); n > 0; --n) {
        Op op = Op::landing;
        while (op == Op::landing) op = static_cast<Op>(below(static_cast<std::size_t>(Op::jump)));
        block.instructions.push_back(instruction(op));
      }
      const auto first = static_cast<std::size_t>(Op::jump);
      block.instructions.push_back(
          instruction(static_cast<Op>(first + below(static_cast<std::size_t>(Op::unreachable) + 1 - first))));
      function.blocks.push_back(std::move(block));
    }
  }

  Register some_register(Type type) {
    std::vector<Register> candidates;
    for (Register r = 0; r < function_->registers.size(); ++r) {
      if (function_->registers[r] == type) candidates.push_back(r);
    }
    return one_of(candidates);
  }
  Operand some_operand(Type type) {
    if (chance()) return Operand::of(some_register(type));
    if (type == pointer && chance()) return some_address();
    return Operand::constant(bits_of(type));
  }
  void add_result(Instruction& instruction, Type type) {
    Register result = some_register(type);
    while (std::ranges::count(instruction.results, result) > 0) result = some_register(type);
    instruction.results.push_back(result);
  }

  Instruction instruction(Op op) {
    const OpForm& shape = form(op);
    Instruction ins;
    ins.op = op;
    ins.type = type_for(shape.type);
    ins.from = type_for(shape.from);
    if (chance()) ins.at = some_position();
    if (is_memory_access(op)) {
      ins.access = static_cast<Access>(below(3));
      ins.local = chance();
    }
    switch (op) {
      case Op::call: make_call(ins); return ins;
      case Op::intrinsic: make_intrinsic(ins); return ins;
      case Op::ret:
        for (const Type type : function_->results) ins.operands.push_back(some_operand(type));
        return ins;
      default: break;
    }
    make_conversion_possible(ins);
    if (op == Op::bswap) ins.type = integer(chance() ? 64 : 8);
    if (op == Op::read_modify_write) {
      ins.modify = static_cast<Modify>(below(static_cast<std::size_t>(Modify::udec_wrap) + 1));
      const bool floats = ins.modify == Modify::fadd || ins.modify == Modify::fsub;
      if (ins.modify != Modify::exchange) ins.type = type_for(floats ? 'f' : 'i');
    }
    if (op == Op::compare_exchange) ins.weak = chance();
    if (can_wrap(op)) ins.no_wrap = static_cast<NoWrap>(below(4));
    if (op == Op::alloca_) {
      ins.text = odd_text();
      ins.layout = some_layout(program_.layouts.size());
    }
    for (const char letter : shape.operands) ins.operands.push_back(operand_for(letter, ins));
    for (const char letter : shape.results) {
      add_result(ins, letter == 't' ? ins.type : letter == '1' ? integer(1) : letter == 'w' ? integer(32) : pointer);
    }
    if (is_conversion(op) && ins.operands[0].kind != Operand::Kind::constant && chance()) ins.from = {};
    make_targets(ins);
    if (op == Op::landing) make_clauses(ins);
    return ins;
  }

  Operand operand_for(char letter, const Instruction& ins) {
    switch (letter) {
      case 't': return some_operand(ins.type);
      case 'f': return some_operand(ins.from);
      case '1': return some_operand(integer(1));
      case '8': return some_operand(integer(8));
      case 'w': return some_operand(integer(32));
      case 'k': return Operand::constant(bits_of(integer(64)));
      case 'n':
        return chance() ? Operand::of(some_register(integer(chance() ? 7 : 64)))
                        : Operand::constant(bits_of(integer(64)));
      default: return some_operand(pointer);
    }
  }

  void make_conversion_possible(Instruction& ins) {
    switch (ins.op) {
      case Op::zext:
      case Op::sext:
        while (ins.type.bits == 1) ins.type = type_for('i');
        while (ins.from.bits >= ins.type.bits) ins.from = type_for('i');
        break;
      case Op::trunc:
        while (ins.from.bits == 1) ins.from = type_for('i');
        while (ins.type.bits >= ins.from.bits) ins.type = type_for('i');
        break;
      case Op::copy:
        while (ins.from.bits != ins.type.bits) ins.from = type_for('a');
        break;
      case Op::fpext:
        ins.from = floating(32);
        ins.type = floating(64);
        break;
      case Op::fptrunc:
        ins.from = floating(64);
        ins.type = floating(32);
        break;
      default: break;
    }
  }

  void make_call(Instruction& ins) {
    const auto index = static_cast<std::uint32_t>(below(program_.functions.size()));
    const Function& callee = program_.functions[index];
    if (!landings_.empty() && chance()) ins.unwind = one_of(landings_);
    if (below(3) == 0) {  // through a pointer: anything goes
      ins.operands.push_back(chance() ? Operand::of(some_register(pointer)) : Operand::address(GlobalId{0}));
      for (std::size_t n = below(3); n > 0; --n) ins.operands.push_back(some_operand(any_type()));
      for (std::size_t n = below(3); n > 0; --n) add_result(ins, any_type());
      return;
    }
    ins.operands.push_back(Operand::address(FunctionId{index}));
    for (std::uint32_t i = 0; i < callee.parameters; ++i) ins.operands.push_back(some_operand(callee.registers[i]));
    for (std::size_t n = callee.variadic ? below(3) : 0; n > 0; --n) ins.operands.push_back(some_operand(any_type()));
    if (chance()) {
      for (const Type type : callee.results) add_result(ins, type);
    }
  }

  void make_intrinsic(Instruction& ins) {
    ins.which = static_cast<Intrinsic>(below(intrinsics().size()));
    const IntrinsicForm& shape = form(ins.which);
    for (const Type type : shape.operands) ins.operands.push_back(some_operand(type));
    if (ins.which == Intrinsic::spawn) ins.operands[0] = Operand::address(FunctionId{1});
    if (ins.which == Intrinsic::owns)
      ins.operands[1] = Operand::address(GlobalId{0});  // where all declarations are kept
    if (ins.which == Intrinsic::input) ins.operands = {Operand::constant(1 + below(64)), Operand::constant(below(2))};
    if (shape.result.kind != Type::Kind::none && chance()) add_result(ins, shape.result);
  }

  void make_targets(Instruction& ins) {
    if (ins.op == Op::jump) ins.targets = {one_of(plain_)};
    if (ins.op == Op::branch) ins.targets = {one_of(plain_), one_of(plain_)};
    if (ins.op == Op::switch_) {
      ins.targets = {one_of(plain_)};
      for (std::size_t n = below(4); n > 0; --n) {
        const Bits value = bits_of(ins.type);
        if (std::ranges::count(ins.cases, value) > 0) continue;
        ins.cases.push_back(value);
        ins.targets.push_back(one_of(plain_));
      }
    }
  }

  void make_clauses(Instruction& ins) {
    for (std::size_t n = below(4); n > 0; --n) {
      Clause clause;
      clause.kind = static_cast<Clause::Kind>(below(4));
      std::size_t types = 0;
      if (clause.kind == Clause::Kind::catch_type) types = 1;
      if (clause.kind == Clause::Kind::filter) types = below(3);
      for (; types > 0; --types) clause.types.push_back(below(4) == 0 ? Operand::constant(0) : some_address());
      ins.clauses.push_back(std::move(clause));
    }
  }

  std::mt19937_64 random_;
  Program program_;
  std::size_t names_ = 0;

  // Of the function being filled.
  Function* function_ = nullptr;
  std::vector<BlockId> plain_;
  std::vector<BlockId> landings_;
};

}  // namespace fermata::ir
