// SPDX-License-Identifier: Apache-2.0
// Why are there so many states, and what could be cut?
#pragma once

#include "base/stop.h"
#include "search/exploration.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

/// Looks at a sample of the states that were seen. Takes less than a second and a few megabytes, and less if `stop`
/// says so.
verdict::Explosion explain_explosion(vm::Machine& machine, const search::Exploration& exploration, bool transactions,
                                     const Stop& stop);

}  // namespace fermata::engine::explore
