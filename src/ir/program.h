// SPDX-License-Identifier: Apache-2.0
// The program as every engine sees it: functions of typed registers over objects in memory.
//
// Not SSA: a register may be assigned many times; a front end turns phi nodes into copies on edges.
// Every access that another thread might see is explicit (load, store, read_modify_write,
// compare_exchange, copy, fill); everything else is private to the thread that runs it.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fermata::ir {

enum class FunctionId : std::uint32_t {};
enum class GlobalId : std::uint32_t {};
enum class BlockId : std::uint32_t {};
enum class LayoutId : std::uint32_t {};
enum class PositionId : std::uint32_t {};  ///< into Program::positions; 0 is "not known"
using Register = std::uint32_t;            ///< into Function::registers

using Bits = unsigned __int128;

struct Type {
  enum class Kind : std::uint8_t { none, integer, pointer, floating };
  Kind kind = Kind::none;
  std::uint16_t bits = 0;  ///< integer: 1..128, pointer: 64, floating: 32 or 64

  bool operator==(const Type&) const = default;
};
constexpr Type integer(std::uint16_t bits) { return {Type::Kind::integer, bits}; }
constexpr Type pointer{Type::Kind::pointer, 64};
constexpr Type floating(std::uint16_t bits) { return {Type::Kind::floating, bits}; }

/// What an instruction reads.
struct Operand {
  enum class Kind : std::uint8_t { reg, constant, global, function };
  Kind kind = Kind::constant;
  std::uint32_t index = 0;  ///< register, global or function
  Bits bits = 0;            ///< the constant (floats as their bit pattern); for a global: the byte offset

  static Operand of(Register r) { return {Kind::reg, r, 0}; }
  static Operand constant(Bits b) { return {Kind::constant, 0, b}; }
  static Operand address(GlobalId g, std::uint64_t offset = 0) {
    return {Kind::global, static_cast<std::uint32_t>(g), offset};
  }
  static Operand address(FunctionId f) { return {Kind::function, static_cast<std::uint32_t>(f), 0}; }
  bool operator==(const Operand&) const = default;
};

/// `type` below is Instruction::type. Integers wrap; shifts by the width or more give 0
/// (ashr: the sign); division by zero and INT_MIN / -1 are safety violations.
enum class Op : std::uint8_t {
  // result = a op b, all of `type`
  add,
  sub,
  mul,
  udiv,
  sdiv,
  urem,
  srem,
  and_,
  or_,
  xor_,
  shl,
  lshr,
  ashr,
  umin,
  umax,
  smin,
  smax,
  // result:i1 = a op b; a and b are of `type`
  eq,
  ne,
  ult,
  ule,
  ugt,
  uge,
  slt,
  sle,
  sgt,
  sge,
  // (result:type, overflow:i1) = a op b
  uaddo,
  saddo,
  usubo,
  ssubo,
  umulo,
  smulo,
  // result = op a, of `type`
  ctpop,
  ctlz,
  cttz,
  bswap,
  bitreverse,
  abs,
  // floating: result = a op b, of `type`
  fadd,
  fsub,
  fmul,
  fdiv,
  frem,
  fmin,
  fmax,
  // floating: result = op a
  fneg,
  fabs,
  fsqrt,
  ffloor,
  fceil,
  ftrunc,
  fround,
  frint,
  // result:i1 = a op b; floating operands of `type`; o = ordered, u = unordered
  foeq,
  fone,
  folt,
  fole,
  fogt,
  foge,
  ford,
  fueq,
  fune,
  fult,
  fule,
  fugt,
  fuge,
  funo,
  // result:`type` = a converted; the source type is that of the operand register, or `from`
  zext,
  sext,
  trunc,
  copy /* same bits: bitcast, ptrtoint, inttoptr, plain move */,
  fptosi,
  fptoui,
  sitofp,
  uitofp,
  fpext,
  fptrunc,
  // result:`type` = a ? b : c
  select,
  // result:ptr = a + sign-extended b * constant c + constant d  (b is of type `from`, wraps at 64 bits)
  offset,
  // Memory. `access` says how the source spelt it.
  load,               // result:`type` = *a
  store,              // *b = a, a of `type`
  read_modify_write,  // result:`type` = *a; *a = result `modify` b — one step
  compare_exchange,   // (result:`type`, done:i1) = *a; if equal b then *a = c — one step
  fence,
  copy_bytes,      // memmove(a, b, c)
  fill_bytes,      // memset(a, b:i8, c)
  alloca_,         // result:ptr = a fresh object of a bytes in this frame, `layout`, name `text`; gone at return
  lifetime_begin,  // the frame's object at a may be used
  lifetime_end,    // it holds nothing of interest any more, and nobody else may use it
  stack_save,      // result:ptr = how many objects this frame has now
  stack_restore,   // those that it has made since a was saved are gone
  // Calls. operands[0] is the callee (function address or pointer), then the arguments.
  // With `unwind`: where an exception that passes through goes on (a block that begins with landing).
  call,
  // results... = intrinsic(operands...); see Intrinsic
  intrinsic,
  // (result:ptr, selector:i32) at the start of an unwind block; `clauses`
  landing,
  // Terminators
  jump,     // targets[0]
  branch,   // a:i1 ? targets[0] : targets[1]
  switch_,  // a == cases[i] ? targets[i + 1] : targets[0]
  ret,      // operands are the results of the call
  resume,   // go on unwinding with (a:ptr, b:i32)
  unreachable,
};

enum class Access : std::uint8_t { plain, volatile_, atomic };
enum class Modify : std::uint8_t {
  exchange,
  add,
  sub,
  and_,
  nand,
  or_,
  xor_,
  max,
  min,
  umax,
  umin,
  fadd,
  fsub,
  uinc_wrap,
  udec_wrap
};

/// As which numbers add, sub, mul or shl must not leave the range of their type, by the rules of the source language.
/// The machine wraps all the same; a proof may take it for granted, and says so.
enum class NoWrap : std::uint8_t { none, signed_, unsigned_, both };

/// What the runtime is written with (`__fermata_*` in runtime/fermata_intrinsics.h, which says what
/// each one means). The order is that of the table in intrinsics.cpp.
enum class Intrinsic : std::uint8_t {
  atomic_begin,
  atomic_end,
  block_until,
  choose,
  spawn,
  thread_exit,
  thread_state,
  reap,
  detach,
  self,
  section_begin,
  section_end,
  next_in_section,
  acquired,
  released,
  taken,
  given,
  observed,
  settled,
  event,
  fail,
  alloc,
  free,
  object_size,
  exit_process,
  print,
  unmodelled,
  option,
  owns,
  place,
  ended,
  time_repeats,
  shown,
  input,
  assume,
  sleep_on,
  sleeps_on,
  sleepers,
  choose_sleeper,
  wake_all,
  throws,
  clause,
  unwind,
};

struct Clause {
  enum class Kind : std::uint8_t { catch_type, catch_all, cleanup, filter };
  Kind kind = Kind::cleanup;
  std::vector<Operand> types;  ///< typeinfo objects: one for catch_type, any number for filter
  bool operator==(const Clause&) const = default;
};

/// The selector that `landing` gives: for a handler of this type, for one of all types, for a cleanup.
constexpr std::uint32_t selector_of(GlobalId typeinfo) { return static_cast<std::uint32_t>(typeinfo) + 1; }
constexpr std::uint32_t selector_of_all = 0x7fffffff, selector_of_cleanup = 0;

struct Instruction {
  Op op = Op::unreachable;
  Type type;
  Type from;  ///< source type of a conversion, type of offset's index
  std::vector<Register> results;
  std::vector<Operand> operands;
  std::vector<BlockId> targets;   ///< of a terminator
  std::vector<Bits> cases;        ///< of a switch
  std::optional<BlockId> unwind;  ///< of a call
  std::vector<Clause> clauses;    ///< of a landing
  Access access = Access::plain;
  Modify modify = Modify::exchange;
  Intrinsic which = Intrinsic::atomic_begin;
  bool local = false;  ///< a memory access that no other thread can see, proved by the front end
  bool weak = false;   ///< compare_exchange may fail spuriously
  NoWrap no_wrap = NoWrap::none;
  std::string text;   ///< alloca: the variable's name, if it has one
  LayoutId layout{};  ///< alloca: how its bytes are named
  PositionId at{};
  bool operator==(const Instruction&) const = default;
};

struct Block {
  std::string name;
  std::vector<Instruction> instructions;  ///< the last is a terminator, the others are not
  bool operator==(const Block&) const = default;
};

struct Function {
  std::string name;   ///< the linker's
  std::string shown;  ///< as the user wrote it: `Queue::pop`; may be empty
  std::vector<Type> registers;
  std::vector<std::string> register_names;  ///< for the text form; may be empty
  std::uint32_t parameters = 0;             ///< the first registers
  bool variadic = false;                    ///< then one more parameter follows: the address of the extra arguments
  std::vector<Type> results;
  std::vector<Block> blocks;  ///< blocks[0] is the entry; empty: only declared
  bool operator==(const Function&) const = default;
};

/// An address inside an initial value: 8 bytes at `offset` hold `target`.
struct Relocation {
  std::uint64_t offset = 0;
  Operand target;
  bool operator==(const Relocation&) const = default;
};

struct Global {
  std::string name;   ///< the linker's
  std::string shown;  ///< as the user wrote it; may be empty
  std::uint64_t size = 0;
  std::vector<std::uint8_t> bytes;  ///< initial value; shorter than `size`: the rest is zero
  std::vector<Relocation> relocations;
  bool constant = false;
  bool thread_local_ = false;
  bool missing = false;  ///< declared, but defined nowhere: nobody knows what is in it
  LayoutId layout{};
  PositionId at{};
  bool operator==(const Global&) const = default;
};

/// How the bytes of an object are named and shown: `queue.slots[2].full`. Only for people.
struct Layout {
  enum class Kind : std::uint8_t { unknown, boolean, character, signed_, unsigned_, floating, pointer, record, array };
  struct Field {
    std::string name;
    std::uint64_t offset = 0;
    LayoutId layout{};
    bool operator==(const Field&) const = default;
  };
  Kind kind = Kind::unknown;
  std::uint64_t size = 0;     ///< in bytes
  std::string name;           ///< the type, as the user wrote it
  std::vector<Field> fields;  ///< record
  LayoutId element{};         ///< array
  bool library = false;       ///< a type of the C or C++ library: fold its inside when naming
  bool operator==(const Layout&) const = default;
};

/// Where an instruction comes from, seen from the user's code: the innermost place outside system
/// headers, if inlining kept one.
struct SourcePosition {
  std::string file{};
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string function{};   ///< the user's function around it: `producer`, `Pool::run`, `main::lambda`
  std::string outermost{};  ///< the function that this was inlined into, seen from the outside; empty: `function`
  LayoutId allocates{};     ///< what `new` at this place creates, if that is known
  bool library = false;     ///< no place in the user's code is known; the caller's frame may know one
  bool operator==(const SourcePosition&) const = default;
};

struct Program {
  std::vector<Function> functions;
  std::vector<Global> globals;
  std::vector<Layout> layouts{Layout{}};                                   ///< [0] is unknown
  std::vector<SourcePosition> positions{SourcePosition{.library = true}};  ///< [0] is not known
  FunctionId entry{};  ///< runs global constructors, main, then exit; takes nothing
  bool operator==(const Program&) const = default;

  const Function& operator[](FunctionId id) const { return functions[static_cast<std::size_t>(id)]; }
  Function& operator[](FunctionId id) { return functions[static_cast<std::size_t>(id)]; }
  const Global& operator[](GlobalId id) const { return globals[static_cast<std::size_t>(id)]; }
  const Layout& operator[](LayoutId id) const { return layouts[static_cast<std::size_t>(id)]; }
  const SourcePosition& operator[](PositionId id) const { return positions[static_cast<std::size_t>(id)]; }
};

}  // namespace fermata::ir
