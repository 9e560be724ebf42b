// SPDX-License-Identifier: Apache-2.0
// Writes the instructions of one function of the ir, block by block.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "frontend/boogie/lower_program.h"
#include "ir/program.h"

namespace fermata::frontend::boogie {

class Emitter {
 public:
  Emitter(Lowering& all, ir::FunctionId id) : all_(all), id_(id) {}

  ir::Function& function() { return all_.out()[id_]; }
  ir::Register fresh(ir::Type type);
  ir::BlockId add_block(std::string_view name);
  void go_to(ir::BlockId block) { block_ = block; }
  void stand_at(ir::PositionId at) { at_ = at; }

  ir::Instruction& emit(ir::Op op, ir::Type type, std::vector<ir::Register> results, std::vector<ir::Operand> operands);
  /// op a, b -> one register of type `result`
  ir::Operand compute(ir::Op op, ir::Type type, std::vector<ir::Operand> operands, ir::Type result);
  ir::Operand compute(ir::Op op, ir::Type type, std::vector<ir::Operand> operands) {
    return compute(op, type, std::move(operands), type);
  }
  ir::Operand compare(ir::Op op, ir::Type type, ir::Operand a, ir::Operand b) {
    return compute(op, type, {a, b}, ir::integer(1));
  }
  /// Between integers of different widths.
  ir::Operand convert(ir::Op op, ir::Operand value, std::uint16_t from, std::uint16_t to);
  ir::Operand intrinsic(ir::Intrinsic which, std::vector<ir::Operand> operands = {});
  void copy(ir::Register to, ir::Operand from);
  ir::Operand copied(ir::Operand from, ir::Type type);  ///< that keeps its value when variables are assigned
  ir::Operand load(ir::Operand address, ir::Type type);
  void store(ir::Operand value, ir::Operand address, ir::Type type);

  void jump(ir::BlockId target);
  void branch(ir::Operand condition, ir::BlockId yes, ir::BlockId no);
  /// Where the condition holds, the run ends with the answer that this is not modelled.
  void unmodelled_if(ir::Operand condition, std::string_view what);
  void unmodelled(std::string_view what);  ///< what follows is not reached

 private:
  Lowering& all_;
  ir::FunctionId id_;
  ir::BlockId block_{};
  ir::PositionId at_{};
};

}  // namespace fermata::frontend::boogie
