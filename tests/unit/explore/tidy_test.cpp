// SPDX-License-Identifier: Apache-2.0
// Runs that show the same with less.
#include "engine/explore/tidy.h"

#include <gtest/gtest.h>

#include "explore/judging.h"

namespace fermata::engine::explore {
namespace {

using verdict::Property;
using State = std::vector<vm::Word>;

std::size_t switches(const std::vector<verdict::Move>& moves) {
  std::size_t n = 0;
  for (std::size_t i = 1; i < moves.size(); ++i) n += moves[i].thread != moves[i - 1].thread;
  return n;
}

std::vector<verdict::Move> moves(std::string_view threads) {
  std::vector<verdict::Move> result;
  for (char c : threads) result.push_back({static_cast<std::uint32_t>(c - '0'), {}});
  return result;
}

std::string told(const std::vector<verdict::Move>& moves) {
  std::string text;
  for (const auto& m : moves) text += static_cast<char>('0' + m.thread);
  return text;
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

TEST(Tidy, steps_of_one_thread_are_brought_together) {
  const ir::Program program = program_of(two_locks_in_two_orders);
  vm::Machine machine(program, {});
  verdict::Run run;
  run.stem = moves("01010");
  const State end = end_of(machine, run.stem);
  tidy(machine, Property::hang, false, run, Stop());
  EXPECT_EQ(told(run.stem), "00011");
  EXPECT_EQ(end_of(machine, run.stem), end);
}

TEST(Tidy, the_order_of_steps_that_touch_the_same_is_kept) {
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
  tidy(machine, Property::hang, false, run, Stop());
  EXPECT_EQ(end_of(machine, run.stem), end);
  EXPECT_LE(switches(run.stem), 5u);
}

TEST(Tidy, what_another_thread_does_before_a_failure_is_left_out_unless_it_matters) {
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
  tidy(machine, Property::safety, false, run, Stop());
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

TEST(Tidy, rounds_before_the_loop_are_left_out) {
  const ir::Program program = program_of(goes_round);
  vm::Machine machine(program, {});
  verdict::Run run;
  run.stem = moves("01111");
  run.loop = moves("1111");
  run.unending = {{static_cast<std::uint32_t>(vm::SectionKind::join), 1, 0}};
  tidy(machine, Property::hang, false, run, Stop());
  EXPECT_EQ(told(run.stem), "0");
  EXPECT_EQ(told(run.loop), "11");
  const State end = end_of(machine, run.stem);
  EXPECT_EQ(end_of(machine, run.loop, end), end);
}

TEST(Tidy, a_circle_before_a_dead_end_is_left_out) {
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
  run.stem = moves("01111110" "1111");  // two rounds of three steps, which no half of a half of its ten steps is
  const State end = end_of(machine, run.stem);
  tidy(machine, Property::hang, false, run, Stop());
  EXPECT_EQ(told(run.stem), "001111");
  EXPECT_EQ(end_of(machine, run.stem), end);
}

TEST(Tidy, when_told_to_stop_the_run_stays_as_it_is) {
  const ir::Program program = program_of(two_locks_in_two_orders);
  vm::Machine machine(program, {});
  Stop stop;
  stop.request();
  verdict::Run run;
  run.stem = moves("01010");
  tidy(machine, Property::hang, false, run, stop);
  EXPECT_EQ(told(run.stem), "01010");
}

TEST(Tidy, without_effort_the_run_stays_as_it_is) {
  const ir::Program program = program_of(two_locks_in_two_orders);
  vm::Machine machine(program, {});
  for (std::uint64_t steps : {0u, 3u, 5u, 8u}) {
    verdict::Run run;
    run.stem = moves("01010");
    const State end = end_of(machine, run.stem);
    tidy(machine, Property::hang, false, run, Stop(), {.steps = steps});
    EXPECT_EQ(end_of(machine, run.stem), end) << "half tidied is a run, too";
  }
}

}  // namespace
}  // namespace fermata::engine::explore
