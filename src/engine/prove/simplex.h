// SPDX-License-Identifier: Apache-2.0
// Linear programs over the rationals, solved exactly.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/prove/linear.h"

namespace fermata::engine::prove {

/// The sum of factor times unknown is `value`.
struct Equation {
  std::vector<Wide> factors;  ///< by unknown
  Wide value = 0;
};

/// Numbers, none of them negative, that satisfy all equations: whole numerators of one common denominator, which comes
/// last. Nothing: there are none. Throws Overflow.
std::optional<std::vector<Wide>> nonnegative_solution(std::vector<Equation> equations, std::size_t unknowns);

}  // namespace fermata::engine::prove
