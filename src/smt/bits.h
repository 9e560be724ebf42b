// SPDX-License-Identifier: Apache-2.0
// Numbers as literals, the lowest bit first, and arithmetic on them. Everything wraps.
#pragma once

#include <cstdint>
#include <vector>

#include "smt/circuit.h"

namespace fermata::smt {

using Bits = std::vector<Literal>;

/// Arithmetic on numbers of equal width. Unless said otherwise, results have the width of their operands.
class Arithmetic {
 public:
  explicit Arithmetic(Circuit& circuit) : circuit_(circuit) {}

  Bits number(unsigned width, std::uint64_t value) const;
  Bits add(const Bits& a, const Bits& b);
  Bits subtract(const Bits& a, const Bits& b);
  Bits multiply(const Bits& a, const Bits& b);
  struct Division {
    Bits quotient, remainder;
  };
  /// Of a divisor that is 0, both are something.
  Division divide(const Bits& a, const Bits& b);
  Division divide_signed(const Bits& a, const Bits& b);
  Bits negate(const Bits& a);

  Bits conjunction(const Bits& a, const Bits& b);
  Bits disjunction(const Bits& a, const Bits& b);
  Bits exclusive(const Bits& a, const Bits& b);
  enum class Shift : std::uint8_t { left, right, right_signed };
  /// By the width or more: 0, or the sign everywhere.
  Bits shift(Shift how, const Bits& a, const Bits& by);

  Literal equal(const Bits& a, const Bits& b);
  Literal less(const Bits& a, const Bits& b);
  Literal less_signed(const Bits& a, const Bits& b);
  Bits choose(Literal condition, const Bits& if_yes, const Bits& if_no);
  /// How many bits are set.
  Bits count(const Bits& a);
  /// How many zeros stand below the lowest bit that is set; the width, if there is none.
  Bits trailing_zeros(const Bits& a);

 private:
  Bits sum(const Bits& a, const Bits& b, Literal carry);

  Circuit& circuit_;
};

}  // namespace fermata::smt
