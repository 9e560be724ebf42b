// SPDX-License-Identifier: Apache-2.0
// Sums of variables with whole factors.
#pragma once

#include <compare>
#include <cstdint>
#include <exception>
#include <utility>
#include <vector>

namespace fermata::engine::prove {

/// A number has become too large for exact arithmetic. Whoever asked gets no answer.
class Overflow : public std::exception {};

using Wide = __int128;
Wide plus(Wide a, Wide b);
Wide times(Wide a, Wide b);

/// Factors ascend by variable, and none is 0.
struct Linear {
  std::vector<std::pair<std::uint32_t, Wide>> terms;
  Wide constant = 0;

  static Linear of(std::uint32_t variable) { return {{{variable, 1}}, 0}; }
  static Linear number(Wide value) { return {{}, value}; }
  bool is_number() const { return terms.empty(); }
  bool mentions(std::uint32_t variable) const;
  bool operator==(const Linear&) const = default;
  bool operator<(const Linear& other) const;
};

/// a + factor * b
Linear sum(const Linear& a, const Linear& b, Wide factor = 1);
Linear scaled(const Linear& a, Wide factor);
/// a is at most b, as a sum that is at most 0; and a is less than b.
inline Linear at_most(const Linear& a, const Linear& b) { return sum(a, b, -1); }
inline Linear below(const Linear& a, const Linear& b) { return sum(sum(a, b, -1), Linear::number(1)); }

}  // namespace fermata::engine::prove
