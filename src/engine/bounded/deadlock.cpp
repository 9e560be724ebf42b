// SPDX-License-Identifier: Apache-2.0
#include "engine/bounded/deadlock.h"

#include <algorithm>
#include <iterator>

#include "engine/bounded/solving.h"
#include "engine/bounded/unrolling.h"

namespace fermata::engine::bounded {

std::optional<Deadlock> find_deadlock(const model::ThreadSystem& system, const Prepared& prepared, Bounds bounds,
                                      const Stop& stop, Size& size) {
  for (Order order : {Order::ascending, Order::descending}) {
    smt::Solver solver;
    smt::Circuit circuit(solver);
    Unrolling unrolling(system, circuit, prepared);
    for (unsigned round = 0; round < bounds.stem; ++round) unrolling.round(order, bounds.steps, stop);
    unrolling.require_deadlock();
    if (!solve(solver, stop, size)) continue;
    Deadlock found{prepared.start.edges};
    std::ranges::copy(unrolling.taken(solver, 0, unrolling.steps()), std::back_inserter(found.run));
    return found;
  }
  return std::nullopt;
}

bool may_deadlock(const model::ThreadSystem& system, const Prepared& prepared, const Stop& stop, Size& size) {
  smt::Solver solver;
  smt::Circuit circuit(solver);
  Unrolling unrolling(system, circuit, prepared);
  unrolling.begin_anywhere();
  unrolling.require_deadlock();
  return may_be_satisfiable(solver, stop, size);
}

}  // namespace fermata::engine::bounded
