// SPDX-License-Identifier: Apache-2.0
// The rule DLASSO(k1, k2, S) of docs/internals/bounded.md: k1 rounds, then k2 more that come back to where they began.
// Contexts may be empty, so a lasso that needs fewer rounds of either is among them.
#include "engine/bounded/fair_lasso.h"

#include <algorithm>
#include <iterator>

#include "engine/bounded/fair_loop.h"
#include "engine/bounded/solving.h"
#include "engine/bounded/unrolling.h"

namespace fermata::engine::bounded {

namespace {

/// From here on: rounds that can be repeated for ever.
void add_loop(const model::ThreadSystem& system, const Prepared& prepared, const Fair& fair, Bounds bounds,
              smt::Circuit& circuit, Unrolling& unrolling, Order order, const Stop& stop) {
  if (fair.rules.loop_is_closed) unrolling.allow_only(prepared.in_loop);
  FairLoop loop(system, circuit, unrolling, fair, prepared);
  unrolling.watch([&](const Unrolling::Stepped& step) { loop.stepped(step); });
  if (fair.scheduler != verdict::Fairness::none) unrolling.forbid_spurious();
  for (unsigned round = fair.rules.loop_has_all_rounds ? 0 : 1; round < bounds.loop; ++round)
    unrolling.round(order, bounds.steps, stop);
  loop.close();
  unrolling.watch({});
}

}  // namespace

std::optional<FairLasso> find_fair_lasso(const model::ThreadSystem& system, const Prepared& prepared, const Fair& fair,
                                         Bounds bounds, const Stop& stop, Size& size) {
  const Rules& rules = fair.rules;
  for (Order order : {Order::ascending, Order::descending}) {
    smt::Solver solver;
    smt::Circuit circuit(solver);
    Unrolling unrolling(system, circuit, prepared);
    if (!rules.initial_state) unrolling.guess_shared();
    for (unsigned round = 0; round < bounds.stem; ++round) unrolling.round(order, bounds.steps, stop);
    if (!rules.loop_follows_stem) unrolling.guess_shared();
    const std::size_t stem = unrolling.steps();
    add_loop(system, prepared, fair, bounds, circuit, unrolling, order, stop);
    if (!solve(solver, stop, size)) continue;
    FairLasso found{prepared.start.edges, unrolling.taken(solver, stem, unrolling.steps())};
    std::ranges::copy(unrolling.taken(solver, 0, stem), std::back_inserter(found.stem));
    return found;
  }
  return std::nullopt;
}

bool may_have_fair_lasso(const model::ThreadSystem& system, const Prepared& prepared, const Fair& fair, Bounds bounds,
                         const Stop& stop, Size& size) {
  for (Order order : {Order::ascending, Order::descending}) {
    smt::Solver solver;
    smt::Circuit circuit(solver);
    Unrolling unrolling(system, circuit, prepared);
    unrolling.begin_anywhere();
    add_loop(system, prepared, fair, bounds, circuit, unrolling, order, stop);
    if (may_be_satisfiable(solver, stop, size)) return true;
  }
  return false;
}

}  // namespace fermata::engine::bounded
