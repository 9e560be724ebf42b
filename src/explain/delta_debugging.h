// SPDX-License-Identifier: Apache-2.0
// Fewer steps.
#pragma once

#include <cstddef>
#include <functional>

#include "base/thread_id.h"
#include "explain/course.h"

namespace fermata::explain {

/// Is this end as good as that of the run?
using SameEnd = std::function<bool(const State&)>;

/// Leaves out what it can while the end stays as good: cycles first, then pieces of single threads, from larger to
/// smaller ones, later ones first.
void delta_debug(Follower& follower, Course& course, const SameEnd& same_end);

/// Leaves out the moves first to last - 1 of those of `thread`. False: then it is not as good, and nothing has changed.
bool leave_out(Follower& follower, Course& course, ThreadId thread, std::size_t first, std::size_t last,
               const SameEnd& same_end);

}  // namespace fermata::explain
