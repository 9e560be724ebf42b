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

}  // namespace fermata::engine::bounded
