// SPDX-License-Identifier: Apache-2.0
// What threads have in common: count = sent - received.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/stop.h"
#include "engine/prove/facts.h"
#include "engine/prove/letters.h"
#include "engine/prove/linear.h"
#include "engine/prove/product.h"
#include "model/thread_system.h"

namespace fermata::engine::prove {

/// In every state the sum is 0, if the weights of where threads are and of what followed variables hold are added; or
/// at most 0.
struct Balance {
  Linear sum;
  std::map<std::uint32_t, Wide> places;                            ///< by location
  std::map<std::pair<std::uint32_t, std::uint64_t>, Wide> values;  ///< by variable and value
  bool falls = false;                                              ///< at most 0

  Wide weight(const Product& product, const Product::Node& node) const;
};

/// Sums that every letter of every step keeps, given all that is known before it (`known`, by situation and letter).
/// Not more than a few dozen. Throws LimitReached.
std::vector<Balance> place_invariants(const model::ThreadSystem& system, const Product& product,
                                      const std::vector<std::vector<std::vector<Linear>>>& known, const LettersOf& all,
                                      const Stop& stop);

}  // namespace fermata::engine::prove
