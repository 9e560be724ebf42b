// SPDX-License-Identifier: Apache-2.0
// Exceptions: what the callers of a function do if one passes through, and how frames end without returning.
//
//   Itanium C++ ABI: Exception Handling, level I (the base ABI)
//
// As in vm, nothing is searched here. The runtime, whose text is followed like any other (runtime/cxx/exceptions.cpp),
// asks for one clause after the other and says where to go on. All that it asks about is known: which functions have
// called one another is the path's own stack, and a type is the address of a constant. So a throw that is caught is
// private work, and no location of its own.
#include <algorithm>
#include <array>

#include "model/walk.h"

namespace fermata::model {

namespace {

// Of runtime/fermata_intrinsics.h.
enum Meaning : std::uint64_t { no_clause = 0, cleanup = 1, catch_all = 2, terminates = 3, filter = 4, no_caller = 5 };

}  // namespace

/// Where an exception goes on that passes through this caller; callers are counted outwards, from 0, which asks.
const ir::Block* Walk::landing_of(const Path& path, std::uint64_t caller) const {
  if (caller == 0 || caller >= path.me.frames.size()) return nullptr;
  const Frame& frame = path.me.frames[path.me.frames.size() - 1 - caller];
  const ir::Instruction& call = instruction(frame);
  if (call.op != ir::Op::call || !call.unwind) return nullptr;
  return &program_[frame.function].blocks[static_cast<std::size_t>(*call.unwind)];
}

/// A landing that only leads to std::terminate, as clang writes it for functions that are noexcept.
bool Walk::ends_the_program(const ir::Function& function, const ir::Block* landing) const {
  std::size_t at = 1;
  for (unsigned jumps = 0; jumps < 4; ++jumps) {
    while (landing->instructions[at].op == ir::Op::copy) ++at;
    const ir::Instruction& next = landing->instructions[at];
    if (next.op == ir::Op::call)
      return next.operands[0].kind == ir::Operand::Kind::function &&
             program_.functions[next.operands[0].index].name == "__clang_call_terminate";
    if (next.op != ir::Op::jump) return false;
    landing = &function.blocks[static_cast<std::size_t>(next.targets[0])];
    at = 0;
  }
  return false;
}

bool Walk::clause(Path& path, const ir::Instruction& i) {
  const auto caller = need(path, value(path, i, 0));
  if (!caller) return false;
  const auto number = need(path, value(path, i, 1));
  if (!number) return false;
  const auto give_number = [&](std::uint64_t what) {
    give(path, i, 0, terms_.constant(64, what));
    return done(path);
  };
  if (*caller >= path.me.frames.size()) return give_number(no_caller);
  const ir::Block* landing = landing_of(path, *caller);
  if (!landing || *number >= landing->instructions[0].clauses.size()) return give_number(no_clause);
  const ir::Clause& which = landing->instructions[0].clauses[*number];
  switch (which.kind) {
    case ir::Clause::Kind::cleanup: return give_number(cleanup);
    case ir::Clause::Kind::catch_all: {
      const Frame& frame = path.me.frames[path.me.frames.size() - 1 - *caller];
      return give_number(ends_the_program(program_[frame.function], landing) ? terminates : catch_all);
    }
    case ir::Clause::Kind::filter: return give_number(filter);
    case ir::Clause::Kind::catch_type: break;
  }
  const ir::Operand& type = which.types[0];
  if (type.kind != ir::Operand::Kind::global) return give_number(filter);  // no type that the language has
  give(path, i, 0, value(path, type, 64));
  return done(path);
}

bool Walk::unwind(Path& path, const ir::Instruction& i) {
  const auto caller = need(path, value(path, i, 0));
  if (!caller) return false;
  const auto number = need(path, value(path, i, 1));
  if (!number) return false;
  const ir::Block* landing = landing_of(path, *caller);
  if (!landing || *number >= landing->instructions[0].clauses.size())
    return fail(path, "unwinding to where nothing is to be done");
  // The local variables of all frames inside are gone in one step: a frame in the middle of a call cannot be gone back
  // to.
  const auto inner = std::span(path.me.frames).last(*caller);
  const bool seen = std::ranges::any_of(inner, [&](const Frame& frame) {
    return std::ranges::any_of(frame.objects,
                               [&](ObjectId object) { return shared(object) && !frame.over.contains(object); });
  });
  if (seen && stops(path)) return false;
  const TermId exception = value(path, i, 2);
  for (std::uint64_t k = 0; k < *caller; ++k) {
    drop_locals(path, 0);
    path.me.frames.pop_back();
  }
  Frame& frame = top(path);
  frame.block = static_cast<std::uint32_t>(*instruction(frame).unwind);
  frame.instruction = 0;
  const ir::Instruction& begin = instruction(frame);
  const ir::Clause& which = begin.clauses[*number];
  std::uint32_t selector = ir::selector_of_all;
  if (which.kind == ir::Clause::Kind::cleanup) selector = ir::selector_of_cleanup;
  if (which.kind == ir::Clause::Kind::catch_type && which.types[0].kind == ir::Operand::Kind::global)
    selector = ir::selector_of(ir::GlobalId{which.types[0].index});
  give(path, begin, 0, exception);
  give(path, begin, 1, terms_.constant(32, selector));
  return done(path);
}

}  // namespace fermata::model
