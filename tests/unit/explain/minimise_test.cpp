// SPDX-License-Identifier: Apache-2.0
// Runs that show the same with less.
#include "explain/minimise.h"

#include <gtest/gtest.h>

#include "engine/explore/explain_search.h"
#include "engine/explore/judging.h"
#include "explain/loop_roles.h"

namespace fermata::explain {
namespace {

using engine::explore::program_of;

using verdict::Property;
using State = std::vector<vm::Word>;

std::size_t switches(const std::vector<verdict::Move>& moves) {
  std::size_t n = 0;
  for (std::size_t i = 1; i < moves.size(); ++i) n += moves[i].thread != moves[i - 1].thread;
  return n;
}

std::vector<verdict::Move> moves(std::string_view threads) {
  std::vector<verdict::Move> result;
  for (char c : threads) result.push_back({static_cast<ThreadId>(c - '0'), {}});
  return result;
}

std::string told(const std::vector<verdict::Move>& moves) {
  std::string text;
  for (const auto& m : moves) text += static_cast<char>('0' + index(m.thread));
  return text;
}

Search search() { return engine::explore::explain_search(); }

void minimise_run(vm::Machine& machine, Property property, bool daemon, verdict::Run& run, const Stop& stop,
                  const Effort& effort = {}) {
  verdict::Violation violation{.property = property, .run = run};
  minimise(machine, violation, daemon, search(), stop, effort);
  run = violation.run;
}
void minimise_lasso(vm::Machine& machine, bool inescapable, verdict::Run& run, const Stop& stop,
                    const Effort& effort = {}) {
  verdict::Violation violation{.property = Property::termination, .run = run};
  if (inescapable) violation.fairness = verdict::Fairness::inescapable;
  minimise(machine, violation, false, search(), stop, effort);
  run = violation.run;
}

/// Where a run ends. Its last step may fail; then the state before.
State end_of(vm::Machine& machine, const std::vector<verdict::Move>& moves, State state = {}) {
  if (state.empty()) state = machine.initial();
  for (const auto& m : moves) {
    vm::Step step;
    machine.step(state, m.thread, m.choices, step);
    if (step.outcome == vm::Step::Outcome::failed) return state;
    EXPECT_EQ(step.outcome, vm::Step::Outcome::moved);
    EXPECT_EQ(step.choices, m.choices);
    state = step.target;
  }
  return state;
}

constexpr const char* two_locks_in_two_orders = R"(
func @worker(%a: ptr) {
  store i32 1, @x1
  call @lock(@m1) at 2
  call @lock(@m0) at 3
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  store i32 1, @x0
  call @lock(@m0) at 1
  call @lock(@m1) at 1
  ret
})";

TEST(Minimise, steps_of_one_thread_are_brought_together) {
  const ir::Program program = program_of(two_locks_in_two_orders);
  vm::Machine machine(program, {});
  verdict::Run run;
  run.stem = moves("01010");
  const State end = end_of(machine, run.stem);
  minimise_run(machine, Property::hang, false, run, Stop());
  EXPECT_EQ(told(run.stem), "00011");
  EXPECT_EQ(end_of(machine, run.stem), end);
}

TEST(Minimise, the_order_of_steps_that_touch_the_same_is_kept) {
  const ir::Program program = program_of(R"(
func @worker(%a: ptr) {
  store i32 1, @x0
  store i32 2, @x0
  call @lock(@m0) at 3
  call @lock(@m0) at 3
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  store i32 3, @x0
  %seen: i32 = load @x0
  store i32 %seen, @x1
  call @lock(@m1) at 1
  call @lock(@m1) at 1
  ret
})");
  vm::Machine machine(program, {});
  verdict::Run run;
  // main starts the worker and stores 3 between its 1 and 2; it reads 2 and stores that, too; both lock.
  run.stem = moves("01010001");
  const State end = end_of(machine, run.stem);
  minimise_run(machine, Property::hang, false, run, Stop());
  EXPECT_EQ(end_of(machine, run.stem), end);
  EXPECT_LE(switches(run.stem), 5u);
}

TEST(Minimise, what_another_thread_does_before_a_failure_is_left_out_unless_it_matters) {
  const ir::Program program = program_of(R"(
func @worker(%a: ptr) {
  store i32 1, @x0
  store i32 1, @x1
  store i32 2, @x1
  store i32 3, @x1
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  %seen: i32 = load @x0
  %bad: i1 = eq %seen, 1
  branch %bad, broken, done
broken:
  fail 0, @broken at 1
done:
  call @join(%t)
  ret
})");
  vm::Machine machine(program, {});
  verdict::Run run;
  run.stem = moves("011100");
  minimise_run(machine, Property::safety, false, run, Stop());
  EXPECT_EQ(told(run.stem), "0100");
}

// The worker sets a flag and goes round; main sleeps for ever.
constexpr const char* goes_round = R"(
func @worker(%a: ptr) {
  jump again
again:
  %v: i32 = load @x0 at 2
  store i32 %v, @x1 at 3
  jump again
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @join(%t) at 1
  ret
})";

TEST(Minimise, rounds_before_the_loop_are_left_out) {
  const ir::Program program = program_of(goes_round);
  vm::Machine machine(program, {});
  verdict::Run run;
  run.stem = moves("01111");
  run.loop = moves("1111");
  run.unending = {{SectionKind::join, 1, main_thread}};
  minimise_run(machine, Property::hang, false, run, Stop());
  EXPECT_EQ(told(run.stem), "0");
  EXPECT_EQ(told(run.loop), "11");
  const State end = end_of(machine, run.stem);
  EXPECT_EQ(end_of(machine, run.loop, end), end);
}

TEST(Minimise, a_circle_before_a_dead_end_is_left_out) {
  const ir::Program program = program_of(R"(
func @worker(%a: ptr) {
  jump again
again:
  store i32 1, @x1
  store i32 0, @x1
  %stop: i32 = load @x0
  %stops: i1 = eq %stop, 1
  branch %stops, out, again
out:
  call @lock(@m0) at 2
  call @lock(@m0) at 3
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  store i32 1, @x0
  call @join(%t) at 1
  ret
})");
  vm::Machine machine(program, {});
  verdict::Run run;
  run.stem = moves(
      "01111110"
      "1111");  // two rounds of three steps, which no half of a half of its ten steps is
  const State end = end_of(machine, run.stem);
  minimise_run(machine, Property::hang, false, run, Stop());
  EXPECT_EQ(told(run.stem), "001111");
  EXPECT_EQ(end_of(machine, run.stem), end);
}

TEST(MinimiseLasso, the_stem_ends_where_the_loop_is_first_met_and_a_loop_is_one_round) {
  const ir::Program program = program_of(goes_round);
  vm::Machine machine(program, {});
  verdict::Run run;
  run.stem = moves("01111");
  run.loop = moves("1111");
  minimise_lasso(machine, false, run, Stop());
  EXPECT_EQ(told(run.stem), "0");
  EXPECT_EQ(told(run.loop), "11");
}

// Both go round.
constexpr const char* both_go_round = R"(
func @worker(%a: ptr) {
  jump again
again:
  %v: i32 = load @x0 at 2
  store i32 %v, @x1 at 3
  jump again
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  jump again
again:
  store i32 1, @x2 at 1
  store i32 2, @x2 at 1
  jump again
})";

TEST(MinimiseLasso, whoever_goes_round_goes_round_once) {
  const ir::Program program = program_of(both_go_round);
  vm::Machine machine(program, {});
  verdict::Run run;
  run.stem = moves("0001");
  run.loop = moves(
      "1001"
      "1001"
      "00");
  minimise_lasso(machine, false, run, Stop());
  EXPECT_EQ(told(run.stem), "00");  // once main has stored 2, one round ends as it began
  EXPECT_EQ(told(run.loop), "0011");
  const State end = end_of(machine, run.stem);
  EXPECT_EQ(end_of(machine, run.loop, end), end);
  EXPECT_EQ(loop_roles(machine, end, run.loop, search()).fairness, verdict::Fairness::await);
}

TEST(MinimiseLasso, the_stem_may_end_elsewhere_if_the_same_steps_go_round_there_in_the_same_way) {
  const ir::Program program = program_of(R"(
func @worker(%a: ptr) {
  jump again
again:
  %v: i32 = load @x0 at 2
  jump again
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  store i32 1, @x1 at 1
  store i32 2, @x1 at 1
  store i32 3, @x1 at 1
  call @join(%t) at 1
  ret
})");
  vm::Machine machine(program, {});
  verdict::Run run;
  run.stem = moves("0100");
  run.loop = moves("1");
  minimise_lasso(machine, false, run, Stop());
  EXPECT_EQ(told(run.stem), "0");  // main is passed over at line 10, as before
  EXPECT_EQ(told(run.loop), "1");
}

// The worker goes round with the lock that main wants, or without; as the environment likes.
constexpr const char* with_or_without = R"(
func @worker(%a: ptr) {
  jump again
again:
  %i: i32 = choose 2, 0
  %with: i1 = eq %i, 1
  branch %with, locked, free
locked:
  call @lock(@m0) at 2
  call @unlock(@m0) at 2
  jump again
free:
  %v: i32 = load @x0 at 3
  jump again
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @lock(@m0) at 1
  ret
})";

TEST(MinimiseLasso, a_round_in_which_who_is_passed_over_has_to_wait_is_not_left_out) {
  const ir::Program program = program_of(with_or_without);
  vm::Machine machine(program, {});
  constexpr ThreadId one{1};
  const std::vector<verdict::Move> with{{one, {1}}, {one, {}}, {one, {}}}, without{{one, {0}}, {one, {}}};
  verdict::Run run;
  run.stem = moves("0");
  for (const auto* round : {&without, &with, &without, &with})
    run.loop.insert(run.loop.end(), round->begin(), round->end());
  minimise_lasso(machine, false, run, Stop());
  EXPECT_EQ(run.loop.size(), with.size());
  EXPECT_EQ(loop_roles(machine, end_of(machine, run.stem), run.loop, search()).fairness, verdict::Fairness::weak);

  verdict::Run unfair;
  unfair.stem = moves("0");
  for (int i = 0; i < 2; ++i) unfair.loop.insert(unfair.loop.end(), without.begin(), without.end());
  minimise_lasso(machine, false, unfair, Stop());
  EXPECT_EQ(unfair.loop.size(), without.size());
}

TEST(MinimiseLasso, a_round_in_which_who_spins_could_have_got_on_is_fairer_and_not_left_out) {
  // The worker opens and shuts a gate; main waits for it, spinning, and then for a second one.
  const ir::Program program = program_of(R"(
func @worker(%a: ptr) {
  jump again
again:
  store i32 1, @x0 at 2
  store i32 0, @x0 at 2
  jump again
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  jump first
first:
  %v: i32 = load @x0 at 1
  %open: i1 = eq %v, 1
  branch %open, second, first
second:
  %w: i32 = load @x0 at 1
  %shut: i1 = eq %w, 0
  branch %shut, first, done
done:
  ret
})");
  vm::Machine machine(program, {});
  verdict::Run run;
  run.stem = moves("0");
  run.loop = moves(
      "010"
      "10"
      "1010");  // a look at the gate shut; open, and shut when it looks again; once more
  minimise_lasso(machine, false, run, Stop());
  EXPECT_EQ(told(run.loop), "1010");
  EXPECT_EQ(loop_roles(machine, end_of(machine, run.stem), run.loop, search()).fairness, verdict::Fairness::await);

  verdict::Run spins;
  spins.stem = moves("0");
  spins.loop = moves("01100110");
  minimise_lasso(machine, false, spins, Stop());
  EXPECT_EQ(told(spins.loop), "110");
  EXPECT_EQ(loop_roles(machine, end_of(machine, spins.stem), spins.loop, search()).fairness, verdict::Fairness::strong);
}

TEST(MinimiseLasso, a_loop_that_cannot_be_left_stays_fair_by_itself) {
  const ir::Program program = program_of(both_go_round);
  vm::Machine machine(program, {});
  verdict::Run run;
  run.stem = moves("000111001");
  run.loop = moves("10011001");
  minimise_lasso(machine, true, run, Stop());
  EXPECT_LE(run.stem.size(), 3u);
  EXPECT_EQ(run.loop.size(), 4u);
  const State end = end_of(machine, run.stem);
  EXPECT_EQ(end_of(machine, run.loop, end), end);
  EXPECT_EQ(loop_roles(machine, end, run.loop, search()).fairness, verdict::Fairness::await);
}

TEST(MinimiseLasso, with_too_little_effort_it_is_a_run_all_the_same) {
  const ir::Program program = program_of(both_go_round);
  vm::Machine machine(program, {});
  for (bool inescapable : {false, true})
    for (std::uint64_t steps = 0; steps < 200; steps += 7) {
      verdict::Run run;
      run.stem = moves("000111001");
      run.loop = moves("10011001");
      minimise_lasso(machine, inescapable, run, Stop(), {.steps = steps});
      const State end = end_of(machine, run.stem);
      EXPECT_EQ(end_of(machine, run.loop, end), end);
      EXPECT_EQ(loop_roles(machine, end, run.loop, search()).fairness, verdict::Fairness::await);
    }
}

TEST(Minimise, when_told_to_stop_the_run_stays_as_it_is) {
  const ir::Program program = program_of(two_locks_in_two_orders);
  vm::Machine machine(program, {});
  Stop stop;
  stop.request();
  verdict::Run run;
  run.stem = moves("01010");
  minimise_run(machine, Property::hang, false, run, stop);
  EXPECT_EQ(told(run.stem), "01010");
}

TEST(Minimise, without_effort_the_run_stays_as_it_is) {
  const ir::Program program = program_of(two_locks_in_two_orders);
  vm::Machine machine(program, {});
  for (std::uint64_t steps : {0u, 3u, 5u, 8u}) {
    verdict::Run run;
    run.stem = moves("01010");
    const State end = end_of(machine, run.stem);
    minimise_run(machine, Property::hang, false, run, Stop(), {.steps = steps});
    EXPECT_EQ(end_of(machine, run.stem), end) << "half tidied is a run, too";
  }
}

}  // namespace
}  // namespace fermata::explain
