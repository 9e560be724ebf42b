// SPDX-License-Identifier: Apache-2.0
// Binary search: a hang that cannot be prevented after one step cannot be prevented after a later one.
#include "explain/point_of_no_return.h"

#include <algorithm>
#include <vector>

#include "vm/follow.h"

namespace fermata::explain {

namespace {

constexpr std::size_t shortest = 8;       // steps; fewer may as well be read
constexpr std::size_t longest = 5'000;    // a run whose states are kept
constexpr std::uint32_t enough = 10'000;  // states to explore after one step

void find(vm::Machine& machine, const Moves& moves, std::span<const ThreadId> roots,
          const std::set<std::uint32_t>& shown, const Search& search, const Stop& stop,
          verdict::Explanation& explanation) {
  if (roots.empty() || moves.size() > longest || moves.size() != explanation.stem.size()) return;
  std::size_t first = 0;  // so many steps are needed in any case
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (std::ranges::find(roots, moves[i].thread) != roots.end()) first = i + 1;
  if (first + shortest > moves.size()) return;

  std::vector<State> states{machine.initial()};
  vm::Step step;
  for (const verdict::Move& move : moves) {
    if (!vm::take(machine, states.back(), move.thread, move.choices, step, move.times) ||
        step.outcome != vm::Step::Outcome::moved)
      return;
    states.push_back(step.target);
  }
  auto too_late = [&](std::size_t after) {
    return search.can_terminate_from(machine, states[after], enough, stop) == std::optional(false);
  };
  std::size_t point = moves.size();
  for (std::size_t from = first; from < point;) {
    const std::size_t middle = from == first ? first : from + (point - from) / 2;
    if (too_late(middle))
      point = middle;
    else
      from = middle + 1;
  }
  // What hangs in any case hangs because of what is done on the way, whichever threads wait at its end.
  if (point + shortest > moves.size() || too_late(0)) return;
  explanation.point_of_no_return = static_cast<std::uint32_t>(point);
  for (verdict::Step& s : explanation.stem) s.relevant &= s.number <= point || s.decisive || shown.contains(s.number);
}

}  // namespace

void mark_point_of_no_return(vm::Machine& machine, const verdict::Run& run, std::span<const ThreadId> roots,
                             const std::set<std::uint32_t>& shown, const Search& search, const Stop& stop,
                             verdict::Explanation& explanation) {
  const vm::ScopedLimits heed(machine, stop);
  try {
    find(machine, run.stem, roots, shown, search, stop, explanation);
  } catch (const LimitReached&) {
  }
}

}  // namespace fermata::explain
