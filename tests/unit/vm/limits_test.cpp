// SPDX-License-Identifier: Apache-2.0
// A step may be long, or large: limits are looked at inside of it.
#include <gtest/gtest.h>

#include "base/stop.h"
#include "vm/running.h"

namespace fermata::vm {
namespace {

constexpr std::uint64_t mega = 1 << 20;

/// A step of the first thread ends with LimitReached, and the same step without limits is then what it is on a machine
/// that never had any.
void expect_cut(const std::string& program, const Stop& stop) {
  Running run(program), other(program);
  for (bool watch : {false, true}) {
    run.machine().watch(watch);
    {
      const ScopedLimits limits(run.machine(), stop);
      EXPECT_THROW(run.machine().step(run.state, main_thread, {}, run.last), LimitReached);
    }
    const Stop none;
    const ScopedLimits limits(run.machine(), none);
    other.machine().watch(watch);
    EXPECT_NO_THROW(run.machine().step(run.state, main_thread, {}, run.last));
    other.machine().step(other.state, main_thread, {}, other.last);
    EXPECT_EQ(run.last.outcome, other.last.outcome);
    EXPECT_EQ(run.last.target.size(), other.last.target.size());
    EXPECT_EQ(run.last.cut_short, other.last.cut_short);
  }
}

void expect_interrupted(const std::string& program) {
  Stop stop;
  stop.request();
  expect_cut(program, stop);
}

const std::string counts = R"(
  %i: i64 = copy i64 0
  jump again
again:
  %i = add %i, 1
  %more: i1 = ult %i, 20000
  branch %more, again, done
done:
)";

TEST(Limits, a_private_loop_is_left) { expect_interrupted("func @main() {\n" + counts + "  ret\n}\n"); }

TEST(Limits, an_atomic_block_is_left) {
  expect_interrupted("func @main() {\n  atomic_begin\n" + counts + "  atomic_end\n  ret\n}\n");
}

TEST(Limits, a_recursion_without_a_loop_is_left) {
  expect_interrupted(R"(
func @calls(%depth: i32) -> i32 {
  %leaf: i1 = eq %depth, 0
  branch %leaf, done, more
more:
  %less: i32 = sub %depth, 1
  %a: i32 = call @calls(%less)
  %b: i32 = call @calls(%less)
  %sum: i32 = add %a, %b
  ret %sum
done:
  ret 1
}
func @main() {
  %r: i32 = call @calls(14)
  exit_process %r
}
)");
}

TEST(Limits, many_bytes_are_not_filled_when_time_is_up) {
  expect_interrupted(R"(
global @x: 1048576
func @main() {
  fill_bytes @x, 1, 1048576
  ret
}
)");
}

TEST(Limits, memory_is_asked_for_before_it_is_taken) {
  // What is not touched takes none; each round touches another chunk.
  Running run(R"(
func @main() {
  %p: ptr = alloc 1000000000
  %i: i64 = copy i64 0
  jump again
again:
  %at: ptr = offset %p, %i
  store i64 1, %at
  %i = add %i, 256
  jump again
}
)");
  const std::uint64_t before = resident_bytes();
  const Stop stop(std::nullopt, before + 20 * mega);
  const ScopedLimits limits(run.machine(), stop);
  EXPECT_THROW(run.step(), LimitReached);
  EXPECT_LT(resident_bytes(), before + 25 * mega);
  EXPECT_NE(stop.reason().value_or("").find("memory limit"), std::string::npos)
      << "whoever asks is told that there is no more";
}

TEST(Limits, what_many_small_allocations_take_is_counted) {
  Running run(R"(
func @main() {
  jump again
again:
  %p: ptr = alloc 10000
  jump again
}
)");
  const std::uint64_t before = resident_bytes();
  const Stop stop(std::nullopt, before + 50 * mega);
  const ScopedLimits limits(run.machine(), stop);
  EXPECT_THROW(run.step(), LimitReached);
  EXPECT_LT(resident_bytes(), before + 100 * mega);
}

TEST(Limits, what_a_thread_alone_does_again_and_again_is_noted_once) {
  // The other thread has ended, but was not joined: what is done from then on is noted.
  Running run(R"(
global @x: 4
func @ends(%a: ptr) {
  ret
}
func @main() {
  %t: i32 = spawn @ends, 0
  %i: i64 = copy i64 0
  jump again
again:
  store i32 1, @x
  store i32 2, @x
  %i = add %i, 1
  %more: i1 = ult %i, 1000
  branch %more, again, done
done:
  ret
}
)");
  run.machine().track(true);
  while (!run.ended() && run.machine().threads(run.state) < 2) ASSERT_EQ(run.step(), Step::Outcome::moved);
  ASSERT_EQ(run.step(), Step::Outcome::moved);
  ASSERT_TRUE(run.last.footprint);
  EXPECT_GE(run.last.footprint->operations().size(), 2u) << "it did more than one thing";
  EXPECT_LT(run.last.footprint->operations().size(), 50u);
}

}  // namespace
}  // namespace fermata::vm
