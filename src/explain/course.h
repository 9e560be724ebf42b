// SPDX-License-Identifier: Apache-2.0
// Runs with their states, and following changed ones within a budget.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "base/stop.h"
#include "explain/search.h"
#include "vm/machine.h"

namespace fermata::explain {

/// states[i] is the one before moves[i]; there is one more than moves.
struct Course {
  Moves moves;
  std::vector<State> states;
};

/// Follows moves until `steps` are used up or `stop` says so.
class Follower {
 public:
  Follower(vm::Machine& machine, std::uint64_t steps, const Stop& stop)
      : machine_(machine), steps_left_(steps), stop_(stop) {}

  bool exhausted() const { return steps_left_ == 0 || stop_.now(); }
  void spend(std::uint64_t steps) { steps_left_ -= std::min(steps_left_, steps); }
  /// From here on a step that ends one of these is refused.
  void refuse_to_end(std::set<SectionInstance> sections) { refused_ = std::move(sections); }

  /// False: the step is not possible here, or is refused, or the budget is exhausted.
  bool take(State& state, const verdict::Move& move);
  /// From `from`, or the initial state. Nothing: they cannot be followed, or are too many to keep their states.
  std::optional<Course> follow(const Moves& moves, std::optional<State> from = {});
  /// How `move` fails, if it does.
  std::optional<vm::Failure> failure_of(const State& state, const verdict::Move& move);

  vm::Machine& machine() { return machine_; }
  const Stop& stop() const { return stop_; }

 private:
  vm::Machine& machine_;
  std::uint64_t steps_left_;
  const Stop& stop_;
  std::set<SectionInstance> refused_;
  vm::Step step_;
};

}  // namespace fermata::explain
