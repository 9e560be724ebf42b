// SPDX-License-Identifier: Apache-2.0
#include "ir/ops.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "ir/intrinsics.h"

namespace fermata::ir {
namespace {

constexpr OpForm table[] = {
    {Op::add, "add", "t", "tt", 'i'},
    {Op::sub, "sub", "t", "tt", 'i'},
    {Op::mul, "mul", "t", "tt", 'i'},
    {Op::udiv, "udiv", "t", "tt", 'i'},
    {Op::sdiv, "sdiv", "t", "tt", 'i'},
    {Op::urem, "urem", "t", "tt", 'i'},
    {Op::srem, "srem", "t", "tt", 'i'},
    {Op::and_, "and", "t", "tt", 'i'},
    {Op::or_, "or", "t", "tt", 'i'},
    {Op::xor_, "xor", "t", "tt", 'i'},
    {Op::shl, "shl", "t", "tt", 'i'},
    {Op::lshr, "lshr", "t", "tt", 'i'},
    {Op::ashr, "ashr", "t", "tt", 'i'},
    {Op::umin, "umin", "t", "tt", 'i'},
    {Op::umax, "umax", "t", "tt", 'i'},
    {Op::smin, "smin", "t", "tt", 'i'},
    {Op::smax, "smax", "t", "tt", 'i'},

    {Op::eq, "eq", "1", "tt", 'w'},
    {Op::ne, "ne", "1", "tt", 'w'},
    {Op::ult, "ult", "1", "tt", 'w'},
    {Op::ule, "ule", "1", "tt", 'w'},
    {Op::ugt, "ugt", "1", "tt", 'w'},
    {Op::uge, "uge", "1", "tt", 'w'},
    {Op::slt, "slt", "1", "tt", 'w'},
    {Op::sle, "sle", "1", "tt", 'w'},
    {Op::sgt, "sgt", "1", "tt", 'w'},
    {Op::sge, "sge", "1", "tt", 'w'},

    {Op::uaddo, "uaddo", "t1", "tt", 'i'},
    {Op::saddo, "saddo", "t1", "tt", 'i'},
    {Op::usubo, "usubo", "t1", "tt", 'i'},
    {Op::ssubo, "ssubo", "t1", "tt", 'i'},
    {Op::umulo, "umulo", "t1", "tt", 'i'},
    {Op::smulo, "smulo", "t1", "tt", 'i'},

    {Op::ctpop, "ctpop", "t", "t", 'i'},
    {Op::ctlz, "ctlz", "t", "t", 'i'},
    {Op::cttz, "cttz", "t", "t", 'i'},
    {Op::bswap, "bswap", "t", "t", 'i'},
    {Op::bitreverse, "bitreverse", "t", "t", 'i'},
    {Op::abs, "abs", "t", "t", 'i'},

    {Op::fadd, "fadd", "t", "tt", 'f'},
    {Op::fsub, "fsub", "t", "tt", 'f'},
    {Op::fmul, "fmul", "t", "tt", 'f'},
    {Op::fdiv, "fdiv", "t", "tt", 'f'},
    {Op::frem, "frem", "t", "tt", 'f'},
    {Op::fmin, "fmin", "t", "tt", 'f'},
    {Op::fmax, "fmax", "t", "tt", 'f'},

    {Op::fneg, "fneg", "t", "t", 'f'},
    {Op::fabs, "fabs", "t", "t", 'f'},
    {Op::fsqrt, "fsqrt", "t", "t", 'f'},
    {Op::ffloor, "ffloor", "t", "t", 'f'},
    {Op::fceil, "fceil", "t", "t", 'f'},
    {Op::ftrunc, "ftrunc", "t", "t", 'f'},
    {Op::fround, "fround", "t", "t", 'f'},
    {Op::frint, "frint", "t", "t", 'f'},

    {Op::foeq, "foeq", "1", "tt", 'f'},
    {Op::fone, "fone", "1", "tt", 'f'},
    {Op::folt, "folt", "1", "tt", 'f'},
    {Op::fole, "fole", "1", "tt", 'f'},
    {Op::fogt, "fogt", "1", "tt", 'f'},
    {Op::foge, "foge", "1", "tt", 'f'},
    {Op::ford, "ford", "1", "tt", 'f'},
    {Op::fueq, "fueq", "1", "tt", 'f'},
    {Op::fune, "fune", "1", "tt", 'f'},
    {Op::fult, "fult", "1", "tt", 'f'},
    {Op::fule, "fule", "1", "tt", 'f'},
    {Op::fugt, "fugt", "1", "tt", 'f'},
    {Op::fuge, "fuge", "1", "tt", 'f'},
    {Op::funo, "funo", "1", "tt", 'f'},

    {Op::zext, "zext", "t", "f", 'i', 'i'},
    {Op::sext, "sext", "t", "f", 'i', 'i'},
    {Op::trunc, "trunc", "t", "f", 'i', 'i'},
    {Op::copy, "copy", "t", "f", 'a', 'a'},
    {Op::fptosi, "fptosi", "t", "f", 'i', 'f'},
    {Op::fptoui, "fptoui", "t", "f", 'i', 'f'},
    {Op::sitofp, "sitofp", "t", "f", 'f', 'i'},
    {Op::uitofp, "uitofp", "t", "f", 'f', 'i'},
    {Op::fpext, "fpext", "t", "f", 'f', 'f'},
    {Op::fptrunc, "fptrunc", "t", "f", 'f', 'f'},

    {Op::select, "select", "t", "1tt", 'a'},
    {Op::offset, "offset", "p", "pfkk", '-', 'i'},

    {Op::load, "load", "t", "p", 'a'},
    {Op::store, "store", "", "tp", 'a'},
    {Op::read_modify_write, "rmw", "t", "pt", 'a'},
    {Op::compare_exchange, "cmpxchg", "t1", "ptt", 'w'},
    {Op::fence, "fence", "", "", '-'},
    {Op::copy_bytes, "copy_bytes", "", "ppn", '-'},
    {Op::fill_bytes, "fill_bytes", "", "p8n", '-'},
    {Op::alloca_, "alloca", "p", "n", '-'},
    {Op::lifetime_begin, "lifetime_begin", "", "p", '-'},
    {Op::lifetime_end, "lifetime_end", "", "p", '-'},
    {Op::stack_save, "stack_save", "p", "", '-'},
    {Op::stack_restore, "stack_restore", "", "p", '-'},

    {Op::call, "call", "*", "*", '-'},
    {Op::intrinsic, "intrinsic", "*", "*", '-'},
    {Op::landing, "landing", "pw", "", '-'},

    {Op::jump, "jump", "", "", '-'},
    {Op::branch, "branch", "", "1", '-'},
    {Op::switch_, "switch", "", "t", 'i'},
    {Op::ret, "ret", "", "*", '-'},
    {Op::resume, "resume", "", "pw", '-'},
    {Op::unreachable, "unreachable", "", "", '-'},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < std::size(table); ++i) {
    if (static_cast<std::size_t>(table[i].op) != i) return false;
  }
  return std::size(table) == static_cast<std::size_t>(Op::unreachable) + 1;
}
static_assert(in_order(), "the table has one line for each Op, in the order of the enum");

constexpr std::string_view modify_names[] = {"exchange", "add",  "sub",  "and",  "nand", "or",        "xor",      "max",
                                             "min",      "umax", "umin", "fadd", "fsub", "uinc_wrap", "udec_wrap"};
static_assert(std::size(modify_names) == static_cast<std::size_t>(Modify::udec_wrap) + 1);

}  // namespace

const OpForm& form(Op op) { return table[static_cast<std::size_t>(op)]; }

std::optional<Op> op_named(std::string_view name) {
  static const std::unordered_map<std::string_view, Op> by_name = [] {
    std::unordered_map<std::string_view, Op> all;
    for (const OpForm& form : table) all.emplace(form.name, form.op);
    return all;
  }();
  const auto found = by_name.find(name);
  if (found == by_name.end()) return std::nullopt;
  return found->second;
}

std::string_view name(Modify modify) { return modify_names[static_cast<std::size_t>(modify)]; }

std::optional<Modify> modify_named(std::string_view name) {
  const auto* found = std::ranges::find(modify_names, name);
  if (found == std::end(modify_names)) return std::nullopt;
  return static_cast<Modify>(found - modify_names);
}

bool is_terminator(Op op) { return op >= Op::jump; }

bool is_memory_access(Op op) { return op >= Op::load && op <= Op::fill_bytes; }

Type type_of(const Function& function, const Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::reg:
      return operand.index < function.registers.size() ? function.registers[operand.index] : Type{};
    case Operand::Kind::constant: return {};
    case Operand::Kind::global:
    case Operand::Kind::function: return pointer;
  }
  return {};
}

const Function* known_callee(const Program& program, const Instruction& call) {
  if (call.operands.empty() || call.operands[0].kind != Operand::Kind::function) return nullptr;
  const auto index = call.operands[0].index;
  return index < program.functions.size() ? &program.functions[index] : nullptr;
}

Type wanted_type(const Program& program, const Function& function, const Instruction& instruction, std::size_t i) {
  switch (instruction.op) {
    case Op::call: {
      if (i == 0) return pointer;
      const Function* callee = known_callee(program, instruction);
      if (callee == nullptr || i - 1 >= callee->parameters || i - 1 >= callee->registers.size()) return {};
      return callee->registers[i - 1];
    }
    case Op::intrinsic: {
      const auto operands = form(instruction.which).operands;
      return i < operands.size() ? operands[i] : Type{};
    }
    case Op::ret: return i < function.results.size() ? function.results[i] : Type{};
    default: break;
  }
  const auto letters = form(instruction.op).operands;
  if (i >= letters.size()) return {};
  switch (letters[i]) {
    case 't': return instruction.type;
    case 'f':
      if (instruction.from.kind == Type::Kind::none && i < instruction.operands.size()) {
        return type_of(function, instruction.operands[i]);
      }
      return instruction.from;
    case 'p': return pointer;
    case '1': return integer(1);
    case '8': return integer(8);
    case 'w': return integer(32);
    case 'n':
      // Any width will do for a register; a constant is 64 bits wide.
      if (i < instruction.operands.size() && instruction.operands[i].kind == Operand::Kind::reg) return {};
      return integer(64);
    case 'k': return integer(64);
    default: return {};
  }
}

}  // namespace fermata::ir
