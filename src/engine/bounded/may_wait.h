// SPDX-License-Identifier: Apache-2.0
// Where can a thread be unable to move?
#pragma once

#include <vector>

#include "model/thread_modular.h"
#include "model/thread_system.h"

namespace fermata::engine::bounded {

/// By location: perhaps none of its edges is possible. False only if one of them is in every state in which the thread
/// is there, whatever it leads to.
std::vector<bool> may_wait(const model::ThreadSystem& system, const model::ReachableValues& reachable);

}  // namespace fermata::engine::bounded
