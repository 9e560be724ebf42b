// SPDX-License-Identifier: Apache-2.0
#include "engine/bounded/deadlock.h"

#include <random>

#include "engine/bounded/drawing.h"
#include "engine/bounded/search.h"
#include "model/tidy.h"

namespace fermata::engine::bounded {
namespace {

using model::Location;
using model::VariableId;

constexpr Options small{.most = {.stem = 3, .loop = 3, .steps = 8}};

/// That it is really one is seen by following its run.
bool finds_deadlock(const model::ThreadSystem& system, const Options& options = small) {
  const Result result = search(system, std::nullopt, options, Stop());
  const auto* found = std::get_if<Deadlock>(&result.found);
  EXPECT_TRUE(!found || deadlocked(system, follow(system, found->run)));
  return found != nullptr;
}

Drawing ring(std::uint32_t threads, bool repaired) {
  Drawing drawing(threads);
  std::vector<VariableId> locks;
  for (std::uint32_t t = 0; t < threads; ++t) locks.push_back(drawing.lock());
  for (std::uint32_t t = 0; t < threads; ++t) {
    VariableId first = locks[t], second = locks[(t + 1) % threads];
    if (repaired && t + 1 == threads) std::swap(first, second);
    drawing.take(t, 0, 1, first).take(t, 1, 2, second).let_go(t, 2, 3, second).let_go(t, 3, Drawing::ended, first);
  }
  return drawing;
}

TEST(Deadlock, each_holds_what_the_next_one_wants) {
  for (std::uint32_t threads : {2, 3, 5, 16}) EXPECT_TRUE(finds_deadlock(ring(threads, false).system())) << threads;
}

TEST(Deadlock, in_one_order_there_is_none_within_the_bounds) {
  const model::ThreadSystem system = model::tidy(ring(3, true).system());  // as the lift does: only where one can be
  std::vector<Looked> looked;
  const auto note = [&](const Looked& one) { looked.push_back(one); };
  const Result result = search(system, std::nullopt, small, Stop(), note);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(result.found));
  EXPECT_FALSE(result.stopped);
  EXPECT_EQ(result.excluded, small.most);
  ASSERT_EQ(looked.size(), 1u);  // there is none however long it takes, so that nothing is unrolled
  EXPECT_TRUE(looked.front().anywhere);
}

TEST(Deadlock, that_no_invariant_excludes_is_looked_for_further_and_further) {
  Drawing drawing(2);
  const VariableId turn = drawing.variable(8, 0);  // may hold anything, so nothing is known of it beforehand
  drawing.edge(0, 0, Drawing::ended, {drawing.is(turn, 0)});
  drawing.edge(1, 0, Drawing::ended);
  std::vector<Looked> looked;
  const Result result =
      search(drawing.system(), std::nullopt, small, Stop(), [&](const Looked& one) { looked.push_back(one); });
  EXPECT_TRUE(std::holds_alternative<std::monostate>(result.found));
  EXPECT_EQ(result.excluded, small.most);
  ASSERT_GT(looked.size(), 2u);
  EXPECT_TRUE(looked.front().anywhere && looked.front().found);
  EXPECT_EQ(looked.back().bounds, small.most);
}

TEST(Deadlock, threads_that_have_all_ended_wait_for_nobody) {
  Drawing drawing(2);
  drawing.edge(0, 0, Drawing::ended).edge(1, 0, Drawing::ended);
  EXPECT_FALSE(finds_deadlock(drawing.system()));
}

TEST(Deadlock, one_thread_waits_and_all_others_have_ended) {
  Drawing drawing(2);
  const VariableId flag = drawing.variable(1, 0);
  drawing.edge(0, 0, Drawing::ended, {drawing.is(flag, 1)}).edge(1, 0, Drawing::ended);
  EXPECT_TRUE(finds_deadlock(drawing.system()));
}

TEST(Deadlock, a_thread_that_goes_round_can_move) {
  Drawing drawing(2);
  const VariableId flag = drawing.variable(1, 0);
  drawing.edge(0, 0, Drawing::ended, {drawing.is(flag, 1)}).edge(1, 0, 0);
  EXPECT_FALSE(finds_deadlock(drawing.system()));
}

TEST(Deadlock, who_could_fail_or_do_what_is_not_understood_can_move) {
  for (auto kind :
       {Location::Kind::failed, Location::Kind::unmodelled, Location::Kind::refused, Location::Kind::process_ended}) {
    Drawing drawing(2);
    const VariableId flag = drawing.variable(1, 0);
    drawing.edge(0, 0, Drawing::ended, {drawing.is(flag, 1)}).edge(1, 0, Drawing::ended);
    EXPECT_TRUE(finds_deadlock(drawing.system()));
    drawing.fails(0, 0, kind, {drawing.is(flag, 0)});
    EXPECT_FALSE(finds_deadlock(drawing.system())) << static_cast<int>(kind);
  }
}

TEST(Deadlock, a_run_does_not_go_through_what_is_not_understood) {
  // The only way to the wait leads through an edge that ends in a refused location.
  Drawing drawing(1);
  drawing.fails(0, 0, Location::Kind::refused);
  EXPECT_FALSE(finds_deadlock(drawing.system()));
}

TEST(Deadlock, of_several_steps_that_are_possible_the_right_one_is_chosen) {
  // Six ways on, of which one leads to a wait without end.
  Drawing drawing(1);
  const VariableId never = drawing.variable(8, 7);
  for (int way = 1; way <= 6; ++way) drawing.edge(0, 0, way);
  for (int way = 1; way <= 6; ++way)
    drawing.edge(0, way, Drawing::ended, way == 4 ? std::vector{drawing.is(never, 8)} : std::vector<model::TermId>{});
  EXPECT_TRUE(finds_deadlock(drawing.system()));
}

TEST(Deadlock, a_step_reads_all_values_before_it_writes_any) {
  // x and y are exchanged; only then is the flag not what the other waits for.
  Drawing drawing(1);
  const VariableId x = drawing.variable(8, 3), y = drawing.variable(8, 5);
  drawing.edge(0, 0, 1, {}, {{x, drawing.term(y)}, {y, drawing.term(x)}});
  drawing.edge(0, 1, Drawing::ended, {drawing.is(x, 3)});
  drawing.edge(0, 1, Drawing::ended, {drawing.is(y, 5)});
  EXPECT_TRUE(finds_deadlock(drawing.system()));
}

TEST(Deadlock, numbers_that_can_be_anything_are_counted_bit_by_bit) {
  // Main adds what it likes; the other waits until the sum is one that five additions of 3 or 7 cannot make.
  for (std::uint64_t sum : {31u, 32u}) {  // 31 = 3 + 4 * 7
    Drawing drawing(2);
    const VariableId total = drawing.variable(16, 0);
    for (int k = 0; k < 5; ++k)
      for (std::uint64_t more : {3u, 7u})
        drawing.edge(0, k, k + 1, {},
                     {{total, drawing.terms().binary(ir::Op::add, drawing.term(total), drawing.term(total, more))}});
    drawing.edge(0, 5, Drawing::ended, {drawing.is_not(total, sum)});
    drawing.edge(1, 0, Drawing::ended);
    EXPECT_EQ(finds_deadlock(drawing.system()), sum == 31) << sum;
  }
}

TEST(Deadlock, turns_that_must_alternate_need_rounds) {
  // Each lets the other go on, four times; then the first waits for one more.
  Drawing drawing(2);
  const VariableId turn = drawing.variable(1, 0);
  for (int k = 0; k < 4; ++k) {
    drawing.edge(0, k, k + 1, {drawing.is(turn, 0)}, {{turn, drawing.term(turn, 1)}});
    drawing.edge(1, k, k == 3 ? Drawing::ended : k + 1, {drawing.is(turn, 1)}, {{turn, drawing.term(turn, 0)}});
  }
  drawing.edge(0, 4, Drawing::ended, {drawing.is(turn, 1)});
  EXPECT_FALSE(finds_deadlock(drawing.system(), {.most = {.stem = 3, .steps = 8}}));
  EXPECT_TRUE(finds_deadlock(drawing.system(), {.most = {.stem = 4, .steps = 8}}));
}

TEST(Deadlock, a_search_told_to_stop_claims_nothing) {
  Stop stop;
  stop.request();
  const Result result = search(ring(3, false).system(), std::nullopt, small, stop);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(result.found));
  EXPECT_TRUE(result.stopped);
  EXPECT_EQ(result.excluded, Bounds());
}

/// Threads that lock, unlock, wait for values and write them, as they like.
Drawing drawn_at_random(std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const std::uint32_t threads = 2 + below(2);
  Drawing drawing(threads);
  std::vector<VariableId> locks, data;
  for (std::uint32_t k = 1 + below(3); k-- > 0;) locks.push_back(drawing.lock());
  for (std::uint32_t k = 1 + below(2); k-- > 0;)
    data.push_back(below(2) == 0 ? drawing.variable(2, 0) : drawing.variable(8, 0, {{0, 1, 2, 3}}));
  for (std::uint32_t t = 0; t < threads; ++t) {
    const int length = 2 + static_cast<int>(below(4));
    for (int l = 0; l < length; ++l) {
      const auto somewhere = [&] {
        return below(5) == 0     ? static_cast<int>(below(static_cast<std::uint32_t>(length)))
               : l + 1 == length ? Drawing::ended
                                 : l + 1;
      };
      const VariableId lock = locks[below(static_cast<std::uint32_t>(locks.size()))];
      const VariableId value = data[below(static_cast<std::uint32_t>(data.size()))];
      switch (below(6)) {
        case 0:
        case 1: drawing.take(t, l, somewhere(), lock); break;
        case 2: drawing.let_go(t, l, somewhere(), lock); break;
        case 3: drawing.edge(t, l, somewhere(), {drawing.is(value, below(4))}); break;
        case 4: drawing.edge(t, l, somewhere(), {}, {{value, drawing.term(value, below(4))}}); break;
        default:  // a try, and two ways at once
          drawing.take(t, l, somewhere(), lock);
          drawing.edge(t, l, somewhere(), {drawing.is_not(lock, 0)});
          if (below(2) == 0) drawing.edge(t, l, somewhere());
      }
    }
  }
  return drawing;
}

TEST(Deadlock, on_random_automata_it_agrees_with_exploring_every_state) {
  std::mt19937 random(1);
  unsigned stuck = 0, fine = 0;
  for (unsigned round = 0; round < 150; ++round) {
    const Drawing drawing = drawn_at_random(random);
    const bool expected = model::explored(drawing.system()).stuck;
    ++(expected ? stuck : fine);
    EXPECT_EQ(finds_deadlock(drawing.system(), {.most = {.stem = 5, .steps = 8}}), expected) << round;
  }
  EXPECT_GT(stuck, 20u);
  EXPECT_GT(fine, 20u);
}

}  // namespace
}  // namespace fermata::engine::bounded
