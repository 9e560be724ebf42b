// SPDX-License-Identifier: Apache-2.0
// Does a step touch more than it says?
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/thread_id.h"
#include "vm/code.h"
#include "vm/footprint.h"
#include "vm/machine.h"
#include "vm/memory.h"
#include "vm/stored.h"

namespace fermata::vm {

/// Checks footprints from outside: compares the states before and after a step with its footprint, and executes two
/// steps with independent footprints in both orders. Uses nothing of the interpreter, so that a mistake there shows
/// here. What one thread can observe of another, and a footprint must contain: docs/internals/states.md.
class StepCheck {
 public:
  StepCheck(const Code& code, ComponentStore& store)
      : code_(code), store_(store), shape_(shape_of(code)), table_(table_of(code)) {}

  /// What the step of `thread` did that others can observe and that is missing in its footprint; empty: nothing.
  std::string left_out(std::span<const Word> from, ThreadId thread, const Step& step) const;

  /// The steps of others from its target begin as they did before. (Not after the end of a thread: the last one that is
  /// left takes longer steps.)
  static bool swappable(const Step& step) {
    return step.outcome == Step::Outcome::moved && !step.footprint->ends_thread && !Machine::ended(step.target) &&
           !step.cut_short;
  }
  /// According to their footprints, two steps of different threads from one state commute.
  static bool independent(const Step& a, const Step& b);
  /// The step of `thread` begins or ends a section that `other` asks about.
  bool is_asked_about(std::span<const Word> from, ThreadId thread, const Step& step, const Step& other) const;
  /// Why these two states, reached by the same steps in either order, are not one; empty: they are.
  std::string difference(std::span<const Word> one, std::span<const Word> other) const;
  /// The step to `to` makes room in `other`'s heap. What `other` allocates may get another address; and where its step
  /// ends may differ, since an allocation is a step only while there is something below it that others may free.
  bool renames(std::span<const Word> from, std::span<const Word> to, ThreadId other) const;

 private:
  struct Comparison;
  ObjectKey global(std::uint32_t g) const {
    return code_.layout().key[static_cast<std::size_t>(code_.layout().variables[g])];
  }

  /// Of a heap or a stack: the component of each object with all of its cells; 0 where none begins.
  std::vector<Word> objects(std::span<const Word> state, Region region, std::uint32_t thread) const;
  Word component_of(std::span<const Word> state, std::uint32_t g) const {
    return Memory::component_of(code_, store_, state, g);
  }

  const Code& code_;
  ComponentStore& store_;
  StateShape shape_;
  ObjectKey table_;  ///< of what is declared about ownership
};

}  // namespace fermata::vm
