// SPDX-License-Identifier: Apache-2.0
#include "engine/bounded/deadlock.h"

#include <algorithm>
#include <ranges>

#include "engine/bounded/settled_start.h"
#include "engine/bounded/unrolling.h"

namespace fermata::engine::bounded {

namespace {

using smt::Solver;

enum class Order : std::uint8_t { ascending, descending };

class Search {
 public:
  Search(const model::ThreadSystem& system, const Options& options, const Stop& stop)
      : system_(system), options_(options), stop_(stop) {}

  DeadlockSearch run() {
    try {
      start_ = settled_start(system_, stop_);
      for (Bounds bounds{.rounds = 1, .steps = std::min(4u, options_.most.steps)};;) {
        for (Order order : {Order::ascending, Order::descending})
          if (look(bounds, order)) return std::move(result_);
        result_.excluded = bounds;
        if (bounds == options_.most) break;
        // One more round, then twice as many steps, in turn.
        const bool last_round = bounds.rounds == options_.most.rounds, last_steps = bounds.steps == options_.most.steps;
        more_rounds_ = last_steps || (!last_round && !more_rounds_);
        if (more_rounds_)
          ++bounds.rounds;
        else
          bounds.steps = std::min(2 * bounds.steps, options_.most.steps);
      }
    } catch (const LimitReached& limit) {
      result_.stopped = limit.what();
    }
    return std::move(result_);
  }

 private:
  bool look(Bounds bounds, Order order) {
    Solver solver;
    smt::Circuit circuit(solver);
    Unrolling unrolling(system_, circuit, start_.state);
    const auto threads = static_cast<std::uint32_t>(system_.threads.size());
    for (unsigned round = 0; round < bounds.rounds; ++round)
      for (std::uint32_t k = 0; k < threads; ++k)
        unrolling.context(ThreadId{order == Order::ascending ? k : threads - 1 - k}, bounds.steps, stop_);
    unrolling.require_deadlock();
    result_.variables = std::max(result_.variables, solver.variables());
    result_.clauses = std::max(result_.clauses, solver.clauses());
    switch (solver.solve(stop_)) {
      case Solver::Answer::unsatisfiable: return false;
      case Solver::Answer::stopped: throw LimitReached(stop_.reason().value_or("the solver gave up"));
      case Solver::Answer::satisfiable: break;
    }
    result_.found = Deadlock{.run = start_.edges, .within = bounds};
    std::ranges::copy(unrolling.run(solver), std::back_inserter(result_.found->run));
    return true;
  }

  const model::ThreadSystem& system_;
  const Options& options_;
  const Stop& stop_;
  SettledStart start_;
  DeadlockSearch result_;
  bool more_rounds_ = false;
};

}  // namespace

DeadlockSearch find_deadlock(const model::ThreadSystem& system, const Options& options, const Stop& stop) {
  return Search(system, options, stop).run();
}

}  // namespace fermata::engine::bounded
