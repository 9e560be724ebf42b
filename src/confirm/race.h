// SPDX-License-Identifier: Apache-2.0
// Is it really a data race?
#pragma once

#include "base/stop.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::confirm {

enum class RaceAnswer { confirmed, refuted, only_with_clock_that_goes_back };

/// confirmed: the machine follows the stem, and in the state that it leads to the two threads come next to
/// accesses, at these places and of these sorts, that overlap; and the same with a clock that
/// only advances. Throws LimitReached.
RaceAnswer race(const vm::Machine& machine, const verdict::Warning& warning, const Stop& stop);

}  // namespace fermata::confirm
