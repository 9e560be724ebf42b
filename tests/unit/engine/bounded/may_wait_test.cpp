// SPDX-License-Identifier: Apache-2.0
#include "engine/bounded/may_wait.h"

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "engine/bounded/drawing.h"
#include "model/thread_modular.h"

namespace fermata::engine::bounded {
namespace {

using model::EdgeId;
using model::LocationId;
using model::RunState;
using model::VariableId;

std::set<RunState> reachable_states(const model::ThreadSystem& system) {
  const model::Run run(system);
  std::set<RunState> seen{run.initial()};
  std::vector<RunState> todo{run.initial()};
  while (!todo.empty()) {
    const RunState state = todo.back();
    todo.pop_back();
    for (ThreadId t : thread_ids(system.threads.size()))
      for (EdgeId edge : run.possible(state, t))
        if (RunState next = run.after(state, edge); seen.insert(next).second) todo.push_back(std::move(next));
  }
  return seen;
}

TEST(MayWait, who_owns_a_lock_can_always_let_it_go) {
  Drawing drawing(2);
  const VariableId lock = drawing.lock();
  for (std::uint32_t t : {0, 1})
    drawing.take(t, 0, 1, lock).edge(t, 1, 0, {drawing.is(lock, t + 1)}, {{lock, drawing.term(lock, 0)}});
  const model::ThreadSystem& system = drawing.system();
  const std::vector<bool> may = may_wait(system, model::ReachableValues(system, Stop()));
  for (const model::Edge& edge : system.edges) {
    if (edge.starts.empty()) {
      EXPECT_EQ(may[index(edge.from)], system.terms.known(edge.update.front().second) != 0u);
    }
  }
}

TEST(MayWait, who_may_be_robbed_may_wait_for_ever_to_let_it_go) {
  Drawing drawing(2);
  const VariableId lock = drawing.lock();
  drawing.take(0, 0, 1, lock).edge(0, 1, 0, {drawing.is(lock, 1)}, {{lock, drawing.term(lock, 0)}});
  drawing.let_go(1, 0, Drawing::ended, lock);
  const model::ThreadSystem& system = drawing.system();
  EXPECT_TRUE(may_wait(system, model::ReachableValues(system, Stop()))[index(system.edges[2].from)]);
}

TEST(MayWait, agrees_with_every_state_of_automata_drawn_at_random) {
  std::size_t certain = 0, pruned = 0;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    Drawing drawing(3);
    const std::vector<VariableId> locks{drawing.lock(), drawing.lock()};
    const VariableId phase = drawing.variable(2, 0, std::vector<std::uint64_t>{0, 1, 2});
    for (std::uint32_t t : {0, 1, 2})
      for (int l = 0; l < 5; ++l) {
        const VariableId v = locks[below(2)];
        const int next = below(5) != 0 ? (l + 1) % 5 : Drawing::ended;
        switch (below(6)) {
          case 0:
          case 1: drawing.take(t, l, next, v); break;
          case 2: drawing.edge(t, l, next, {drawing.is(v, t + 1)}, {{v, drawing.term(v, 0)}}); break;
          case 3: drawing.edge(t, l, next, {}, {{phase, drawing.term(phase, below(3))}}); break;
          case 4: {
            const std::uint32_t other = below(3);
            drawing.edge(t, l, next, {drawing.is(phase, other)})
                .edge(t, l, (l + 2) % 5, {drawing.is_not(phase, other)});
            break;
          }
          default:
            drawing.edge(t, l, next, {drawing.is(v, t + 1), drawing.is(phase, below(3))},
                         {{phase, drawing.term(phase, below(3))}, {v, drawing.term(v, 0)}});
        }
      }
    const model::ThreadSystem& system = drawing.system();
    const model::ReachableValues values(system, Stop());
    const std::vector<bool> may = may_wait(system, model::ReachableValues(system, Stop()));
    const model::Run run(system);
    std::vector<bool> taken(system.edges.size());
    for (const RunState& state : reachable_states(system))
      for (ThreadId t : thread_ids(system.threads.size())) {
        const auto& place = state.places[index(t)];
        if (!place) continue;
        const auto possible = run.possible(state, t);
        for (EdgeId e : possible) taken[index(e)] = true;
        EXPECT_TRUE(may[index(*place)] || !possible.empty()) << "seed " << seed;
        for (std::uint32_t v = 0; v < system.variables.size(); ++v) {
          const auto anywhere = values.values_anywhere(VariableId{v});
          EXPECT_TRUE(anywhere && std::ranges::find(*anywhere, state.values[v]) != anywhere->end()) << "seed " << seed;
          if (const auto all = values.values(*place, VariableId{v})) {
            EXPECT_TRUE(std::ranges::find(*all, state.values[v]) != all->end()) << "seed " << seed;
          }
        }
      }
    for (std::size_t l = 0; l < may.size(); ++l) certain += !may[l];
    for (std::size_t e = 0; e < system.edges.size(); ++e) {
      EXPECT_TRUE(!taken[e] || values.possible(system.edges[e])) << "seed " << seed;
      pruned += !values.possible(system.edges[e]);
    }
  }
  EXPECT_GT(certain, 300u);
  EXPECT_GT(pruned, 300u);
}

}  // namespace
}  // namespace fermata::engine::bounded
