// SPDX-License-Identifier: Apache-2.0
#include "portfolio/side_by_side.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "engine/explore/judging.h"
#include "portfolio/answers.h"
#include "portfolio/check.h"

namespace fermata::portfolio {
namespace {

using verdict::Answer;
using verdict::Claims;
using verdict::Property;

using Tell = std::function<void(const Progress&)>;
constexpr std::chrono::milliseconds soon{1}, never{std::chrono::hours(1)};
constexpr Moment no_moment{.least = soon, .states = 0, .most = soon};

Claims knows_nothing(const std::string& why) { return {.claims = {{Property::hang, verdict::Unknown{why}}}}; }
Claims has_run() { return {.claims = {{Property::hang, verdict::Violation{}}}}; }
Claims says_it_holds() { return {.claims = {{Property::hang, verdict::Holds{}}}}; }
std::string reason(const Claims& claims) { return std::get<verdict::Unknown>(claims.claims.at(0).what).reason; }
bool is_violation(const Claims& claims) { return std::holds_alternative<verdict::Violation>(claims.claims.at(0).what); }

/// Looks until somebody stops it.
Claims looks_on(const Stop& stop, const Tell& tell) {
  for (std::uint64_t states = 1; !stop.now(); ++states) {
    if (tell) tell({.states = states});
    std::this_thread::sleep_for(soon);
  }
  return knows_nothing(*stop.reason());
}

BothClaims both(const Ask& first, const Ask& second, const Moment& moment = no_moment, const Stop& stop = Stop()) {
  return ask_side_by_side(first, second, moment, stop, {});
}

TEST(SideBySide, who_answers_in_a_moment_is_alone) {
  const auto claims = both([](const Stop&, const Tell&) { return says_it_holds(); },
                           [](const Stop&, const Tell&) -> Claims { throw std::logic_error("it was asked"); },
                           {.least = never, .states = 0, .most = never});
  EXPECT_FALSE(claims.second);
}

TEST(SideBySide, a_moment_is_a_time_and_a_number_of_states) {
  std::atomic<bool> asked = false;
  const auto notes = [&](const Stop&, const Tell&) {
    asked = true;
    return knows_nothing("");
  };
  const auto counts = [&](std::uint64_t most) {
    return [&, most](const Stop&, const Tell& tell) {
      const auto begin = std::chrono::steady_clock::now();
      while (!asked && std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(200))
        tell({.states = most}), std::this_thread::sleep_for(soon);
      return says_it_holds();
    };
  };
  const Moment hundred{.least = soon, .states = 100, .most = never};
  both(counts(99), notes, hundred);
  EXPECT_FALSE(asked);
  both(counts(100), notes, hundred);
  EXPECT_TRUE(asked);
  asked = false;
  both(counts(99), notes, {.least = soon, .states = 100, .most = std::chrono::milliseconds(20)});
  EXPECT_TRUE(asked) << "not for ever";
}

TEST(SideBySide, what_the_second_finds_ends_the_first) {
  const auto claims = both(looks_on, [](const Stop&, const Tell&) { return has_run(); });
  EXPECT_EQ(reason(claims.first), "another engine had found a violation");
  EXPECT_TRUE(is_violation(*claims.second));
}

TEST(SideBySide, that_the_second_finds_nothing_ends_nothing) {
  std::atomic<bool> over = false;
  const auto claims = both(
      [&](const Stop& stop, const Tell&) {
        while (!over) std::this_thread::sleep_for(soon);
        EXPECT_FALSE(stop.now());
        return says_it_holds();
      },
      [&](const Stop&, const Tell&) {
        over = true;
        return knows_nothing("no deadlock within 4 rounds");
      });
  EXPECT_EQ(reason(*claims.second), "no deadlock within 4 rounds");
}

TEST(SideBySide, what_the_first_finds_ends_the_second) {
  for (const auto& answer : {has_run, says_it_holds}) {
    std::atomic<bool> begun = false;
    const auto claims = both(
        [&](const Stop&, const Tell&) {
          while (!begun) std::this_thread::sleep_for(soon);
          return answer();
        },
        [&](const Stop& stop, const Tell& tell) {
          begun = true;
          return looks_on(stop, tell);
        });
    EXPECT_TRUE(claims.second);
  }
}

TEST(SideBySide, whom_the_first_leaves_something_open_the_second_is_asked_at_once) {
  const auto claims =
      both([](const Stop&, const Tell&) { return knows_nothing("'fork' is not modelled"); },
           [](const Stop&, const Tell&) { return has_run(); }, {.least = never, .states = 0, .most = never});
  ASSERT_TRUE(claims.second);
  EXPECT_TRUE(is_violation(*claims.second));
}

TEST(SideBySide, the_second_does_not_go_on_for_long_when_the_first_has_given_up) {
  const auto claims = both([](const Stop&, const Tell&) { return knows_nothing("'fork' is not modelled"); }, looks_on);
  ASSERT_TRUE(claims.second);
  EXPECT_EQ(reason(*claims.second), "the engine before it had ended");
}

TEST(SideBySide, limits_and_interrupts_are_for_both) {
  const auto late = both(looks_on, looks_on, no_moment, Stop(std::chrono::milliseconds(500), std::nullopt));
  EXPECT_EQ(reason(late.first), "the time limit of 0.5 s was reached");
  EXPECT_EQ(reason(*late.second), "the time limit of 0.5 s was reached");
  Stop stop;
  const auto interrupted = both(
      looks_on,
      [&](const Stop& mine, const Tell& tell) {
        stop.request();
        return looks_on(mine, tell);
      },
      no_moment, stop);
  EXPECT_EQ(reason(interrupted.first), "it was interrupted");
  EXPECT_EQ(reason(*interrupted.second), "it was interrupted");
}

TEST(SideBySide, an_error_of_either_ends_both) {
  const auto fails = [](const Stop&, const Tell&) -> Claims { throw std::logic_error("wrong"); };
  EXPECT_THROW(both(looks_on, fails), std::logic_error);
  EXPECT_THROW(both(fails, looks_on), std::logic_error);
}

// --- with real claims ----------------------------------------------------------------------------

constexpr const char* two_locks_in_two_orders = R"(
func @worker(%a: ptr) {
  call @lock(@m1) at 2
  call @lock(@m0) at 3
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @lock(@m0) at 1
  call @lock(@m1) at 1
  ret
})";

bool only_hangs(Property property) { return property == Property::hang; }
Claims canned_deadlock(const Task&) {
  verdict::Violation violation{.property = Property::hang, .run = {}};
  for (std::uint32_t thread : {0, 0, 1}) violation.run.stem.push_back({ThreadId{thread}, {}});
  return {.claims = {{Property::hang, violation}}};
}
Claims until_stopped(const Task& task) { return looks_on(task.stop, task.progress); }

TEST(SideBySide, a_run_is_confirmed_whoever_has_it) {
  const Engine engines[] = {{"slow", "", only_hangs, until_stopped},
                            {"quick", "", only_hangs, canned_deadlock, Engine::Asked::beside}};
  const auto verdict = check_with(engines, engine::explore::program_of(two_locks_in_two_orders),
                                  {.question = {.properties = {Property::hang}}, .moment = no_moment}, Stop(), {});
  EXPECT_EQ(verdict.findings[0].answer, Answer::violated);
  EXPECT_TRUE(verdict.findings[0].confirmed);
  EXPECT_EQ(verdict.findings[0].engine, "quick");
  EXPECT_EQ(verdict.findings[0].kind, "deadlock");
  EXPECT_EQ(verdict.statistics.size(), 2u);
}

TEST(SideBySide, that_a_property_holds_beside_a_run_that_violates_it_is_an_internal_error) {
  const Options options{.question = {.properties = {Property::hang}}};
  const Engine wrong{"wrong", "", only_hangs, until_stopped}, right{"right", "", only_hangs, canned_deadlock};
  const ir::Program program = engine::explore::program_of(two_locks_in_two_orders);
  vm::Machine machine(program, {});
  const Stop stop;
  const std::function<bool(Property, const verdict::Run&)> accept;
  const Tell tell;
  Pipeline pipeline(machine, nullptr, options, stop);
  Answers answers(options, pipeline);
  answers.add(wrong, says_it_holds());
  EXPECT_THROW(answers.add(right, canned_deadlock({program, machine, options.question, options, accept, stop, tell})),
               InternalError);
}

}  // namespace
}  // namespace fermata::portfolio
