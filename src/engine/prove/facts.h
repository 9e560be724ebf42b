// SPDX-License-Identifier: Apache-2.0
// What is always true where?
#pragma once

#include <vector>

#include "base/stop.h"
#include "engine/prove/letters.h"
#include "engine/prove/linear.h"
#include "engine/prove/product.h"
#include "model/thread_system.h"

namespace fermata::engine::prove {

/// By location: sums that are at most 0 whenever the location's thread is there.
using LocationFacts = std::vector<std::vector<Linear>>;

/// The letters of each situation of the product.
using LettersOf = std::vector<std::vector<Letter>>;

/// True at the beginning, and kept by every letter of every thread. `also`, by situation, is true before it.
/// Throws LimitReached.
LocationFacts inductive_facts(const model::ThreadSystem& system, const Product& product, const Letters& letters,
                              const LettersOf& all, const std::vector<std::vector<Linear>>& also, const Stop& stop);

/// Does it follow from `before`, whatever is known of ranges added, that the sum is at most 0?
bool entails(const Letters& letters, const std::vector<Linear>& before, const Linear& sum);
/// Is that contradictory, ranges added?
bool contradict(const Letters& letters, const std::vector<Linear>& some);

}  // namespace fermata::engine::prove
