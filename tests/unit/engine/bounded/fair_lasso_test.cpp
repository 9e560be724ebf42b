// SPDX-License-Identifier: Apache-2.0
// Which loops are fair, on automata drawn by hand: the figures of the paper, and one small system for each thing that
// the rule must not forget.
#include "engine/bounded/fair_lasso.h"

#include <map>
#include <random>
#include <set>

#include "engine/bounded/drawing.h"
#include "engine/bounded/search.h"

namespace fermata::engine::bounded {
namespace {

using model::VariableId;
using verdict::Fairness;

constexpr Options small{.most = {.stem = 2, .loop = 2, .steps = 8}};

/// As the definition says, state by state.
bool is_fair(const model::ThreadSystem& system, const FairLasso& lasso, Fairness fairness) {
  const model::Run run(system);
  model::RunState state = follow(system, lasso.stem);
  const model::RunState first = state;
  std::set<ThreadId> moved, enabled, always;
  for (ThreadId t : thread_ids(system.threads.size())) always.insert(t);
  for (model::EdgeId edge : lasso.loop) {
    for (ThreadId t : thread_ids(system.threads.size()))
      if (run.possible(state, t).empty())
        always.erase(t);
      else
        enabled.insert(t);
    moved.insert(system[edge].thread);
    state = run.after(state, edge);
  }
  EXPECT_EQ(state, first) << "it does not come back";
  EXPECT_FALSE(lasso.loop.empty());
  if (fairness == Fairness::none) return true;
  const std::set<ThreadId>& must = fairness == Fairness::strong ? enabled : always;
  return std::ranges::includes(moved, must);
}

bool finds_lasso(const model::ThreadSystem& system, Fairness fairness = Fairness::strong,
                 const Options& options = small) {
  const Result result = search(system, fairness, options, Stop());
  const auto* found = std::get_if<FairLasso>(&result.found);
  EXPECT_TRUE(!found || is_fair(system, *found, fairness));
  return found != nullptr;
}

/// Each takes the first lock, tries the second, and if that is taken lets the first go and begins again.
Drawing trying_philosophers(std::uint32_t threads, bool repaired) {
  Drawing drawing(threads);
  std::vector<VariableId> locks;
  for (std::uint32_t t = 0; t < threads; ++t) locks.push_back(drawing.lock());
  for (std::uint32_t t = 0; t < threads; ++t) {
    VariableId first = locks[t], second = locks[(t + 1) % threads];
    if (repaired && t + 1 == threads) std::swap(first, second);
    drawing.take(t, 0, 1, first).take(t, 1, 3, second).edge(t, 1, 2, {drawing.is_not(second, 0)});
    drawing.let_go(t, 2, 0, first).let_go(t, 3, 4, second).let_go(t, 4, Drawing::ended, first);
  }
  return drawing;
}

TEST(FairLasso, philosophers_who_try_are_polite_for_ever) {
  for (std::uint32_t threads : {2, 3, 7}) EXPECT_TRUE(finds_lasso(trying_philosophers(threads, false).system()));
}

TEST(FairLasso, if_one_of_them_begins_on_the_other_side_there_is_none) {
  EXPECT_FALSE(finds_lasso(trying_philosophers(3, true).system()));
}

TEST(FairLasso, programs_that_end_have_none) {
  Drawing drawing(2);
  drawing.edge(0, 0, Drawing::ended).edge(1, 0, Drawing::ended);
  EXPECT_FALSE(finds_lasso(drawing.system(), Fairness::none));
}

TEST(FairLasso, a_spin_that_another_thread_would_end_is_unfair) {
  Drawing drawing(2);
  const VariableId flag = drawing.variable(1, 0);
  drawing.edge(0, 0, 0, {drawing.is(flag, 0)}).edge(0, 0, Drawing::ended, {drawing.is(flag, 1)});
  drawing.edge(1, 0, Drawing::ended, {}, {{flag, drawing.term(flag, 1)}});
  EXPECT_FALSE(finds_lasso(drawing.system(), Fairness::strong));
  EXPECT_FALSE(finds_lasso(drawing.system(), Fairness::weak));
  EXPECT_TRUE(finds_lasso(drawing.system(), Fairness::none));
}

TEST(FairLasso, figure_1a_as_printed_has_one_and_as_meant_has_none) {
  for (bool printed : {true, false}) {  // printed: the first thread itself says that it waits
    Drawing drawing(2);
    const VariableId g = drawing.variable(1, 0);
    if (printed)
      drawing.edge(0, 0, 1, {}, {{g, drawing.term(g, 0)}});
    else
      drawing.edge(0, 0, 1);
    drawing.edge(0, 1, 1, {drawing.is(g, 0)}).edge(0, 1, Drawing::ended, {drawing.is(g, 1)});
    drawing.edge(1, 0, Drawing::ended, {}, {{g, drawing.term(g, 1)}});
    EXPECT_EQ(finds_lasso(drawing.system()), printed);
  }
}

TEST(FairLasso, a_waiter_whose_turn_comes_again_and_again_ends_the_loop_if_the_scheduler_is_strongly_fair) {
  // The waiter, once it has the lock, stops the toggler.
  Drawing drawing(2);
  const VariableId lock = drawing.lock(), stop = drawing.variable(1, 0);
  drawing.take(0, 0, 1, lock).let_go(0, 1, 2, lock).edge(0, 2, 0, {drawing.is(stop, 0)});
  drawing.edge(0, 2, Drawing::ended, {drawing.is(stop, 1)});
  drawing.take(1, 0, 1, lock).edge(1, 1, 2, {}, {{stop, drawing.term(stop, 1)}}).let_go(1, 2, Drawing::ended, lock);
  EXPECT_FALSE(finds_lasso(drawing.system(), Fairness::strong));
  EXPECT_TRUE(finds_lasso(drawing.system(), Fairness::weak));
}

TEST(FairLasso, any_guard_is_a_reason_to_stay_out_of_the_loop) {
  // One goes round; another waits for a value that nobody writes, and a third has ended.
  Drawing drawing(3);
  const VariableId never = drawing.variable(8, 0, {{0, 1}});
  drawing.edge(0, 0, 0).edge(1, 0, Drawing::ended, {drawing.is(never, 1)}).edge(2, 0, Drawing::ended);
  EXPECT_TRUE(finds_lasso(drawing.system()));
}

TEST(FairLasso, a_counter_that_only_grows_does_not_come_back) {
  Drawing drawing(1);
  const VariableId counter = drawing.variable(16, 0);
  drawing.edge(0, 0, 0, {},
               {{counter, drawing.terms().binary(ir::Op::add, drawing.term(counter), drawing.term(counter, 1))}});
  EXPECT_FALSE(finds_lasso(drawing.system(), Fairness::none));
}

TEST(FairLasso, nothing_happens_without_cause_for_ever) {
  Drawing drawing(1);
  drawing.edge(0, 0, 0).edge(0, 0, Drawing::ended);
  model::ThreadSystem system = drawing.system();
  EXPECT_TRUE(finds_lasso(system));
  for (model::Edge& edge : system.edges)
    if (edge.from == edge.to) edge.spurious = true;
  EXPECT_FALSE(finds_lasso(system, Fairness::strong));
  EXPECT_TRUE(finds_lasso(system, Fairness::none));
}

/// Waiters, and one who changes what they wait for.
Drawing waiter_and_toggler_at_random(std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const std::uint32_t threads = 2 + below(2);
  Drawing drawing(threads);
  std::vector<VariableId> data;
  for (std::uint32_t k = 1 + below(2); k-- > 0;) data.push_back(drawing.variable(1, 0));
  const auto one = [&] { return data[below(static_cast<std::uint32_t>(data.size()))]; };
  const int length = 2 + static_cast<int>(below(3));
  for (int l = 0; l < length; ++l) {
    const VariableId v = one();
    const int next = (l + 1) % length;
    switch (below(4)) {
      case 0: drawing.edge(0, l, next, {drawing.is(v, below(2))}); break;
      case 1: {
        const std::uint32_t value = below(2);
        drawing.edge(0, l, next, {drawing.is(v, value)});
        drawing.edge(0, l, Drawing::ended, {drawing.is(v, 1 - value)});
        break;
      }
      default: drawing.edge(0, l, next, {}, {{v, drawing.term(v, below(2))}});
    }
  }
  for (std::uint32_t t = 1; t < threads; ++t) {
    const VariableId v = one();
    drawing.edge(t, 0, 1, {drawing.is(v, below(2))});
    const VariableId w = one();
    drawing.edge(t, 1, below(3) == 0 ? 0 : Drawing::ended, {}, {{w, drawing.term(w, below(2))}});
  }
  return drawing;
}

/// Is there a set of states, in one strongly connected part, that a fair scheduler can stay in? By trying all cycles:
/// the graphs are tiny. For strong fairness, a set is looked for in which every thread moves that can move in it.
bool has_fair_cycle(const model::ThreadSystem& system, Fairness fairness) {
  const model::Run run(system);
  std::vector<model::RunState> states{run.initial()};
  std::map<model::RunState, std::size_t> numbers{{states[0], 0}};
  struct Arc {
    std::size_t from, to;
    ThreadId thread;
  };
  std::vector<Arc> arcs;
  std::vector<std::set<ThreadId>> enabled;
  for (std::size_t s = 0; s < states.size(); ++s) {
    enabled.emplace_back();
    for (ThreadId t : thread_ids(system.threads.size()))
      for (model::EdgeId e : run.possible(states[s], t)) {
        enabled[s].insert(t);
        const auto next = run.after(states[s], e);
        const auto [it, fresh] = numbers.try_emplace(next, states.size());
        if (fresh) states.push_back(next);
        arcs.push_back({s, it->second, t});
      }
  }
  // Strong: leave out the states in which a thread could move that moves nowhere in its part, until nothing changes.
  std::vector<bool> in(states.size(), true);
  for (;;) {
    const auto reaches = [&] {
      std::vector<std::vector<bool>> r(states.size(), std::vector<bool>(states.size()));
      for (const Arc& a : arcs)
        if (in[a.from] && in[a.to]) r[a.from][a.to] = true;
      for (std::size_t k = 0; k < states.size(); ++k)
        for (std::size_t i = 0; i < states.size(); ++i)
          for (std::size_t j = 0; r[i][k] && j < states.size(); ++j)
            if (r[k][j]) r[i][j] = true;
      return r;
    }();
    bool changed = false;
    for (std::size_t s = 0; s < states.size(); ++s) {
      if (!in[s] || !reaches[s][s]) continue;
      std::set<ThreadId> moved, could, always;
      bool first = true;
      for (std::size_t u = 0; u < states.size(); ++u) {
        if (!in[u] || !reaches[s][u] || !reaches[u][s]) continue;
        could.insert(enabled[u].begin(), enabled[u].end());
        if (first) always = enabled[u];
        first = false;
        std::erase_if(always, [&](ThreadId t) { return !enabled[u].contains(t); });
        for (const Arc& a : arcs)
          if (a.from == u && in[a.to] && reaches[a.to][s]) moved.insert(a.thread);
      }
      const auto& must = fairness == Fairness::strong ? could : always;
      if (std::ranges::includes(moved, must)) return true;
      if (fairness != Fairness::strong) continue;
      for (std::size_t u = 0; u < states.size(); ++u)
        if (in[u] && reaches[s][u] && reaches[u][s] && !std::ranges::includes(moved, enabled[u])) {
          in[u] = false;
          changed = true;
        }
      if (changed) break;
    }
    if (!changed) return false;
  }
}

TEST(FairLasso, waiters_and_togglers_agree_with_exploring_every_state) {
  std::mt19937 random(5);
  unsigned fair = 0, unfair = 0;
  for (unsigned round = 0; round < 80; ++round) {
    const Drawing drawing = waiter_and_toggler_at_random(random);
    for (Fairness fairness : {Fairness::weak, Fairness::strong}) {
      const bool expected = has_fair_cycle(drawing.system(), fairness);
      ++(expected ? fair : unfair);
      const Result result = search(drawing.system(), fairness, {.most = {.stem = 3, .loop = 3, .steps = 8}}, Stop());
      if (std::holds_alternative<Deadlock>(result.found)) continue;  // which is found first
      const auto* lasso = std::get_if<FairLasso>(&result.found);
      EXPECT_EQ(lasso != nullptr, expected) << round << (fairness == Fairness::weak ? " weak" : " strong");
      EXPECT_TRUE(!lasso || is_fair(drawing.system(), *lasso, fairness));
    }
  }
  EXPECT_GT(fair, 20u);
  EXPECT_GT(unfair, 20u);
}

}  // namespace
}  // namespace fermata::engine::bounded
