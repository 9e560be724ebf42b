// SPDX-License-Identifier: Apache-2.0
// What an instruction computes, as an expression of Promela.
//
// Promela computes with C's int. A value of at most 31 bits is that number, without sign; one of 32 bits is the int
// with the same bits. Values of 64 bits and pointers are ints, too, as long as they are small: from -2^30 to 2^30 - 1.
// Above that begin the addresses of objects. So every operation on 64 bits has a condition; if it does not hold, the
// model gives up (`ended != 1001`) instead of computing with a truncated number.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "emit/unfolding.h"
#include "ir/program.h"

namespace fermata::emit {

struct Term {
  std::string text;  ///< in parentheses, if it is more than a word
  std::optional<std::int64_t> constant;
  std::set<Variable> reads;
  bool memory = false;               ///< depends on more than registers
  std::optional<std::int64_t> page;  ///< an address in the object that begins there, or in no object
};

Term number(std::int64_t value);

/// Conditions of a computation. If one does not hold, ...
struct Conditions {
  std::vector<std::string> known;  ///< ... the model gives up: SPIN's answer means nothing
  std::vector<std::string> right;  ///< ... the program fails
};

/// A constant of that many bits; nothing if there is no int for it.
std::optional<Term> constant(ir::Bits bits, unsigned width);

/// Whether `pure_term` knows the op.
bool is_pure(ir::Op op);

/// The result of an op that does nothing but compute. An error has no place; the caller knows it. With `half` it is one
/// half of a sign extension, `ashr (shl x, n), n`: the first leaves x as it is, and the second does all the work.
Result<Term> pure_term(const ir::Instruction& instruction, unsigned from, std::span<const Term> operands,
                       Conditions& conditions, bool half = false);

/// How `Modify` changes `old`, for read_modify_write.
Result<Term> modified(ir::Modify how, unsigned width, const Term& old, const Term& by, Conditions& conditions);

/// `a op b` and the like, with what they read joined.
Term joined(std::string text, std::span<const Term> parts);

/// Macros that the expressions use.
std::string term_macros();

}  // namespace fermata::emit
