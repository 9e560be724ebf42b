// SPDX-License-Identifier: Apache-2.0
// What can only fall: there are never more waiting than have been sent.
#pragma once

#include <vector>

#include "base/stop.h"
#include "engine/prove/balances.h"
#include "engine/prove/facts.h"
#include "engine/prove/letters.h"
#include "engine/prove/product.h"
#include "model/thread_system.h"

namespace fermata::engine::prove {

/// Balances that only fall, for shared variables that are counted up or down, given all that is known before each
/// letter
/// (`known`, by situation and letter). Throws LimitReached.
std::vector<Balance> potentials(const model::ThreadSystem& system, const Product& product, const Letters& letters,
                                const std::vector<std::vector<std::vector<Linear>>>& known, const LettersOf& all,
                                const Stop& stop);

}  // namespace fermata::engine::prove
