// SPDX-License-Identifier: Apache-2.0
// Gates: each has one literal as its output, which is true exactly if the gate is.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <unordered_map>
#include <vector>

#include "smt/solver.h"

namespace fermata::smt {

/// Makes clauses for a solver. What is constant is folded and makes none; an equal gate of two inputs is made once.
class Circuit {
 public:
  explicit Circuit(Solver& solver);

  Literal yes() const { return yes_; }
  Literal no() const { return !yes_; }
  Literal constant(bool value) const { return value ? yes_ : !yes_; }
  bool is(Literal literal, bool value) const { return literal == constant(value); }
  bool constant(Literal literal) const { return literal == yes_ || literal == !yes_; }
  Literal fresh() { return solver_.fresh(); }

  Literal all_of(std::span<const Literal> inputs);
  Literal any_of(std::span<const Literal> inputs);
  Literal all_of(std::initializer_list<Literal> inputs) { return all_of(std::span(inputs.begin(), inputs.size())); }
  Literal any_of(std::initializer_list<Literal> inputs) { return any_of(std::span(inputs.begin(), inputs.size())); }
  Literal differ(Literal a, Literal b);
  Literal same(Literal a, Literal b) { return !differ(a, b); }
  /// if_yes, or if_no.
  Literal choose(Literal condition, Literal if_yes, Literal if_no);
  /// At least two of three.
  Literal majority(Literal a, Literal b, Literal c);

  /// From here on it is true.
  void require(Literal literal) { solver_.add({literal}); }
  void require_any_of(std::span<const Literal> inputs);
  void require_any_of(std::initializer_list<Literal> inputs) {
    require_any_of(std::span(inputs.begin(), inputs.size()));
  }
  void require_same(Literal a, Literal b);
  void require_at_most_one_of(std::span<const Literal> inputs);

  Solver& solver() { return solver_; }

 private:
  Literal conjunction(Literal a, Literal b);

  Solver& solver_;
  Literal yes_;
  std::unordered_map<std::uint64_t, Literal> conjunctions_, differences_;
};

}  // namespace fermata::smt
