// SPDX-License-Identifier: Apache-2.0
// Whether a thread that others wait for, with join, does more than spin. Only a daemon is excused by that.
#pragma once

#include <span>
#include <vector>

#include "base/thread_id.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

/// Does `thread` serve in this step: change something that others can see? A variable, a semaphore, a thread that it
/// wakes, starts or joins. To take or give back a lock, to fall asleep and to wake up is not to serve: who polls does
/// that, too.
bool serves(const vm::Machine& machine, std::span<const vm::Word> before, std::span<const vm::Word> after,
            ThreadId thread);

/// `waiter` joins `joined`.
struct Join {
  ThreadId waiter{}, joined{};
  bool operator==(const Join&) const = default;
};

/// Those among `all`, in which everybody joins one at most, that wait for `thread`: because they join it, or join one
/// that does, and so on.
std::vector<Join> waiting_for(std::span<const Join> all, ThreadId thread);

/// The joins that threads are in.
std::vector<Join> joins_in(const vm::Machine& machine, std::span<const vm::Word> state);

}  // namespace fermata::engine::explore
