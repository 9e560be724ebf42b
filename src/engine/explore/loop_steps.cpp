// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/loop_steps.h"

#include <set>
#include <utility>

#include "base/require.h"
#include "engine/explore/explain_search.h"
#include "explain/loop_roles.h"
#include "vm/follow.h"

namespace fermata::engine::explore {

std::vector<verdict::Move> steps_round(vm::Machine& machine, const search::Exploration& exploration,
                                       ProgramSpace& space, const std::vector<search::Move>& loop,
                                       verdict::Fairness fairness, const Stop& stop) {
  constexpr int most_tries = 8;
  const explain::Search search = explain_search();
  std::set<search::Agent> waiting;
  for (const search::Move& m : loop) waiting.insert(m.agent);
  std::vector<verdict::Move> steps;
  std::vector<search::Word> source, start, state;
  vm::Step step;
  int tries = fairness == verdict::Fairness::none ? 1 : most_tries;
  for (const search::Move& edge : loop) {
    stop.enforce();
    exploration.words(edge.source, source);
    if (start.empty()) start = state = source;
    for (verdict::Move& move : space.moves(source, edge.agent, edge.outcome)) {
      steps.push_back(std::move(move));
      if (tries == 0) continue;
      const verdict::Move& last = steps.back();
      FERMATA_REQUIRE(
          vm::take(machine, state, last.thread, last.choices, step) && step.outcome == vm::Step::Outcome::moved,
          "the machine follows a loop it has made");
      state.swap(step.target);
      waiting.erase(index(last.thread));
      if (!waiting.empty() || state != start) continue;
      if (fairness == verdict::Fairness::none ||
          explain::loop_roles(machine, start, steps, search).fairness >= fairness)
        return steps;
      --tries;
    }
  }
  return steps;
}

}  // namespace fermata::engine::explore
