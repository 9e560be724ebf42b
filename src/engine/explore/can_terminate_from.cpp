// SPDX-License-Identifier: Apache-2.0
// A closed exploration, like any that says `holds`, from another state: transactions are as exact from there.
#include "engine/explore/can_terminate_from.h"

#include <algorithm>

#include "engine/explore/explore_from.h"

namespace fermata::engine::explore {

namespace {

using Answer = CanTerminate::Answer;

/// Of what is there so far.
bool ends(const search::Exploration& exploration) {
  for (std::uint32_t s = 0; s < exploration.expanded(); ++s)
    if (exploration.edges()[search::State{s}].contains(search::leads_to_end)) return true;
  return false;
}

/// Does some edge end one of them?
bool closes(search::Exploration& exploration, const ProgramSpace& space, std::span<const SectionInstance> sections,
            const Stop& stop) {
  if (sections.empty()) return false;
  bool found = false;
  search::OnEdge visit([&](const search::Edge& edge, std::span<const search::Word>) {
    for (search::Slot slot : edge.closes) found |= std::ranges::find(sections, space.section(slot)) != sections.end();
    return !found;
  });
  for (std::uint32_t s = 0; s < exploration.states() && !found && !stop.now(); ++s)
    exploration.expand(search::State{s}, visit);
  return found;
}

}  // namespace

CanTerminate can_terminate_from(vm::Machine& machine, const std::vector<vm::Word>& state,
                                std::span<const SectionInstance> sections, const TerminateOptions& options,
                                const Stop& stop) {
  CanTerminate result;
  const auto spins_once = machine.worker_copy(vm::Options::Spins::once);
  auto decided = [&](search::Exploration& exploration, Answer answer, std::string why = {}) {
    result = {answer, std::move(why), exploration.states()};
    return true;
  };
  explore_from(
      *spins_once, state, reduce::Movers(options.rules),
      {.ahead = options.ahead, .rules = options.rules, .excuse_joins = !sections.empty(), .failures = true}, stop,
      [&](search::Exploration& exploration, const search::Pause& pause) {
        if (const auto* stopped = std::get_if<search::Stopped>(&pause))
          return decided(exploration, Answer::unknown, stopped->reason);
        if (exploration.saw_input()) return decided(exploration, Answer::unknown, "there are inputs");
        if (std::holds_alternative<search::Failure>(pause) || ends(exploration))
          return decided(exploration, Answer::yes);
        if (std::holds_alternative<search::Refused>(pause))
          return decided(exploration, Answer::unknown, "something unmodelled can still happen");
        return exploration.states() > options.most_states &&
               decided(exploration, Answer::unknown, "there is too much to be seen");
      },
      [&](search::Exploration& exploration, ProgramSpace& space) {
        if (exploration.saw_input())
          decided(exploration, Answer::unknown, "there are inputs");
        else if (ends(exploration) || closes(exploration, space, sections, stop))
          decided(exploration, Answer::yes);
        else if (!exploration.impossible().empty())
          decided(exploration, Answer::unknown, "an assumption may be broken");
        else if (stop.now())
          decided(exploration, Answer::unknown, *stop.reason());
        else
          decided(exploration, Answer::no);
      });
  if (spins_once->spins_matter())
    return {Answer::unknown, "a loop that tries a few times changes something each time", result.states};
  return result;
}

}  // namespace fermata::engine::explore
