// SPDX-License-Identifier: Apache-2.0
// Who moves in a loop, who could, and how fair it is to go round in it for ever.
#pragma once

#include <set>
#include <span>
#include <vector>

#include "base/thread_id.h"
#include "explain/search.h"
#include "verdict/run.h"
#include "vm/machine.h"

namespace fermata::explain {

struct LoopRoles {
  std::vector<ThreadId> movers;                          ///< in the order of their first steps
  std::set<ThreadId> enabled;                            ///< somewhere in it
  verdict::Fairness fairness = verdict::Fairness::none;  ///< up to `await`
};

/// Of a loop that the machine follows from `state`.
LoopRoles loop_roles(vm::Machine& machine, State state, std::span<const verdict::Move> loop, const Search& search);

}  // namespace fermata::explain
