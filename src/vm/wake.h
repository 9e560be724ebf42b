// SPDX-License-Identifier: Apache-2.0
// Would a sleeper go on, if somebody woke it now?
#pragma once

#include <span>
#include <vector>

#include "base/thread_id.h"
#include "vm/machine.h"

namespace fermata::vm {

/// `state`, but `thread`, which sleeps until another one wakes it, is awake. No run needs to lead there: whoever wants
/// to know what the thread would see follows it alone.
std::vector<Word> woken(const Machine& machine, std::span<const Word> state, ThreadId thread);

}  // namespace fermata::vm
