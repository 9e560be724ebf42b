// SPDX-License-Identifier: Apache-2.0
#include "confirm/race.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace fermata::confirm {

namespace {

std::string_view name(vm::Access::Sort sort) {
  switch (sort) {
    case vm::Access::Sort::none: return "";
    case vm::Access::Sort::atomic: return "atomic";
    case vm::Access::Sort::plain: return "plain";
    case vm::Access::Sort::volatile_: return "volatile";
  }
  return "";
}

/// What the thread can do next of what is claimed.
std::vector<vm::Access> next(vm::Machine& machine, const std::vector<vm::Word>& state,
                             const verdict::Warning::Access& claim) {
  std::vector<vm::Access> found;
  if (index(claim.thread) >= machine.threads(state) || !machine.alive(state, claim.thread)) return found;
  machine.each_outcome(state, claim.thread, [&](vm::Step& step) {
    if (step.outcome == vm::Step::Outcome::blocked || step.footprint->operations().empty()) return true;
    for (const vm::Access& a : step.footprint->operations().front().accesses) {
      const ir::SourcePosition& at = machine.program()[ir::PositionId{a.at}];
      if (a.write == claim.write && name(a.sort) == claim.sort && at.file == claim.at.file && at.line == claim.at.line)
        found.push_back(a);
    }
    return true;
  });
  return found;
}

bool shows(const vm::Machine& other, const vm::Options& options, const verdict::Warning& warning, const Stop& stop) {
  vm::Machine machine(other, options, stop);
  machine.track(true);
  std::vector<vm::Word> state = machine.initial();
  for (const verdict::Move& move : warning.stem) {
    for (std::uint32_t i = 0; i < move.times; ++i) {
      if (vm::Machine::ended(state) || index(move.thread) >= machine.threads(state) ||
          !machine.alive(state, move.thread))
        return false;
      vm::Step step;
      machine.step(state, move.thread, move.choices, step);
      if (step.choices != move.choices || step.outcome != vm::Step::Outcome::moved) return false;
      state = std::move(step.target);
    }
  }
  if (vm::Machine::ended(state)) return false;
  const auto& [first, second] = std::pair(warning.first, warning.second);
  if (first.thread == second.thread || !(first.write || second.write) ||
      (first.sort == "atomic" && second.sort == "atomic"))
    return false;
  const auto mine = next(machine, state, first), others = next(machine, state, second);
  return std::ranges::any_of(mine, [&](const vm::Access& a) {
    return std::ranges::any_of(others, [&](const vm::Access& b) {
      return a.object == b.object && a.offset < std::uint64_t{b.offset} + b.size &&
             b.offset < std::uint64_t{a.offset} + a.size;
    });
  });
}

}  // namespace

RaceAnswer race(const vm::Machine& machine, const verdict::Warning& warning, const Stop& stop) {
  vm::Options how = machine.options();
  how.heap = warning.heap;
  if (!shows(machine, how, warning, stop)) return RaceAnswer::refuted;
  how.clock = vm::Options::Clock::advancing;
  return shows(machine, how, warning, stop) ? RaceAnswer::confirmed : RaceAnswer::only_with_clock_that_goes_back;
}

}  // namespace fermata::confirm
