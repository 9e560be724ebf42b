// SPDX-License-Identifier: Apache-2.0
// CaDiCaL (A. Biere, K. Fazekas, M. Fleury, M. Heisinger, SAT Competition 2020) in our words.
#include "smt/solver.h"

#include <cadical.hpp>
#include <utility>

#include "base/require.h"

namespace fermata::smt {

namespace {

class Limits : public CaDiCaL::Terminator {
 public:
  explicit Limits(const Stop& stop) : stop_(stop) {}
  bool terminate() override { return stop_.now(); }

 private:
  const Stop& stop_;
};

int number(Literal literal) { return static_cast<int>(literal); }

}  // namespace

struct Solver::Impl {
  CaDiCaL::Solver solver;
  bool satisfied = false, limited = false;
};

Solver::Solver() : impl_(std::make_unique<Impl>()) { impl_->solver.set("quiet", 1); }
Solver::~Solver() = default;

Literal Solver::fresh() {
  FERMATA_REQUIRE(variables_ < 2'000'000'000, "the solver's numbers have 32 bits, and memory ends before");
  return Literal{++variables_};
}

void Solver::add(std::span<const Literal> clause) {
  for (Literal literal : clause) impl_->solver.add(number(literal));
  impl_->solver.add(0);
  impl_->satisfied = false;
  ++clauses_;
}

Solver::Answer Solver::solve(std::span<const Literal> assumptions, const Stop& stop) {
  impl_->satisfied = false;
  if (stop.now()) return Answer::stopped;
  for (Literal literal : assumptions) impl_->solver.assume(number(literal));
  Limits limits(stop);
  impl_->solver.connect_terminator(&limits);
  const int status = impl_->solver.solve();
  impl_->solver.disconnect_terminator();
  impl_->satisfied = status == 10;
  const bool limited = std::exchange(impl_->limited, false);
  return status == 10             ? Answer::satisfiable
         : status == 20           ? Answer::unsatisfiable
         : limited && !stop.now() ? Answer::gave_up
                                  : Answer::stopped;
}

void Solver::limit_conflicts(int most) {
  impl_->solver.limit("conflicts", most);
  impl_->limited = true;
}

bool Solver::value(Literal literal) const {
  FERMATA_REQUIRE(impl_->satisfied, "there is an assignment only after an answer, and only until the next clause");
  return impl_->solver.val(number(literal)) > 0;
}

}  // namespace fermata::smt
