// SPDX-License-Identifier: Apache-2.0
// What falls in a loop, and cannot fall for ever?
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/prove/facts.h"
#include "engine/prove/letters.h"
#include "engine/prove/linear.h"

namespace fermata::engine::prove {

/// Letters of one situation, each with all that is known before it.
struct RankedSituation {
  std::uint32_t situation = 0;
  std::vector<Letter> letters;
};

/// What a function does in a situation.
struct Effect {
  bool keeps = true;    ///< it does not rise
  bool lowers = true;   ///< it falls by at least 1
  bool bounded = true;  ///< it is not negative before
};
Effect effect(const Letters& letters, const RankedSituation& situation, const Linear& function);

/// Sums that may be ranking functions of these situations: first those that a guard bounds from below, then those that
/// a linear program gives. Calls `accept` with each until that says true. Throws LimitReached.
bool each_candidate(const Letters& letters, const std::vector<RankedSituation>& situations, const Stop& stop,
                    const std::function<bool(const Linear&)>& accept);

}  // namespace fermata::engine::prove
