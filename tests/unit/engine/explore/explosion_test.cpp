// SPDX-License-Identifier: Apache-2.0
// Why there are so many states, and which steps of a run do not matter.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "engine/explore/judging.h"

namespace fermata::engine::explore {
namespace {

using verdict::Part;

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

/// Stops the search soon, but not before there is something to look at.
verdict::Explosion explosion_of(std::string_view text) {
  const Asked options{.transactions = false};  // a thousand steps at once would be slow here
  const ir::Program program = program_of(text);
  Stop stop;
  const auto verdict = verdict_of(program, options, stop, [&](const Progress& p) {
    if (p.states > 3000) stop.request();
  });
  EXPECT_EQ(overall(verdict), verdict::Answer::unknown);
  EXPECT_TRUE(verdict.explosion);
  return verdict.explosion.value_or(verdict::Explosion{});
}

TEST(Explosion, a_variable_that_counts_is_named) {
  const auto e = explosion_of(R"(
func @worker(%a: ptr) {
  jump again
again:
  %v: i32 = load @x1 at 2
  %w: i32 = add %v, 1
  store i32 %w, @x1 at 3
  jump again
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  jump again
again:
  %f: i32 = load @x1 at 1
  %end: i1 = eq %f, 100000
  branch %end, done, again
done:
  ret
})");
  ASSERT_FALSE(e.parts.empty());
  EXPECT_EQ(e.parts[0].kind, Part::Kind::variable);
  EXPECT_EQ(e.parts[0].name, "x1");
  EXPECT_GT(e.parts[0].values, 300u);
  EXPECT_GT(e.sampled, 1000u);
  ASSERT_FALSE(e.advice.empty());
  EXPECT_TRUE(contains(e.advice[0], "'x1'")) << e.advice[0];
}

// The counter is a register; what it stores is 0 or 1.
constexpr const char* long_loop = R"(
func @worker(%a: ptr) {
  %i: i32 = copy i32 0
  jump again
again:
  %bit: i32 = and %i, 1
  store i32 %bit, @x0 at 3
  %i = add %i, 1
  %more: i1 = ult %i, 100000
  branch %more, again, done
done:
  ret
}
)";

TEST(Explosion, a_thread_with_a_long_loop_is_named_with_its_line) {
  const auto e = explosion_of(std::string(long_loop) + R"(
func @helper(%a: ptr) {
  store i32 5, @x0 at 4
  store i32 6, @x0 at 4
  ret
}
func @main() entry {
  %s: i32 = spawn @helper, 0
  %t: i32 = spawn @worker, 0
  call @join(%s) at 1
  call @join(%t) at 1
  ret
})");
  ASSERT_FALSE(e.parts.empty());
  EXPECT_EQ(e.parts[0].kind, Part::Kind::thread);
  EXPECT_EQ(e.parts[0].name, "worker#1");
  EXPECT_EQ(e.parts[0].at.line, 21u);
  EXPECT_GT(e.parts[0].factor, 10) << "without it there are few states";
  ASSERT_FALSE(e.advice.empty());
  EXPECT_TRUE(contains(e.advice[0], "p.c:21")) << e.advice[0];
}

TEST(Explosion, threads_of_one_function_are_one_part_and_fewer_are_advised) {
  const auto e = explosion_of(std::string(long_loop) + R"(
func @main() entry {
  %s: i32 = spawn @worker, 0
  %t: i32 = spawn @worker, 0
  %u: i32 = spawn @worker, 0
  call @join(%s) at 1
  ret
})");
  ASSERT_FALSE(e.parts.empty());
  EXPECT_EQ(e.parts[0].name, "worker");
  EXPECT_EQ(e.parts[0].count, 3u);
  EXPECT_TRUE(std::ranges::any_of(
      e.advice, [](const std::string& a) { return contains(a, "fewer threads of 'worker' (there are 3)"); }));
}

TEST(Explosion, a_reduction_that_is_off_is_mentioned) {
  const auto e = explosion_of(std::string(long_loop) +
                              "func @main() entry {\n  %t: i32 = spawn @worker, 0\n  call @worker(0)\n  ret\n}\n");
  EXPECT_NE(std::ranges::find(e.advice, "--reduction transactions"), e.advice.end());
}

TEST(Explosion, there_is_none_if_everything_was_seen_or_something_is_violated) {
  EXPECT_FALSE(judge("func @main() entry {\n  ret\n}\n").explosion);
  EXPECT_FALSE(judge("func @main() entry {\n  call @lock(@m0)\n  call @lock(@m0)\n  ret\n}\n").explosion);
}

TEST(Explosion, after_no_time_at_all_there_is_nothing_to_say_and_no_harm) {
  const auto verdict = judge("func @main() entry {\n  ret\n}\n", {}, Stop(std::chrono::milliseconds(0), std::nullopt));
  EXPECT_TRUE(!verdict.explosion || verdict.explosion->parts.empty());
}

// --- steps that matter ---------------------------------------------------------------------------

TEST(Relevance, steps_of_a_thread_that_no_stuck_thread_meets_are_irrelevant_but_for_the_last) {
  const auto f = hang_of(R"(
func @helper(%a: ptr) {
  store i32 1, @x2 at 4
  store i32 2, @x2 at 4
  store i32 3, @x2 at 4
  ret
}
func @worker(%a: ptr) {
  call @lock(@m1) at 2
  call @lock(@m1) at 2
  ret
}
func @main() entry {
  %w: i32 = spawn @worker, 0
  %t: i32 = spawn @helper, 0
  store i32 7, @x0 at 1
  call @join(%t) at 1
  call @lock(@m0) at 1
  call @lock(@m0) at 1
  ret
})",
                         {.transactions = false});
  ASSERT_EQ(f.kind, "self-deadlock");
  std::size_t hidden = 0;
  for (const auto& s : f.stem) {
    hidden += !s.relevant;
    EXPECT_TRUE(s.relevant || s.thread == ThreadId{2}) << s.text;
    EXPECT_TRUE(s.relevant || !contains(s.text, "= 3")) << "its last";
  }
  EXPECT_EQ(hidden, 2u);
}

TEST(Relevance, what_another_thread_writes_and_a_stuck_thread_reads_matters) {
  const auto f = hang_of(R"(
func @helper(%a: ptr) {
  store i32 1, @x2 at 4
  store i32 1, @x0 at 4
  store i32 2, @x2 at 4
  ret
}
func @worker(%a: ptr) {
  call @lock(@m1) at 2
  call @lock(@m1) at 2
  ret
}
func @main() entry {
  %w: i32 = spawn @worker, 0
  %t: i32 = spawn @helper, 0
  call @join(%t) at 1
  %v: i32 = load @x0 at 1
  %set: i1 = eq %v, 1
  branch %set, stuck, done
stuck:
  call @lock(@m0) at 1
  call @lock(@m0) at 1
  jump done
done:
  ret
})",
                         {.transactions = false});
  ASSERT_EQ(f.kind, "self-deadlock");
  for (const auto& s : f.stem) EXPECT_EQ(s.relevant, !contains(s.text, "x2 = 1")) << s.text;
}

TEST(Relevance, what_a_thread_looks_at_when_it_is_alone_is_not_seen_so_everything_matters) {
  const auto f = hang_of(R"(
func @helper(%a: ptr) {
  store i32 1, @x2 at 4
  store i32 2, @x2 at 4
  store i32 3, @x2 at 4
  ret
}
func @main() entry {
  %t: i32 = spawn @helper, 0
  call @join(%t) at 1
  %v: i32 = load @x2 at 1
  %set: i1 = eq %v, 3
  branch %set, stuck, done
stuck:
  call @lock(@m0) at 1
  call @lock(@m0) at 1
  jump done
done:
  ret
})",
                         {.transactions = false});
  ASSERT_EQ(f.kind, "self-deadlock");
  for (const auto& s : f.stem) EXPECT_TRUE(s.relevant) << s.text;
}

TEST(Relevance, all_steps_of_a_loop_matter) {
  const auto f = hang_of(R"(
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
})");
  ASSERT_FALSE(f.loop.empty());
  for (const auto& s : f.loop) EXPECT_TRUE(s.relevant);
}

}  // namespace
}  // namespace fermata::engine::explore
