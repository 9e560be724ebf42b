// SPDX-License-Identifier: Apache-2.0
// SPIN against the explorer, on programs that nobody would write.
//
// SPIN reads the model that emit makes of a program. It knows nothing of the machine, of how it stores states and of
// what is still needed; all of that is written down a second time in the model. So the same numbers of states,
// transitions and deadlocks mean that both are right, or wrong in the same way.
//
//   FERMATA_RANDOM_PROGRAMS=1000 test_emit --gtest_filter='AgainstSpin.*'
//
// compares that many of each sort, with a new seed or from FERMATA_RANDOM_SEED on; tests/random-programs --sort spin
// does so in several processes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <set>

#include "emit/promela.h"
#include "emit/spin.h"
#include "engine/explore/explore.h"
#include "engine/explore/oracle.h"
#include "engine/explore/random_program.h"
#include "ir/text.h"
#include "ir/validate.h"
#include "vm/machine.h"

namespace fermata::emit {
namespace {

namespace rp = random_programs;

ir::Program read(const std::string& text) {
  auto parsed = ir::parse(text, "random.ir");
  if (!parsed) throw std::runtime_error(parsed.error().where + ": " + parsed.error().what);
  for (const Error& e : ir::validate(*parsed)) throw std::runtime_error(e.where + ": " + e.what);
  return std::move(*parsed);
}

/// Ended states, whatever the exit code: SPIN gives each a loop, lest it be a deadlock.
std::uint64_t ended_states(const ir::Program& program, const vm::Options& options) {
  vm::Machine machine(program, options);
  std::set<std::vector<vm::Word>> seen{machine.initial()}, ended;
  std::vector<std::vector<vm::Word>> todo{machine.initial()};
  while (!todo.empty()) {
    const auto state = todo.back();
    todo.pop_back();
    for (const ThreadId t : thread_ids(machine.threads(state)))
      if (machine.alive(state, t))
        machine.each_outcome(state, t, [&](vm::Step& step) {
          if (step.outcome != vm::Step::Outcome::moved) return true;
          if (vm::Machine::ended(step.target))
            ended.insert(step.target);
          else if (seen.insert(step.target).second)
            todo.push_back(step.target);
          return true;
        });
  }
  return ended.size();
}

/// What differs, a line each.
std::string difference(const rp::Program& drawn, Count& spin) {
  const ir::Program program = read(rp::to_text(drawn));
  const Semantics semantics{.spurious_wakeups = drawn.spurious_wakeups, .spurious_failures = drawn.spurious_failures};
  vm::Machine machine(program, {.semantics = semantics});
  const auto claims = engine::explore::explore(machine, {.semantics = semantics},
                                               {.exhaustive = true, .transactions = false}, {}, Stop(), {});
  const auto model = to_promela(program, {.semantics = semantics});
  if (!model) return fmt::format("refused: {}: {}\n", model.error().where, model.error().what);
  spin = count_with_spin(*model);
  bool fails = false;
  for (const auto& c : claims.claims)
    fails |= c.property == verdict::Property::safety && std::holds_alternative<verdict::Violation>(c.what);

  std::string out;
  auto differ = [&](const char* what, std::uint64_t theirs, std::uint64_t ours) {
    if (theirs != ours) out += fmt::format("{}: SPIN {}, Fermata {}\n", what, theirs, ours);
  };
  const auto& ours = claims.statistics;
  if (!spin.complete) out += "SPIN did not see everything\n";
  if (spin.beyond) out += "the model knows no further\n";
  differ("failure", spin.fails, fails);
  differ("unmodelled", spin.unmodelled, claims.unmodelled.has_value());
  // A failed program is a state for SPIN, and none for us.
  differ("states", spin.states - spin.fails - spin.unmodelled, ours.states);
  differ("transitions",
         spin.transitions - spin.fails - spin.unmodelled - ended_states(program, {.semantics = semantics}),
         ours.transitions);
  differ("deadlock states", spin.deadlocks, ours.deadlock_states.value_or(-1));
  return out;
}

struct Order {
  int wanted;
  std::uint64_t seed;
  std::size_t most_states;
  explicit Order(int usually) : wanted(usually), seed(1), most_states(400) {
    const char* asked = std::getenv("FERMATA_RANDOM_PROGRAMS");
    if (!asked) return;
    wanted = std::atoi(asked);
    most_states = 3000;
    seed = std::uint64_t{std::random_device()()} << 20;
    if (const char* given = std::getenv("FERMATA_RANDOM_SEED")) seed = std::strtoull(given, nullptr, 10);
    std::cerr << "first seed " << seed << "\n";
  }
};

template <class Draw>
void compare_many(const char* what, Order order, Draw draw) {
  if (!spin_is_installed()) GTEST_SKIP() << "SPIN is not installed; scripts/setup --comparison does that";
  int compared = 0, wrong = 0, deadlock = 0, fails = 0;
  std::uint64_t states = 0;
  for (std::uint64_t seed = order.seed; compared < order.wanted && wrong < 5; ++seed) {
    const rp::Program program = draw(seed);
    if (program.blocks) continue;  // that wait in their middle are refused
    const rp::Truth truth = rp::Oracle(program, rp::Fault::none, order.most_states).judge();
    // A loop that nobody sees is cut somewhere by the machine, and never by SPIN.
    if (truth.too_large || !truth.exact || truth.states < 4) continue;
    ++compared;
    Count spin;
    std::string d;
    try {
      d = difference(program, spin);
    } catch (const std::exception& e) {
      d = e.what();
    }
    states += spin.states, deadlock += spin.deadlocks > 0, fails += spin.fails;
    if (d.empty()) continue;
    ++wrong;
    ADD_FAILURE() << fmt::format("seed {} (spurious wakeups {}, failures {})\n{}\n{}", seed, program.spurious_wakeups,
                                 program.spurious_failures, d, rp::to_text(program));
  }
  std::cerr << fmt::format("{} {} programs, {} of them wrong; {} states, deadlock {}, failure {}\n", compared, what,
                           wrong, states, deadlock, fails);
  // A test of something, not of nothing.
  EXPECT_GT(deadlock, compared / 20);
  EXPECT_GT(compared - deadlock, compared / 20);
}

TEST(AgainstSpin, general_programs_have_the_same_states_transitions_deadlocks_and_failures) {
  compare_many("general", Order(8), [](std::uint64_t seed) { return rp::Artist(seed).draw(); });
}

TEST(AgainstSpin, programs_with_locks_have_the_same_states_transitions_deadlocks_and_failures) {
  compare_many("lock", Order(5), [](std::uint64_t seed) { return rp::Artist(seed).draw_locks(); });
}

}  // namespace
}  // namespace fermata::emit
