// SPDX-License-Identifier: Apache-2.0
// Property `hang` when some edges are inputs: the environment is not on our side.
#pragma once

#include "base/stop.h"
#include "search/exploration.h"
#include "search/stuck.h"

namespace fermata::search {

/// Like find_stuck, but an input does not help: something can still end only if the scheduler can
/// make it end whatever the environment chooses. In each state the scheduler picks an agent; those
/// of its outcomes that are inputs are picked from by the environment, each of the others by the
/// scheduler.
///
/// The members of the component are those among which the environment can hold the run for ever; an
/// input edge may lead out of it, but need not be chosen. Without inputs the answer is that of
/// find_stuck, at a higher price.
StuckAnswer solve_reachability_game(Exploration& exploration, const StuckOptions& options, const Stop& stop);

}  // namespace fermata::search
