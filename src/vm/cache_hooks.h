// SPDX-License-Identifier: Apache-2.0
// For whoever expands all threads of many states, and remembers what was found: on what exactly does a step depend?
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/thread_id.h"
#include "vm/machine.h"
#include "vm/parts.h"
#include "vm/stored.h"
#include "vm/threads.h"

namespace fermata::vm {

/// The threads that are alive, ascending, and the counts that are the same for a step of each of them.
ThreadCounts count_threads(Machine& machine, std::span<const Word> state, std::vector<ThreadId>& alive);
/// As Machine::each_outcome does, without counting threads again.
void each_outcome(Machine& machine, std::span<const Word> from, ThreadId thread, const ThreadCounts& counts,
                  const std::function<bool(Step&)>& visit);
/// The outcomes will be asked for soon.
void prefetch(const Machine& machine, std::span<const Word> from, ThreadId thread, const ThreadCounts& counts);

/// What the steps of `thread` depend on besides the parts that they read: its record, and the counts.
DecisionTree::Key step_key(const Machine& machine, std::span<const Word> state, ThreadId thread,
                           const ThreadCounts& counts);
/// The parts that the last step has read, in that order, besides its thread's record; or nothing, if it depended on
/// more. Not known with watch(true).
std::optional<std::span<const Part>> reads(const Machine& machine);
Parts& parts(const Machine& machine);

}  // namespace fermata::vm
