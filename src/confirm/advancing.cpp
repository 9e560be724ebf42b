// SPDX-License-Identifier: Apache-2.0
// With a clock that only advances, what follows may be endless, so a hang cannot be proved here. But if its end is
// found among the first few thousand states, there was none: the clock that goes back has only a few moments to show,
// and a deadline after the last of them never comes.
#include "confirm/advancing.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "ir/intrinsics.h"
#include "vm/inspect.h"

namespace fermata::confirm {

namespace {

using State = std::vector<vm::Word>;

constexpr std::size_t states_afterwards = 4096;

/// False: it cannot be followed. With `fails`, the last step fails.
bool follow(vm::Machine& machine, std::span<const verdict::Move> moves, bool fails, State& state) {
  std::uint32_t times = 0;  // that this move was made
  for (std::size_t i = 0; i < moves.size(); ++times == moves[i].times ? (times = 0, ++i) : i) {
    const ThreadId thread = moves[i].thread;
    if (vm::Machine::ended(state) || index(thread) >= machine.threads(state) || !machine.alive(state, thread))
      return false;
    vm::Step step;
    machine.step(state, thread, moves[i].choices, step);
    if (step.choices != moves[i].choices) return false;
    if (fails && i + 1 == moves.size() && times + 1 == moves[i].times) return step.outcome == vm::Step::Outcome::failed;
    if (step.outcome != vm::Step::Outcome::moved) return false;
    state = std::move(step.target);
  }
  return true;
}

bool ends_one_of(const vm::Step& step, std::span<const SectionInstance> sections) {
  return std::ranges::any_of(
      step.ended, [&](const SectionInstance& e) { return std::ranges::find(sections, e) != sections.end(); });
}

/// Is there an end among the first states that follow? With inputs that is not for the scheduler alone to say: then
/// not.
bool an_end_is_near(vm::Machine& machine, const State& from, std::span<const SectionInstance> sections) {
  std::set<State> seen{from};
  std::vector<State> todo{from};
  bool near = false, inputs = false;
  for (std::size_t i = 0; i < todo.size() && i < states_afterwards && !near; ++i) {
    const State state = todo[i];
    for (const ThreadId t : thread_ids(machine.threads(state))) {
      if (near) break;
      if (!machine.alive(state, t)) continue;
      machine.each_outcome(state, t, [&](vm::Step& step) {
        inputs |= step.input;
        near |= step.outcome == vm::Step::Outcome::failed;
        if (step.outcome != vm::Step::Outcome::moved) return true;
        const bool ended = vm::Machine::ended(step.target);
        near |= ended || ends_one_of(step, sections);
        // With this clock, a thread that sleeps in a loop of its own never comes back to where it was: the machine cuts
        // its step short, after a few hundred thousand rounds. That is as far as one can look.
        if (!ended && !step.cut_short && seen.insert(step.target).second) todo.push_back(step.target);
        return true;
      });
    }
  }
  return near && !inputs;
}

/// Every thread is where it was.
bool same_places(const vm::Machine& machine, const State& one, const State& other) {
  if (machine.threads(one) != machine.threads(other)) return false;
  for (const ThreadId t : thread_ids(machine.threads(one)))
    if (machine.alive(one, t) != machine.alive(other, t) ||
        vm::positions(machine, one, t) != vm::positions(machine, other, t))
      return false;
  return true;
}

bool goes_on_while_time_passes(const vm::Machine& machine, const State& from, std::span<const verdict::Move> loop) {
  const auto hurried = machine.worker_copy(vm::Options::Clock::hurrying);
  State state = from;
  return follow(*hurried, loop, false, state) && same_places(machine, from, state);
}

}  // namespace

bool shows_with_advancing_clock(const vm::Machine& other, bool daemon, verdict::Property property,
                                const verdict::Run& run, const Stop& stop) {
  if (!ir::uses(other.program(), ir::Intrinsic::time_repeats)) return true;
  vm::Options how = other.options();
  how.clock = vm::Options::Clock::advancing;
  how.heap = run.heap;
  vm::Machine machine(other, how, stop);
  State state = machine.initial();
  if (!follow(machine, run.stem, property == verdict::Property::safety, state)) return false;
  switch (property) {
    case verdict::Property::safety: return true;
    case verdict::Property::hang:
      return !an_end_is_near(machine, state, daemon ? std::span(run.unending) : std::span<const SectionInstance>());
    case verdict::Property::termination: {
      const State from = state;
      return follow(machine, run.loop, false, state) && (how.semantics.timeouts == Semantics::Timeouts::never ||
                                                         goes_on_while_time_passes(machine, from, run.loop));
    }
  }
  return true;
}

}  // namespace fermata::confirm
