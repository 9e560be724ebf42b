// SPDX-License-Identifier: Apache-2.0
#include "engine/prove/linear.h"

#include <algorithm>
#include <tuple>

namespace fermata::engine::prove {

Wide plus(Wide a, Wide b) {
  Wide result = 0;
  if (__builtin_add_overflow(a, b, &result)) throw Overflow();
  return result;
}

Wide times(Wide a, Wide b) {
  Wide result = 0;
  if (__builtin_mul_overflow(a, b, &result)) throw Overflow();
  return result;
}

bool Linear::mentions(std::uint32_t variable) const {
  return std::ranges::any_of(terms, [&](const auto& term) { return term.first == variable; });
}

bool Linear::operator<(const Linear& other) const {
  return std::tie(terms, constant) < std::tie(other.terms, other.constant);
}

Linear sum(const Linear& a, const Linear& b, Wide factor) {
  Linear result{{}, plus(a.constant, times(b.constant, factor))};
  auto x = a.terms.begin(), y = b.terms.begin();
  while (x != a.terms.end() || y != b.terms.end()) {
    if (y == b.terms.end() || (x != a.terms.end() && x->first < y->first)) {
      result.terms.push_back(*x++);
    } else if (x == a.terms.end() || y->first < x->first) {
      if (factor != 0) result.terms.emplace_back(y->first, times(y->second, factor));
      ++y;
    } else {
      const Wide both = plus(x->second, times(y->second, factor));
      if (both != 0) result.terms.emplace_back(x->first, both);
      ++x, ++y;
    }
  }
  return result;
}

Linear scaled(const Linear& a, Wide factor) { return sum({}, a, factor); }

}  // namespace fermata::engine::prove
