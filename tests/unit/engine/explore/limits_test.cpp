// SPDX-License-Identifier: Apache-2.0
// What is said when not everything was seen, and what when everything was.
#include <gtest/gtest.h>

#include "engine/explore/judging.h"

namespace fermata::engine::explore {
namespace {

using verdict::Answer;
using verdict::Property;

// Some ten thousand states: three threads that count.
constexpr const char* counting = R"(
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
  call @worker(0)
  call @join(%s)
  call @join(%t)
  ret
})";

TEST(Limits, without_a_limit_everything_is_seen) {
  const auto verdict = judge(counting);
  EXPECT_EQ(overall(verdict), Answer::holds);
  EXPECT_TRUE(verdict.statistics.front().complete);
  EXPECT_GT(verdict.statistics.front().states, 10'000u);
  EXPECT_FALSE(verdict.statistics.front().deadlock_states) << "counted only on request";
}

constexpr const char* fails_at_once = R"(
func @main() entry {
  fail 0, @broken
})";

void expect_unknown(const Stop& stop, const std::string& why, bool sees_some = true) {
  const auto verdict = judge(counting, {}, stop);
  EXPECT_EQ(overall(verdict), Answer::unknown);
  EXPECT_FALSE(verdict.statistics.front().complete);
  EXPECT_EQ(verdict.statistics.front().states > 0, sees_some);
  EXPECT_FALSE(verdict.unmodelled);
  for (Property p : {Property::hang, Property::safety}) {
    EXPECT_EQ(finding(verdict, p).answer, Answer::unknown);
    EXPECT_NE(finding(verdict, p).reason.find(why), std::string::npos) << finding(verdict, p).reason;
  }
}

TEST(Limits, time_that_is_up_is_no_proof) {
  expect_unknown(Stop(std::chrono::milliseconds(1), std::nullopt), "time limit");
}
TEST(Limits, memory_that_is_short_is_no_proof) { expect_unknown(Stop(std::nullopt, 1), "memory", false); }
TEST(Limits, an_interruption_is_no_proof) {
  Stop stop;
  stop.request();
  expect_unknown(stop, "interrupted");
}

TEST(Limits, a_step_that_does_not_end_is_no_proof) {
  for (bool transactions : {false, true})
    for (unsigned threads : {1u, 2u}) {
      Asked options;
      options.transactions = transactions;
      options.ahead = {.threads = threads, .from = 1};
      options.termination = true;
      const auto verdict = judge(R"(
func @worker(%a: ptr) {
  store i32 1, @x0
  %i: i64 = copy i64 0
  atomic_begin
  jump again
again:
  %i = add %i, 1
  %more: i1 = ult %i, 100000000000
  branch %more, again, done
done:
  atomic_end
  ret
}
func @main() entry {
  %s: i32 = spawn @worker, 0
  store i32 2, @x0
  call @join(%s)
  ret
})",
                                 options, Stop(std::chrono::milliseconds(300), std::nullopt));
      EXPECT_FALSE(verdict.unmodelled) << "it is only long";
      for (Property p : {Property::hang, Property::safety, Property::termination}) {
        EXPECT_EQ(finding(verdict, p).answer, Answer::unknown);
        EXPECT_NE(finding(verdict, p).reason.find("time limit"), std::string::npos) << finding(verdict, p).reason;
      }
    }
}

TEST(Limits, what_is_found_at_the_last_moment_is_told) {
  // There is no time at all: the search ends at once, but the first step has failed by then, or has not been taken.
  for (int ms : {0, 1, 5, 20}) {
    const auto verdict = judge(fails_at_once, {}, Stop(std::chrono::milliseconds(ms), std::nullopt));
    const auto& safety = finding(verdict, Property::safety);
    EXPECT_TRUE(safety.answer == Answer::violated || safety.reason.find("time limit") != std::string::npos)
        << safety.reason;
  }
}

TEST(Limits, a_loop_is_told_once_round_although_transactions_end_elsewhere) {
  // 1,500 rounds of two steps: no transaction of a thousand steps ends where the loop began.
  const auto hang = hang_of(R"(
func @counts(%a: ptr) {
  jump again
again:
  %i: i32 = load @x0
  %i = add %i, 1
  %i = urem %i, 1500
  store i32 %i, @x0
  %never: i1 = eq %i, 1500
  branch %never, done, again
done:
  ret
}
func @main() entry {
  %s: i32 = spawn @counts, 0
  atomic_begin
  block_until 0
  atomic_end
  ret
})");
  EXPECT_EQ(hang.answer, Answer::violated);
  EXPECT_EQ(hang.run.loop.size(), 3000u);
}

TEST(Limits, a_thread_that_works_for_long_by_itself_is_looked_at_now_and_then) {
  // A million rounds that nobody sees, which could be one transaction.
  const auto verdict = judge(R"(
func @main() entry {
  %i: i64 = copy i64 0
  jump again
again:
  %i = add %i, 1
  %more: i1 = ult %i, 1000000
  branch %more, again, done
done:
  ret
})");
  EXPECT_EQ(overall(verdict), Answer::holds);
  EXPECT_GE(verdict.statistics.front().states, 4u) << "between them somebody can say that time is up";
}

TEST(Limits, nothing_that_was_asked_for_is_nothing_proved) {
  const auto verdict = judge("func @main() entry {\n  ret\n}\n", {.hang = false, .safety = false});
  EXPECT_EQ(overall(verdict), Answer::unknown);
}

// A self-deadlock in two steps; behind it, on the other branch, a failure after many.
constexpr const char* two_errors = R"(
func @main() entry {
  %i: i32 = choose 2, 0
  %first: i1 = eq %i, 0
  branch %first, twice, count
twice:
  call @lock(@m0)
  call @lock(@m0)
  ret
count:
  %s: i32 = spawn @worker, 0
  call @worker(0)
  call @join(%s)
  fail 0, @broken
}
func @worker(%a: ptr) {
  store i32 1, @x0
  store i32 2, @x0
  store i32 3, @x0
  ret
})";

TEST(Limits, the_first_violation_ends_the_search) {
  const auto ended = claims(program_of(two_errors));
  ASSERT_EQ(ended.claims.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<verdict::Violation>(ended.claims[0].what));
  const auto* open = std::get_if<verdict::Unknown>(&ended.claims[1].what);
  ASSERT_TRUE(open) << "not holds: it was not looked at";
  EXPECT_TRUE(open->ended_at_violation);
  EXPECT_NE(open->reason, "");
  EXPECT_FALSE(ended.statistics.complete);
  const auto all = claims(program_of(two_errors), {.exhaustive = true});
  EXPECT_LT(ended.statistics.states, all.statistics.states);
}

TEST(Limits, exhaustive_goes_on_to_the_last_state_and_counts) {
  const auto verdict = judge(two_errors, {.exhaustive = true});
  EXPECT_EQ(finding(verdict, Property::hang).answer, Answer::violated);
  EXPECT_EQ(finding(verdict, Property::safety).answer, Answer::violated);
  EXPECT_TRUE(verdict.statistics.front().complete);
  EXPECT_EQ(verdict.statistics.front().deadlock_states, 1u);
  ASSERT_TRUE(verdict.statistics.front().cannot_finish_states);
  EXPECT_LE(*verdict.statistics.front().cannot_finish_states, 2u)
      << "a failure is an end of another kind; one may stop before the first lock";
}

TEST(Limits, only_what_was_asked_for_is_answered) {
  const auto verdict = judge(two_errors, {.hang = false});
  ASSERT_EQ(verdict.findings.size(), 1u);
  EXPECT_EQ(verdict.findings[0].property, Property::safety);
  EXPECT_EQ(verdict.findings[0].answer, Answer::violated);
}

TEST(Limits, something_unmodelled_is_named_and_leaves_the_answer_open) {
  constexpr const char* text = R"(
global @what: 13 const = "fork_and_run\00"
func @main() entry {
  unmodelled @what at 1
})";
  const auto verdict = judge(text);
  EXPECT_EQ(overall(verdict), Answer::unknown);
  ASSERT_TRUE(verdict.unmodelled);
  EXPECT_EQ(verdict.unmodelled->what, "fork_and_run");
  EXPECT_EQ(verdict.unmodelled->at.line, 10u);
  EXPECT_FALSE(verdict.statistics.front().complete);
}

TEST(Limits, a_function_without_a_body_is_unmodelled) {
  const auto verdict = judge("func @mystery(%a: i32)\nfunc @main() entry {\n  call @mystery(1) at 1\n  ret\n}\n");
  EXPECT_EQ(overall(verdict), Answer::unknown);
  ASSERT_TRUE(verdict.unmodelled);
  EXPECT_EQ(verdict.unmodelled->what, "mystery");
}

TEST(Limits, a_function_without_a_body_that_is_never_called_does_no_harm) {
  EXPECT_EQ(overall(judge("func @mystery(%a: i32)\nfunc @main() entry {\n  ret\n}\n")), Answer::holds);
}

TEST(Limits, exhaustive_does_not_make_the_unmodelled_known) {
  const auto verdict = judge(R"(
func @mystery(%a: i32)
func @main() entry {
  %i: i32 = choose 2, 0
  %first: i1 = eq %i, 0
  branch %first, call, done
call:
  call @mystery(1)
  jump done
done:
  ret
})",
                             {.exhaustive = true});
  EXPECT_EQ(overall(verdict), Answer::unknown);
  EXPECT_TRUE(verdict.unmodelled);
  EXPECT_FALSE(verdict.statistics.front().complete);
}

TEST(Limits, a_loop_with_something_unmodelled_in_it_may_have_a_way_out) {
  // The only way on from the loop is unknown: neither a hang nor none.
  EXPECT_EQ(overall(judge(R"(
func @mystery(%a: i32)
func @main() entry {
  jump again
again:
  %i: i32 = choose 2, 3
  %first: i1 = eq %i, 0
  branch %first, call, again
call:
  call @mystery(1)
  jump again
})")),
            Answer::unknown);
}

// --- an object given to a new thread ------------------------------------------------------------

std::string given(const std::string& worker_does) {
  return R"(
func @worker(%flag: ptr) {
)" + worker_does +
         R"(
  ret
}
func @main() entry {
  %flag: ptr = alloc 4
  %t: i32 = spawn @worker, %flag
  jump again
again:
  %v: i32 = load %flag
  %set: i1 = eq %v, 1
  branch %set, done, again
done:
  call @join(%t)
  ret
})";
}

TEST(Limits, an_object_that_is_given_away_and_used_by_both_is_shared) {
  EXPECT_EQ(hang_kind(given("  store i32 1, %flag")), "holds");
  EXPECT_EQ(hang_kind(given("  store i32 2, %flag")), "stuck-loop");
}

TEST(Limits, the_run_of_an_object_used_by_both_says_how_to_replay_it) {
  const auto f = hang_of(given("  store i32 1, %flag\n  store i32 0, %flag"));
  ASSERT_EQ(f.answer, Answer::violated);
  EXPECT_FALSE(f.run.heap.hand_over);
}

TEST(Limits, an_object_that_is_given_away_for_good_stays_private) {
  const auto verdict = judge(R"(
func @worker(%p: ptr) {
  %v: i32 = load %p
  %w: i32 = load %p
  free %p
  %bad: i1 = ne %v, %w
  branch %bad, broken, done
broken:
  fail 0, @broken
done:
  ret
}
func @main() entry {
  %p: ptr = alloc 4
  store i32 7, %p
  %t: i32 = spawn @worker, %p
  call @join(%t)
  ret
})");
  EXPECT_EQ(overall(verdict), Answer::holds);
}

}  // namespace
}  // namespace fermata::engine::explore
