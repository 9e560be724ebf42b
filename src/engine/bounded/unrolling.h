// SPDX-License-Identifier: Apache-2.0
// All runs in which threads take turns in a given order, as one formula.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/stop.h"
#include "base/thread_id.h"
#include "engine/bounded/marks.h"
#include "engine/bounded/prepared.h"
#include "engine/bounded/values.h"
#include "model/run.h"
#include "model/thread_system.h"
#include "smt/circuit.h"

namespace fermata::engine::bounded {

/// Which thread comes first in a round: main, or the one that was started last.
enum class Order : std::uint8_t { ascending, descending };

/// A symbolic state that contexts are added to, one after the other. In a context one thread takes some steps, or none.
/// Edges to locations where the process is over, or that the lift did not understand, are never taken.
class Unrolling {
 public:
  Unrolling(const model::ThreadSystem& system, smt::Circuit& circuit, const Prepared& prepared);

  /// Each thread takes at most `steps` steps, one thread after the other. Throws LimitReached.
  void round(Order order, unsigned steps, const Stop& stop);

  /// From here on: in the state that was reached nobody can move, and somebody who has begun has not ended.
  void require_deadlock();

  struct Taken {
    model::EdgeId edge{};
    smt::Literal taken{};
  };
  struct Stepped {
    ThreadId thread{};
    smt::Literal active{};                   ///< it has moved
    std::span<const Taken> taken;            ///< along which edge; valid during the call
    std::vector<model::VariableId> written;  ///< perhaps
  };
  /// Called after each step from now on.
  void watch(std::function<void(const Stepped&)> watcher) { watcher_ = std::move(watcher); }
  /// Instead of the start: any state of which no invariant says that it cannot be reached. Before the first round.
  void begin_anywhere();
  /// From now on nothing happens without cause.
  void forbid_spurious() { spurious_ = false; }
  /// From now on only these are taken.
  void allow_only(const std::vector<bool>& edges) { allowed_ = edges; }
  /// From here on shared variables may have any values: for tests that leave out a rule.
  void guess_shared() {
    values_.guess_shared();
    marks_of_thread_.assign(marks_of_thread_.size(), {});
    marks_on_variable_.assign(marks_on_variable_.size(), {});
  }

  /// The thread of this location is there.
  smt::Literal at(model::LocationId location) const { return at_[index(location)]; }
  const Values& values() const { return values_; }
  /// So many steps were added.
  std::size_t steps() const { return steps_.size(); }
  /// Of the assignment that the solver has found: which edges are taken, in order, from this step on, up to that one.
  std::vector<model::EdgeId> taken(const smt::Solver& solver, std::size_t from, std::size_t to) const;

 private:
  void context(ThreadId thread, unsigned steps, const Stop& stop);
  /// The possible edges of a location. Of those in one group at most one is possible at a time; which group is tried,
  /// is a choice of the run.
  struct Ways {
    std::vector<std::pair<model::EdgeId, unsigned>> edges;
    unsigned groups = 0;
  };
  void step(ThreadId thread, smt::Literal active);
  /// The variables that may have changed.
  std::vector<model::VariableId> write(std::span<const Taken> taken);
  void move(ThreadId thread, smt::Literal active, std::span<const Taken> taken);
  void start_threads(std::span<const Taken> taken);
  void add_implied(ThreadId thread, std::span<const model::VariableId> written);
  void require_one_place(ThreadId thread);
  void require_mark(const Mark& mark);
  bool possible(model::LocationId location) const { return !circuit_.is(at_[index(location)], false); }
  bool allowed(model::EdgeId edge) const { return allowed_[index(edge)] && (spurious_ || !system_[edge].spurious); }

  const model::ThreadSystem& system_;
  const Prepared& prepared_;
  smt::Circuit& circuit_;
  Values values_;
  std::vector<std::vector<model::LocationId>> locations_;  // by thread
  std::vector<Ways> ways_;                                 // by location
  std::vector<std::vector<std::uint32_t>> marks_of_thread_, marks_on_variable_;
  std::vector<smt::Literal> at_;  // by location: its thread is there
  std::vector<std::vector<Taken>> steps_;
  std::function<void(const Stepped&)> watcher_;
  std::vector<bool> allowed_;  // by edge
  bool spurious_ = true;
};

}  // namespace fermata::engine::bounded
