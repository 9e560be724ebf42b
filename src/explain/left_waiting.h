// SPDX-License-Identifier: Apache-2.0
// The process ends while threads wait: no hang, but often not what was meant.
#pragma once

#include <optional>

#include "verdict/run.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::explain {

/// The last move of the stem ends the process: who cannot move before it, and what they wait for. Nothing, if it does
/// not, or if nobody waits. Throws LimitReached.
std::optional<verdict::Note> left_waiting(vm::Machine& machine, const verdict::Run& run);

}  // namespace fermata::explain
