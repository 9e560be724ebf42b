// SPDX-License-Identifier: Apache-2.0
// What lies behind more states than anybody wants to see: violations met on random ways, and what can follow a run.
#include <gtest/gtest.h>

#include "engine/explore/can_terminate_from.h"
#include "engine/explore/judging.h"
#include "engine/explore/random_walk.h"
#include "vm/follow.h"

namespace fermata::engine::explore {
namespace {

using verdict::Answer;
using verdict::Property;

/// Three threads that count to sixty without a lock, which makes a quarter of a million states; then `end`.
std::string after_counting(std::string_view end) {
  return R"(
func @worker(%a: ptr) {
  call @count()
  call @lock(@m1)
  call @lock(@m0)
  call @unlock(@m0)
  call @unlock(@m1)
  ret
}
func @counter(%a: ptr) {
  call @count()
  ret
}
func @count() {
  %i: i32 = copy i32 0
  jump again
again:
  store i32 %i, @x0
  %i = add %i, 1
  %more: i1 = ult %i, 60
  branch %more, again, done
done:
  ret
}
func @main() entry {
  %s: i32 = spawn @worker, 0
  %t: i32 = spawn @counter, 0
  call @count()
)" + std::string(end) +
         R"(
  call @join(%s)
  call @join(%t)
  ret
})";
}

const std::string deadlock =
    after_counting("call @lock(@m0)\n call @lock(@m1)\n call @unlock(@m1)\n call @unlock(@m0)");
const std::string one_order =
    after_counting("call @lock(@m1)\n call @lock(@m0)\n call @unlock(@m0)\n call @unlock(@m1)");
const std::string failure = after_counting("fail 0, @broken");

TEST(FarOff, a_deadlock_is_met_on_a_random_way) {
  const auto verdict = judge(deadlock);
  EXPECT_EQ(finding(verdict, Property::hang).kind, "deadlock");
  EXPECT_LT(verdict.statistics.front().states, 100'000u);
  EXPECT_FALSE(verdict.statistics.front().complete);
}

TEST(FarOff, a_failure_is_met_on_a_random_way) {
  const auto verdict = judge(failure);
  EXPECT_EQ(finding(verdict, Property::safety).kind, "assertion");
  EXPECT_LT(verdict.statistics.front().states, 100'000u);
}

TEST(FarOff, a_run_that_never_ends_is_met_on_a_random_way) {
  const auto verdict = judge(deadlock, {.hang = false, .safety = false, .termination = true});
  EXPECT_EQ(finding(verdict, Property::termination).fairness, verdict::Fairness::inescapable);
  EXPECT_LT(verdict.statistics.front().states, 100'000u);
}

TEST(FarOff, the_shortest_of_several_ways_is_kept) {
  // The worker goes round until it sees the flag, and then locks twice.
  const ir::Program program = program_of(R"(
func @worker(%a: ptr) {
  jump again
again:
  %stop: i32 = load @x0
  %stops: i1 = eq %stop, 1
  branch %stops, out, again
out:
  call @lock(@m0)
  call @lock(@m0)
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  store i32 1, @x0
  call @join(%t)
  ret
})");
  vm::Machine machine(program, {});
  ProgramSpace space(machine, nullptr, {});
  WalkFindings findings;
  std::uint32_t seed = 1;  // of a way that is not a shortest one
  for (; !findings.dead_end || findings.dead_end->moves.size() == 4; ++seed) {
    findings = {};
    random_walks(space, {.walks = 1, .seed = seed}, findings, Stop());
    ASSERT_LT(seed, 100u);
  }
  random_walks(space, {.walks = 200, .seed = seed}, findings, Stop());
  EXPECT_EQ(findings.dead_end->moves.size(), 4u);
  random_walks(space, {.walks = 200}, findings, Stop());
  EXPECT_EQ(findings.dead_end->moves.size(), 4u);
}

TEST(FarOff, nothing_is_met_where_nothing_is) { EXPECT_EQ(overall(judge(one_order)), Answer::holds); }

TEST(FarOff, several_threads_meet_the_same) {
  Asked many;
  many.ahead = {.threads = 3};
  const auto one = judge(deadlock), three = judge(deadlock, many);
  EXPECT_EQ(finding(one, Property::hang).run.stem, finding(three, Property::hang).run.stem);
  EXPECT_EQ(one.statistics.front().states, three.statistics.front().states);
}

TEST(FarOff, what_was_met_is_said_when_time_is_up) {
  const ir::Program program = program_of(deadlock);
  Stop stop;
  const auto verdict = verdict_of(program, {}, stop, [&](const Progress& p) {
    if (p.states > 20'000) stop.request();
  });
  EXPECT_EQ(finding(verdict, Property::hang).answer, Answer::violated);
  EXPECT_LT(verdict.statistics.front().states, 30'000u);
}

TEST(FarOff, what_was_met_is_said_if_something_unmodelled_ends_the_search) {
  std::string text = deadlock;
  const std::string_view spawned = "spawn @counter, 0\n";
  text.insert(text.find(spawned) + spawned.size(), R"(
  %c: i32 = choose 2, 2
  %bad: i1 = eq %c, 1
  branch %bad, strange, usual
strange:
  unmodelled @wrong
usual:
)");
  const auto verdict = judge(text);
  EXPECT_EQ(finding(verdict, Property::hang).kind, "deadlock");
  EXPECT_LT(verdict.statistics.front().states, 65'536u);
}

TEST(FarOff, an_exhaustive_search_shows_the_nearest_all_the_same) {
  const std::string near = R"(
func @worker(%a: ptr) {
  %i: i32 = copy i32 0
  jump again
again:
  store i32 %i, @x0
  %i = add %i, 1
  %more: i1 = ult %i, 30
  branch %more, again, done
done:
  ret
}
func @main() entry {
  %s: i32 = spawn @worker, 0
  %t: i32 = spawn @worker, 0
  %u: i32 = spawn @worker, 0
  call @await(@x0, 29)
  call @lock(@m0)
  call @lock(@m0)
  ret
})";
  const auto hasty = judge(near), thorough = judge(near, {.exhaustive = true});
  EXPECT_EQ(finding(thorough, Property::hang).kind, "self-deadlock");
  EXPECT_GE(finding(hasty, Property::hang).run.stem.size(), finding(thorough, Property::hang).run.stem.size());
}

// --- from where on it cannot be prevented ------------------------------------------------------

/// Two threads lock in two orders, and a third one counts.
std::string beside_a_counter(std::string_view main_does) {
  return R"(
func @worker(%a: ptr) {
  call @lock(@m1)
  call @lock(@m0)
  call @unlock(@m0)
  call @unlock(@m1)
  ret
}
func @other(%a: ptr) {
  call @lock(@m0)
  call @lock(@m1)
  call @unlock(@m1)
  call @unlock(@m0)
  ret
}
func @counter(%a: ptr) {
  %i: i32 = copy i32 0
  jump again
again:
  store i32 %i, @x0
  %i = add %i, 1
  %more: i1 = ult %i, 20
  branch %more, again, done
done:
  ret
}
func @main() entry {
  %s: i32 = spawn @worker, 0
  %t: i32 = spawn @other, 0
  %u: i32 = spawn @counter, 0
)" + std::string(main_does) +
         "}";
}

TEST(PointOfNoReturn, what_others_do_after_two_have_met_does_not_matter) {
  const auto f =
      hang_of(beside_a_counter("call @await(@x0, 19)\n call @join(%s)\n call @join(%t)\n call @join(%u)\n ret\n"));
  EXPECT_EQ(f.kind, "deadlock");
  ASSERT_TRUE(f.point_of_no_return);
  EXPECT_LE(*f.point_of_no_return + 8, f.stem.size());
  for (const verdict::Step& s : f.stem) {
    if (s.number <= *f.point_of_no_return) continue;
    EXPECT_EQ(s.relevant, s.decisive) << s.number;
    EXPECT_EQ(s.decisive, s.number == f.stem.size()) << "how main comes to rest is shown";
    EXPECT_TRUE(s.thread == ThreadId{0} || s.thread == ThreadId{3}) << "who waits for ever takes no step any more";
  }
}

TEST(PointOfNoReturn, what_others_could_still_prevent_is_not) {
  // The process ends unless the third thread has counted to the end before main looks.
  const auto f = hang_of(beside_a_counter(R"(
  %x: i32 = load @x0
  %late: i1 = eq %x, 19
  branch %late, wait, leave
leave:
  exit_process 0
wait:
  call @join(%s)
  ret
)"));
  EXPECT_EQ(f.kind, "deadlock");
  EXPECT_FALSE(f.point_of_no_return) << *f.point_of_no_return;
}

TEST(PointOfNoReturn, what_hangs_in_any_case_is_told_from_the_beginning) {
  // main waits for a unit that nobody gives; what the other one does instead is what one wants to see.
  const auto f = hang_of(R"(
func @worker(%a: ptr) {
  %i: i32 = copy i32 0
  jump again
again:
  store i32 %i, @x0
  %i = add %i, 1
  %more: i1 = ult %i, 20
  branch %more, again, done
done:
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @await(@x0, 20)
  ret
})");
  EXPECT_FALSE(f.point_of_no_return) << *f.point_of_no_return;
}

TEST(PointOfNoReturn, a_short_rest_is_not_worth_mentioning) {
  const auto f = hang_of("func @main() entry {\n  call @lock(@m0)\n  call @lock(@m0)\n  ret\n}\n");
  EXPECT_EQ(f.kind, "self-deadlock");
  EXPECT_FALSE(f.point_of_no_return);
}

// --- what can follow ---------------------------------------------------------------------------

/// After the first `moves` moves of the hang that is found.
CanTerminate after_run(const ir::Program& program, const verdict::Run& run, std::span<const SectionInstance> sections,
                       const Stop& stop = {}) {
  vm::Machine machine(program, {}, stop);
  const auto state = vm::follow(machine, machine.initial(), run.stem);
  EXPECT_TRUE(state);
  return can_terminate_from(machine, *state, sections, {}, stop);
}
CanTerminate after(std::string_view text, std::size_t moves, bool section = false, const Stop& stop = {}) {
  const ir::Program program = program_of(text);
  const auto verdict = verdict_of(program, {.safety = false, .daemon = section});
  const verdict::Finding& f = finding(verdict, Property::hang);
  EXPECT_EQ(f.answer, Answer::violated);
  verdict::Run run = f.run;
  run.stem.resize(std::min(moves, run.stem.size()));
  return after_run(program, run, section ? std::span(run.unending) : std::span<SectionInstance>(), stop);
}

constexpr std::size_t all = 1000;

// Two locks in two orders, beside a thread that goes round.
constexpr const char* beside_a_loop = R"(
func @round(%a: ptr) {
  jump again
again:
  store i32 1, @x0
  store i32 2, @x0
  jump again
}
func @worker(%a: ptr) {
  call @lock(@m1)
  call @lock(@m0)
  call @unlock(@m0)
  call @unlock(@m1)
  ret
}
func @main() entry {
  %s: i32 = spawn @round, 0
  %t: i32 = spawn @worker, 0
  call @lock(@m0)
  call @lock(@m1)
  call @unlock(@m1)
  call @unlock(@m0)
  exit_process 0
})";

TEST(CanTerminateFrom, a_deadlock_beside_a_loop_does_not_end) {
  const CanTerminate a = after(beside_a_loop, all);
  EXPECT_EQ(a.answer, CanTerminate::Answer::no) << a.why;
  EXPECT_EQ(after(beside_a_loop, all, true).answer, CanTerminate::Answer::no);
}

TEST(CanTerminateFrom, before_the_second_lock_is_taken_it_can_end) {
  EXPECT_EQ(after(beside_a_loop, 2).answer, CanTerminate::Answer::yes);
}

TEST(CanTerminateFrom, a_section_that_another_schedule_ends_can_end) {
  const ir::Program program = program_of(beside_a_loop);
  const auto verdict = verdict_of(program, {.safety = false, .daemon = true});
  verdict::Run run = finding(verdict, Property::hang).run;
  ASSERT_FALSE(run.unending.empty());
  run.stem.resize(2);
  EXPECT_EQ(after_run(program, run, run.unending).answer, CanTerminate::Answer::yes);
}

TEST(CanTerminateFrom, what_can_still_fail_can_end) {
  const ir::Program program = program_of(R"(
func @worker(%a: ptr) {
  fail 0, @broken
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @lock(@m0)
  call @lock(@m0)
  ret
})");
  EXPECT_EQ(after_run(program, {.stem = {{.thread = ThreadId{0}}}}, {}).answer, CanTerminate::Answer::yes);
}

TEST(CanTerminateFrom, a_limit_ends_in_not_knowing) {
  Stop stop;
  stop.request();
  const CanTerminate a = after(beside_a_loop, all, false, stop);
  EXPECT_EQ(a.answer, CanTerminate::Answer::unknown);
  EXPECT_NE(a.why, "");
}

TEST(CanTerminateFrom, with_inputs_nothing_is_known) {
  const CanTerminate a = after(R"(
func @worker(%a: ptr) {
  jump again
again:
  %v: i32 = choose 2, 0
  %stop: i1 = eq %v, 1
  branch %stop, out, again
out:
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @join(%t)
  ret
})",
                               all);
  EXPECT_EQ(a.answer, CanTerminate::Answer::unknown);
}

}  // namespace
}  // namespace fermata::engine::explore
