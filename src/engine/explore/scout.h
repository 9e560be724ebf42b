// SPDX-License-Identifier: Apache-2.0
// A look at what is far off before everything on the way is seen.
#pragma once

#include "base/stop.h"
#include "search/state_space.h"

namespace fermata::engine::explore {

/// Goes some random ways, each to its end or a long way, and asks the space for the edges of every state on them. The space may
/// learn from that. The ways are the same each time.
void scout(search::StateSpace& space, const Stop& stop);

}  // namespace fermata::engine::explore
