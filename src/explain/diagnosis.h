// SPDX-License-Identifier: Apache-2.0
// What kind of hang is it, who waits for what, and why will nobody help?
#pragma once

#include <span>
#include <vector>

#include "base/section.h"
#include "base/thread_id.h"
#include "explain/trace.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::explain {

/// How the threads stand at the end of the stem. `daemon`: a thread that runs on is not said to spin.
void describe_threads(vm::Machine& machine, const Trace& trace, bool daemon, verdict::Explanation& explanation);

/// The same in short, of any trace: where they stand, what they hold and wait for.
std::vector<verdict::Standing> standings(vm::Machine& machine, const Trace& trace);

/// Adds kind, message, at and notes for a program that is stuck at the end of the stem, to an explanation that has the
/// trace. `stuck`: the sections that nothing can end any more; empty: all that is open. Gives the threads that the
/// headline is about.
std::vector<ThreadId> diagnose_hang(vm::Machine& machine, const Trace& trace, std::span<const SectionInstance> stuck,
                                    bool daemon, verdict::Explanation& explanation);

}  // namespace fermata::explain
