// SPDX-License-Identifier: Apache-2.0
// A program as a graph that can be searched.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "base/thread_id.h"
#include "engine/explore/races.h"
#include "reduce/transactions.h"
#include "search/exploration.h"
#include "search/impossible_states.h"
#include "search/state_space.h"
#include "verdict/section_kinds.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

/// If only this thread, which can move, moves from here on: can it come back whatever it does? If so, adds the
/// fingerprints of its steps (vm/local_step.h). What is left out is no state.
bool spins(vm::Machine& machine, std::span<const vm::Word> state, ThreadId thread,
           std::set<std::uint64_t>* fingerprints = nullptr, const search::LeftOut* left_out = nullptr);

class ProgramSpace final : public search::StateSpace {
 public:
  /// With `movers` an edge is a transaction, without a step.
  ProgramSpace(vm::Machine& machine, reduce::Movers* movers, const reduce::Rules& rules);
  std::unique_ptr<search::StateSpace> worker_copy() override;

  /// From here on it looks for data races, and so do its worker copies.
  void watch_races(std::shared_ptr<RaceLog> log);

  /// From here on these are no states (search/impossible_states.h), and what leads to them is no edge; for its worker
  /// copies, too.
  void leave_out(std::shared_ptr<const search::LeftOut> states) {
    left_out_ = states && !states->empty() ? std::move(states) : nullptr;
  }

  /// The initial state is this one.
  void start_at(std::vector<search::Word> state) { start_ = std::move(state); }
  std::vector<search::Word> initial() override { return start_.empty() ? machine_.initial() : start_; }
  bool expand(std::span<const search::Word> state, search::Visitor& visitor) override;
  /// The same for one agent of those that are `alive`, which is all who may move.
  bool expand(std::span<const search::Word> state, search::Agent agent, search::Visitor& visitor);
  std::vector<search::Agent> alive(std::span<const search::Word> state);
  /// Does it have a lock, or a share of one?
  bool has_lock(std::span<const search::Word> state, search::Agent agent) const;
  void facts(std::span<const search::Word> state, search::Facts& facts) override;
  /// Step by step, also if an edge is a transaction: whether a thread spins does not depend on that.
  bool spins(std::span<const search::Word> state, search::Agent agent) override;
  bool ended(std::span<const search::Word> state) override { return vm::Machine::ended(state); }
  bool impossible(std::span<const search::Word> state) override;

  const SectionInstance& section(search::Slot slot) const { return sections_[slot]; }
  /// What kept `expand` from telling all edges, in the order in which it was met; each thing at each place once.
  const std::vector<vm::Failure>& unmodelled() const { return unmodelled_; }
  bool disowned() const { return disowned_; }
  /// Null if edges are single steps.
  const reduce::LockOrder* lock_order() const { return transactions_ ? &transactions_->lock_order() : nullptr; }
  /// How many steps the machine was asked for so far, not counting its worker copies.
  std::uint64_t steps() const { return machine_.steps(); }
  /// Taken by transactions that are remembered, of all worker copies.
  std::uint64_t bytes() const { return transactions_ ? transactions_->bytes() : 0; }
  /// From here on a join counts as closed by an edge on which the thread that it waits for in the end serves (joins.h).
  /// For a daemon.
  void excuse_joins(bool on) { excuses_joins_ = on; }
  /// From here on only sections of these kinds are open.
  void look_for(const verdict::SectionKinds& sections) { looked_for_ = sections; }
  /// From here on edges tell who is enabled or disabled inside a transaction (Edge::enabled_inside).
  void tell_inside(bool on);
  /// The steps behind an outcome that `expand` has shown for this state.
  std::vector<verdict::Move> moves(std::span<const search::Word> state, search::Agent agent, std::uint32_t outcome);

 private:
  class WorkerCopy;
  /// One or many steps of one thread, as an edge shows them.
  struct Run {
    vm::Step::Outcome outcome{};
    bool input = false, spurious = false;
    std::span<const vm::Word> target;
    bool resized = false;
    std::span<const std::uint32_t> changed;
    std::span<const SectionInstance> ended;
    const vm::Failure* failure = nullptr;
    std::span<const std::vector<vm::Word>> inside;
  };
  bool expand(std::span<const search::Word> state, search::Agent agent, const vm::ThreadCounts& counts,
              search::Visitor& visitor, bool& wanted);
  /// False, only from a worker copy: it does not know.
  template <class Visit>
  bool each_run(std::span<const search::Word> state, search::Agent agent, const vm::ThreadCounts& counts, Visit visit);
  void look_inside(const Run& run, search::Agent agent, bool tell_awake);
  bool serves(std::span<const search::Word> state, const Run& run, search::Agent agent) const;
  search::Slot slot(const SectionInstance& section);

  vm::Machine& machine_;
  std::optional<reduce::Transactions> transactions_;
  std::optional<RaceWatch> races_;
  std::vector<RaceWatch::Next> next_;  ///< in the state that is being expanded
  reduce::FootprintSets sets_;         ///< of single steps
  reduce::FootprintSet set_;
  std::vector<search::Word> start_;
  std::shared_ptr<const search::LeftOut> left_out_;
  std::map<SectionInstance, search::Slot> slots_;
  std::vector<SectionInstance> sections_;  ///< by slot
  std::vector<vm::Failure> unmodelled_;
  bool disowned_ = false;
  bool tells_inside_ = false, excuses_joins_ = false;
  verdict::SectionKinds looked_for_ = verdict::SectionKinds::all();
  std::vector<ThreadId> alive_;
  std::vector<search::Slot> closes_;
  std::vector<search::Agent> enabled_inside_, disabled_inside_, awake_inside_;
};

/// The steps behind a path through this exploration of this space.
std::vector<verdict::Move> moves_along(search::Exploration& exploration, ProgramSpace& space,
                                       const std::vector<search::Move>& path);

}  // namespace fermata::engine::explore
