// SPDX-License-Identifier: Apache-2.0
// A run that is not what it claims to be is refused. The engine's own runs are changed a little here, as an engine
// with a mistake in it would do.
#include "confirm/replay.h"

#include <gtest/gtest.h>

#include "engine/explore/judging.h"

namespace fermata::confirm {
namespace {

using engine::explore::program_of;
using verdict::Move;
using verdict::Property;

/// A program, the engine's finding for it, and what confirm says to it.
class Claim {
 public:
  explicit Claim(std::string_view text, Property property = Property::hang, bool daemon = false)
      : program_(program_of(text)), daemon_(daemon) {
    const auto verdict = engine::explore::verdict_of(
        program_, {.hang = property == Property::hang, .safety = property == Property::safety, .daemon = daemon});
    finding = engine::explore::finding(verdict, property);
    finding.property = property;
  }

  Answer answer(const Stop& stop = {}) const { return answer(1 << 22, stop); }
  /// If no more than this may follow.
  Answer answer(std::size_t most_words, const Stop& stop = {}) const {
    return replay(vm::Machine(program_, {}), nullptr, {.daemon = daemon_},
                  {.property = finding.property, .run = finding.run, .fairness = finding.fairness}, stop, most_words);
  }
  bool confirmed() const { return answer().outcome == Outcome::confirmed; }
  /// Empty, unless the run is refused.
  std::string refusal() const {
    const Answer a = answer();
    return a.outcome == Outcome::refuted ? a.why : "";
  }

  verdict::Finding finding;

 private:
  ir::Program program_;
  bool daemon_;
};

constexpr const char* deadlock = R"(
func @worker(%a: ptr) {
  call @lock(@m1)
  call @lock(@m0)
  call @unlock(@m0)
  call @unlock(@m1)
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @lock(@m0)
  call @lock(@m1)
  call @unlock(@m1)
  call @unlock(@m0)
  call @join(%t)
  ret
})";

// Both threads go round; from the first loop there is a way into the second.
constexpr const char* loops = R"(
func @worker(%a: ptr) {
  store i32 1, @x1
  jump again
again:
  store i32 1, @x0
  store i32 2, @x0
  jump again
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @join(%t)
  %v: i32 = load @x0
  %one: i1 = eq %v, 1
  branch %one, done, other
other:
  ret
done:
  ret
})";

constexpr const char* fails = R"(
func @worker(%a: ptr) {
  store i32 1, @x0
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  %v: i32 = load @x0
  %w: i32 = load @x0
  %same: i1 = eq %v, %w
  branch %same, fine, broken
broken:
  fail 0, @broken
fine:
  call @join(%t)
  ret
})";

constexpr const char* ends = R"(
func @worker(%a: ptr) {
  store i32 1, @x0
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @join(%t)
  ret
})";

TEST(Replay, what_the_engine_found_is_confirmed) {
  EXPECT_TRUE(Claim(deadlock).confirmed());
  EXPECT_TRUE(Claim(loops).confirmed());
  EXPECT_TRUE(Claim(fails, Property::safety).confirmed());
}

TEST(Replay, a_step_of_a_blocked_thread_is_refused) {
  Claim c(deadlock);
  c.finding.run.stem.push_back({.thread = ThreadId{1}});
  EXPECT_NE(c.refusal().find("blocked"), std::string::npos) << c.answer().why;
}

TEST(Replay, a_step_of_a_thread_that_does_not_exist_is_refused) {
  Claim c(deadlock);
  c.finding.run.stem.insert(c.finding.run.stem.begin(), Move{.thread = ThreadId{1}});
  EXPECT_NE(c.refusal().find("no thread 1"), std::string::npos) << c.answer().why;
  c.finding.run.stem.front().thread = ThreadId{200};
  EXPECT_NE(c.refusal(), "");
}

TEST(Replay, a_step_of_a_thread_that_has_finished_is_refused) {
  Claim c(ends);
  c.finding.answer = verdict::Answer::violated;
  c.finding.run.stem = {{.thread = ThreadId{0}}, {.thread = ThreadId{1}}, {.thread = ThreadId{1}}};
  EXPECT_NE(c.refusal().find("step 3: there is no thread 1"), std::string::npos) << c.answer().why;
}

TEST(Replay, a_step_after_the_end_of_the_process_is_refused) {
  Claim c(ends);
  c.finding.run.stem = {
      {.thread = ThreadId{0}}, {.thread = ThreadId{1}}, {.thread = ThreadId{0}}, {.thread = ThreadId{0}}};
  EXPECT_NE(c.refusal().find("step 4: the process has ended"), std::string::npos) << c.answer().why;
}

TEST(Replay, an_end_is_no_hang) {
  Claim c(ends);
  c.finding.run.stem = {{.thread = ThreadId{0}}, {.thread = ThreadId{1}}, {.thread = ThreadId{0}}};
  EXPECT_NE(c.refusal().find("the process has ended"), std::string::npos) << c.answer().why;
}

TEST(Replay, a_choice_that_there_is_not_is_refused) {
  Claim c(deadlock);
  c.finding.run.stem.front().choices = {1};
  EXPECT_NE(c.refusal().find("choices differ"), std::string::npos) << c.answer().why;
}

constexpr const char* unkind = R"(
func @main() entry {
  %i: i32 = choose 2, 0
  %bad: i1 = eq %i, 1
  branch %bad, twice, done
twice:
  call @lock(@m0)
  call @lock(@m0)
  jump done
done:
  ret
})";

TEST(Replay, a_choice_that_was_left_out_or_cannot_be_made_is_refused) {
  Claim c(unkind);
  ASSERT_TRUE(c.confirmed());
  auto& chosen = *std::ranges::find_if(c.finding.run.stem, [](const Move& m) { return !m.choices.empty(); });
  chosen.choices = {};
  EXPECT_NE(c.refusal(), "") << "the machine takes 0 for it";
  chosen.choices = {2};
  EXPECT_NE(c.refusal(), "") << "there are two";
  chosen.choices = {0};
  EXPECT_NE(c.refusal(), "") << "this way it ends";
  chosen.choices = {1, 0};
  EXPECT_NE(c.refusal(), "") << "there is no second choice";
}

TEST(Replay, a_loop_that_does_not_come_back_is_refused) {
  Claim c(loops);
  ASSERT_FALSE(c.finding.run.loop.empty());
  c.finding.run.loop.pop_back();
  EXPECT_NE(c.refusal().find("does not come back"), std::string::npos) << c.answer().why;
}

TEST(Replay, a_loop_of_a_blocked_thread_is_refused) {
  Claim c(loops);
  c.finding.run.loop = {{.thread = ThreadId{0}}};
  EXPECT_NE(c.refusal().find("blocked"), std::string::npos) << c.answer().why;
}

TEST(Replay, a_hang_that_can_still_end_is_refused) {
  Claim c(deadlock);
  c.finding.run.stem.pop_back();
  EXPECT_NE(c.refusal().find("can still end"), std::string::npos) << c.answer().why;
  c.finding.run.stem.clear();
  EXPECT_NE(c.refusal().find("can still end"), std::string::npos) << c.answer().why;
}

TEST(Replay, a_hang_that_can_still_fail_is_refused) {
  Claim c(R"(
func @worker(%a: ptr) {
  call @await(@x0, 1)
  fail 0, @broken
}
func @main() entry {
  spawn @worker, 0
  store i32 1, @x0
  call @await(@x0, 2)
  ret
})");
  c.finding.property = Property::hang;
  c.finding.run.stem = {{.thread = ThreadId{0}}};
  EXPECT_NE(c.refusal(), "");
}

TEST(Replay, a_hang_from_which_something_unmodelled_can_be_reached_is_refused) {
  Claim c(R"(
func @mystery(%a: i32)
func @worker(%a: ptr) {
  store i32 1, @x0
  call @mystery(1)
  ret
}
func @main() entry {
  spawn @worker, 0
  call @await(@x0, 2)
  ret
})");
  c.finding.run.stem = {{.thread = ThreadId{0}}};
  EXPECT_NE(c.refusal().find("unmodelled"), std::string::npos) << c.answer().why;
}

TEST(Replay, a_hang_that_only_a_kind_environment_would_end_is_confirmed) {
  EXPECT_TRUE(Claim("func @main() entry {\n  jump again\nagain:\n  %i: i32 = choose 2, 0\n  %go: i1 = eq %i, 1\n"
                    "  branch %go, done, again\ndone:\n  ret\n}\n")
                  .confirmed());
}

TEST(Replay, a_hang_that_the_scheduler_can_end_is_refused) {
  Claim c(
      "func @main() entry {\n  jump again\nagain:\n  %i: i32 = choose 2, 2\n  %go: i1 = eq %i, 1\n"
      "  branch %go, done, again\ndone:\n  ret\n}\n");
  EXPECT_EQ(c.finding.answer, verdict::Answer::holds);
  EXPECT_NE(c.refusal().find("can still end"), std::string::npos) << c.answer().why;
}

TEST(Replay, a_run_that_does_not_fail_is_no_failure) {
  Claim c(fails, Property::safety);
  c.finding.run.stem.pop_back();
  EXPECT_NE(c.refusal().find("does not fail"), std::string::npos) << c.answer().why;
  c.finding.run.stem.clear();
  EXPECT_NE(c.refusal().find("empty"), std::string::npos) << c.answer().why;
}

TEST(Replay, the_kind_of_the_failure_that_was_seen_is_told) {
  Claim c(fails, Property::safety);
  EXPECT_EQ(c.answer().failure, "assertion");
  EXPECT_EQ(c.finding.kind, "assertion");
}

TEST(Replay, nothing_follows_a_failure) {
  Claim c(fails, Property::safety);
  c.finding.run.stem.push_back(c.finding.run.stem.back());
  EXPECT_NE(c.refusal(), "");
}

TEST(Replay, a_failing_run_is_no_hang) {
  Claim c(fails, Property::safety);
  c.finding.property = Property::hang;
  EXPECT_NE(c.refusal(), "");
}

// The worker can never leave its section; main's begins and ends for ever.
constexpr const char* daemon_program = R"(
func @worker(%a: ptr) {
  section_begin 9, @u0
  call @await(@x0, 2)
  section_end 9, @u0, 1
  ret
}
func @main() entry {
  spawn @worker, 0
  jump again
again:
  section_begin 9, @u1
  store i32 1, @x0
  section_end 9, @u1, 0
  store i32 0, @x0
  jump again
})";

TEST(Replay, a_section_of_a_daemon_that_never_ends_is_confirmed) {
  Claim c(daemon_program, Property::hang, true);
  EXPECT_TRUE(c.confirmed()) << c.answer().why;
  EXPECT_EQ(c.finding.run.unending.size(), 1u);
}

TEST(Replay, a_daemon_that_names_no_section_is_refused) {
  Claim c(daemon_program, Property::hang, true);
  c.finding.run.unending.clear();
  EXPECT_NE(c.refusal().find("no section"), std::string::npos) << c.answer().why;
}

TEST(Replay, a_section_that_is_not_open_is_refused) {
  Claim c(daemon_program, Property::hang, true);
  c.finding.run.unending[0].thread = ThreadId{0};
  EXPECT_NE(c.refusal().find("not open"), std::string::npos) << c.answer().why;
}

TEST(Replay, a_section_that_can_still_end_is_refused) {
  Claim c(R"(
func @worker(%a: ptr) {
  jump again
again:
  section_begin 9, @u0
  store i32 1, @x0
  section_end 9, @u0, 1
  jump again
}
func @main() entry {
  spawn @worker, 0
  call @take(@units)
  ret
})",
          Property::hang, true);
  ASSERT_TRUE(c.confirmed());
  const auto stuck = c.finding.run.unending.at(0);
  int open = 0;
  for (std::uint64_t u = 0; u < 64; ++u) {  // whatever the address of @u0 is, as a neighbour of @units
    auto other = stuck;
    other.kind = SectionKind::user;
    other.thread = ThreadId{1};
    other.object = stuck.object + ((u - 32) << 17);  // a page has 128 KB
    c.finding.run.unending = {stuck, other};
    EXPECT_NE(c.refusal(), "") << "each section that is named must be stuck";
    open += c.refusal().find("can still end") != std::string::npos;
  }
  EXPECT_EQ(open, 1);
}

TEST(Replay, a_section_that_ends_and_begins_again_in_one_step_has_ended) {
  // Seen from outside the section is always open.
  Claim c(R"(
func @main() entry {
  spawn @other, 0
  jump again
again:
  section_begin 9, @u0
  store i32 1, @x0
  section_end 9, @u0, 0
  jump again
}
func @other(%a: ptr) {
  call @await(@x1, 1)
  ret
})",
          Property::hang, true);
  EXPECT_EQ(c.finding.answer, verdict::Answer::holds);
}

// Two threads go round and round, each in forty steps; nobody ends.
constexpr const char* far_from_ending = R"(
func @worker(%x: ptr) {
  %i: i32 = copy i32 0
  jump again
again:
  store %i, %x
  %i = add %i, 1
  %more: i1 = ult %i, 40
  branch %more, again, over
over:
  %i = copy i32 0
  jump again
}
func @main() entry {
  %s: i32 = spawn @worker, @x0
  %t: i32 = spawn @worker, @x1
  call @join(%t)
  ret
})";

TEST(Replay, a_limit_confirms_nothing_that_takes_time) {
  Stop stop;
  stop.request();
  EXPECT_EQ(Claim(far_from_ending).answer(stop).outcome, Outcome::stopped);
  const Claim small(deadlock);
  EXPECT_EQ(small.answer(stop).outcome, Outcome::stopped);
  stop.request();  // overtime begins here: what came before may have taken long
  EXPECT_EQ(small.answer(Stop(Stop::Overtime::of, stop)).outcome, Outcome::confirmed)
      << "what was found is replayed in overtime";
}

TEST(Replay, what_follows_a_hang_is_left_open_if_it_is_too_much) {
  const Claim c(far_from_ending);
  EXPECT_TRUE(c.confirmed());
  EXPECT_EQ(c.answer(10'000).outcome, Outcome::left_open);
}

TEST(Replay, the_run_says_how_objects_are_handed_over) {
  Claim c(R"(
func @worker(%flag: ptr) {
  store i32 2, %flag
  ret
}
func @main() entry {
  %flag: ptr = alloc 4
  spawn @worker, %flag
  jump again
again:
  %v: i32 = load %flag
  %set: i1 = eq %v, 1
  branch %set, done, again
done:
  ret
})");
  ASSERT_TRUE(c.confirmed());
  c.finding.run.heap.hand_over = true;
  EXPECT_NE(c.refusal(), "");
}

// --- termination -------------------------------------------------------------------------------

// The worker would end main's loop; main waits busily at first, then for a mutex that is taken and released for ever.
constexpr const char* spin = R"(
func @worker(%a: ptr) {
  store i32 1, @x0
  ret
}
func @main() entry {
  spawn @worker, 0
  jump again
again:
  %v: i32 = load @x0
  %go: i1 = eq %v, 1
  branch %go, done, again
done:
  ret
})";
constexpr const char* rival = R"(
func @worker(%a: ptr) {
  call @lock(@m0)
  store i32 1, @x0
  call @unlock(@m0)
  ret
}
func @main() entry {
  spawn @worker, 0
  jump again
again:
  call @lock(@m0)
  call @unlock(@m0)
  %v: i32 = load @x0
  %go: i1 = eq %v, 1
  branch %go, done, again
done:
  ret
})";

/// What confirm says to a loop of main after its first step, if it is said to be this fair.
Answer loop_of_main(const char* text, std::size_t steps, verdict::Fairness asked,
                    verdict::Fairness said = verdict::Fairness::strong) {
  verdict::Violation violation{.property = Property::termination, .run = {}, .fairness = said};
  violation.run.stem = {{.thread = ThreadId{0}}};
  violation.run.loop.assign(steps, {.thread = ThreadId{0}});
  const ir::Program program = program_of(text);
  return replay(vm::Machine(program, {}), nullptr, {.fairness = asked}, violation, Stop());
}

TEST(ReplayOfALoop, that_passes_over_a_thread_which_could_always_move_is_not_fair) {
  using enum verdict::Fairness;
  EXPECT_EQ(loop_of_main(spin, 1, none).fairness, none);
  EXPECT_EQ(loop_of_main(spin, 1, none).outcome, Outcome::confirmed);
  EXPECT_EQ(loop_of_main(spin, 1, weak).outcome, Outcome::refuted);
  EXPECT_EQ(loop_of_main(spin, 1, strong).outcome, Outcome::refuted);
}

TEST(ReplayOfALoop, that_passes_over_a_thread_which_can_move_now_and_then_is_weakly_fair) {
  using enum verdict::Fairness;
  EXPECT_EQ(loop_of_main(rival, 3, weak).fairness, weak);
  EXPECT_EQ(loop_of_main(rival, 3, weak).outcome, Outcome::confirmed);
  EXPECT_EQ(loop_of_main(rival, 3, strong).outcome, Outcome::refuted);
}

TEST(ReplayOfALoop, is_looked_at_in_all_rounds_of_a_move_that_is_made_several_times) {
  verdict::Violation violation{.property = Property::termination, .run = {}};
  const ir::Program program = program_of(rival);
  violation.run.stem = {{.thread = ThreadId{0}, .times = 2}};  // it has the mutex, and the worker waits
  violation.run.loop = {{.thread = ThreadId{0}, .times = 3}};
  const Answer answer =
      replay(vm::Machine(program, {}), nullptr, {.fairness = verdict::Fairness::weak}, violation, Stop());
  EXPECT_EQ(answer.outcome, Outcome::confirmed);
  EXPECT_EQ(answer.fairness, verdict::Fairness::weak);
}

// The worker opens and shuts a gate; main waits for it: looks, and yields.
constexpr const char* gate = R"(
func @worker(%a: ptr) {
  jump again
again:
  store i32 1, @x0
  store i32 0, @x0
  jump again
}
func @main() entry {
  spawn @worker, 0
  jump again
again:
  %v: i32 = load @x0
  call @yield()
  %go: i1 = eq %v, 1
  branch %go, done, again
done:
  ret
})";

TEST(ReplayOfALoop, in_which_a_thread_looks_only_when_there_is_nothing_to_see_is_strongly_fair_at_most) {
  verdict::Violation violation{.property = Property::termination, .run = {}};
  const ir::Program program = program_of(gate);
  violation.run.stem = {{.thread = ThreadId{0}}};
  // It looks, the gate opens; it yields; the gate is shut.
  for (std::uint32_t t : {0, 1, 0, 1}) violation.run.loop.push_back({.thread = ThreadId{t}});
  EXPECT_EQ(replay(vm::Machine(program, {}), nullptr, {}, violation, Stop()).fairness, verdict::Fairness::strong);
  violation.run.loop.clear();
  for (std::uint32_t t : {0, 0, 1, 1}) violation.run.loop.push_back({.thread = ThreadId{t}});
  EXPECT_EQ(replay(vm::Machine(program, {}), nullptr, {}, violation, Stop()).fairness, verdict::Fairness::strong);
}

TEST(ReplayOfALoop, that_can_be_left_is_not_inescapable) {
  using enum verdict::Fairness;
  EXPECT_EQ(loop_of_main(spin, 1, none, inescapable).outcome, Outcome::refuted);
}

TEST(ReplayOfALoop, is_never_taken_for_more_fair_than_it_is_seen_to_be) {
  using enum verdict::Fairness;
  EXPECT_EQ(loop_of_main(rival, 3, weak, await).fairness, weak);
}

TEST(ReplayOfALoop, that_does_not_come_back_is_refused) {
  EXPECT_EQ(loop_of_main(rival, 2, verdict::Fairness::none).outcome, Outcome::refuted);
}

TEST(ReplayOfALoop, without_a_step_is_a_deadlock_only_if_nobody_can_move) {
  EXPECT_EQ(loop_of_main(rival, 0, verdict::Fairness::none).outcome, Outcome::refuted);
  Claim c(deadlock);
  c.finding.property = Property::termination;
  EXPECT_TRUE(c.confirmed());
  EXPECT_EQ(c.answer().fairness, verdict::Fairness::inescapable);
  c.finding.run.stem.pop_back();
  EXPECT_NE(c.refusal(), "");
}

TEST(SameEnd, of_two_runs_that_lead_to_one_state_and_of_no_others) {
  const ir::Program program = program_of(R"(
func @worker(%a: ptr) {
  store i32 1, @x1
  store i32 2, @x1
  store i32 3, @x1
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  store i32 1, @x0
  call @lock(@m0)
  call @lock(@m0)
  ret
})");
  const vm::Machine machine(program, {});
  auto run = [](std::initializer_list<std::uint32_t> threads) {
    verdict::Run r;
    for (std::uint32_t t : threads) r.stem.push_back({.thread = ThreadId{t}, .choices = {}});
    return r;
  };
  EXPECT_TRUE(same_end(machine, run({0, 1, 0}), run({0, 0, 1}), Stop()));
  EXPECT_FALSE(same_end(machine, run({0, 1, 0}), run({0, 0}), Stop()));
  EXPECT_FALSE(same_end(machine, run({0, 1, 0}), run({0, 1, 7}), Stop())) << "the second cannot be followed";
  verdict::Run other = run({0, 0, 1});
  other.unending.push_back({SectionKind::mutex, 1, ThreadId{0}});
  EXPECT_FALSE(same_end(machine, run({0, 1, 0}), other, Stop())) << "it claims something else";
}

}  // namespace
}  // namespace fermata::confirm
