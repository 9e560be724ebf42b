// SPDX-License-Identifier: Apache-2.0
// A closed exploration, like any that says `holds`, from another state: transactions are as exact from there.
#include "engine/explore/afterwards.h"

#include <algorithm>
#include <vector>

#include "base/require.h"
#include "engine/explore/space.h"
#include "search/exploration.h"

namespace fermata::engine::explore {

namespace {

using Answer = Afterwards::Answer;

bool is(const SlotOwner& owner, const verdict::Unending& section) {
  const bool who = owner.section.kind == vm::SectionKind::critical || owner.thread == section.thread;
  return who && static_cast<std::uint32_t>(owner.section.kind) == section.kind && owner.section.object == section.object;
}

/// Does some edge end one of them?
bool closes(search::Exploration& exploration, ProgramSpace& space, std::span<const verdict::Unending> sections, const Stop& stop) {
  bool found = false;
  search::OnEdge visit([&](const search::Edge& edge, std::span<const search::Word>) {
    for (search::Slot slot : edge.closes)
      found |= std::ranges::any_of(sections, [&](const verdict::Unending& s) { return is(space.owner(slot), s); });
    return !found;
  });
  for (std::uint32_t s = 0; s < exploration.states() && !found && !stop.reason(); ++s) exploration.expand(search::State{s}, visit);
  return found;
}

std::vector<search::Word> end_of(vm::Machine& machine, const verdict::Run& run) {
  std::vector<search::Word> state = machine.initial();
  vm::Step step;
  for (const verdict::Move& move : run.stem) {
    machine.step(state, move.thread, move.choices, step);
    FERMATA_REQUIRE(step.outcome == vm::Step::Outcome::moved, "the run has been replayed");
    state.swap(step.target);
  }
  return state;
}

}  // namespace

Afterwards look_afterwards(const ir::Program& program, const Options& options, const verdict::Run& run,
                           std::span<const verdict::Unending> sections, const Stop& stop) {
  vm::Options how = options.machine;
  how.hand_over = run.hand_over;
  for (reduce::Movers movers(options.rules);; movers.revise()) {
    vm::Machine machine(program, how);
    ProgramSpace space(machine, &movers, options.rules);
    space.start_at(end_of(machine, run));
    search::Exploration exploration(space, {.ahead = options.ahead, .tick = [&] { return movers.refuted(); }});
    exploration.pause_at({.failures = true, .dead_ends = false});
    std::optional<Afterwards> answer;
    while (!answer && !movers.refuted()) {
      const auto pause = exploration.advance(stop);
      if (const auto* stopped = std::get_if<search::Stopped>(&pause))
        answer = {.answer = Answer::unknown, .why = stopped->reason};
      else if (std::holds_alternative<search::Failure>(pause))
        answer = {.answer = Answer::can_end, .why = {}};
      else if (std::holds_alternative<search::Refused>(pause))
        answer = {.answer = Answer::unknown, .why = "something unmodelled can still happen"};
      else if (exploration.saw_input())
        answer = {.answer = Answer::unknown, .why = "there are inputs"};
      else if (std::holds_alternative<search::Closed>(pause))
        break;
    }
    if (!answer && movers.refuted()) continue;
    if (!answer) {
      bool ends = false;
      for (std::uint32_t s = 0; s < exploration.states() && !ends; ++s) ends = exploration.edges()[search::State{s}].contains(search::leads_to_end);
      if (!ends && !sections.empty()) ends = closes(exploration, space, sections, stop);
      answer = {.answer = ends ? Answer::can_end : Answer::cannot_end, .why = {}};
      if (!ends && stop.reason()) answer = {.answer = Answer::unknown, .why = *stop.reason()};
    }
    answer->states = exploration.states();
    return *answer;
  }
}

}  // namespace fermata::engine::explore
