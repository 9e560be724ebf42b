// SPDX-License-Identifier: Apache-2.0
// All that a new engine has to bring: an engine of a few lines that returns a canned run has it confirmed, minimised
// and told like those of any other.
#include <gtest/gtest.h>

#include "engine/explore/judging.h"
#include "portfolio/check.h"

namespace fermata::portfolio {
namespace {

using engine::explore::program_of;
using verdict::Answer;
using verdict::Property;

// --- an engine -----------------------------------------------------------------------------------

/// Two threads take turns for no reason, and then wait for each other's lock.
verdict::Claims canned_deadlock(const Task&) {
  verdict::Violation violation{.property = Property::hang, .run = {}};
  for (std::uint32_t thread : {0, 1, 0, 1, 0}) violation.run.stem.push_back({ThreadId{thread}, {}});
  return {.claims = {{Property::hang, violation}}};
}
/// The same, and it stops too early.
verdict::Claims wrong_deadlock(const Task& task) {
  verdict::Claims claims = canned_deadlock(task);
  std::get<verdict::Violation>(claims.claims[0].what).run.stem.resize(3);
  return claims;
}
verdict::Claims gives_up(const Task&) { return {.claims = {{Property::hang, verdict::Unknown{"it is a stub"}}}}; }

bool only_hangs(Property property) { return property == Property::hang; }

constexpr Engine stub{"stub", "knows one deadlock", only_hangs, canned_deadlock};
constexpr Engine wrong{"wrong", "knows one that is none", only_hangs, wrong_deadlock};
constexpr Engine shy{"shy", "knows nothing", only_hangs, gives_up};

// -------------------------------------------------------------------------------------------------

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

Options hangs() { return {.question = {.properties = {Property::hang}}}; }

TEST(StubEngine, its_run_is_confirmed_minimised_and_told) {
  const ir::Program program = program_of(two_locks_in_two_orders);
  const auto verdict = check_with({&stub, 1}, program, hangs(), Stop(), {});
  ASSERT_EQ(verdict.findings.size(), 1u);
  const verdict::Finding& f = verdict.findings[0];
  EXPECT_EQ(f.answer, Answer::violated);
  EXPECT_TRUE(f.confirmed);
  EXPECT_EQ(f.engine, "stub");
  EXPECT_EQ(f.kind, "deadlock");
  EXPECT_EQ(f.message, "threads 'main' and 'worker#1' wait for each other forever");
  std::vector<std::uint32_t> turns;
  for (const verdict::Move& move : f.run.stem) turns.push_back(index(move.thread));
  EXPECT_EQ(turns, (std::vector<std::uint32_t>{0, 0, 0, 1, 1})) << "with one context switch";
  EXPECT_EQ(f.stem.size(), f.run.stem.size());
  EXPECT_EQ(f.threads.size(), 2u);
}

TEST(StubEngine, a_run_that_shows_nothing_is_an_internal_error_and_no_answer) {
  const ir::Program program = program_of(two_locks_in_two_orders);
  EXPECT_THROW(check_with({&wrong, 1}, program, hangs(), Stop(), {}), InternalError);
}

TEST(StubEngine, what_one_engine_leaves_open_the_next_one_is_asked) {
  const ir::Program program = program_of(two_locks_in_two_orders);
  const Engine both[] = {shy, stub};
  EXPECT_EQ(overall(check_with(both, program, hangs(), Stop(), {})), Answer::violated);
  const auto alone = check_with({&shy, 1}, program, hangs(), Stop(), {});
  EXPECT_EQ(overall(alone), Answer::unknown);
  EXPECT_EQ(alone.findings[0].reason, "it is a stub");
  Options named = hangs();
  named.engine = "shy";
  EXPECT_EQ(overall(check_with(both, program, named, Stop(), {})), Answer::unknown)
      << "only the one that is named is asked";
}

TEST(StubEngine, a_property_that_no_engine_answers_is_unknown) {
  const ir::Program program = program_of(two_locks_in_two_orders);
  const auto verdict = check_with({&stub, 1}, program, {.question = {.properties = {Property::safety}}}, Stop(), {});
  ASSERT_EQ(verdict.findings.size(), 1u);
  EXPECT_EQ(verdict.findings[0].answer, Answer::unknown);
  EXPECT_EQ(verdict.findings[0].reason, "no engine answers this");
}

}  // namespace
}  // namespace fermata::portfolio
