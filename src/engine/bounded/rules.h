// SPDX-License-Identifier: Apache-2.0
// What makes a loop one that a fair scheduler can repeat for ever. Each of these is missing in the paper as printed, or
// is too strong there (docs/internals/bounded.md); tests leave out one at a time, to see that it is needed.
#pragma once

namespace fermata::engine::bounded {

struct Rules {
  bool initial_state = true;        ///< F1: the run begins where the program does
  bool loop_follows_stem = true;    ///< F2: the loop begins where the stem has ended
  bool loop_is_closed = true;       ///< F3: it ends where it has begun
  bool waiting_is_enough = true;    ///< F4: what somebody waits for is not there; else also the converse is asked
  bool somebody_moves = true;       ///< F5: all waiting, or ended, is no loop
  bool loop_has_all_rounds = true;  ///< F6: it is closed after its last round; else before
  bool steps_are_needed = true;     ///< F7: only who takes a step takes part
  bool others_cannot_move = true;   ///< F8: who does not take part waits, or has ended, and is not just forgotten
  /// A thread that looks at the clock again and again sees much time pass. Asked for only where a loop was found that
  /// time would end: it makes loops longer.
  bool time_passes = false;

  bool operator==(const Rules&) const = default;
};

}  // namespace fermata::engine::bounded
