// SPDX-License-Identifier: Apache-2.0
// A look at what is far off before everything on the way is seen.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/stop.h"
#include "engine/explore/space.h"
#include "verdict/verdict.h"

namespace fermata::engine::explore {

/// A run that was met by chance: it is real, but may be much longer than necessary.
struct Chance {
  std::vector<verdict::Move> moves;
  std::vector<search::Word> end;  ///< the state it ends in
  std::size_t edges = 0;          ///< that the moves are taken from
};

/// What is known to be there.
struct Chances {
  std::optional<Chance> dead_end;  ///< the process has not ended
  std::optional<Chance> failure;   ///< the last move fails; `end` is the state before
};

struct Ways {
  std::uint32_t most = 24;  ///< so many
  std::uint64_t looks =
      16'000;              ///< or so many looks at what a thread can do, on all of them; it may do a thousand steps
  std::uint32_t seed = 1;  ///< the same ways for the same seed
};

/// Goes some random ways, each to its end or a long way. The space may learn from what it is asked. What is found is
/// kept in `chances` if it is the first of its kind, or shorter.
void random_walks(ProgramSpace& space, const Ways& ways, Chances& chances, const Stop& stop);

}  // namespace fermata::engine::explore
