// SPDX-License-Identifier: Apache-2.0
// What is said about a violation of declared ownership.
#pragma once

#include "explain/trace.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::explain {

/// The trace fails with vm::ownership_violation: names the thread, and adds where the other access was, or where the
/// owner became it.
void diagnose_ownership_violation(vm::Machine& machine, const Trace& trace, const verdict::Run& run,
                                  verdict::Explanation& explanation);

}  // namespace fermata::explain
