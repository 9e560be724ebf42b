// SPDX-License-Identifier: Apache-2.0
// Exceptions, as far as the machine has to know of them: what the callers of a function do if one passes through, and
// how frames end without returning.
//
//   Itanium C++ ABI: Exception Handling, level I (the base ABI)
//
// Where we differ: the machine searches nothing. Types, handlers, which exceptions are being handled and by whom are
// the runtime's (runtime/cxx/exceptions.cpp), which asks for one clause after the other and then says where to go on.
// So unwinding is private work like a return, and belongs to whatever step the thread is in; only where local variables
// vanish that others can reach does it begin a step, as a return does.
#include <algorithm>

#include "vm/interpreter.h"

namespace fermata::vm {

namespace {

// Of runtime/fermata_intrinsics.h.
constexpr std::uint64_t no_clause = 0, no_caller = 5;
constexpr std::size_t words_of_a_clause = 3;  // two for what it is, one for its selector

}  // namespace

std::uint64_t Interpreter::clause(std::uint64_t caller, std::uint64_t number) const {
  if (caller >= stack_.size()) return no_caller;
  const Instruction* landing = stack_.landing_of(caller);
  if (!landing) return no_clause;
  const auto clauses = code_.list(landing->list);
  if (number >= clauses.size() / words_of_a_clause) return no_clause;
  const auto words = clauses.subspan(number * words_of_a_clause);
  return words[0] | std::uint64_t{words[1]} << 32;
}

bool Interpreter::unwind(std::uint64_t caller, std::uint64_t number, std::uint64_t exception) {
  const Instruction* landing = caller > 0 && caller < stack_.size() ? stack_.landing_of(caller) : nullptr;
  const auto clauses = landing ? code_.list(landing->list) : std::span<const std::uint32_t>{};
  if (number >= clauses.size() / words_of_a_clause) return fail("misuse", "unwinding to where nothing is to be done");
  if (!leave_locals(stack_.height_of_call(caller))) return false;
  stack_.unwind_to(caller, exception, clauses[number * words_of_a_clause + 2]);
  return true;
}

}  // namespace fermata::vm
