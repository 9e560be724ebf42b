// SPDX-License-Identifier: Apache-2.0
// What kind of hang is it, who waits for what, and why will nobody help?
#pragma once

#include <vector>

#include "base/stop.h"
#include "engine/explore/narrate.h"
#include "engine/explore/space.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

/// Fills kind, message, at, notes and threads of `finding` for a program that is stuck at the end of
/// the story's stem. `stuck`: the sections that nothing can end any more; empty: all that is open.
void diagnose_hang(vm::Machine& machine, const Story& story, const std::vector<SlotOwner>& stuck, bool daemon,
                   verdict::Finding& finding, const Stop& stop);

/// The same for a step that fails.
void diagnose_failure(vm::Machine& machine, const Story& story, verdict::Finding& finding);

/// Only the story, and how the threads stand at the end of its stem.
void diagnose_threads(vm::Machine& machine, const Story& story, verdict::Finding& finding);

}  // namespace fermata::engine::explore
