// SPDX-License-Identifier: Apache-2.0
#include "smt/solver.h"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

#include "base/require.h"

namespace fermata::smt {
namespace {

using Answer = Solver::Answer;

TEST(Solver, an_assignment_satisfies_every_clause) {
  Solver solver;
  const Literal a = solver.fresh(), b = solver.fresh(), c = solver.fresh();
  solver.add({a, b});
  solver.add({!a, c});
  solver.add({!b, c});
  solver.add({!a, !b});
  ASSERT_EQ(solver.solve(Stop()), Answer::satisfiable);
  EXPECT_TRUE(solver.value(c));
  EXPECT_NE(solver.value(a), solver.value(b));
  EXPECT_EQ(solver.value(!a), !solver.value(a));
  EXPECT_EQ(solver.variables(), 3u);
  EXPECT_EQ(solver.clauses(), 4u);
}

TEST(Solver, an_assumption_holds_for_one_question_only) {
  Solver solver;
  const Literal a = solver.fresh(), b = solver.fresh();
  solver.add({a, b});
  const std::vector<Literal> neither{!a, !b};
  EXPECT_EQ(solver.solve(neither, Stop()), Answer::unsatisfiable);
  EXPECT_EQ(solver.solve(Stop()), Answer::satisfiable);
  solver.add({!a});
  solver.add({!b});
  EXPECT_EQ(solver.solve(Stop()), Answer::unsatisfiable);
}

TEST(Solver, without_an_assignment_there_is_no_value) {
  Solver solver;
  const Literal a = solver.fresh();
  EXPECT_THROW(solver.value(a), InternalError);
  ASSERT_EQ(solver.solve(Stop()), Answer::satisfiable);
  solver.add({a});
  EXPECT_THROW(solver.value(a), InternalError) << "what was found may not satisfy the new clause";
}

/// More pigeons than holes, each pigeon in a hole of its own: hard for every solver that works by resolution.
void add_pigeons(Solver& solver, int pigeons) {
  const int holes = pigeons - 1;
  std::vector<std::vector<Literal>> in(static_cast<std::size_t>(pigeons));
  for (auto& one : in) {
    for (int h = 0; h < holes; ++h) one.push_back(solver.fresh());
    solver.add(one);
  }
  for (std::size_t h = 0; h < static_cast<std::size_t>(holes); ++h)
    for (std::size_t p = 0; p < in.size(); ++p)
      for (std::size_t q = 0; q < p; ++q) solver.add({!in[p][h], !in[q][h]});
}

TEST(Solver, a_limit_of_time_reaches_into_the_search) {
  Solver solver;
  add_pigeons(solver, 14);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(solver.solve(Stop(std::chrono::milliseconds(200), std::nullopt)), Answer::stopped);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(Solver, gives_up_after_so_many_conflicts_and_can_be_asked_again) {
  Solver solver;
  add_pigeons(solver, 7);
  solver.limit_conflicts(10);
  EXPECT_EQ(solver.solve(Stop()), Answer::gave_up);
  EXPECT_EQ(solver.solve(Stop()), Answer::unsatisfiable);
}

TEST(Solver, who_was_told_to_stop_does_not_begin) {
  Solver solver;
  Stop stop;
  stop.request();
  EXPECT_EQ(solver.solve(stop), Answer::stopped);
  EXPECT_EQ(solver.solve(Stop()), Answer::satisfiable) << "and can be asked again";
}

}  // namespace
}  // namespace fermata::smt
