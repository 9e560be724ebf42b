// SPDX-License-Identifier: Apache-2.0
// Letters do what the edges do that they are made of: on random terms, each step of the automata is a step of some
// letter, and each step of a letter without fresh numbers is a step of the automata.
#include "engine/prove/letters.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "engine/bounded/drawing.h"

namespace fermata::engine::prove {
namespace {

using bounded::Drawing;
using ir::Op;
using model::TermId;
using model::VariableId;

class Artist {
 public:
  Artist(Drawing& drawing, std::vector<VariableId> variables, std::uint32_t seed)
      : drawing_(drawing), variables_(std::move(variables)), random_(seed) {}

  TermId number(int depth) {
    auto& terms = drawing_.terms();
    if (depth == 0 || below(4) == 0)
      return below(2) == 0 ? drawing_.term(one()) : terms.constant(width, below(1u << width));
    constexpr Op ops[] = {Op::add,  Op::sub,  Op::mul,  Op::umin, Op::umax, Op::smin,
                          Op::smax, Op::and_, Op::urem, Op::udiv, Op::lshr, Op::shl};
    const Op op = ops[below(12)];
    if (below(6) == 0) return terms.select(condition(depth - 1), number(depth - 1), number(depth - 1));
    if (below(6) == 0)
      return terms.convert(below(2) == 0 ? Op::zext : Op::sext, width,
                           terms.convert(Op::trunc, width - 1, number(depth - 1)));
    const bool by_constant = op == Op::mul || op >= Op::udiv;
    return terms.binary(op, number(depth - 1), by_constant ? terms.constant(width, 1 + below(3)) : number(depth - 1));
  }
  TermId condition(int depth) {
    auto& terms = drawing_.terms();
    if (depth > 0 && below(3) == 0)
      return terms.binary(below(2) == 0 ? Op::and_ : Op::or_, condition(depth - 1), condition(depth - 1));
    return terms.binary(static_cast<Op>(static_cast<unsigned>(Op::eq) + below(10)), number(depth), number(depth));
  }

  static constexpr unsigned width = 4;

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
  VariableId one() { return variables_[below(static_cast<std::uint32_t>(variables_.size()))]; }

  Drawing& drawing_;
  std::vector<VariableId> variables_;
  std::mt19937 random_;
};

Wide value(const Linear& sum, const std::map<std::uint32_t, Wide>& values) {
  Wide all = sum.constant;
  for (const auto& [v, factor] : sum.terms) all += factor * values.at(v);
  return all;
}

bool has_fresh(const Letter& letter) {
  const auto fresh = [](const Linear& sum) {
    return std::ranges::any_of(sum.terms, [](const auto& term) { return is_fresh(term.first); });
  };
  return std::ranges::any_of(letter.guard, fresh) ||
         std::ranges::any_of(letter.update, [&](const auto& u) { return !u.second || fresh(*u.second); });
}

TEST(Letters, do_what_their_edges_do) {
  unsigned exact = 0, inexact = 0;
  for (std::uint32_t seed = 0; seed < 600; ++seed) {
    Drawing drawing(1);
    const VariableId x = drawing.variable(Artist::width, 0), y = drawing.variable(Artist::width, 0);
    drawing.read(x, seed % 2 == 1).read(y, seed % 4 > 1);
    Artist artist(drawing, {x, y}, seed);
    const TermId guard = artist.condition(2), then = artist.number(2);
    drawing.edge(0, 0, 1, {guard}, {{x, then}});
    const model::ThreadSystem& system = drawing.system();
    const Situation situation{model::EdgeId{static_cast<std::uint32_t>(system.edges.size() - 1)}, {}};
    const auto letters = Letters(system, {}).of(situation);
    const bool some_fresh = std::ranges::any_of(letters, has_fresh);
    ++(some_fresh ? inexact : exact);
    if (some_fresh) continue;
    for (std::uint64_t a = 0; a < 16; ++a)
      for (std::uint64_t b = 0; b < 16; ++b) {
        const auto value_of = [&](VariableId v) { return v == x ? a : b; };
        const std::map<std::uint32_t, Wide> values{{index(x), system[x].number(a)}, {index(y), system[y].number(b)}};
        const bool possible = system.terms.evaluate(guard, value_of) != 0;
        const Wide expected = system[x].number(system.terms.evaluate(then, value_of));
        bool some = false;
        for (const Letter& letter : letters) {
          if (!std::ranges::all_of(letter.guard, [&](const Linear& one) { return value(one, values) <= 0; })) continue;
          some = true;
          for (const auto& [v, sum] : letter.update) EXPECT_TRUE(value(*sum, values) == expected) << "seed " << seed;
        }
        EXPECT_EQ(some, possible) << "seed " << seed;
      }
  }
  EXPECT_GT(exact, 100u);
  EXPECT_GT(inexact, 50u);
}

}  // namespace
}  // namespace fermata::engine::prove
