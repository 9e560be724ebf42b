// SPDX-License-Identifier: Apache-2.0
// What is known before the program begins: values of constants, and of variables that the program begins with.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "base/error.h"
#include "frontend/boogie/syntax.h"

namespace fermata::frontend::boogie {

/// Values of some variables. Booleans are 0 and 1, bit vectors have no sign, unique constants of a type are numbered.
using Values = std::map<const Variable*, std::int64_t>;

class Constants {
 public:
  /// From `unique`, and from axioms of the form c == 3.
  explicit Constants(const Program& program);

  /// Nothing: that is not known, or no number of 64 bits.
  std::optional<std::int64_t> value(const Expression& e, const Values& bound = {}) const;

 private:
  bool learn(const Expression& axiom);
  Values known_;
};

/// The values of a bound variable that matter: all of its type, or for int those that the quantified condition names as
/// bounds: 0 <= i && i < 4 ==> ... Nothing: there may be others, or they are more than `most_values`.
constexpr std::int64_t most_values = 4096;
struct Range {
  std::int64_t first = 0, last = -1;
};
std::optional<Range> range_of(const Program& program, const Constants& constants, const Expression& quantified,
                              const Variable& bound, const Values& others);

/// Whoever makes this true has the variable, an int, between these. Only comparisons with constants, && and || are
/// looked at; perhaps there are closer bounds.
struct Bounds {
  std::optional<std::int64_t> first, last;
};
Bounds bounds_of(const Constants& constants, const Expression& condition, const Variable& variable,
                 const Values& others = {});

/// The parts of a conjunction.
void each_conjunct(const Expression& e, const std::function<void(const Expression&)>& visit);

}  // namespace fermata::frontend::boogie
