// SPDX-License-Identifier: Apache-2.0
// What is true while all threads are where they are?
#pragma once

#include <vector>

#include "base/stop.h"
#include "engine/prove/facts.h"
#include "engine/prove/letters.h"
#include "engine/prove/linear.h"
#include "engine/prove/product.h"
#include "model/thread_system.h"

namespace fermata::engine::prove {

/// By node: sums that are at most 0 whenever a run is there. Where no run comes, 1 is one of them.
using NodeFacts = std::vector<std::vector<Linear>>;

/// `known`, by situation and letter: all that is true before it. Throws LimitReached.
NodeFacts node_facts(const model::ThreadSystem& system, const Product& product, const Letters& letters,
                     const std::vector<std::vector<std::vector<Linear>>>& known, const LettersOf& all,
                     const Stop& stop);

}  // namespace fermata::engine::prove
