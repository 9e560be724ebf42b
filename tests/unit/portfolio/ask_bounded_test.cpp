// SPDX-License-Identifier: Apache-2.0
// The bounded engine as the rest of the tool asks it; and beside the explorer, on programs drawn at random.
#include "portfolio/ask_bounded.h"

#include <gtest/gtest.h>

#include <chrono>

#include "engine/explore/judging.h"
#include "portfolio/check.h"

namespace fermata::portfolio {
namespace {

namespace rp = random_programs;
using engine::explore::finding;
using engine::explore::program_of;
using verdict::Answer;
using verdict::Property;

Options asks(std::string engine, Property property) {
  return {.question = {.properties = {property}},
          .engine = std::move(engine),
          .bounded = {.most = {.stem = 2, .loop = 2, .steps = 16}}};
}

verdict::Finding answer(std::string_view text, Property property) {
  return finding(check(program_of(text), asks("bounded", property), Stop(), {}), property);
}

constexpr const char* two_locks = R"(
func @worker(%a: ptr) {{
  call @lock(@{}) at 2
  call @lock(@{}) at 3
  call @unlock(@{})
  call @unlock(@{})
  ret
}}
func @main() entry {{
  %t: i32 = spawn @worker, 0
  call @lock(@m0) at 1
  call @lock(@m1) at 1
  call @unlock(@m1)
  call @unlock(@m0)
  call @join(%t)
  ret
}})";

TEST(AskBounded, a_deadlock_is_confirmed_and_told_like_that_of_any_engine) {
  const std::string text = fmt::format(two_locks, "m1", "m0", "m0", "m1");
  for (Property property : {Property::hang, Property::termination}) {
    const verdict::Finding f = answer(text, property);
    EXPECT_EQ(f.answer, Answer::violated) << f.reason;
    EXPECT_TRUE(f.confirmed);
    EXPECT_EQ(f.kind, "deadlock");
    EXPECT_EQ(f.engine, "bounded");
  }
}

TEST(AskBounded, that_there_is_none_within_the_bounds_says_which_and_proves_nothing) {
  const verdict::Finding f = answer(fmt::format(two_locks, "m0", "m1", "m1", "m0"), Property::hang);
  EXPECT_EQ(f.answer, Answer::unknown);
  EXPECT_EQ(f.reason, "no deadlock was found within 2 rounds of at most 16 steps of each thread");
}

TEST(AskBounded, failures_are_none_of_its_business) {
  EXPECT_EQ(answer(fmt::format(two_locks, "m0", "m1", "m1", "m0"), Property::safety).reason,
            "--engine bounded does not answer this");
}

TEST(AskBounded, is_not_asked_about_what_exploring_answers_in_a_moment) {
  const auto verdict =
      check(program_of(fmt::format(two_locks, "m1", "m0", "m0", "m1")), asks("auto", Property::hang), Stop(), {});
  EXPECT_EQ(verdict.statistics.size(), 1u);
  EXPECT_EQ(verdict.findings[0].engine, "explore");
}

TEST(AskBounded, a_limit_leaves_it_open) {
  Stop stop;
  stop.request();
  const auto verdict =
      check(program_of(fmt::format(two_locks, "m1", "m0", "m0", "m1")), asks("bounded", Property::hang), stop, {});
  EXPECT_EQ(verdict.findings[0].answer, Answer::unknown);
}

/// What it says is violated, exploring finds violated, too; and the machine follows every run, else there is an
/// exception. How many were found violated by it.
unsigned compare(Property property, const std::function<rp::Program(rp::Artist&)>& draw, std::uint64_t seeds) {
  unsigned found = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    rp::Artist artist(seed);
    const rp::Program drawn = draw(artist);
    auto program = ir::parse(rp::to_text(drawn), "random.ir");
    if (!program) {
      ADD_FAILURE() << program.error().what;
      continue;
    }
    const auto ask = [&](const char* engine) {
      Options options = asks(engine, property);
      options.question.semantics.spurious_wakeups = drawn.spurious_wakeups;
      const Stop stop(std::chrono::seconds(5), std::nullopt);
      return check(*program, options, stop, {}).findings[0];
    };
    verdict::Finding bounded;
    try {
      bounded = ask("bounded");
    } catch (const InternalError& wrong) {
      ADD_FAILURE() << "seed " << seed << ": " << wrong.what();
      continue;
    }
    if (bounded.answer != Answer::violated) continue;
    ++found;
    EXPECT_NE(ask("explore").answer, Answer::holds) << "seed " << seed;
  }
  return found;
}

TEST(AskBounded, on_random_programs_the_machine_follows_what_it_finds) {
  const auto any = [](rp::Artist& artist) { return artist.draw(); };
  const auto locks = [](rp::Artist& artist) { return artist.draw_locks(); };
  EXPECT_GT(compare(Property::hang, any, 30), 1u);
  EXPECT_GT(compare(Property::hang, locks, 20), 1u);
}

TEST(AskBounded, on_random_programs_its_lassos_are_fair) {
  EXPECT_GT(compare(Property::termination, [](rp::Artist& artist) { return artist.draw(); }, 51), 1u);
}

}  // namespace
}  // namespace fermata::portfolio
