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
  return who && static_cast<std::uint32_t>(owner.section.kind) == section.kind &&
         owner.section.object == section.object;
}

/// Of what is there so far.
bool ends(const search::Exploration& exploration) {
  for (std::uint32_t s = 0; s < exploration.expanded(); ++s)
    if (exploration.edges()[search::State{s}].contains(search::leads_to_end)) return true;
  return false;
}

/// Does some edge end one of them?
bool closes(search::Exploration& exploration, ProgramSpace& space, std::span<const verdict::Unending> sections,
            const Stop& stop) {
  if (sections.empty()) return false;
  bool found = false;
  search::OnEdge visit([&](const search::Edge& edge, std::span<const search::Word>) {
    for (search::Slot slot : edge.closes)
      found |= std::ranges::any_of(sections, [&](const verdict::Unending& s) { return is(space.owner(slot), s); });
    return !found;
  });
  for (std::uint32_t s = 0; s < exploration.states() && !found && !stop.now(); ++s)
    exploration.expand(search::State{s}, visit);
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

Afterwards look_afterwards(vm::Machine& machine, const std::vector<search::Word>& state,
                           std::span<const verdict::Unending> sections, const Following& following, const Stop& stop) {
  for (reduce::Movers movers(following.rules);; movers.revise()) {
    ProgramSpace space(machine, &movers, following.rules);
    space.excuse_joins(!sections.empty());
    space.start_at(state);
    search::Exploration exploration(space, {.ahead = following.ahead, .tick = [&] { return movers.refuted(); }});
    exploration.pause_at({.failures = true, .dead_ends = false});
    std::optional<Afterwards> answer;
    bool closed = false;
    while (!answer && !closed && !movers.refuted()) {
      const auto pause = exploration.advance(stop);
      closed = std::holds_alternative<search::Closed>(pause);
      if (const auto* stopped = std::get_if<search::Stopped>(&pause))
        answer = {.answer = Answer::unknown, .why = stopped->reason};
      else if (exploration.saw_input())
        answer = {.answer = Answer::unknown, .why = "there are inputs"};
      else if (std::holds_alternative<search::Failure>(pause) || ends(exploration))
        answer = {.answer = Answer::can_end, .why = {}};
      else if (std::holds_alternative<search::Refused>(pause))
        answer = {.answer = Answer::unknown, .why = "something unmodelled can still happen"};
      else if (exploration.states() > following.most_states)
        answer = {.answer = Answer::unknown, .why = "there is too much to be seen"};
    }
    if (!answer && movers.refuted()) continue;
    if (!answer && closes(exploration, space, sections, stop)) answer = {.answer = Answer::can_end, .why = {}};
    if (!answer && stop.now()) answer = {.answer = Answer::unknown, .why = *stop.reason()};
    if (!answer) answer = {.answer = Answer::cannot_end, .why = {}};
    answer->states = exploration.states();
    return *answer;
  }
}

Afterwards look_afterwards(const ir::Program& program, const Options& options, const verdict::Run& run,
                           std::span<const verdict::Unending> sections, const Stop& stop) {
  vm::Options how = options.machine;
  how.hand_over = run.hand_over;
  vm::Machine machine(program, how, stop);
  return look_afterwards(machine, end_of(machine, run), sections, {.ahead = options.ahead, .rules = options.rules},
                         stop);
}

}  // namespace fermata::engine::explore
