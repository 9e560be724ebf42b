// SPDX-License-Identifier: Apache-2.0
#include "engine/bounded/marks.h"

#include <algorithm>
#include <random>
#include <set>

#include "engine/bounded/drawing.h"

namespace fermata::engine::bounded {
namespace {

using model::RunState;
using model::VariableId;

/// In every state that can be reached.
void expect_true(const model::ThreadSystem& system, const std::vector<Mark>& marks) {
  const model::Run run(system);
  std::set<RunState> seen{run.initial()};
  std::vector<RunState> todo{run.initial()};
  while (!todo.empty()) {
    const RunState state = todo.back();
    todo.pop_back();
    for (const Mark& mark : marks) {
      const auto& place = state.places[index(mark.thread)];
      const auto is_among = [&](const std::vector<model::LocationId>& all) {
        return place && std::ranges::find(all, *place) != all.end();
      };
      const bool has = state.values[index(mark.variable)] == mark.value;
      EXPECT_TRUE(!has || is_among(mark.may));
      EXPECT_TRUE(!is_among(mark.must) || has);
    }
    for (ThreadId t : thread_ids(system.threads.size()))
      for (model::EdgeId edge : run.possible(state, t))
        if (RunState next = run.after(state, edge); seen.insert(next).second) todo.push_back(std::move(next));
  }
}

TEST(Marks, the_owner_of_a_lock_is_in_its_critical_section_and_nobody_else) {
  Drawing drawing(2);
  const VariableId lock = drawing.lock();
  for (std::uint32_t t : {0, 1})
    drawing.take(t, 0, 1, lock).edge(t, 1, 2).edge(t, 2, 0, {drawing.is(lock, t + 1)}, {{lock, drawing.term(lock, 0)}});
  const auto found = marks(drawing.system(), model::Run(drawing.system()).initial());
  ASSERT_EQ(found.size(), 2u);
  for (const Mark& mark : found) {
    EXPECT_EQ(mark.may.size(), 2u);
    EXPECT_EQ(mark.must, mark.may);
  }
  expect_true(drawing.system(), found);
}

TEST(Marks, who_may_be_robbed_is_not_certain_to_have_it) {
  Drawing drawing(2);
  const VariableId lock = drawing.lock();
  drawing.take(0, 0, 1, lock).let_go(0, 1, 0, lock);
  drawing.let_go(1, 0, 0, lock);  // whoever has it
  const auto found = marks(drawing.system(), model::Run(drawing.system()).initial());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_FALSE(found[0].may.empty());
  EXPECT_TRUE(found[0].must.empty());
  expect_true(drawing.system(), found);
}

TEST(Marks, are_true_of_automata_drawn_at_random) {
  std::size_t some = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    Drawing drawing(2);
    const VariableId lock = drawing.lock(), other = drawing.lock();
    for (std::uint32_t t : {0, 1})
      for (int l = 0; l < 4; ++l) {
        const VariableId v = below(2) != 0 ? lock : other;
        const int next = below(4) != 0 ? (l + 1) % 4 : Drawing::ended;
        switch (below(4)) {
          case 0: drawing.take(t, l, next, v); break;
          case 1: drawing.let_go(t, l, next, v); break;
          case 2: drawing.edge(t, l, next, {drawing.is(v, t + 1)}, {{v, drawing.term(v, 0)}}); break;
          default: drawing.edge(t, l, next).take(t, l, (l + 2) % 4, v);
        }
      }
    const auto found = marks(drawing.system(), model::Run(drawing.system()).initial());
    for (const Mark& mark : found) some += mark.must.size();
    expect_true(drawing.system(), found);
  }
  EXPECT_GT(some, 100u);
}

}  // namespace
}  // namespace fermata::engine::bounded
