// SPDX-License-Identifier: Apache-2.0
// The machine's clock goes back now and then, so that loops which look at it come back to where they were. What is
// found with it may be found only because of that.
#pragma once

#include "base/stop.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::confirm {

/// Can the run be followed with a clock that only advances, making the same choices? safety: it fails in the end. hang:
/// then, among the first states that follow, none lies in which the process has ended, or (`daemon`) what must end.
/// termination: also the loop can be followed once, and again if each look at the clock is much later than the last: in
/// a run that never ends time passes (unless it is asked not to). Always true of a program that knows no clock. Throws
/// LimitReached.
bool shows_with_advancing_clock(const vm::Machine& machine, bool daemon, verdict::Property property,
                                const verdict::Run& run, const Stop& stop);

}  // namespace fermata::confirm
