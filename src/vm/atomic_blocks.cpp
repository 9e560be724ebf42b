// SPDX-License-Identifier: Apache-2.0
// Atomic blocks: an outermost block is one visible operation, as a whole.
//
// A thread that must wait in a block is blocked there only if the block is the first thing that its step does. If it is
// not, the step is tried again and ends before the block, so that what was done until then is kept.
#include <fmt/format.h>

#include "vm/interpreter.h"

namespace fermata::vm {

namespace {

constexpr std::uint32_t deepest_nesting = 4096;

}  // namespace

bool Interpreter::begin_block(const Instruction& i) {
  if (i.role == SpinRole::pause && options_.spins == Options::Spins::once) return true;
  if (!blocks_.inside()) {
    blocks_.opens_step = step_.executed == 0;
    if (stop_before()) return false;
    if (blocks_.begun++ == blocks_.last) return halt(Halt::stored_point);
    blocks_.begins_at = i.at;
    if (footprint_.records()) footprint_.begin_operation();
  } else if (blocks_.depth == 1 && footprint_.records() && !footprint_.operation().empty()) {
    footprint_.begin_operation();
  }
  if (++blocks_.depth > deepest_nesting)
    return fail("misuse", fmt::format("more than {} atomic blocks inside one another", deepest_nesting));
  return true;
}

bool Interpreter::end_block(const Instruction& i) {
  if (i.role == SpinRole::pause && options_.spins == Options::Spins::once) return true;
  if (!blocks_.inside()) return !stop_before() && fail("misuse", "the end of an atomic block that was not begun");
  --blocks_.depth;
  footprint_.block_ended(blocks_.depth == 1);
  return true;
}

bool Interpreter::block_until(bool condition) {
  if (condition) {
    if (footprint_.records()) footprint_.operation().waits = true;
    return true;
  }
  if (!blocks_.inside()) return unmodelled("block_until outside of an atomic block");
  if (!blocks_.opens_step) return halt(Halt::too_far);
  if (footprint_.records())  // what it waits for is a section that began before the block
    for (const Section& s : threads_[threads_.self()].sections) {
      if (s.kind == SectionKind::mutex) footprint_.operation().acquired.push_back(s.object);
      if (s.kind == SectionKind::rwlock || s.kind == SectionKind::semaphore)
        footprint_.operation().taken.push_back(s.object);
    }
  return halt(Halt::blocked);
}

}  // namespace fermata::vm
