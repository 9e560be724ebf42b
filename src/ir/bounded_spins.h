// SPDX-License-Identifier: Apache-2.0
// Loops that look for something a bounded number of times, of which one round does what all do.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.h"

namespace fermata::ir {

/// Each way round tries once; as long as the try fails, the loop goes round until it is exhausted and leaves to
/// `exit`. Which round it was can be told neither by a try nor after the loop. That a try which fails changes nothing
/// is not checked here.
struct BoundedSpin {
  struct Place {
    BlockId block{};
    std::uint32_t index = 0;  ///< of the instruction
    bool operator==(const Place&) const = default;
  };
  BlockId header{};
  std::vector<BlockId> latches;  ///< they jump or branch back: to `header`
  BlockId exit{};                ///< where it goes when it is exhausted
  std::vector<Place> attempts;   ///< the accesses, or beginnings of atomic blocks, that others can see
  std::vector<Place> idle;       ///< those of them that learn nothing, and do nothing if they change nothing
  std::vector<Place> pauses;     ///< the beginnings and ends of atomic blocks that do nothing
  bool operator==(const BoundedSpin&) const = default;
};

/// What makes a loop one of these. Changed only by tests, which show what goes wrong without.
struct SpinRules {
  bool tries_once = true;       ///< each way round has one try, not more
  bool tries_alike = true;      ///< neither tries nor what follows from them depend on the round
  bool forgets = true;          ///< nothing that depends on the round is used after the loop
  bool is_exhausted = true;     ///< what depends on the round, and ends the loop, is a counter that comes to an end
  bool changes_nothing = true;  ///< a try that fails; this is for the machine to see
};

std::vector<BoundedSpin> bounded_spins(const Function& function, const SpinRules& rules = {});

}  // namespace fermata::ir
