// SPDX-License-Identifier: Apache-2.0
// The steps of a loop that was found in transactions.
#pragma once

#include <vector>

#include "base/stop.h"
#include "engine/explore/space.h"
#include "search/exploration.h"
#include "verdict/run.h"

namespace fermata::engine::explore {

/// The steps of a loop that is this fair. A transaction ends after a thousand steps, wherever that is; so a loop of
/// transactions may go round many times before it ends where it began. The first time is enough, if every thread has
/// moved that moves in it, and it is as fair.
std::vector<verdict::Move> steps_round(vm::Machine& machine, const search::Exploration& exploration,
                                       ProgramSpace& space, const std::vector<search::Move>& loop,
                                       verdict::Fairness fairness, const Stop& stop);

}  // namespace fermata::engine::explore
