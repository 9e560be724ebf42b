// SPDX-License-Identifier: Apache-2.0
#include "portfolio/check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/explore/judging.h"

namespace fermata::portfolio {
namespace {

using engine::explore::finding;
using engine::explore::program_of;
using verdict::Answer;
using verdict::Property;

constexpr const char* twice = "func @main() entry {\n  call @lock(@m0) at 1\n  call @lock(@m0) at 1\n  ret\n}\n";
constexpr const char* once = "func @main() entry {\n  call @lock(@m0) at 1\n  call @unlock(@m0) at 1\n  ret\n}\n";
constexpr const char* broken = "func @main() entry {\n  fail 0, @broken at 1\n}\n";
constexpr const char* waits =
    "func @main() entry {\n  call @lock(@m0)\n  call @wait(@m0)\n  call @unlock(@m0)\n  ret\n}\n";

bool assumes(const verdict::Verdict& verdict, std::string_view what) {
  return std::ranges::any_of(verdict.assumptions, [&](const std::string& a) { return a.find(what) != a.npos; });
}

TEST(Check, every_violation_was_replayed) {
  for (const char* text : {twice, broken, waits}) {
    const auto verdict = check(program_of(text), {}, Stop(), {});
    EXPECT_EQ(overall(verdict), Answer::violated);
    for (const auto& f : verdict.findings) EXPECT_EQ(f.confirmed, f.answer == Answer::violated);
  }
}

TEST(Check, a_run_that_fails_is_told_of_also_if_nobody_asks_for_failures) {
  Options options;
  options.question.properties = {Property::hang};
  auto verdict = check(program_of(broken), options, Stop(), {});
  EXPECT_EQ(overall(verdict), Answer::holds);
  ASSERT_TRUE(verdict.failing);
  EXPECT_EQ(verdict.failing->kind, "assertion");
  EXPECT_TRUE(verdict.failing->confirmed);
  EXPECT_FALSE(check(program_of(once), options, Stop(), {}).failing);
  EXPECT_FALSE(check(program_of(broken), {}, Stop(), {}).failing) << "it is a violation then";
}

TEST(Check, what_holds_is_said_with_its_assumptions) {
  const auto verdict = check(program_of(once), {}, Stop(), {});
  EXPECT_EQ(overall(verdict), Answer::holds);
  EXPECT_TRUE(assumes(verdict, "sequential consistency"));
  EXPECT_TRUE(assumes(verdict, "spurious wakeups happen"));
  EXPECT_FALSE(assumes(verdict, "need not end"));
}

TEST(Check, how_fair_a_run_is_comes_from_the_replay_and_what_is_assumed_is_said_only_if_it_matters) {
  Options options;
  EXPECT_FALSE(assumes(check(program_of(once), options, Stop(), {}), "fairness"));
  options.question.properties = {Property::termination};
  auto verdict = check(program_of(once), options, Stop(), {});
  EXPECT_EQ(overall(verdict), Answer::holds);
  EXPECT_TRUE(assumes(verdict, "strong fairness"));
  options.question.fairness = verdict::Fairness::weak;
  verdict = check(program_of(twice), options, Stop(), {});
  EXPECT_TRUE(assumes(verdict, "weak fairness"));
  const auto& f = finding(verdict, Property::termination);
  EXPECT_EQ(f.kind, "self-deadlock");
  EXPECT_EQ(f.fairness, verdict::Fairness::inescapable);
  EXPECT_TRUE(f.confirmed);
  const auto again = replay(program_of(twice), options, Property::termination, f.kind, f.run);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->findings[0].fairness, verdict::Fairness::inescapable);
}

TEST(Check, options_reach_the_machine_and_the_assumptions) {
  Options options;
  options.question.daemon = true;
  options.question.semantics.spurious_wakeups = false;
  options.question.semantics.spurious_failures = true;
  options.question.semantics.timeouts = Semantics::Timeouts::never;
  const auto verdict = check(program_of(once), options, Stop(), {});
  EXPECT_TRUE(assumes(verdict, "no spurious wakeups"));
  EXPECT_TRUE(assumes(verdict, "need not end"));
  EXPECT_TRUE(assumes(verdict, "never time out"));
  EXPECT_TRUE(assumes(verdict, "may fail spuriously"));

  constexpr const char* asks = R"(
func @main() entry {
  %w: i32 = option 0
  %t: i32 = option 1
  %f: i32 = option 2
  %t = mul %t, 10
  %f = mul %f, 100
  %all: i32 = add %w, %t
  %all = add %all, %f
  %good: i1 = eq %all, 110
  branch %good, done, bad
bad:
  fail 0, @broken
done:
  ret
})";
  EXPECT_EQ(overall(check(program_of(asks), options, Stop(), {})), Answer::holds);
  EXPECT_EQ(overall(check(program_of(asks), {}, Stop(), {})), Answer::violated);
}

TEST(Check, only_what_was_asked_for_is_answered) {
  Options options;
  options.question.properties = {Property::safety};
  const auto verdict = check(program_of(twice), options, Stop(), {});
  ASSERT_EQ(verdict.findings.size(), 1u);
  EXPECT_EQ(verdict.findings[0].answer, Answer::holds) << "a hang is no failure";
}

TEST(Check, a_limit_leaves_it_open) {
  Stop stop;
  stop.request();
  const auto verdict = check(program_of(twice), {}, stop, {});
  EXPECT_EQ(overall(verdict), Answer::unknown);
  for (const auto& f : verdict.findings) EXPECT_NE(f.reason, "");
}

TEST(Check, a_run_can_be_replayed_from_its_moves_alone) {
  const ir::Program program = program_of(twice);
  const auto verdict = check(program, {}, Stop(), {});
  const auto& before = finding(verdict, Property::hang);
  const auto again = replay(program, {}, Property::hang, before.kind, before.run);
  ASSERT_TRUE(again) << again.error().what;
  const auto& after = finding(*again, Property::hang);
  EXPECT_TRUE(after.confirmed);
  EXPECT_EQ(after.kind, before.kind);
  EXPECT_EQ(after.message, before.message);
  EXPECT_EQ(after.stem.size(), before.stem.size());
  EXPECT_EQ(after.threads.size(), before.threads.size());
}

TEST(Check, the_run_of_another_program_is_refused) {
  const auto verdict = check(program_of(twice), {}, Stop(), {});
  const auto& f = finding(verdict, Property::hang);
  EXPECT_FALSE(replay(program_of(once), {}, Property::hang, f.kind, f.run));
  EXPECT_FALSE(replay(program_of(broken), {}, Property::hang, f.kind, f.run));
  EXPECT_FALSE(replay(program_of(twice), {}, Property::safety, f.kind, f.run));
}

TEST(Check, a_run_that_names_what_does_not_exist_is_refused) {
  const ir::Program program = program_of(twice);
  const auto verdict = check(program, {}, Stop(), {});
  const auto& f = finding(verdict, Property::hang);
  verdict::Run run = f.run;
  for (auto& u : run.unending) u.thread = ThreadId{77};
  Options daemon;
  daemon.question.daemon = true;
  EXPECT_FALSE(replay(program, daemon, Property::hang, f.kind, run));
}

TEST(Check, a_critical_section_is_the_same_whoever_was_seen_in_it_first) {
  const ir::Program program = program_of(twice);
  Options daemon;
  daemon.question.daemon = true;
  const auto before = finding(check(program, daemon, Stop(), {}), Property::hang);
  verdict::Run run = before.run;
  const auto critical = std::ranges::find(run.unending, SectionKind::critical, &SectionInstance::kind);
  ASSERT_NE(critical, run.unending.end());
  critical->thread = ThreadId{77};
  const auto again = replay(program, daemon, Property::hang, before.kind, run);
  ASSERT_TRUE(again) << again.error().what;
  EXPECT_EQ(finding(*again, Property::hang).message, before.message);
}

TEST(Check, progress_is_told) {
  int told = 0;
  std::uint64_t most = 0;
  const auto verdict = check(program_of(R"(
func @worker(%a: ptr) {
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
  %t: i32 = spawn @worker, 0
  call @worker(0)
  call @join(%t)
  ret
})"),
                             {}, Stop(), [&](const Progress& p) { ++told, most = std::max(most, p.states); });
  EXPECT_EQ(overall(verdict), Answer::holds);
  EXPECT_GT(told, 0);
  EXPECT_LE(most, verdict.statistics.front().states);
}

}  // namespace
}  // namespace fermata::portfolio
