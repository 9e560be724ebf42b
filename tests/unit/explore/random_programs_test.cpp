// SPDX-License-Identifier: Apache-2.0
// The engine against an oracle that knows nothing of it, on programs that nobody would write.
//
//   FERMATA_RANDOM_PROGRAMS=100000 test_explore --gtest_filter='RandomPrograms.agree*'
//
// draws that many with a new seed (or from FERMATA_RANDOM_SEED on). A program on which the two disagree is cut down as long as they
// still do, and printed together with its seed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <exception>
#include <iostream>
#include <optional>
#include <random>
#include <string>

#include "confirm/replay.h"
#include "engine/explore/explore.h"
#include "explore/oracle.h"
#include "explore/random_program.h"
#include "ir/text.h"
#include "ir/validate.h"
#include "portfolio/check.h"

namespace fermata::engine::explore {
namespace {

namespace rp = random_programs;
using verdict::Answer;
using verdict::Property;

// Where the engine looks for traps before everything was seen.
constexpr std::size_t first_look = 4096;

struct Comparison {
  bool compared = false;
  rp::Truth truth;
  std::string difference;  ///< empty: they agree
  std::uint64_t reduced_states = 0;
};

const verdict::Finding& finding(const verdict::Verdict& verdict, Property property) {
  for (const verdict::Finding& f : verdict.findings)
    if (f.property == property) return f;
  throw std::runtime_error("a property that was asked for has no finding");
}

template <class A, class B>
void differ(std::string& out, const char* what, const A& got, const B& expected) {
  if (static_cast<std::uint64_t>(got) != static_cast<std::uint64_t>(expected))
    out += fmt::format("{}: got {}, expected {}\n", what, static_cast<std::uint64_t>(got), static_cast<std::uint64_t>(expected));
}

class Comparer {
 public:
  Comparer(const rp::Program& program, const rp::Truth& truth) : truth_(truth) {
    text_ = rp::to_text(program);
    auto parsed = ir::parse(text_, "random.ir");
    if (!parsed) throw std::runtime_error(parsed.error().where + ": " + parsed.error().what);
    for (const Error& e : ir::validate(*parsed)) throw std::runtime_error(e.where + ": " + e.what);
    program_ = std::move(*parsed);
    options_.machine.spurious_wakeups = program.spurious_wakeups;
    options_.machine.spurious_failures = program.spurious_failures;
  }

  std::string compare() {
    Options all = options_;
    all.exhaustive = true;
    for (bool daemon : {false, true}) {
      all.daemon = daemon;
      all.transactions = false;
      compare_exhaustive(all);
      all.transactions = true;
      compare_reduced(all);
    }
    compare_first();
    return out_;
  }

  std::uint64_t reduced_states() const { return reduced_states_; }

 private:
  void expect(const char* what, Answer got, bool violated) {
    if (got != (violated ? Answer::violated : Answer::holds))
      out_ += fmt::format("{}: got {}, expected {}\n", what, verdict::name(got), violated ? "violated" : "holds");
  }

  void replay(const char* what, const Options& options, const verdict::Finding& f) {
    if (f.answer != Answer::violated) return;
    const auto answer = confirm::replay(program_, options.machine, options.daemon, f, Stop());
    if (answer.outcome != confirm::Outcome::confirmed) out_ += fmt::format("{}: the replay says: {}\n", what, answer.why);
    if (f.kind.empty() || f.message.empty()) out_ += fmt::format("{}: the finding has no kind or message\n", what);
  }

  void compare_exhaustive(const Options& options) {
    const auto verdict = explore(program_, options, Stop(), {});
    const auto& hang = finding(verdict, Property::hang);
    const auto& safety = finding(verdict, Property::safety);
    const char* what = options.daemon ? "daemon hang" : "hang";
    expect(what, hang.answer, options.daemon ? truth_.daemon_hang : truth_.hang);
    expect("safety", safety.answer, truth_.failure);
    replay(what, options, hang);
    replay("safety", options, safety);
    if (!verdict.statistics.complete) out_ += "the search is not complete\n";
    if (!truth_.exact) return;
    const auto& s = verdict.statistics;
    differ(out_, "states", s.states, truth_.states);
    differ(out_, "transitions", s.transitions, truth_.transitions);
    differ(out_, "deadlock states", s.deadlock_states.value_or(-1), truth_.deadlocks);
    differ(out_, "states that cannot finish", s.cannot_finish_states.value_or(-1), truth_.cannot_finish);
    if (safety.answer == Answer::violated) differ(out_, "steps to the failure", safety.run.stem.size(), truth_.to_failure.value_or(-1));
    // Dead ends are judged when they are met, the rest at the first look or at the end.
    if (truth_.states >= first_look) return;
    const auto dead = options.daemon ? truth_.to_deadlock_in_section : truth_.to_deadlock;
    const auto trap = options.daemon ? truth_.to_daemon_trap : truth_.to_trap;
    if (hang.answer != Answer::violated) return;
    if (dead)
      differ(out_, "steps to the deadlock", hang.run.stem.size(), *dead);
    else if (trap)
      differ(out_, "steps to the trap", hang.run.stem.size(), *trap);
    if (dead && !hang.run.loop.empty()) out_ += "a deadlock has no loop\n";
  }

  /// Transactions leave fewer states, and the same answers.
  void compare_reduced(const Options& options) {
    const auto verdict = explore(program_, options, Stop(), {});
    const auto& hang = finding(verdict, Property::hang);
    const auto& safety = finding(verdict, Property::safety);
    expect(options.daemon ? "daemon hang, reduced" : "hang, reduced", hang.answer, options.daemon ? truth_.daemon_hang : truth_.hang);
    expect("safety, reduced", safety.answer, truth_.failure);
    replay("hang, reduced", options, hang);
    replay("safety, reduced", options, safety);
    const auto& s = verdict.statistics;
    if (!s.complete) out_ += "the reduced search is not complete\n";
    if (truth_.exact) expect("some deadlock, reduced", s.deadlock_states.value_or(0) > 0 ? Answer::violated : Answer::holds, truth_.deadlocks > 0);
    reduced_states_ = s.states;
  }

  /// As the tool is used: the first violation ends the search.
  void compare_first() {
    portfolio::Options options;
    options.spurious_wakeups = options_.machine.spurious_wakeups;
    options.spurious_failures = options_.machine.spurious_failures;
    const auto verdict = portfolio::check(program_, options, Stop(), {});
    const bool wrong = truth_.hang || truth_.failure;
    expect("overall", overall(verdict), wrong);
    const auto& hang = finding(verdict, Property::hang);
    const auto& safety = finding(verdict, Property::safety);
    if (hang.answer == Answer::violated && !truth_.hang) out_ += "a hang that does not exist\n";
    if (safety.answer == Answer::violated && !truth_.failure) out_ += "a failure that does not exist\n";
    if (hang.answer == Answer::holds && truth_.hang) out_ += "a hang that is denied\n";
    if (safety.answer == Answer::holds && truth_.failure) out_ += "a failure that is denied\n";
  }

  const rp::Truth& truth_;
  std::string text_;
  ir::Program program_;
  Options options_;
  std::string out_;
  std::uint64_t reduced_states_ = 0;
};

/// Not `patient`: leaves out programs with loops that nobody sees, which the machine follows for thousands of rounds.
Comparison compare(const rp::Program& program, std::size_t most, rp::Fault fault = rp::Fault::none, bool patient = true) {
  Comparison result;
  result.truth = rp::Oracle(program, fault, most).judge();
  if (result.truth.too_large || (!result.truth.exact && !patient)) return result;
  result.compared = true;
  try {
    Comparer comparer(program, result.truth);
    result.difference = comparer.compare();
    result.reduced_states = comparer.reduced_states();
  } catch (const std::exception& e) {
    result.difference = fmt::format("exception: {}\n", e.what());
  }
  return result;
}

// --- cutting down ------------------------------------------------------------------------------

/// Calls `act` with the program after each possible small cut, until one is taken.
bool cut_once(rp::Program& program, rp::Statements& list, const std::function<bool()>& still_wrong) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const rp::Statement kept = list[i];
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
    if (still_wrong()) return true;
    for (const auto* inner : {&kept.body, &kept.other}) {  // what is inside, instead of the whole
      if (inner->empty()) continue;
      list.insert(list.begin() + static_cast<std::ptrdiff_t>(i), inner->begin(), inner->end());
      if (still_wrong()) return true;
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(i), list.begin() + static_cast<std::ptrdiff_t>(i + inner->size()));
    }
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(i), kept);
    if (cut_once(program, list[i].body, still_wrong) || cut_once(program, list[i].other, still_wrong)) return true;
  }
  return false;
}

void cut_down(rp::Program& program) {
  auto still_wrong = [&] {
    const auto c = compare(program, 3 * first_look);
    return c.compared && !c.difference.empty();
  };
  for (bool* flag : {&program.keeper, &program.spurious_failures, &program.spurious_wakeups}) {
    if (!*flag) continue;
    *flag = false;
    if (!still_wrong()) *flag = true;
  }
  for (bool again = true; again;) {
    again = false;
    for (rp::Statements& list : program.threads)
      if (cut_once(program, list, still_wrong)) {
        again = true;
        break;
      }
  }
}

std::string thread_text(const rp::Program& program) {
  const std::string text = rp::to_text(program);
  return text.substr(text.find("func @main()"));
}

std::string report(std::uint64_t seed, rp::Program program, const Comparison& c) {
  std::string text = fmt::format("seed {}\n{}\nits threads:\n{}", seed, c.difference, thread_text(program));
  cut_down(program);
  text += fmt::format("\ncut down (spurious wakeups {}, failures {}):\n{}\n{}", program.spurious_wakeups, program.spurious_failures,
                      compare(program, 3 * first_look).difference, rp::to_text(program));
  return text;
}

struct Tally {
  int compared = 0, exact = 0, large = 0, hang = 0, daemon_hang = 0, failure = 0, inputs = 0, deadlock = 0, trap = 0;
  std::uint64_t states = 0, reduced_states = 0;
  void count(const Comparison& c) {
    const rp::Truth& t = c.truth;
    reduced_states += c.reduced_states;
    ++compared;
    large += t.states > first_look;
    exact += t.exact, hang += t.hang, daemon_hang += t.daemon_hang, failure += t.failure, inputs += t.inputs;
    deadlock += t.deadlocks > 0, trap += t.hang && t.deadlocks == 0;
    states += t.states;
  }
};

TEST(RandomPrograms, agree_with_an_oracle_that_shares_no_code) {
  int wanted = 1500;
  std::uint64_t seed = 1, large_one_in = 1024, patient_one_in = 32;
  std::size_t most_states = 150;
  if (const char* asked = std::getenv("FERMATA_RANDOM_PROGRAMS")) {
    wanted = std::atoi(asked);
    seed = std::uint64_t{std::random_device()()} << 20;
    if (const char* given = std::getenv("FERMATA_RANDOM_SEED")) seed = std::strtoull(given, nullptr, 10);
    std::cerr << "first seed " << seed << "\n";
    large_one_in = 16, patient_one_in = 1, most_states = 1500;
  }
  Tally tally;
  int wrong = 0;
  for (; tally.compared < wanted && wrong < 5; ++seed) {
    const bool large = seed % large_one_in == 0;
    const rp::Program program = rp::Artist(seed, large).draw();
    const auto c = compare(program, large ? 3 * first_look : most_states, rp::Fault::none, seed % patient_one_in == 0);
    if (!c.compared) continue;
    tally.count(c);
    if (c.difference.empty()) continue;
    ++wrong;
    ADD_FAILURE() << report(seed, program, c);
  }
  // A test of something, not of nothing: each verdict occurs often.
  EXPECT_GT(tally.exact, tally.compared / 2);
  for (int n : {tally.hang, tally.compared - tally.hang, tally.daemon_hang, tally.compared - tally.daemon_hang, tally.failure,
                tally.inputs, tally.deadlock, tally.trap})
    EXPECT_GT(n, tally.compared / 20);
  std::cerr << fmt::format(
      "{} programs, {} exact, {} large, {} states, {} of transactions; hang {}, daemon hang {}, failure {}, inputs {}, deadlock {}, hang without deadlock {}\n",
      tally.compared, tally.exact, tally.large, tally.states, tally.reduced_states, tally.hang, tally.daemon_hang, tally.failure, tally.inputs, tally.deadlock, tally.trap);
}

int programs_until_noticed(rp::Fault fault) {
  int compared = 0;
  for (std::uint64_t seed = 1; compared < 1000; ++seed) {
    const rp::Program program = rp::Artist(seed).draw();
    const auto c = compare(program, 150, fault, false);
    if (!c.compared) continue;
    ++compared;
    if (!c.difference.empty() && compare(program, 1000).difference.empty()) return compared;
  }
  return 0;
}

TEST(RandomPrograms, an_oracle_that_is_wrong_is_contradicted) {
  EXPECT_GT(programs_until_noticed(rp::Fault::deadlock_is_an_end), 0);
  EXPECT_GT(programs_until_noticed(rp::Fault::wait_does_not_sleep), 0);
  EXPECT_GT(programs_until_noticed(rp::Fault::inputs_are_kind), 0);
  EXPECT_GT(programs_until_noticed(rp::Fault::unlock_keeps_the_section), 0);
  EXPECT_GT(programs_until_noticed(rp::Fault::signal_wakes_all), 0);
  EXPECT_GT(programs_until_noticed(rp::Fault::return_from_main_ends_main_only), 0);
  EXPECT_GT(programs_until_noticed(rp::Fault::failure_is_a_dead_end), 0);
}

}  // namespace
}  // namespace fermata::engine::explore
