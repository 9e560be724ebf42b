// SPDX-License-Identifier: Apache-2.0
#include "vm/follow.h"

#include <algorithm>

namespace fermata::vm {

bool can_move(Machine& machine, std::span<const Word> state, ThreadId thread) {
  if (Machine::ended(state) || index(thread) >= machine.threads(state) || !machine.alive(state, thread)) return false;
  bool can = false;
  machine.each_outcome(state, thread, [&](Step& step) { return !(can = step.outcome != Step::Outcome::blocked); });
  return can;
}

bool take(Machine& machine, std::span<const Word> state, ThreadId thread, std::span<const std::uint32_t> choices,
          Step& out) {
  if (Machine::ended(state) || index(thread) >= machine.threads(state) || !machine.alive(state, thread)) return false;
  machine.step(state, thread, choices, out);
  return std::ranges::equal(out.choices, choices);
}

}  // namespace fermata::vm
