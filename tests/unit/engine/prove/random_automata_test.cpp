// SPDX-License-Identifier: Apache-2.0
// What is said to end does end: random automata with counters that wrap, flags and locks, explored state by state.
//
// Asked are the certificates that the engine finds, and others that are made up: no certificate whatsoever may be
// accepted for automata with a fair run that does not end.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <variant>

#include "confirm/certificate.h"
#include "engine/bounded/drawing.h"
#include "engine/prove/prove.h"
#include "model/fingerprint.h"

namespace fermata::engine::prove {
namespace {

using bounded::Drawing;
using ir::Op;
using model::RunState;
using model::VariableId;
using verdict::Fairness;

// --- the definition ------------------------------------------------------------------------------

class Graph {
 public:
  explicit Graph(const model::ThreadSystem& system) : system_(system) {
    const model::Run run(system);
    std::map<RunState, std::size_t> numbers{{run.initial(), 0}};
    std::vector<RunState> states{run.initial()};
    for (std::size_t s = 0; s < states.size(); ++s) {
      const RunState state = states[s];
      enabled_.emplace_back();
      if (run.ended(state)) continue;
      for (ThreadId t : thread_ids(system.threads.size()))
        for (model::EdgeId e : run.possible(state, t)) {
          enabled_[s].insert(index(t));
          const auto [it, fresh] = numbers.try_emplace(run.after(state, e), states.size());
          if (fresh) states.push_back(it->first);
          steps_.push_back({s, it->second, index(t)});
        }
      rests_ |= enabled_[s].empty();
    }
    for (std::size_t s = 0; s < states.size(); ++s) all_.insert(s);
  }

  bool ends(Fairness fairness) const { return !rests_ && !has_fair_cycle(all_, fairness); }

 private:
  struct Step {
    std::size_t from, to;
    std::uint32_t thread;
  };

  /// Sets of states that are closed under going there and back, by comparing what each can reach.
  bool has_fair_cycle(const std::set<std::size_t>& part, Fairness fairness) const {
    std::map<std::size_t, std::set<std::size_t>> reach;
    for (std::size_t s : part) {
      std::vector<std::size_t> open{s};
      while (!open.empty()) {
        const std::size_t at = open.back();
        open.pop_back();
        for (const Step& step : steps_)
          if (step.from == at && part.contains(step.to) && reach[s].insert(step.to).second) open.push_back(step.to);
      }
    }
    std::set<std::size_t> done;
    for (std::size_t s : part) {
      if (done.contains(s) || !reach[s].contains(s)) continue;
      std::set<std::size_t> component;
      for (std::size_t other : reach[s])
        if (reach[other].contains(s)) component.insert(other);
      done.insert(component.begin(), component.end());
      if (component_has_fair_cycle(component, fairness)) return true;
    }
    return false;
  }

  bool component_has_fair_cycle(const std::set<std::size_t>& component, Fairness fairness) const {
    if (fairness == Fairness::none) return true;
    std::set<std::uint32_t> moving;
    for (const Step& step : steps_)
      if (component.contains(step.from) && component.contains(step.to)) moving.insert(step.thread);
    std::set<std::size_t> rest = component;
    for (std::uint32_t t = 0; t < system_.threads.size(); ++t) {
      if (moving.contains(t)) continue;
      std::set<std::size_t> could;
      for (std::size_t s : component)
        if (enabled_[s].contains(t)) could.insert(s);
      if (could.size() == component.size()) return false;
      if (fairness == Fairness::strong)
        for (std::size_t s : could) rest.erase(s);
    }
    return rest == component || has_fair_cycle(rest, fairness);
  }

  const model::ThreadSystem& system_;
  std::vector<Step> steps_;
  std::vector<std::set<std::uint32_t>> enabled_;
  std::set<std::size_t> all_;
  bool rests_ = false;
};

// --- automata ------------------------------------------------------------------------------------

class Artist {
 public:
  explicit Artist(std::uint32_t seed) : random_(seed) {}

  Drawing draw() {
    const std::uint32_t threads = 1 + below(2);
    Drawing drawing(threads);
    auto& terms = drawing.terms();
    std::vector<VariableId> counters, flags;
    for (std::uint32_t k = 1 + below(2); k-- > 0;) {
      counters.push_back(drawing.variable(3, below(8)));
      drawing.read(counters.back(), below(2) != 0);
    }
    for (std::uint32_t k = below(2); k-- > 0;)
      flags.push_back(drawing.variable(1, 0, std::vector<std::uint64_t>{0, 1}));
    for (std::uint32_t t = 0; t < threads; ++t) {
      const int length = 1 + static_cast<int>(below(3));
      for (int l = 0; l < length; ++l) {
        const int next = l + 1 < length ? l + 1 : below(3) != 0 ? 0 : Drawing::ended;
        const int other = below(2) != 0 ? Drawing::ended : static_cast<int>(below(static_cast<std::uint32_t>(length)));
        const VariableId x = one_of(counters);
        const auto bound = drawing.term(x, below(8));
        constexpr Op comparisons[] = {Op::slt, Op::sle, Op::sgt, Op::ult, Op::ne, Op::eq};
        const auto test = terms.binary(comparisons[below(6)], drawing.term(x), bound);
        const auto step =
            terms.binary(below(2) != 0 ? Op::add : Op::sub, drawing.term(x), drawing.term(x, 1 + below(2)));
        switch (below(flags.empty() ? 4 : 6)) {
          case 0:
          case 1: drawing.edge(t, l, next, {test}, {{x, step}}).edge(t, l, other, {terms.negation(test)}); break;
          case 2: drawing.edge(t, l, next, {}, {{x, step}}); break;
          case 3: drawing.edge(t, l, next, {test}); break;
          case 4: drawing.edge(t, l, next, {}, {{one_of(flags), terms.constant(1, below(2))}}); break;
          default: {
            const VariableId f = one_of(flags);
            drawing.edge(t, l, l, {drawing.is(f, 0)}).edge(t, l, next, {drawing.is(f, 1)});
          }
        }
      }
    }
    return drawing;
  }

  verdict::LinearSum sum(const model::ThreadSystem& system) {
    verdict::LinearSum all;
    for (std::uint32_t v = 0; v < system.variables.size(); ++v)
      if (const std::int64_t factor = static_cast<std::int64_t>(below(3)) - 1; factor != 0)
        all.terms.emplace_back(v, factor);
    all.constant = static_cast<std::int64_t>(below(17)) - 8;
    return all;
  }
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

 private:
  VariableId one_of(const std::vector<VariableId>& all) { return all[below(static_cast<std::uint32_t>(all.size()))]; }

  std::mt19937 random_;
};

ir::Program nowhere() {
  ir::Program program;
  program.positions.resize(1);
  return program;
}

TEST(RandomAutomata, that_are_said_to_end_do_end) {
  unsigned ends = 0, proved = 0;
  const ir::Program program = nowhere();
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    Artist artist(seed);
    const Drawing drawing = artist.draw();
    const model::ThreadSystem& system = drawing.system();
    const Fairness fairness = seed % 3 == 0 ? Fairness::weak : seed % 3 == 1 ? Fairness::strong : Fairness::none;
    const bool expected = Graph(system).ends(fairness);
    const auto result = prove(program, system, fairness, {}, Stop());
    ends += expected;
    if (const auto* proof = std::get_if<Proof>(&result)) {
      EXPECT_TRUE(expected) << "seed " << seed << ": the engine itself is wrong";
      const auto answer = confirm::check_certificate(program, system, fairness, proof->certificate, Stop());
      EXPECT_TRUE(expected || !answer.shown) << "seed " << seed;
      proved += answer.shown;
    }
  }
  EXPECT_GT(ends, 10u);
  EXPECT_GT(proved, 5u);
}

TEST(RandomAutomata, that_do_not_end_have_no_certificate_not_even_one_that_was_made_up) {
  const ir::Program program = nowhere();
  unsigned asked = 0;
  for (std::uint32_t seed = 0; asked < 40; ++seed) {
    Artist artist(seed);
    const Drawing drawing = artist.draw();
    const model::ThreadSystem& system = drawing.system();
    if (Graph(system).ends(Fairness::strong)) continue;
    ++asked;
    verdict::Certificate certificate{.automata = model::fingerprint(system)};
    for (std::uint32_t v = 0; v < system.variables.size(); ++v)
      if (system.variables[v].values) certificate.followed.push_back(v);
    for (std::uint32_t l = 0; l < system.locations.size(); ++l)
      if (!system.locations[l].out.empty() && artist.below(3) == 0)
        certificate.facts.push_back({l, artist.sum(system)});
    for (std::uint32_t k = artist.below(3); k-- > 0;) {
      verdict::Certificate::Balance balance{artist.sum(system), {}, {}};
      for (std::uint32_t l = 0; l < system.locations.size(); ++l)
        if (artist.below(2) == 0) balance.places.emplace_back(l, static_cast<std::int64_t>(artist.below(5)) - 2);
      certificate.balances.push_back(std::move(balance));
    }
    for (int k = 0; k < 6; ++k) certificate.ranks.push_back(artist.sum(system));
    EXPECT_FALSE(confirm::check_certificate(program, system, Fairness::strong, certificate, Stop()).shown)
        << "seed " << seed;
    certificate.facts.clear();
    EXPECT_FALSE(confirm::check_certificate(program, system, Fairness::strong, certificate, Stop()).shown)
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace fermata::engine::prove
