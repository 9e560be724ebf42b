// SPDX-License-Identifier: Apache-2.0
// Clauses, and whether some assignment satisfies all of them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>

#include "base/stop.h"

namespace fermata::smt {

/// A propositional variable, or its negation.
enum class Literal : std::int32_t {};
constexpr Literal operator!(Literal literal) { return Literal{-static_cast<std::int32_t>(literal)}; }

/// Is given clauses and asked as often as one likes. Clauses stay; assumptions hold for one question.
class Solver {
 public:
  Solver();
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  /// A variable that nothing is known about.
  Literal fresh();
  /// One of these is true.
  void add(std::span<const Literal> clause);
  void add(std::initializer_list<Literal> clause) { add(std::span(clause.begin(), clause.size())); }

  enum class Answer : std::uint8_t { satisfiable, unsatisfiable, stopped, gave_up };
  /// Stopped: `stop` came first, which is looked at during the search, too.
  Answer solve(std::span<const Literal> assumptions, const Stop& stop);
  Answer solve(const Stop& stop) { return solve({}, stop); }
  /// The next question is given up after so many conflicts, which is the same on every machine.
  void limit_conflicts(int most);
  /// In the assignment that was found. Only after `satisfiable`, and before the next clause.
  bool value(Literal literal) const;

  std::uint64_t variables() const { return variables_; }
  std::uint64_t clauses() const { return clauses_; }

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  std::int32_t variables_ = 0;
  std::uint64_t clauses_ = 0;
};

}  // namespace fermata::smt
