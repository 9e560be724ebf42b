// SPDX-License-Identifier: Apache-2.0
// Fewer context switches.
#pragma once

#include <cstddef>

#include "explain/course.h"

namespace fermata::explain {

/// Brings blocks of one thread together among the moves before `end`, as long as the state after them is the same.
void join_blocks(Follower& follower, Course& course, std::size_t end);

}  // namespace fermata::explain
