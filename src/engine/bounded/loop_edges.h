// SPDX-License-Identifier: Apache-2.0
// What can a thread do again and again?
#pragma once

#include <vector>

#include "model/thread_system.h"

namespace fermata::engine::bounded {

/// By edge: may it be taken on the way from a state back to the same state? All others are taken finitely often in any
/// run.
std::vector<bool> loop_edges(const model::ThreadSystem& system);

}  // namespace fermata::engine::bounded
