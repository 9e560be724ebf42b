// SPDX-License-Identifier: Apache-2.0
// Which steps of a run does one have to read?
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "base/thread_id.h"
#include "explain/trace.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::explain {

/// Marks the steps of the trace's stem. A step stays relevant if
///   - it touches something that a thread waits for or holds at the end, or that is touched in the loop;
///   - it touches something that a stuck thread and another one touch in this run;
///   - it is the last of its thread, or the last in which a stuck thread touches this thing, or the last that writes to
///     such a thing: what was seen there may be why it waits;
///   - it starts, joins or ends a thread, or chooses an input, or we do not know what it touches.
/// What a thread does while no other is alive is not told step by step: it may have touched everything.
/// Stuck is every thread that has not ended. In a run that fails all threads count as stuck.
void mark_relevant(vm::Machine& machine, const Trace& trace, std::vector<verdict::Step>& stem);

/// The steps that touch what these threads looked at before they fell asleep, or the lock they held then: one that
/// could have helped, and did not, is among them. Empty for threads that do not sleep.
std::set<std::uint32_t> near_their_condition(const Trace& trace, std::span<const ThreadId> sleepers);

}  // namespace fermata::explain
