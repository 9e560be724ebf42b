// SPDX-License-Identifier: Apache-2.0
// Property `hang` when some edges are inputs: a game against the environment.
#pragma once

#include "base/stop.h"
#include "search/exploration.h"
#include "search/stuck.h"

namespace fermata::search {

/// Like find_stuck, but the environment chooses the inputs: something can still end only if the scheduler has a
/// strategy that makes it end whatever the environment does. In each state the scheduler chooses an outcome that is no
/// input, or an agent with inputs, among whose inputs the environment then chooses.
///
/// The environment can keep the run among the members of the component for ever; an input edge may lead out of it, but
/// need not be chosen. Without inputs the answer is that of find_stuck, at a higher cost.
StuckAnswer solve_reachability_game(Exploration& exploration, const StuckOptions& options, const Stop& stop);

}  // namespace fermata::search
