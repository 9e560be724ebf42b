// SPDX-License-Identifier: Apache-2.0
// What is said about a breach of declared ownership.
#pragma once

#include "engine/explore/narrate.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

/// The story fails with vm::ownership_violation: names the thread, and adds where the other access was, or where the
/// owner became it.
void diagnose_ownership_violation(vm::Machine& machine, const Story& story, verdict::Finding& finding);

}  // namespace fermata::engine::explore
