// SPDX-License-Identifier: Apache-2.0
#include "explain/loop_roles.h"

#include <algorithm>
#include <optional>

#include "base/require.h"
#include "vm/cache_hooks.h"
#include "vm/dependence.h"
#include "vm/follow.h"
#include "vm/local_step.h"

namespace fermata::explain {

namespace {

using verdict::Fairness;

/// What a thread can do in the states of a loop, one after the other. It is asked once more where something has changed
/// that it has read.
class Asked {
 public:
  explicit Asked(ThreadId thread) : thread_(thread) {}

  bool can_move(vm::Machine& machine, const State& state, const vm::ThreadCounts& counts) {
    look(machine, state, counts);
    return can_move_;
  }
  /// Of a thread that can move.
  bool spins(vm::Machine& machine, const State& state, const vm::ThreadCounts& counts, const Search& search,
             std::set<std::uint64_t>& idle) {
    look(machine, state, counts);
    if (spins_) return *spins_;
    const vm::Dependence::Noting noting(machine, on_);
    spins_ = search.spins(machine, state, thread_, &idle);
    return *spins_;
  }

 private:
  void look(vm::Machine& machine, const State& state, const vm::ThreadCounts& counts) {
    if (on_.holds_in(state, counts)) return;
    on_.begin(machine, state, thread_, counts);
    const vm::Dependence::Noting noting(machine, on_);
    can_move_ = vm::can_move(machine, state, thread_);
    spins_.reset();
  }

  ThreadId thread_;
  vm::Dependence on_;
  bool can_move_ = false;
  std::optional<bool> spins_;
};

/// A state of a loop.
struct Station {
  State state;
  vm::ThreadCounts counts;
};

/// In a loop in which all threads that can move do: does each that does not spin somewhere take a step that is more
/// than spinning?
bool all_make_progress(vm::Machine& machine, const std::vector<Station>& stations, std::span<const verdict::Move> loop,
                       const Search& search) {
  std::set<ThreadId> movers;
  for (const verdict::Move& move : loop) movers.insert(move.thread);
  return std::ranges::all_of(movers, [&](ThreadId t) {
    Asked asked(t);
    bool awake = false;
    std::vector<std::size_t> steps;  // of this thread, where it does not spin
    std::set<std::uint64_t> idle;
    for (std::size_t i = 0; i < stations.size(); ++i) {
      const auto& [state, counts] = stations[i];
      if (index(t) >= machine.threads(state) || !machine.alive(state, t)) continue;
      if (!asked.can_move(machine, state, counts) || asked.spins(machine, state, counts, search, idle)) continue;
      awake = true;
      if (loop[i].thread == t) steps.push_back(i);
    }
    return !awake || std::ranges::any_of(steps, [&](std::size_t i) {
      const State& next = stations[(i + 1) % stations.size()].state;
      const auto done = vm::local_step_fingerprint(machine, stations[i].state, next, t);
      return !(done && idle.contains(*done));
    });
  });
}

}  // namespace

LoopRoles loop_roles(vm::Machine& machine, State state, std::span<const verdict::Move> loop, const Search& search) {
  LoopRoles roles;
  std::set<ThreadId> moved, always;
  std::vector<Station> stations;
  std::vector<Asked> asked;
  std::vector<ThreadId> alive;
  vm::Step step;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    std::set<ThreadId> enabled;
    const vm::ThreadCounts counts = vm::count_threads(machine, state, alive);
    for (const ThreadId t : alive) {
      while (asked.size() <= index(t)) asked.emplace_back(ThreadId{static_cast<std::uint32_t>(asked.size())});
      if (asked[index(t)].can_move(machine, state, counts)) enabled.insert(enabled.end(), t);
    }
    if (i == 0) always = enabled;
    std::erase_if(always, [&](ThreadId t) { return !enabled.contains(t); });
    const ThreadId mover = loop[i].thread;
    if (moved.insert(mover).second) roles.movers.push_back(mover);
    roles.enabled.merge(enabled);
    stations.push_back({state, counts});
    FERMATA_REQUIRE(vm::take(machine, state, mover, loop[i].choices, step, loop[i].times) &&
                        step.outcome == vm::Step::Outcome::moved,
                    "the machine follows a loop it has made");
    state.swap(step.target);
  }
  if (!std::ranges::includes(moved, always))
    roles.fairness = Fairness::none;
  else if (!std::ranges::includes(moved, roles.enabled))
    roles.fairness = Fairness::weak;
  else
    roles.fairness = all_make_progress(machine, stations, loop, search) ? Fairness::await : Fairness::strong;
  return roles;
}

}  // namespace fermata::explain
