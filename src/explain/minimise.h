// SPDX-License-Identifier: Apache-2.0
// Counterexample minimisation: a run that shows the same with fewer steps and fewer context switches.
#pragma once

#include <cstdint>

#include "base/stop.h"
#include "explain/search.h"
#include "verdict/claim.h"
#include "vm/machine.h"

namespace fermata::explain {

/// What minimising may cost.
struct Effort {
  std::uint64_t steps = 100'000;  ///< of the machine
  std::uint32_t states = 3'000;   ///< to explore from one end, to see that it is stuck
  std::uint32_t looks = 8;        ///< at ends other than that of the run
};

/// Rewrites the run of `violation`, which the machine follows, as far as the effort allows. What is left of it is again
/// followed, and
///   - a run that fails still fails, with the same words and at the same place;
///   - a run to a dead end ends in a dead end with the same sections open and every thread at the same place;
///   - a hang in a loop ends where one can go round without an end, with the same sections open for ever;
///   - in a loop that violates `termination` the same threads move, all others stand where they stood, and the loop is
///     at least as fair by itself; if it was inescapable, it still is.
/// If in doubt, or when told to stop, the run stays as it is.
void minimise(vm::Machine& machine, verdict::Violation& violation, bool daemon, const Search& search, const Stop& stop,
              const Effort& effort = {});

}  // namespace fermata::explain
