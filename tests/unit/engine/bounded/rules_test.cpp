// SPDX-License-Identifier: Apache-2.0
// Each rule of fair loops, on a system where leaving it out gives the wrong answer. F1 to F8 as in rules.h.
#include "engine/bounded/rules.h"

#include "engine/bounded/drawing.h"
#include "engine/bounded/fair_lasso.h"
#include "engine/bounded/prepared.h"

namespace fermata::engine::bounded {
namespace {

using model::VariableId;
using verdict::Fairness;

bool has_lasso(const model::ThreadSystem& system, const Rules& rules, Bounds bounds = {1, 1, 4}) {
  Size size;
  return find_fair_lasso(system, prepare(system, Stop()), {Fairness::strong, rules}, bounds, Stop(), size).has_value();
}

/// One goes round while the flag, which is 0, is 1. The other one goes round while it has this value.
Drawing spins_while(std::uint32_t value, VariableId& flag) {
  Drawing drawing(2);
  flag = drawing.variable(1, 0);
  drawing.edge(0, 0, 0, {drawing.is(flag, 1)}, {{flag, drawing.term(flag, 1)}});
  drawing.edge(1, 0, 0, {drawing.is(flag, value)}).edge(1, 0, Drawing::ended, {drawing.is(flag, 1 - value)});
  return drawing;
}

TEST(Rules, f1_the_run_begins_where_the_program_does) {
  VariableId flag{};
  const Drawing drawing = spins_while(1, flag);  // which it never has
  EXPECT_FALSE(has_lasso(drawing.system(), {}));
  EXPECT_TRUE(has_lasso(drawing.system(), {.initial_state = false}));
}

TEST(Rules, f2_the_loop_begins_where_the_stem_has_ended) {
  VariableId flag{};
  const Drawing drawing = spins_while(1, flag);
  EXPECT_FALSE(has_lasso(drawing.system(), {}));
  EXPECT_TRUE(has_lasso(drawing.system(), {.loop_follows_stem = false}));
}

TEST(Rules, f3_the_loop_ends_where_it_has_begun) {
  Drawing drawing(2);
  const VariableId x = drawing.variable(1, 0);
  drawing.edge(0, 0, 1, {}, {{x, drawing.term(x, 1)}}).edge(0, 1, Drawing::ended, {}, {{x, drawing.term(x, 0)}});
  drawing.edge(1, 0, Drawing::ended, {drawing.is(x, 1)});
  EXPECT_FALSE(has_lasso(drawing.system(), {}));
  EXPECT_TRUE(has_lasso(drawing.system(), {.loop_is_closed = false}));
}

/// Each takes one lock, tries the next one, and if that is taken begins again.
Drawing trying_philosophers(std::uint32_t threads) {
  Drawing drawing(threads);
  std::vector<VariableId> locks;
  for (std::uint32_t t = 0; t < threads; ++t) locks.push_back(drawing.lock());
  for (std::uint32_t t = 0; t < threads; ++t) {
    const VariableId first = locks[t], second = locks[(t + 1) % threads];
    drawing.take(t, 0, 1, first).take(t, 1, 3, second).edge(t, 1, 2, {drawing.is_not(second, 0)});
    drawing.let_go(t, 2, 0, first).let_go(t, 3, 4, second).let_go(t, 4, Drawing::ended, first);
  }
  return drawing;
}

TEST(Rules, f4_what_is_missing_at_the_beginning_need_not_be_missing_for_ever) {
  const Drawing drawing = trying_philosophers(2);
  EXPECT_TRUE(has_lasso(drawing.system(), {}));
  EXPECT_FALSE(has_lasso(drawing.system(), {.waiting_is_enough = false})) << "the paper's own example";
}

TEST(Rules, f5_somebody_moves) {
  Drawing drawing(2);
  drawing.edge(0, 0, Drawing::ended).edge(1, 0, Drawing::ended);
  EXPECT_FALSE(has_lasso(drawing.system(), {}));
  EXPECT_TRUE(has_lasso(drawing.system(), {.somebody_moves = false})) << "all have ended";
}

TEST(Rules, f6_the_loop_is_closed_after_its_last_round) {
  VariableId flag{};
  const Drawing drawing = spins_while(0, flag);
  EXPECT_TRUE(has_lasso(drawing.system(), {}));
  EXPECT_FALSE(has_lasso(drawing.system(), {.loop_has_all_rounds = false}));
}

TEST(Rules, f7_only_who_takes_a_step_takes_part) {
  Drawing drawing(2);  // figure 1(a) as it is meant
  const VariableId flag = drawing.variable(1, 0);
  drawing.edge(0, 0, 0, {drawing.is(flag, 0)}).edge(0, 0, Drawing::ended, {drawing.is(flag, 1)});
  drawing.edge(1, 0, Drawing::ended, {}, {{flag, drawing.term(flag, 1)}});
  EXPECT_FALSE(has_lasso(drawing.system(), {}));
  EXPECT_TRUE(has_lasso(drawing.system(), {.steps_are_needed = false}));
}

TEST(Rules, f8_who_does_not_take_part_cannot_move) {
  Drawing drawing(2);
  const VariableId flag = drawing.variable(1, 0);
  drawing.edge(0, 0, 0, {drawing.is(flag, 0)}).edge(0, 0, Drawing::ended, {drawing.is(flag, 1)});
  drawing.edge(1, 0, Drawing::ended, {}, {{flag, drawing.term(flag, 1)}});
  EXPECT_FALSE(has_lasso(drawing.system(), {}));
  EXPECT_TRUE(has_lasso(drawing.system(), {.others_cannot_move = false}));
}

/// Goes round until a look at the clock finds that much time has passed.
TEST(Rules, time_that_could_pass_does) {
  constexpr std::uint32_t timeout = 2;
  Drawing drawing(1);
  drawing.edge(0, 0, 0).edge(0, 0, Drawing::ended);
  model::ThreadSystem system = drawing.system();
  for (model::Edge& edge : system.edges)
    if (!system[edge.from].out.empty() && system[edge.from].out.size() == 2)
      edge.choices = {{.why = timeout, .taken = edge.from == edge.to ? 0u : 1u, .of = 2}};
  EXPECT_TRUE(has_lasso(system, {}));
  EXPECT_FALSE(has_lasso(system, {.time_passes = true}));
  // One that goes on all the same.
  for (model::Edge& edge : system.edges)
    if (edge.from != edge.to && !edge.choices.empty()) edge.to = edge.from;
  EXPECT_TRUE(has_lasso(system, {.time_passes = true}));
}

/// Who sleeps with a timer can always move: it fires.
TEST(Rules, who_sleeps_with_a_timer_is_not_frozen) {
  Drawing drawing(2);
  const VariableId asleep = drawing.variable(1, 1), stop = drawing.variable(1, 0);
  drawing.edge(0, 0, 0, {drawing.is(stop, 0)}).edge(0, 0, Drawing::ended, {drawing.is(stop, 1)});
  drawing.edge(1, 0, 1, {drawing.is(asleep, 0)}).edge(1, 1, Drawing::ended, {}, {{stop, drawing.term(stop, 1)}});
  EXPECT_TRUE(has_lasso(drawing.system(), {})) << "without one, nobody wakes it";
  drawing.edge(1, 0, 1, {drawing.is(asleep, 1)}, {{asleep, drawing.term(asleep, 0)}});
  EXPECT_FALSE(has_lasso(drawing.system(), {}));
}

}  // namespace
}  // namespace fermata::engine::bounded
