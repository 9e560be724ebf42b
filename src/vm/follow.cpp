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

bool is_kept_by_assumption(Machine& machine, std::span<const Word> state, ThreadId thread) {
  if (Machine::ended(state) || index(thread) >= machine.threads(state) || !machine.alive(state, thread)) return false;
  bool breaks = false, otherwise = false;
  machine.each_outcome(state, thread, [&](Step& step) {
    breaks |= step.breaks;
    otherwise |= step.outcome != Step::Outcome::blocked || (step.input && !step.breaks);
    return !otherwise;
  });
  return breaks && !otherwise;
}

bool take(Machine& machine, std::span<const Word> state, ThreadId thread, std::span<const std::uint64_t> choices,
          Step& out, std::uint32_t times) {
  if (Machine::ended(state) || index(thread) >= machine.threads(state) || !machine.alive(state, thread)) return false;
  machine.step(state, thread, choices, out);
  if (!std::ranges::equal(out.choices, choices)) return false;
  std::vector<Word> before;
  for (; times > 1; --times) {
    if (out.outcome != Step::Outcome::moved || Machine::ended(out.target) || !machine.alive(out.target, thread))
      return false;
    if (times % 4096 == 0) machine.stop().enforce();
    before.swap(out.target);
    machine.step(before, thread, choices, out);
    if (!std::ranges::equal(out.choices, choices)) return false;
  }
  return true;
}

}  // namespace fermata::vm
