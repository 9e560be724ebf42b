// SPDX-License-Identifier: Apache-2.0
// Threads with the same automaton.
#pragma once

#include "model/thread_system.h"

namespace fermata::model {

/// Sets Thread::like: an earlier thread whose automaton is the same up to a renaming of locations and variables and to
/// numbers in terms, such as its own number. Found by walking both automata side by side.
void find_like_threads(ThreadSystem& system);

}  // namespace fermata::model
