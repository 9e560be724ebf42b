// SPDX-License-Identifier: Apache-2.0
#include "smt/circuit.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace fermata::smt {
namespace {

/// Tries a gate on all inputs.
void expect_gate(std::size_t inputs, const std::function<Literal(Circuit&, const std::vector<Literal>&)>& gate,
                 const std::function<bool(const std::vector<bool>&)>& meaning) {
  Solver solver;
  Circuit circuit(solver);
  std::vector<Literal> in(inputs);
  for (Literal& one : in) one = circuit.fresh();
  const Literal out = gate(circuit, in);
  for (std::uint32_t number = 0; number < 1u << inputs; ++number) {
    std::vector<Literal> assumptions;
    std::vector<bool> values, constants;
    for (std::size_t k = 0; k < inputs; ++k) {
      values.push_back((number >> k & 1) != 0);
      assumptions.push_back(values.back() ? in[k] : !in[k]);
    }
    ASSERT_EQ(solver.solve(assumptions, Stop()), Solver::Answer::satisfiable);
    EXPECT_EQ(solver.value(out), meaning(values)) << number;
    // The same with inputs that are constants: no clause is needed to say what comes out.
    std::vector<Literal> fixed;
    for (bool value : values) fixed.push_back(circuit.constant(value));
    const std::uint64_t before = solver.clauses();
    EXPECT_EQ(gate(circuit, fixed), circuit.constant(meaning(values))) << number;
    EXPECT_EQ(solver.clauses(), before);
  }
}

TEST(Circuit, a_gate_means_what_it_says_and_folds_constants) {
  using In = std::vector<Literal>;
  using Values = std::vector<bool>;
  expect_gate(
      3, [](Circuit& c, const In& in) { return c.all_of(in); }, [](const Values& v) { return v[0] && v[1] && v[2]; });
  expect_gate(
      2, [](Circuit& c, const In& in) { return c.all_of({in[0], !in[1]}); },
      [](const Values& v) { return v[0] && !v[1]; });
  expect_gate(
      3, [](Circuit& c, const In& in) { return c.any_of(in); }, [](const Values& v) { return v[0] || v[1] || v[2]; });
  expect_gate(
      2, [](Circuit& c, const In& in) { return c.differ(in[0], !in[1]); },
      [](const Values& v) { return v[0] == v[1]; });
  expect_gate(
      3, [](Circuit& c, const In& in) { return c.choose(in[0], in[1], in[2]); },
      [](const Values& v) { return v[0] ? v[1] : v[2]; });
  expect_gate(
      3, [](Circuit& c, const In& in) { return c.majority(in[0], in[1], in[2]); },
      [](const Values& v) { return v[0] + v[1] + v[2] >= 2; });
}

TEST(Circuit, a_choice_with_one_constant_side_is_still_a_choice) {
  using In = std::vector<Literal>;
  for (bool side : {false, true}) {
    expect_gate(
        2, [=](Circuit& c, const In& in) { return c.choose(in[0], c.constant(side), in[1]); },
        [=](const std::vector<bool>& v) { return v[0] ? side : v[1]; });
    expect_gate(
        2, [=](Circuit& c, const In& in) { return c.choose(in[0], in[1], c.constant(side)); },
        [=](const std::vector<bool>& v) { return v[0] ? v[1] : side; });
    expect_gate(
        2, [=](Circuit& c, const In& in) { return c.choose(in[0], side ? in[0] : !in[0], in[1]); },
        [=](const std::vector<bool>& v) { return v[0] ? side : v[1]; });
  }
}

TEST(Circuit, a_gate_of_two_inputs_is_made_once) {
  Solver solver;
  Circuit circuit(solver);
  const Literal a = circuit.fresh(), b = circuit.fresh();
  EXPECT_EQ(circuit.all_of({a, b}), circuit.all_of({b, a}));
  EXPECT_EQ(circuit.differ(a, b), !circuit.differ(!b, a));
  EXPECT_EQ(circuit.all_of({a, !a}), circuit.no());
  EXPECT_EQ(circuit.any_of({a, b, !a}), circuit.yes());
}

TEST(Circuit, at_most_one_of_many_is_true_and_any_of_them_can_be) {
  for (std::size_t inputs : {2u, 6u, 7u, 19u, 40u}) {
    Solver solver;
    Circuit circuit(solver);
    std::vector<Literal> in(inputs);
    for (Literal& one : in) one = circuit.fresh();
    in[0] = circuit.no();
    circuit.require_at_most_one_of(in);
    EXPECT_LT(solver.clauses(), 5 * inputs + 20);
    for (std::size_t k = 1; k < inputs; ++k) {
      EXPECT_EQ(solver.solve(std::vector{in[k]}, Stop()), Solver::Answer::satisfiable);
      for (std::size_t j = 1; j < k; ++j)
        EXPECT_EQ(solver.solve(std::vector{in[j], in[k]}, Stop()), Solver::Answer::unsatisfiable) << j << " " << k;
    }
  }
}

TEST(Circuit, what_is_required_is_true_from_then_on) {
  Solver solver;
  Circuit circuit(solver);
  const Literal a = circuit.fresh(), b = circuit.fresh();
  circuit.require_same(a, !b);
  circuit.require(a);
  ASSERT_EQ(solver.solve(Stop()), Solver::Answer::satisfiable);
  EXPECT_FALSE(solver.value(b));
  circuit.require_any_of({b, circuit.no()});
  EXPECT_EQ(solver.solve(Stop()), Solver::Answer::unsatisfiable);
}

}  // namespace
}  // namespace fermata::smt
