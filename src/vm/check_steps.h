// SPDX-License-Identifier: Apache-2.0
// Does a step touch more than it says?
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "store/components.h"
#include "vm/code.h"
#include "vm/footprint.h"
#include "vm/machine.h"
#include "vm/memory.h"

namespace fermata::vm {

/// Looks at steps from outside: compares the states before and after one with its footprint, and the two orders of two
/// steps that say they have nothing to do with each other. Knows nothing of how the interpreter makes either, so that a
/// mistake there shows here. What one thread can observe of another, all of which a step has to say:
/// docs/internals/states.md.
class StepCheck {
 public:
  StepCheck(const Code& code, const ComponentStore& store) : code_(code), store_(store), table_(table_of(code)) {
    shape_.globals = static_cast<std::uint32_t>(code.layout().variables.size());
  }

  /// What the step of `thread` did that others can observe and that it does not say; empty: nothing.
  std::string left_out(std::span<const Word> from, std::uint32_t thread, const Step& step) const;

  /// It leads to a state where the others are in the same situation. (Who ends may leave the last one alone, which then
  /// takes longer steps.)
  static bool swappable(const Step& step) {
    return step.outcome == Step::Outcome::moved && !step.footprint->ends_thread && !Machine::ended(step.target) &&
           !step.cut_short;
  }
  /// By what they say, two steps of different threads from one state do the same in either order.
  static bool independent(const Step& a, const Step& b);
  /// The step of `thread` begins or ends a section on an object that `other` touches. Whoever asks who waits for an
  /// object touches it, and says no more than that (next_in_section in interpreter.cpp).
  bool is_asked_about(std::span<const Word> from, std::uint32_t thread, const Step& step, const Step& other) const;
  /// Why these two states, reached by the same steps in either order, are not one; empty: they are.
  std::string difference(std::span<const Word> one, std::span<const Word> other) const;
  /// One step frees, or allocates, in the heap of the other one's thread: the same objects get other names.
  bool renames(std::span<const Word> from, std::span<const Word> to, std::uint32_t other) const;

 private:
  struct Comparison;
  ObjectKey global(std::uint32_t g) const {
    return code_.layout().key[static_cast<std::size_t>(code_.layout().variables[g])];
  }

  const Code& code_;
  const ComponentStore& store_;
  StateShape shape_;
  ObjectKey table_;  ///< of what is declared about ownership
};

}  // namespace fermata::vm
