// SPDX-License-Identifier: Apache-2.0
// Random walks: a look at what is far away, before everything that is nearer has been seen.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/stop.h"
#include "engine/explore/space.h"
#include "verdict/run.h"

namespace fermata::engine::explore {

/// A run that a walk has met. It is real, but may be much longer than necessary.
struct Walk {
  std::vector<verdict::Move> moves;
  std::vector<search::Word> end;  ///< the state it ends in
};

/// The shortest violations that walks have met.
struct WalkFindings {
  std::optional<Walk> dead_end;  ///< the process has not ended
  std::optional<Walk> failure;   ///< the last move fails; `end` is the state before
};

struct WalkOptions {
  std::uint32_t walks = 24;
  /// On all walks together, of those who were asked whether they can move, too: an edge may be a thousand steps.
  std::uint64_t steps = 64'000;
  std::uint32_t seed = 1;  ///< the same walks for the same seed
};

/// Walks to termination, or 4,000 edges far. The space may learn from what it is asked. What is found is kept in
/// `findings` if it is the first of its kind, or shorter.
void random_walks(ProgramSpace& space, const WalkOptions& options, WalkFindings& findings, const Stop& stop);

}  // namespace fermata::engine::explore
