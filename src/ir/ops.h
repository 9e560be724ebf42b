// SPDX-License-Identifier: Apache-2.0
// What each op takes and gives. The text form and the validator read the same table, so that they
// cannot disagree.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "ir/program.h"

namespace fermata::ir {

/// `results` and `operands` have one letter each:
///   t  of `type`            f  of `from`            p  a pointer
///   1  i1                   8  i8                   w  i32
///   n  a number of bytes: an integer of at most 64 bits (a constant: i64)
///   k  a constant of 64 bits
///   *  any number, as the callee, the intrinsic or the function says
struct OpForm {
  Op op;
  std::string_view name;  ///< in the text form
  std::string_view results;
  std::string_view operands;
  /// What `type` may be: i integer, f floating, w integer or pointer, a any of the three, - none.
  char type;
  /// Likewise for `from`, of conversions and offset.
  char from = '-';
};

const OpForm& form(Op op);
std::optional<Op> op_named(std::string_view name);

std::string_view name(Modify modify);
std::optional<Modify> modify_named(std::string_view name);

bool is_terminator(Op op);
bool is_memory_access(Op op);  ///< may carry `access` and `local`
inline bool can_wrap(Op op) {  ///< may carry `no_wrap`
  return op == Op::add || op == Op::sub || op == Op::mul || op == Op::shl;
}
inline bool is_conversion(Op op) { return op >= Op::zext && op <= Op::fptrunc; }

/// The type an operand has by itself; none for a constant, or if its register does not exist.
Type type_of(const Function& function, const Operand& operand);

/// The type wanted of operand `i`; none if nothing says (arguments of a call through a pointer).
/// Safe on programs that are not valid.
Type wanted_type(const Program& program, const Function& function, const Instruction& instruction, std::size_t i);

/// The function a call goes to, if it names one.
const Function* known_callee(const Program& program, const Instruction& call);

}  // namespace fermata::ir
