// SPDX-License-Identifier: Apache-2.0
// Writes one function of the ir: its registers, its blocks, what each LLVM value has become.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/llvm/lower_constants.h"
#include "frontend/llvm/lower_debug.h"
#include "frontend/llvm/lower_types.h"
#include "frontend/llvm/shared_memory.h"
#include "ir/program.h"

namespace llvm {
class CallBase;
class Constant;
class Function;
class Instruction;
class IntrinsicInst;
class Type;
class Value;
}  // namespace llvm

namespace fermata::frontend::llvm {

/// What all functions of a program share while it is lowered.
struct Shared {
  ir::Program& program;
  Symbols symbols;
  DebugInfo debug;
  Texts texts;
  SharedMemory memory;
};

/// A value is a list of operands, one for each leaf of its type (lower_types.h).
using Operands = std::vector<ir::Operand>;

class Emitter {
 public:
  Emitter(Shared& shared, ir::Function& target) : shared_(shared), target_(target) {}

  Shared& shared() { return shared_; }
  const ::llvm::DataLayout& layout() const { return *shared_.symbols.layout; }
  std::vector<Leaf> leaves(const ::llvm::Type* type) const { return flatten(type, layout()); }

  // Values.
  ir::Register fresh(ir::Type type);
  /// New registers for the value.
  std::vector<ir::Register> define(const ::llvm::Value* value);
  /// The value is held in existing operands.
  void define_as(const ::llvm::Value* value, Operands operands);
  Operands values(const ::llvm::Value* value);
  ir::Operand value(const ::llvm::Value* value);  ///< of a scalar
  void forget(const ::llvm::Value* value) { values_.erase(value); }

  // Blocks.
  ir::BlockId add_block(std::string name);
  void go_on_in(ir::BlockId block) { block_ = block; }
  ir::BlockId block() const { return block_; }
  void set_position(ir::PositionId at) { at_ = at; }
  ir::PositionId position() const { return at_; }

  // Instructions, at the end of the current block. The reference holds until the next one.
  ir::Instruction& emit(ir::Instruction instruction);
  ir::Instruction& emit(ir::Op op, ir::Type type, std::vector<ir::Register> results, Operands operands);
  /// One result of type `result` in a new register.
  ir::Operand compute(ir::Op op, ir::Type type, Operands operands, ir::Type result);
  ir::Operand compute(ir::Op op, ir::Type type, Operands operands) {
    return compute(op, type, std::move(operands), type);
  }
  ir::Operand convert(ir::Op op, ir::Operand value, ir::Type from, ir::Type to);
  /// The same bits seen as another type of the same width.
  ir::Operand reinterpret(ir::Operand value, ir::Type from, ir::Type to);
  /// Any scalar as any other: bits are cut off or zeroes added. For calls that disagree with the callee.
  ir::Operand coerce(ir::Operand value, ir::Type from, ir::Type to);
  ir::Operand plus(ir::Operand pointer, std::uint64_t bytes);
  void copy(ir::Register to, ir::Operand from);
  struct Copy {
    ir::Register to;
    ir::Operand from;
  };
  /// All at once: every `from` is read before any `to` is written.
  void copy_together(std::vector<Copy> copies);
  void jump(ir::BlockId target);
  /// The run ends here with "unknown", naming `what`.
  void unmodelled(std::string_view what);

  // Leaves of one value and the integer of all its bits, as in memory (element 0 lowest).
  ir::Operand pack(const Operands& operands, const std::vector<Leaf>& leaves, std::uint16_t bits);
  Operands unpack(ir::Operand whole, const std::vector<Leaf>& leaves, std::uint16_t bits);

  /// An object of the frame for what calls hand over in memory. It is made on entry, not at the call:
  /// a call in a loop must not add an object each turn.
  ir::Operand frame_object(std::uint64_t bytes);
  /// The one that all calls with variable arguments share.
  ir::Operand variadic_area(std::uint64_t bytes);
  /// In a variadic function: where its own extra arguments lie.
  ir::Operand extra_arguments() const { return ir::Operand::of(target_.parameters); }
  /// Puts the allocas of frame_object in front of the first block. Call once, at the end.
  void finish();

 private:
  Operands constants(const ::llvm::Constant* constant);
  ir::Operand by_instruction(const ::llvm::Constant* constant);

  Shared& shared_;
  ir::Function& target_;
  ::llvm::DenseMap<const ::llvm::Value*, Operands> values_;
  ir::BlockId block_{};
  ir::PositionId at_{};
  std::vector<ir::Instruction> prologue_;
  std::ptrdiff_t variadic_area_ = -1;  ///< into prologue_
};

// One topic each; all throw nothing and never fail: what they cannot say becomes `unmodelled`.

/// The body of `target`, whose parameters and results stand already. lower_blocks.cpp
void lower_blocks(Shared& shared, const ::llvm::Function& source, ir::Function& target);
/// Anything but phi, landingpad and terminators. lower_instructions.cpp
void lower_instruction(Emitter& emitter, const ::llvm::Instruction& instruction);
/// Also the call inside an invoke; `unwind` is where an exception goes. lower_calls.cpp
void lower_call(Emitter& emitter, const ::llvm::CallBase& call, std::optional<ir::BlockId> unwind);
/// A call of one of LLVM's own functions. lower_intrinsics.cpp
void lower_intrinsic(Emitter& emitter, const ::llvm::IntrinsicInst& call);

}  // namespace fermata::frontend::llvm
