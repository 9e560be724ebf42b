// SPDX-License-Identifier: Apache-2.0
// How far one looks.
#pragma once

#include <cstdint>

namespace fermata::engine::bounded {

/// In each round every thread has one context, in which it takes at most so many steps. A deadlock is looked for after
/// the rounds of the stem; a lasso has more of them in its loop.
struct Bounds {
  unsigned stem = 0, loop = 0, steps = 0;
  bool operator==(const Bounds&) const = default;
};

/// Of a formula.
struct Size {
  std::uint64_t variables = 0, clauses = 0;
};

}  // namespace fermata::engine::bounded
