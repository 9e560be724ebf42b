// SPDX-License-Identifier: Apache-2.0
// Which lock protects what, in the user's words.
#pragma once

#include <vector>

#include "reduce/lock_order.h"
#include "reduce/movers.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

/// Variables first, then what is special about locks; each said once.
std::vector<verdict::Protection> protections(const reduce::Movers& movers, const reduce::LockOrder& order,
                                             const vm::Machine& machine);

}  // namespace fermata::engine::explore
