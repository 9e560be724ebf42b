// SPDX-License-Identifier: Apache-2.0
#include "engine/bounded/values.h"

#include <gtest/gtest.h>

#include <random>

namespace fermata::engine::bounded {
namespace {

using ir::Op;
using model::TermId;
using model::VariableId;
using smt::Bits;
using smt::Literal;

struct Two {
  model::ThreadSystem system;
  VariableId x{0}, y{1};

  explicit Two(unsigned width, std::optional<std::vector<std::uint64_t>> values = std::nullopt) {
    for (const char* name : {"x", "y"}) system.variables.push_back({.name = name, .width = width, .values = values});
  }
};

TermId random_term(Two& two, std::mt19937& random, unsigned depth) {
  auto& terms = two.system.terms;
  const unsigned width = two.system.variables[0].width;
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  if (depth == 0 || below(6) == 0) {
    if (below(3) == 0) return terms.constant(width, random());
    return terms.variable(below(2) == 0 ? two.x : two.y, width);
  }
  const auto part = [&] { return random_term(two, random, depth - 1); };
  switch (below(8)) {
    case 0: return terms.unary(static_cast<Op>(static_cast<unsigned>(Op::ctpop) + below(6)), part());
    case 1: {
      const TermId condition = terms.binary(static_cast<Op>(static_cast<unsigned>(Op::eq) + below(10)), part(), part());
      return terms.select(condition, part(), part());
    }
    case 2:
      return terms.convert(below(2) == 0 ? Op::sext : Op::zext, width, terms.convert(Op::trunc, width / 2, part()));
    default: return terms.binary(static_cast<Op>(below(static_cast<unsigned>(Op::smax) + 1)), part(), part());
  }
}

std::uint64_t read(const smt::Solver& solver, const Bits& bits) {
  std::uint64_t value = 0;
  for (std::size_t k = 0; k < bits.size(); ++k) value |= std::uint64_t{solver.value(bits[k])} << k;
  return value;
}

void compare(Two& two, std::mt19937& random) {
  const TermId term = random_term(two, random, 3);
  const auto& values = two.system.variables[0].values;
  const auto draw = [&] { return values ? (*values)[random() % values->size()] : model::low_bits(random(), 8); };
  smt::Solver solver;
  smt::Circuit circuit(solver);
  Values now(two.system, circuit, std::vector<std::uint64_t>(2, values ? (*values)[0] : 0));
  // Each is given a value that is not known yet: one of two.
  const std::uint64_t first[2] = {draw(), draw()}, second[2] = {draw(), draw()};
  std::vector<Literal> which;
  smt::Arithmetic arithmetic(circuit);
  for (std::uint32_t v : {0u, 1u}) {
    const Literal is_first = circuit.fresh();
    which.push_back(is_first);
    const std::pair<Literal, Bits> cases[] = {{is_first, arithmetic.number(8, first[v])},
                                              {!is_first, arithmetic.number(8, second[v])}};
    now.value(term);  // what was computed before is not what it is afterwards
    now.assign(VariableId{v}, cases);
  }
  const Bits result = now.value(term);
  for (unsigned number = 0; number < 4; ++number) {
    const std::vector<Literal> assumptions{(number & 1) != 0 ? which[0] : !which[0],
                                           (number & 2) != 0 ? which[1] : !which[1]};
    ASSERT_EQ(solver.solve(assumptions, Stop()), smt::Solver::Answer::satisfiable);
    const std::uint64_t expected = two.system.terms.evaluate(
        term, [&](VariableId v) { return (number >> index(v) & 1) != 0 ? first[index(v)] : second[index(v)]; });
    EXPECT_EQ(read(solver, result), expected);
  }
}

TEST(Values, terms_mean_what_the_automata_mean) {
  std::mt19937 random(3);
  for (unsigned round = 0; round < 400; ++round) {
    Two two(8);
    compare(two, random);
  }
}

TEST(Values, few_values_need_few_literals_and_mean_the_same) {
  std::mt19937 random(4);
  for (unsigned round = 0; round < 400; ++round) {
    Two two(8, {{0, 3, 0x14, 0xeb, 0xff}});
    compare(two, random);
  }
  Two two(8, {{0, 0x18}});
  smt::Solver solver;
  smt::Circuit circuit(solver);
  Values now(two.system, circuit, std::vector<std::uint64_t>{0, 0});
  const std::uint64_t before = solver.variables();
  smt::Arithmetic arithmetic(circuit);
  const std::pair<Literal, Bits> one[] = {{circuit.fresh(), arithmetic.number(8, 0x18)}};
  now.assign(two.x, one);
  EXPECT_EQ(solver.variables(), before + 1) << "the condition itself says what the value is";
  EXPECT_EQ(now[two.x][3], one[0].first);
  EXPECT_EQ(now[two.x][4], one[0].first);
  EXPECT_EQ(now[two.x][0], circuit.no());
}

}  // namespace
}  // namespace fermata::engine::bounded
