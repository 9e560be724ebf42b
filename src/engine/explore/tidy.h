// SPDX-License-Identifier: Apache-2.0
// A run that shows the same with less: fewer steps, and fewer changes from one thread to another.
#pragma once

#include <cstdint>

#include "base/stop.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

/// What making a run shorter may cost.
struct Effort {
  std::uint64_t steps = 100'000;  ///< of the machine
  std::uint32_t states = 3'000;   ///< to look at from one end, to see that it is stuck
  std::uint32_t looks = 8;        ///< at ends other than that of the run
};

/// Rewrites `run`, which the machine follows, as far as the effort allows. What is left of it is again followed, and
///   - a run that fails (`property` is safety) still fails, with the same words and at the same place;
///   - a run to a dead end ends in a dead end with the same sections open and every thread at the same place;
///   - a run into a loop ends where one can go round without an end, with the same sections open for ever.
/// If in doubt, or when told to stop, the run stays as it is.
void tidy(vm::Machine& machine, verdict::Property property, bool daemon, verdict::Run& run, const Stop& stop,
          const Effort& effort = {});

/// The same for a run that never ends, of property `termination`. Whoever moves in its loop still does, everybody else
/// still stands where he stood, and the loop is at least as fair by itself. With `inescapable`, the process still
/// cannot end.
void tidy_endless(vm::Machine& machine, bool inescapable, verdict::Run& run, const Stop& stop,
                  const Effort& effort = {});

}  // namespace fermata::engine::explore
