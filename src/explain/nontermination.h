// SPDX-License-Identifier: Apache-2.0
// What is said about a run that goes round for ever although the process could end: livelock, starvation.
#pragma once

#include "explain/search.h"
#include "explain/trace.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::explain {

/// Adds kind, message, at, notes, and the threads' roles in the loop, to an explanation that has the trace and the
/// threads.
void diagnose_nontermination(vm::Machine& machine, const Trace& trace, const verdict::Run& run, const Search& search,
                             verdict::Explanation& explanation);

}  // namespace fermata::explain
