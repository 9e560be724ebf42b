// SPDX-License-Identifier: Apache-2.0
// What a program may call that is not modelled, whether a run was seen to get there or not.
#pragma once

#include <vector>

#include "ir/program.h"
#include "verdict/verdict.h"

namespace fermata::explain {

/// Calls of functions without a body, in all that can be reached from the entry by calls and by addresses that are
/// taken: by name each once, with the first place in the user's code.
std::vector<verdict::Unmodelled> unmodelled_calls(const ir::Program& program);

}  // namespace fermata::explain
