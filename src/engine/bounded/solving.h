// SPDX-License-Identifier: Apache-2.0
// A question to the solver that a limit may end.
#pragma once

#include "base/stop.h"
#include "engine/bounded/bounds.h"
#include "smt/solver.h"

namespace fermata::engine::bounded {

/// Is there an assignment? Notes the size of the largest formula so far. Throws LimitReached.
inline bool solve(smt::Solver& solver, const Stop& stop, Size& size) {
  if (solver.clauses() > size.clauses) size = {solver.variables(), solver.clauses()};
  const smt::Solver::Answer answer = solver.solve(stop);
  if (answer == smt::Solver::Answer::stopped) throw LimitReached(stop.reason().value_or("the solver gave up"));
  return answer == smt::Solver::Answer::satisfiable;
}

/// The same, and yes if it is hard to say: for what is asked in the hope that the answer is no.
inline bool may_be_satisfiable(smt::Solver& solver, const Stop& stop, Size& size) {
  if (solver.clauses() > size.clauses) size = {solver.variables(), solver.clauses()};
  solver.limit_conflicts(20'000);
  const smt::Solver::Answer answer = solver.solve(stop);
  if (answer == smt::Solver::Answer::stopped) throw LimitReached(stop.reason().value_or("the solver gave up"));
  return answer != smt::Solver::Answer::unsatisfiable;
}

}  // namespace fermata::engine::bounded
