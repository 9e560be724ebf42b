// SPDX-License-Identifier: Apache-2.0
// Threads with the same automaton.
#pragma once

#include "model/thread_system.h"

namespace fermata::model {

/// Sets Thread::like: an earlier thread whose automaton is the same up to a renaming of locations and variables, and of
/// the thread's own number n, which also stands as n + 1 (the owner of a lock) or 2^n (in a set). Other numbers are the
/// same in both. Nothing is said about the variables' other values, nor about how others treat the two. Found by
/// walking both automata side by side.
void find_like_threads(ThreadSystem& system);

}  // namespace fermata::model
