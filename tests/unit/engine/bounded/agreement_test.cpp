// SPDX-License-Identifier: Apache-2.0
// The formula says what exploring round after round, state by state, says: there is a fair lasso within the bounds, or
// there is none. On random automata of three families, since each notices mistakes that the others do not: of general
// ones hardly any needs more than one round in its loop, handshakes do; and only waiters and togglers tell a rule that
// looks at every state of a loop from one that looks at the ends of contexts.
#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <tuple>

#include "engine/bounded/drawing.h"
#include "engine/bounded/fair_lasso.h"
#include "engine/bounded/prepared.h"
#include "engine/bounded/unrolling.h"

namespace fermata::engine::bounded {
namespace {

using model::RunState;
using model::VariableId;
using verdict::Fairness;

// --- the definition ------------------------------------------------------------------------------

using Threads = std::uint32_t;  // a bit for each

/// A state on the way round, and what has happened since the loop began.
struct Moment {
  RunState state;
  Threads moved = 0, could = 0, could_not = 0;
  auto operator<=>(const Moment&) const = default;
};

class Rounds {
 public:
  Rounds(const model::ThreadSystem& system, Bounds bounds)
      : run_(system), bounds_(bounds), threads_(system.threads.size()) {}

  bool have_lasso(const RunState& start, Fairness fairness) const {
    for (Order order : {Order::ascending, Order::descending}) {
      std::set<Moment> before{{start}};
      for (unsigned k = 0; k < bounds_.stem; ++k) before = after_round(before, order);
      std::set<RunState> beginnings;
      for (const Moment& m : before) beginnings.insert(m.state);
      for (const RunState& begin : beginnings) {
        std::set<Moment> way{seen({begin})};
        for (unsigned k = 0; k < bounds_.loop; ++k) way = after_round(way, order);
        for (const Moment& m : way)
          if (m.state == begin && m.moved != 0 && is_fair(m, fairness)) return true;
      }
    }
    return false;
  }

 private:
  Moment seen(Moment moment) const {
    for (ThreadId t : thread_ids(threads_))
      (run_.possible(moment.state, t).empty() ? moment.could_not : moment.could) |= 1u << index(t);
    return moment;
  }
  bool is_fair(const Moment& m, Fairness fairness) const {
    if (fairness == Fairness::none) return true;
    const Threads must = fairness == Fairness::strong ? m.could : m.could & ~m.could_not;
    return (must & ~m.moved) == 0;
  }
  std::set<Moment> after_round(std::set<Moment> moments, Order order) const {
    for (std::uint32_t k = 0; k < threads_; ++k) {
      const ThreadId t{order == Order::ascending ? k : static_cast<std::uint32_t>(threads_) - 1 - k};
      std::set<Moment> last = moments;
      for (unsigned step = 0; step < bounds_.steps; ++step) {
        std::set<Moment> next;
        for (const Moment& m : last)
          for (model::EdgeId edge : run_.possible(m.state, t)) {
            Moment after = m;
            after.state = run_.after(m.state, edge);
            after.moved |= 1u << index(t);
            next.insert(seen(after));
          }
        moments.insert(next.begin(), next.end());
        last = std::move(next);
      }
    }
    return moments;
  }

  model::Run run_;
  Bounds bounds_;
  std::size_t threads_;
};

// --- three families ------------------------------------------------------------------------------

class Artist {
 public:
  explicit Artist(std::uint32_t seed) : random_(seed) {}

  /// Two or three threads that read and write, lock, try, wait, choose, and go back or end.
  Drawing general() {
    const std::uint32_t threads = 2 + below(2);
    Drawing drawing(threads);
    std::vector<VariableId> data, locks;
    for (std::uint32_t k = 1 + below(2); k-- > 0;) data.push_back(drawing.variable(1, 0));
    for (std::uint32_t k = below(3); k-- > 0;) locks.push_back(drawing.lock());
    for (std::uint32_t t = 0; t < threads; ++t) {
      const int length = 2 + static_cast<int>(below(3));
      for (int l = 0; l < length; ++l) {
        const int next = l + 1 < length ? l + 1 : below(2) != 0 ? 0 : Drawing::ended;
        const int other = below(2) != 0 ? static_cast<int>(below(static_cast<std::uint32_t>(length))) : Drawing::ended;
        const VariableId v = one_of(data);
        const std::uint32_t value = below(2);
        switch (below(locks.empty() ? 5 : 8)) {
          case 0: drawing.edge(t, l, next, {}, {{v, drawing.term(v, value)}}); break;
          case 1: drawing.edge(t, l, next, {drawing.is(v, value)}); break;
          case 2: drawing.edge(t, l, next, {drawing.is(v, value)}).edge(t, l, other, {drawing.is_not(v, value)}); break;
          case 3: drawing.edge(t, l, next).edge(t, l, other); break;
          case 4:
            drawing.edge(t, l, next, {},
                         {{v, drawing.terms().binary(ir::Op::xor_, drawing.term(v), drawing.term(v, 1))}});
            break;
          case 5: drawing.take(t, l, next, one_of(locks)); break;
          case 6: drawing.let_go(t, l, next, one_of(locks)); break;
          default: {
            const VariableId lock = one_of(locks);
            drawing.take(t, l, next, lock).edge(t, l, other, {drawing.is_not(lock, 0)});
          }
        }
      }
    }
    return drawing;
  }

  /// Threads that wait for their turn and say whose turn is next.
  Drawing handshake() {
    const std::uint32_t threads = 2 + below(2), phases = 3 + below(2);
    Drawing drawing(threads);
    const VariableId phase = drawing.variable(2, 0);
    for (std::uint32_t t = 0; t < threads; ++t) {
      const int length = 1 + static_cast<int>(below(3));
      for (int l = 0; l < length; ++l) {
        const int next = l + 1 < length ? l + 1 : below(5) != 0 ? 0 : Drawing::ended;
        drawing.edge(t, l, next, {drawing.is(phase, below(phases))}, {{phase, drawing.term(phase, below(phases))}});
      }
    }
    return drawing;
  }

  /// Waiters, and one who changes what they wait for and back.
  Drawing waiter_and_toggler() {
    Drawing drawing(2);
    const VariableId v = drawing.variable(1, 0), w = drawing.variable(1, 0);
    const int length = 2 + static_cast<int>(below(3));
    for (int l = 0; l < length; ++l) {
      const VariableId x = below(3) != 0 ? v : w;
      const int next = (l + 1) % length;
      if (below(4) == 0)
        drawing.edge(0, l, next, {drawing.is(x, 0)}).edge(0, l, Drawing::ended, {drawing.is(x, 1)});
      else
        drawing.edge(0, l, next, {}, {{x, drawing.term(x, static_cast<std::uint32_t>(l) % 2)}});
    }
    drawing.edge(1, 0, 1, {drawing.is(v, below(2))});
    drawing.edge(1, 1, below(3) == 0 ? 0 : Drawing::ended, {}, {{w, drawing.term(w, 1)}});
    return drawing;
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
  VariableId one_of(const std::vector<VariableId>& all) { return all[below(static_cast<std::uint32_t>(all.size()))]; }

  std::mt19937 random_;
};

struct Counts {
  unsigned found = 0, none = 0, differ = 0;
};

Counts compare(Drawing (Artist::*draw)(), std::uint32_t seeds, std::initializer_list<Bounds> all,
               const Rules& rules = {}) {
  Counts counts;
  for (std::uint32_t seed = 0; seed < seeds; ++seed) {
    Artist artist(seed);
    const Drawing drawing = (artist.*draw)();
    const Prepared prepared = prepare(drawing.system(), Stop());
    for (const Bounds& bounds : all)
      for (Fairness fairness : {Fairness::none, Fairness::weak, Fairness::strong}) {
        Size size;
        const bool found =
            find_fair_lasso(drawing.system(), prepared, {fairness, rules}, bounds, Stop(), size).has_value();
        const bool expected = Rounds(drawing.system(), bounds).have_lasso(prepared.start.state, fairness);
        if (found) {
          EXPECT_TRUE(may_have_fair_lasso(drawing.system(), prepared, {fairness, rules}, bounds, Stop(), size));
        }
        ++(found ? counts.found : counts.none);
        counts.differ += found != expected;
        if (rules == Rules()) {
          EXPECT_EQ(found, expected) << "seed " << seed << ", (" << bounds.stem << ", " << bounds.loop << ", "
                                     << bounds.steps << "), fairness " << verdict::name(fairness);
        }
      }
  }
  return counts;
}

TEST(Agreement, general_automata) {
  const Counts counts = compare(&Artist::general, 60, {{0, 1, 4}, {1, 1, 4}, {2, 2, 2}});
  EXPECT_GT(counts.found, 100u);
  EXPECT_GT(counts.none, 100u);
}

TEST(Agreement, handshakes) {
  const Counts counts = compare(&Artist::handshake, 60, {{1, 1, 3}, {1, 2, 3}, {0, 3, 2}, {2, 3, 2}});
  EXPECT_GT(counts.found, 40u);
  EXPECT_GT(counts.none, 100u);
}

TEST(Agreement, waiters_and_togglers) {
  const Counts counts = compare(&Artist::waiter_and_toggler, 100, {{1, 1, 4}, {1, 2, 4}});
  EXPECT_GT(counts.found, 100u);
  EXPECT_GT(counts.none, 100u);
}

TEST(Agreement, would_notice_a_rule_that_is_missing) {
  using Rule = bool Rules::*;
  for (Rule rule : {&Rules::initial_state, &Rules::loop_follows_stem, &Rules::loop_is_closed, &Rules::somebody_moves,
                    &Rules::loop_has_all_rounds, &Rules::steps_are_needed, &Rules::others_cannot_move}) {
    Rules rules;
    rules.*rule = false;
    EXPECT_GT(compare(&Artist::general, 20, {{1, 1, 4}}, rules).differ, 0u);
  }
}

}  // namespace
}  // namespace fermata::engine::bounded
