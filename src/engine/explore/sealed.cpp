// SPDX-License-Identifier: Apache-2.0
// What cannot be prevented now cannot be prevented later: so a step in the middle decides about half of the run.
#include "engine/explore/sealed.h"

#include <algorithm>
#include <vector>

#include "engine/explore/afterwards.h"

namespace fermata::engine::explore {

namespace {

constexpr std::size_t shortest = 8;       // steps; fewer may as well be read
constexpr std::size_t longest = 5'000;    // a run whose states are kept
constexpr std::uint32_t enough = 10'000;  // states to look at after one step

void look_for_seal(vm::Machine& machine, std::span<const std::uint32_t> roots, verdict::Finding& finding,
                   const Stop& stop) {
  const auto& moves = finding.run.stem;
  if (roots.empty() || moves.size() > longest || moves.size() != finding.stem.size()) return;
  std::size_t first = 0;  // so many steps are needed in any case
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (std::ranges::find(roots, moves[i].thread) != roots.end()) first = i + 1;
  if (first + shortest > moves.size()) return;

  std::vector<std::vector<vm::Word>> states{machine.initial()};
  vm::Step step;
  for (const verdict::Move& move : moves) {
    machine.step(states.back(), move.thread, move.choices, step);
    if (step.outcome != vm::Step::Outcome::moved) return;
    states.push_back(step.target);
  }
  auto is_sealed = [&](std::size_t after) {
    return look_afterwards(machine, states[after], {}, {.most_states = enough}, stop).answer ==
           Afterwards::Answer::cannot_end;
  };
  std::size_t sealed = moves.size();
  for (std::size_t from = first; from < sealed;) {
    const std::size_t middle = from == first ? first : from + (sealed - from) / 2;
    if (is_sealed(middle))
      sealed = middle;
    else
      from = middle + 1;
  }
  // What hangs in any case hangs because of what is done on the way, whoever waits at its end.
  if (sealed + shortest > moves.size() || is_sealed(0)) return;
  finding.sealed = static_cast<std::uint32_t>(sealed);
  for (verdict::Step& s : finding.stem) s.relevant &= s.number <= sealed || s.decisive;
}

}  // namespace

void mark_sealed(vm::Machine& machine, std::span<const std::uint32_t> roots, verdict::Finding& finding,
                 const Stop& stop) {
  const vm::ScopedLimits limits(machine, stop);
  try {
    look_for_seal(machine, roots, finding, stop);
  } catch (const LimitReached&) {
  }
}

}  // namespace fermata::engine::explore
