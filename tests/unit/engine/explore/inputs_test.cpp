// SPDX-License-Identifier: Apache-2.0
// Who chooses: the environment against us, everybody else for us.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/explore/judging.h"

namespace fermata::engine::explore {
namespace {

// Another thread, so that main is not alone.
constexpr const char* company = R"(
func @other(%a: ptr) {
  jump again
again:
  store i32 1, @x2
  jump again
}
)";

std::string main_loop(const std::string& body, bool alone) {
  return std::string(company) + "func @main() entry {\n" + (alone ? "" : "  spawn @other, 0\n") +
         "  var %stop: i1\n  jump again\nagain:\n" + body + "  branch %stop, done, again\ndone:\n  ret\n}\n";
}

void expect_hang(const std::string& body, bool expected) {
  for (bool alone : {true, false})
    for (bool daemon : {false, true}) {
      const std::string loop = main_loop((daemon ? "  section_begin 9, @u0\n" : "") + body, alone);
      EXPECT_EQ(hang_of(loop, {.daemon = daemon}).answer, expected ? verdict::Answer::violated : verdict::Answer::holds)
          << (alone ? "alone" : "in company") << (daemon ? ", a daemon" : "") << ":\n"
          << body;
    }
}

TEST(Inputs, a_loop_that_ends_only_if_the_environment_is_kind_is_stuck) {
  expect_hang("  %i: i32 = choose 2, 0\n  %stop = eq %i, 1\n", true);
}

TEST(Inputs, a_loop_that_the_clock_can_end_is_not_stuck) {
  expect_hang("  %t: i32 = choose 2, 2\n  %stop = eq %t, 1\n", false);
}

TEST(Inputs, a_loop_that_reads_an_input_and_that_the_clock_can_end_is_not_stuck) {
  expect_hang("  %i: i32 = choose 2, 0\n  %t: i32 = choose 2, 2\n  %stop = eq %t, 1\n", false);
}

TEST(Inputs, the_clock_first_and_then_the_input_makes_no_difference) {
  expect_hang("  %t: i32 = choose 2, 2\n  %i: i32 = choose 2, 0\n  %stop = eq %t, 1\n", false);
}

TEST(Inputs, a_loop_that_needs_both_the_clock_and_a_kind_input_is_stuck) {
  expect_hang("  %i: i32 = choose 2, 0\n  %t: i32 = choose 2, 2\n  %b: i32 = and %i, %t\n  %stop = eq %b, 1\n", true);
}

TEST(Inputs, the_scheduler_sees_the_input_before_it_chooses) {
  expect_hang("  %i: i32 = choose 2, 0\n  %t: i32 = choose 2, 2\n  %stop = eq %i, %t\n", false);
}

TEST(Inputs, the_environment_sees_what_was_chosen_before_it_chooses) {
  expect_hang("  %t: i32 = choose 2, 2\n  %i: i32 = choose 2, 0\n  %stop = eq %i, %t\n", true);
}

TEST(Inputs, an_input_inside_an_atomic_block_is_still_an_input) {
  expect_hang("  atomic_begin\n  %i: i32 = choose 2, 0\n  atomic_end\n  %stop = eq %i, 1\n", true);
}

TEST(Inputs, a_choice_behind_an_atomic_block_with_an_input_is_not_the_environments) {
  expect_hang("  atomic_begin\n  %i: i32 = choose 2, 0\n  atomic_end\n  %t: i32 = choose 2, 2\n  %stop = eq %t, 1\n",
              false);
}

TEST(Inputs, a_choice_before_an_atomic_block_with_an_input_is_not_the_environments) {
  expect_hang(
      "  %u: i32 = choose 2, 2\n  %t: i32 = choose 2, 2\n  atomic_begin\n  %i: i32 = choose 2, 0\n  atomic_end\n"
      "  %stop = eq %t, 1\n",
      false);
}

TEST(Inputs, an_input_and_another_choice_in_one_atomic_block_are_not_judged) {
  for (bool alone : {true, false}) {
    const auto verdict = judge(main_loop(
        "  atomic_begin\n  %i: i32 = choose 2, 0\n  %t: i32 = choose 2, 3\n  atomic_end\n  %stop = eq %t, 1\n", alone));
    ASSERT_TRUE(verdict.unmodelled);
    EXPECT_EQ(verdict.unmodelled->what, "an input and another choice in one step");
  }
}

// x in 0 .. 3, then y in 0 .. 3; something is assumed of both.
std::string two_numbers(const std::string& assumed, const std::string& rest) {
  std::string text = "func @main() entry {\n";
  for (const char* r : {"x", "y"})
    text += fmt::format(
        "  %w{0}: i64 = input 32, 0\n  %{0}: i32 = trunc %w{0}\n  %i{0}: i1 = ult %{0}, 4\n"
        "  %n{0}: i32 = zext %i{0}\n  assume %n{0}\n",
        r);
  return text + assumed + "  %an: i32 = zext %a\n  assume %an\n" + rest;
}

TEST(Assumptions, a_state_from_which_all_ways_break_one_is_none) {
  EXPECT_EQ(hang_kind(two_numbers("  %a: i1 = ult %x, %y\n", "  ret\n}\n")), "holds");
  EXPECT_EQ(hang_kind(two_numbers("  %a: i1 = ult %x, %y\n",
                                  "  %c: i1 = eq %x, 3\n  branch %c, bad, good\ngood:\n  ret\nbad:\n  jump bad\n}\n")),
            "holds");
  EXPECT_EQ(hang_kind(two_numbers("  %a: i1 = ult %x, %y\n",
                                  "  %c: i1 = eq %x, 2\n  branch %c, bad, good\ngood:\n  ret\nbad:\n  jump bad\n}\n")),
            "stuck-loop");
}

TEST(Assumptions, nothing_holds_if_every_run_breaks_one) {
  const auto verdict = judge(two_numbers("  %a: i1 = ugt %x, 5\n", "  ret\n}\n"));
  EXPECT_EQ(verdict.findings.front().answer, verdict::Answer::unknown);
  EXPECT_NE(verdict.findings.front().reason.find("every run breaks an assumption"), std::string::npos);
}

// The other thread assumes what main takes back.
std::string takes_back(const std::string& then) {
  return "func @other(%p: ptr) {\n  %v: i32 = load @x2\n  %z: i1 = eq %v, 0\n  %n: i32 = zext %z\n  assume %n\n"
         "  store i32 1, @x3\n  thread_exit 0\n}\nfunc @main() entry {\n  spawn @other, 0\n  store i32 1, @x2\n" +
         then;
}

TEST(Assumptions, a_thread_before_a_false_one_counts_as_disabled) {
  const std::string spins = takes_back(
      "  jump again\nagain:\n  %d: i32 = load @x3\n  %e: i1 = eq %d, 1\n  branch %e, done, again\ndone:\n  ret\n}\n");
  const std::string blocks =
      takes_back("  atomic_begin\n  %d: i32 = load @x3\n  block_until %d\n  atomic_end\n  ret\n}\n");
  EXPECT_EQ(hang_kind(spins), "stuck-loop");
  EXPECT_EQ(hang_kind(blocks), "holds");
}

TEST(Inputs, an_input_that_does_not_matter_does_no_harm) {
  EXPECT_EQ(hang_kind("func @main() entry {\n  %i: i32 = choose 3, 0\n  ret\n}\n"), "holds");
}

TEST(Inputs, a_hang_behind_one_of_the_inputs_is_a_hang) {
  EXPECT_EQ(hang_kind(R"(
func @main() entry {
  %i: i32 = choose 3, 0
  %bad: i1 = eq %i, 2
  branch %bad, twice, done
twice:
  call @lock(@m0)
  call @lock(@m0)
  jump done
done:
  ret
})"),
            "self-deadlock");
}

TEST(Inputs, a_failure_behind_one_of_the_inputs_is_found) {
  const auto verdict = judge(R"(
func @main() entry {
  %i: i32 = choose 3, 0
  %bad: i1 = eq %i, 2
  branch %bad, broken, done
broken:
  fail 0, @broken
done:
  ret
})");
  const auto& f = finding(verdict, verdict::Property::safety);
  EXPECT_EQ(f.kind, "assertion");
  ASSERT_FALSE(f.run.stem.empty());
  EXPECT_EQ(f.run.stem.front().choices, std::vector<std::uint64_t>{2});
}

}  // namespace
}  // namespace fermata::engine::explore
