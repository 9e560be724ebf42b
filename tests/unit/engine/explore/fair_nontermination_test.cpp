// SPDX-License-Identifier: Apache-2.0
// Property `termination`: by hand, and against the definition on random programs.
//
//   FERMATA_RANDOM_PROGRAMS=10000 test_engine_explore --gtest_filter='FairNontermination.agrees*'
//
// draws that many, from FERMATA_RANDOM_SEED on or from a new seed.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/explore/judging.h"
#include "engine/explore/oracle.h"
#include "engine/explore/random_program.h"

namespace fermata::engine::explore {
namespace {

namespace rp = random_programs;
using verdict::Answer;
using verdict::Fairness;
using verdict::Property;
using Role = verdict::ThreadStatus::Role;

constexpr std::array asked_levels{Fairness::none, Fairness::weak, Fairness::strong};

Asked asking(Fairness fairness) { return {.hang = false, .safety = false, .termination = true, .fairness = fairness}; }

/// The finding, replayed; and how fair the replay has seen it to be.
verdict::Finding nontermination_of(std::string_view text, Fairness fairness = Fairness::strong) {
  const ir::Program program = program_of(text);
  const Asked options = asking(fairness);
  verdict::Finding f = finding(verdict_of(program, options), Property::termination);
  if (f.answer != Answer::violated) return f;
  EXPECT_TRUE(f.confirmed);
  const auto again = portfolio::replay(program, {.question = options.question()}, Property::termination, f.kind, f.run);
  EXPECT_TRUE(again) << again.error().what;
  if (!again) return f;
  const verdict::Finding& g = again->findings[0];
  EXPECT_TRUE(g.kind == f.kind && g.message == f.message && g.at == f.at && g.fairness == f.fairness);
  return f;
}

/// "holds", or kind and fairness of the run.
std::string told(const verdict::Finding& f) {
  return f.answer == Answer::violated ? f.kind + " " + std::string(verdict::name(*f.fairness))
                                      : std::string(verdict::name(f.answer));
}

constexpr const char* spin = R"(
func @worker(%a: ptr) {
  store i32 1, @x0 at 2
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  jump again
again:
  %v: i32 = load @x0 at 1
  %go: i1 = eq %v, 1
  branch %go, done, again
done:
  call @join(%t)
  ret
})";

TEST(FairNontermination, a_spin_that_another_thread_ends_is_starvation_only_if_the_scheduler_may_be_unfair) {
  EXPECT_EQ(told(nontermination_of(spin)), "holds");
  EXPECT_EQ(told(nontermination_of(spin, Fairness::weak)), "holds");
  const auto f = nontermination_of(spin, Fairness::none);
  EXPECT_EQ(told(f), "starvation none");
  EXPECT_EQ(status_of(f, "main").in_loop, Role::moves);
  EXPECT_EQ(status_of(f, "worker#1").in_loop, Role::passed_over);
  EXPECT_EQ(f.loop.size(), 1u);
}

TEST(FairNontermination, what_holds_says_under_which_fairness) {
  EXPECT_EQ(nontermination_of(spin, Fairness::weak).fairness, Fairness::weak);
}

/// Thread main takes and gives back @m0 until x0 is 1; worker needs @m0 to write it.
std::string rival(const char* lock) {
  return std::string(R"(
func @spin_lock(%m: ptr) {
  jump try
try:
  %got: i32 = call @trylock(%m)
  %yes: i1 = eq %got, 1
  branch %yes, done, try
done:
  ret
}
func @worker(%a: ptr) {
  call @)") +
         lock + R"((@m0) at 2
  store i32 1, @x0
  call @unlock(@m0)
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  jump again
again:
  call @)" +
         lock + R"((@m0)
  %v: i32 = load @x0
  call @unlock(@m0)
  %go: i1 = eq %v, 1
  branch %go, done, again
done:
  call @join(%t)
  ret
})";
}

TEST(FairNontermination, who_waits_for_a_mutex_starves_under_weak_fairness_only) {
  EXPECT_EQ(told(nontermination_of(rival("lock"))), "holds");
  EXPECT_EQ(told(nontermination_of(rival("lock"), Fairness::weak)), "starvation weak");
}

TEST(FairNontermination, who_spins_for_it_starves_under_strong_fairness_but_not_if_spinning_counts_as_waiting) {
  const auto f = nontermination_of(rival("spin_lock"));
  EXPECT_EQ(told(f), "livelock strong");
  EXPECT_EQ(status_of(f, "main").in_loop, Role::moves);
  EXPECT_EQ(status_of(f, "worker#1").in_loop, Role::moves);
}

/// The worker opens and shuts a gate until it is told to stop; main waits at the gate, with this loop, and tells it.
std::string gate(const char* wait) {
  return std::string(R"(
func @worker(%a: ptr) {
  jump look
look:
  %stop: i32 = load @x1
  %go: i1 = eq %stop, 0
  branch %go, again, done
again:
  call @lock(@m0)
  store i32 1, @x0
  call @unlock(@m0)
  call @lock(@m0)
  store i32 0, @x0
  call @unlock(@m0)
  jump look
done:
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  jump first
first:
)") + wait +
         R"(
open:
  store i32 1, @x1
  call @join(%t)
  ret
})";
}

TEST(FairNontermination, who_waits_busily_in_several_steps_may_be_let_look_at_the_wrong_moments_only) {
  const char* one_look = "  %v: i32 = load @x0\n  %go: i1 = eq %v, 1\n  branch %go, open, first\n";
  const char* with_yield = "  %v: i32 = load @x0\n  call @yield()\n  %go: i1 = eq %v, 1\n  branch %go, open, first\n";
  const char* with_lock =
      "  call @lock(@m0)\n  %v: i32 = load @x0\n  call @unlock(@m0)\n  %go: i1 = eq %v, 1\n  branch %go, open, first\n";
  const char* two_looks =
      "  %u: i32 = load @x2\n  %on: i1 = eq %u, 0\n  branch %on, second, first\nsecond:\n  %v: i32 = load @x0\n"
      "  %go: i1 = eq %v, 1\n  branch %go, open, first\n";
  for (const char* wait : {one_look, with_yield, with_lock, two_looks})
    for (bool transactions : {true, false}) {
      Asked options = asking(Fairness::strong);
      options.transactions = transactions;
      EXPECT_EQ(told(finding(judge(gate(wait), options), Property::termination)), "livelock strong") << wait;
    }
}

TEST(FairNontermination, who_sees_the_gate_open_and_finds_it_shut_has_got_on) {
  // As with a lock that is looked at before it is tried.
  const char* look_then_try =
      "  %u: i32 = load @x0\n  %on: i1 = eq %u, 1\n  branch %on, second, first\nsecond:\n  %v: i32 = load @x0\n"
      "  %go: i1 = eq %v, 1\n  branch %go, open, first\n";
  EXPECT_EQ(told(nontermination_of(gate(look_then_try))), "livelock await");
}

// Two readers, each of which holds the lock for reading, lets go, and begins again.
constexpr const char* relay = R"(
func @reader(%a: ptr) {
  jump again
again:
  call @lock_to_read(@m0)
  %v: i32 = load @x0
  call @unlock_rw(@m0)
  %go: i1 = eq %v, 1
  branch %go, done, again
done:
  ret
}
func @main() entry {
  %t: i32 = spawn @reader, 0
  %u: i32 = spawn @reader, 0
  call @lock(@m1)
  call @lock_to_write(@m0)
  store i32 1, @x0
  call @unlock_rw(@m0)
  call @unlock(@m1)
  call @join(%t)
  call @join(%u)
  ret
})";

TEST(FairNontermination, readers_who_relieve_one_another_keep_a_writer_out_however_fair_the_scheduler_is) {
  EXPECT_EQ(told(nontermination_of(relay)), "livelock await");
  EXPECT_EQ(told(nontermination_of(relay, Fairness::weak)), "livelock await");
}

// A step that commutes with everything stands before the wait, and the lock is never seen to be taken between two
// transactions.
constexpr const char* reader_behind_a_writer = R"(
func @reader(%a: ptr) {
  call @yield()
  call @lock_to_read(@m0)
  call @unlock_rw(@m0)
  store i32 1, @x0
  ret
}
func @main() entry {
  spawn @reader, 0
  jump again
again:
  call @lock_to_write(@m0)
  call @unlock_rw(@m0)
  %v: i32 = load @x0
  %go: i1 = eq %v, 1
  branch %go, done, again
done:
  ret
})";

TEST(FairNontermination, who_waits_for_a_share_starves_under_weak_fairness_only) {
  EXPECT_EQ(told(nontermination_of(reader_behind_a_writer)), "holds");
  EXPECT_EQ(told(nontermination_of(reader_behind_a_writer, Fairness::weak)), "starvation weak");
}

// With units there is no such thing: once one is given back it can be taken.
constexpr const char* units_in_turn = R"(
func @other(%a: ptr) {
  jump again
again:
  call @take(@units1)
  %v: i32 = load @x0
  call @post(@units1)
  %go: i1 = eq %v, 1
  branch %go, done, again
done:
  ret
}
func @main() entry {
  %t: i32 = spawn @other, 0
  %u: i32 = spawn @other, 0
  call @take(@units1)
  store i32 1, @x0
  call @post(@units1)
  call @join(%t)
  call @join(%u)
  ret
})";

TEST(FairNontermination,
     who_waits_for_a_unit_that_is_given_back_again_and_again_gets_one_if_the_scheduler_is_strongly_fair) {
  EXPECT_EQ(told(nontermination_of(units_in_turn)), "holds");
  EXPECT_EQ(told(nontermination_of(units_in_turn, Fairness::weak)), "starvation weak");
}

constexpr const char* undoing = R"(
func @worker(%a: ptr) {
  jump look
look:
  %v: i32 = load @x0
  %one: i1 = eq %v, 1
  branch %one, undo, done
undo:
  store i32 0, @x0
  jump look
done:
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  jump look
look:
  %v: i32 = load @x0
  %zero: i1 = eq %v, 0
  branch %zero, undo, done
undo:
  store i32 1, @x0
  jump look
done:
  call @join(%t)
  ret
})";

TEST(FairNontermination, two_that_undo_each_others_work_are_a_livelock_whatever_is_asked) {
  for (Fairness asked : asked_levels) EXPECT_EQ(told(nontermination_of(undoing, asked)), "livelock await");
}

TEST(FairNontermination, a_deadlock_is_told_as_the_hang_that_it_is) {
  const auto f = nontermination_of(R"(
func @main() entry {
  call @lock(@m0)
  call @lock(@m0)
  ret
})");
  EXPECT_EQ(told(f), "self-deadlock inescapable");
  EXPECT_TRUE(f.run.loop.empty());
}

TEST(FairNontermination, a_loop_that_cannot_be_left_is_told_as_the_hang_that_it_is) {
  const auto f = nontermination_of(
      "func @main() entry {\n  spawn @main2, 0\n  jump again\nagain:\n  store i32 1, @x0\n  store i32 0, @x0\n  jump "
      "again\n}\n"
      "func @main2(%a: ptr) {\n  call @await(@x0, 1)\n  ret\n}\n");
  EXPECT_EQ(told(f), "stuck-loop inescapable");
  EXPECT_FALSE(f.run.loop.empty());
}

TEST(FairNontermination, inputs_may_keep_it_going) {
  EXPECT_EQ(told(nontermination_of(
                "func @main() entry {\n  jump again\nagain:\n  %i: i32 = choose 2, 0\n  %go: i1 = eq %i, 1\n"
                "  branch %go, done, again\ndone:\n  ret\n}\n")),
            "stuck-loop inescapable");
}

TEST(FairNontermination, a_hang_and_a_run_that_never_ends_are_reported_together) {
  const auto verdict =
      judge("func @main() entry {\n  call @lock(@m0)\n  call @lock(@m0)\n  ret\n}\n", {.termination = true});
  EXPECT_EQ(finding(verdict, Property::hang).answer, Answer::violated);
  EXPECT_EQ(finding(verdict, Property::termination).answer, Answer::violated);
}

TEST(FairNontermination, with_everything_asked_in_one_pass_each_property_has_its_own_answer) {
  const auto verdict = judge(undoing, {.termination = true, .exhaustive = true});
  EXPECT_EQ(finding(verdict, Property::hang).answer, Answer::holds);
  EXPECT_EQ(finding(verdict, Property::safety).answer, Answer::holds);
  EXPECT_EQ(finding(verdict, Property::termination).answer, Answer::violated);
  EXPECT_TRUE(verdict.statistics.front().complete);
}

TEST(FairNontermination, it_is_unknown_behind_something_that_is_not_modelled) {
  const auto f = nontermination_of("func @mystery(%a: i32)\nfunc @main() entry {\n  call @mystery(1)\n  ret\n}\n");
  EXPECT_EQ(f.answer, Answer::unknown);
}

// --- random programs ---------------------------------------------------------------------------

/// The graph of a random program by the oracle's steps, and the definition of termination on it, tried out in full.
class Runs {
 public:
  Runs(const rp::Program& program, std::size_t most) : stepper_(program, rp::Fault::none) {
    std::map<rp::State, std::size_t> number{{stepper_.initial(), 0}};
    std::vector<const rp::State*> queue{&number.begin()->first};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const rp::State& s = *queue[i];
      Node node{.ended = s.ended};
      for (std::size_t t = 0; !s.ended && t < s.threads.size(); ++t) {
        if (!s.threads[t].alive()) continue;
        for (rp::Way& way : stepper_.step(s, static_cast<int>(t))) {
          node.enabled.insert(t);
          if (way.fails) continue;
          auto [at, fresh] = number.try_emplace(std::move(way.target), number.size());
          if (fresh) queue.push_back(&at->first);
          node.edges.push_back({t, at->second});
        }
      }
      threads_ = std::max(threads_, s.threads.size());
      nodes_.push_back(std::move(node));
      if (number.size() > most || stepper_.was_cut()) {
        usable_ = false;
        return;
      }
    }
  }

  bool usable() const { return usable_; }
  std::size_t threads() const { return threads_; }

  bool ends(Fairness fairness) const {
    for (const Node& n : nodes_)
      if (!n.ended && n.enabled.empty()) return false;
    if (fairness != Fairness::strong)
      return !some_component({}, [&](const Component& c) {
        if (fairness == Fairness::none) return true;
        for (std::size_t t = 0; t < threads_; ++t)
          if (c.always_enabled.contains(t) && !c.movers.contains(t)) return false;
        return true;
      });
    for (std::size_t x = 1; x < std::size_t{1} << threads_; ++x) {
      std::set<std::size_t> movers;
      for (std::size_t t = 0; t < threads_; ++t)
        if (x >> t & 1) movers.insert(t);
      if (some_component(movers, [&](const Component& c) { return c.movers == movers; })) return false;
    }
    return true;
  }

 private:
  struct Node {
    bool ended = false;
    std::set<std::size_t> enabled;
    std::vector<std::pair<std::size_t, std::size_t>> edges;  // thread, target
  };
  struct Component {
    std::set<std::size_t> movers, always_enabled;
  };

  /// Of the states in which only `movers` are enabled (if there are some): is there a component with an edge that will
  /// do?
  template <class Test>
  bool some_component(const std::set<std::size_t>& movers, Test test) const {
    std::vector<bool> in(nodes_.size());
    for (std::size_t n = 0; n < nodes_.size(); ++n)
      in[n] = movers.empty() || std::ranges::includes(movers, nodes_[n].enabled);
    std::vector<std::vector<bool>> reach(nodes_.size());
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      reach[n].resize(nodes_.size());
      if (!in[n]) continue;
      std::vector<std::size_t> queue{n};
      for (std::size_t i = 0; i < queue.size(); ++i)
        for (const auto& [thread, target] : nodes_[queue[i]].edges)
          if (in[target] && !reach[n][target]) reach[n][target] = true, queue.push_back(target);
    }
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (!reach[n][n]) continue;
      Component c{.movers = {}, .always_enabled = nodes_[n].enabled};
      for (std::size_t m = 0; m < nodes_.size(); ++m) {
        if (!reach[n][m] || !reach[m][n]) continue;
        std::erase_if(c.always_enabled, [&](std::size_t t) { return !nodes_[m].enabled.contains(t); });
        for (const auto& [thread, target] : nodes_[m].edges)
          if (reach[n][target] && reach[target][n]) c.movers.insert(thread);
      }
      if (test(c)) return true;
    }
    return false;
  }

  rp::Stepper stepper_;
  std::vector<Node> nodes_;
  std::size_t threads_ = 0;
  bool usable_ = true;
};

TEST(FairNontermination, agrees_with_the_definition_on_random_programs) {
  int wanted = 400;
  std::uint64_t seed = 1;
  if (const char* asked = std::getenv("FERMATA_RANDOM_PROGRAMS")) {
    wanted = std::atoi(asked);
    const char* given = std::getenv("FERMATA_RANDOM_SEED");
    seed = given ? std::strtoull(given, nullptr, 10) : std::uint64_t{std::random_device()()} << 20;
    RecordProperty("seed", std::to_string(seed));
  }
  int compared = 0, wrong = 0;
  std::map<Fairness, int> violated;
  std::map<std::string, int> kinds;
  for (; compared < wanted && wrong < 3; ++seed) {
    const rp::Program drawn = seed % 3 ? rp::Artist(seed).draw() : rp::Artist(seed).draw_readers(true);
    const Runs runs(drawn, seed % 3 ? 120 : 400);
    if (!runs.usable() || runs.threads() > 5) continue;
    ++compared;
    auto parsed = ir::parse(rp::to_text(drawn), "random.ir");
    ASSERT_TRUE(parsed);
    for (Fairness asked : asked_levels)
      for (bool transactions : {false, true}) {
        Asked options = asking(asked);
        options.transactions = transactions;
        options.machine.semantics.spurious_wakeups = drawn.spurious_wakeups;
        options.machine.semantics.spurious_failures = drawn.spurious_failures;
        const auto f = finding(verdict_of(*parsed, options), Property::termination);
        const bool ends = runs.ends(asked);
        violated[asked] += !ends;
        if (f.answer != (ends ? Answer::holds : Answer::violated)) {
          ++wrong;
          ADD_FAILURE() << "seed " << seed << ", asked " << verdict::name(asked)
                        << (transactions ? ", transactions" : "") << ": got " << verdict::name(f.answer) << "\n"
                        << rp::to_text(drawn);
        }
        if (f.answer != Answer::violated) continue;
        ++kinds[f.kind];
        EXPECT_TRUE(f.confirmed) << "seed " << seed;
        EXPECT_GE(*f.fairness, asked) << "seed " << seed;
        // The first level that has it is what the run is called after.
        EXPECT_TRUE(f.kind != "livelock" || !runs.ends(Fairness::strong)) << "seed " << seed;
        EXPECT_TRUE(f.kind != "starvation" || runs.ends(Fairness::strong)) << "seed " << seed;
      }
  }
  // Each answer occurs often, and the levels differ.
  EXPECT_GT(violated[Fairness::none], compared / 4);
  EXPECT_LT(violated[Fairness::strong], compared * 9 / 10);
  EXPECT_GT(violated[Fairness::none], violated[Fairness::weak]);
  EXPECT_GE(violated[Fairness::weak], violated[Fairness::strong]);
  for (const char* kind : {"livelock", "starvation", "deadlock", "stuck-loop"}) EXPECT_GT(kinds[kind], 3) << kind;
}

}  // namespace
}  // namespace fermata::engine::explore
