// SPDX-License-Identifier: Apache-2.0
#include "explain/loop_roles.h"

#include <algorithm>

#include "base/require.h"
#include "vm/follow.h"
#include "vm/local_step.h"

namespace fermata::explain {

namespace {

using verdict::Fairness;

/// In a loop in which all threads that can move do: does each that does not spin somewhere take a step that is more
/// than spinning?
bool all_make_progress(vm::Machine& machine, const std::vector<State>& states, std::span<const verdict::Move> loop,
                       const Search& search) {
  std::set<ThreadId> movers;
  for (const verdict::Move& move : loop) movers.insert(move.thread);
  return std::ranges::all_of(movers, [&](ThreadId t) {
    std::vector<std::size_t> awake;
    std::set<std::uint64_t> idle;
    for (std::size_t i = 0; i < states.size(); ++i)
      if (vm::can_move(machine, states[i], t) && !search.spins(machine, states[i], t, &idle)) awake.push_back(i);
    return awake.empty() || std::ranges::any_of(awake, [&](std::size_t i) {
             const auto done = vm::local_step_fingerprint(machine, states[i], states[(i + 1) % states.size()], t);
             return loop[i].thread == t && !(done && idle.contains(*done));
           });
  });
}

}  // namespace

LoopRoles loop_roles(vm::Machine& machine, State state, std::span<const verdict::Move> loop, const Search& search) {
  LoopRoles roles;
  std::set<ThreadId> moved, always;
  std::vector<State> states;
  vm::Step step;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    std::set<ThreadId> enabled;
    for (const ThreadId t : thread_ids(machine.threads(state)))
      if (vm::can_move(machine, state, t)) enabled.insert(t);
    if (i == 0) always = enabled;
    std::erase_if(always, [&](ThreadId t) { return !enabled.contains(t); });
    const ThreadId mover = loop[i].thread;
    if (moved.insert(mover).second) roles.movers.push_back(mover);
    roles.enabled.merge(enabled);
    states.push_back(state);
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
    roles.fairness = all_make_progress(machine, states, loop, search) ? Fairness::await : Fairness::strong;
  return roles;
}

}  // namespace fermata::explain
