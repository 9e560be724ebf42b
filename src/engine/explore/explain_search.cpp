// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/explain_search.h"

#include <iterator>
#include <utility>

#include "engine/explore/can_terminate_from.h"
#include "engine/explore/space.h"
#include "search/exploration.h"
#include "search/fair_cycle.h"
#include "search/stuck.h"

namespace fermata::engine::explore {

namespace {

std::optional<bool> can_terminate(vm::Machine& machine, const explain::State& state, std::uint32_t most_states,
                                  const Stop& stop) {
  const auto answer = can_terminate_from(machine, state, {}, {.most_states = most_states}, stop).answer;
  if (answer == CanTerminate::Answer::unknown) return std::nullopt;
  return answer == CanTerminate::Answer::yes;
}

std::optional<search::FairCycle> fairest_cycle(search::Exploration& exploration, std::span<const search::State> members,
                                               const Stop& stop) {
  for (auto fairness : {search::Fairness::await, search::Fairness::strong}) {
    auto found = search::find_fair_cycle_among(exploration, members, fairness, stop);
    if (auto* cycle = std::get_if<search::FairCycle>(&found)) return std::move(*cycle);
  }
  return std::nullopt;
}

std::optional<explain::StuckComponent> stuck_component(vm::Machine& machine, const explain::State& state, bool fair,
                                                       bool daemon, const verdict::SectionKinds& look_for,
                                                       std::uint32_t most_states, const Stop& stop) {
  ProgramSpace space(machine, nullptr, {});
  space.excuse_joins(daemon);
  space.look_for(look_for);
  space.start_at(state);
  search::Exploration exploration(space, {.next_milestone = most_states});
  for (;;) {
    const auto pause = exploration.advance(stop);
    if (std::holds_alternative<search::Closed>(pause)) break;
    if (!std::holds_alternative<search::DeadEnd>(pause) || exploration.states() > most_states) return std::nullopt;
  }
  if (exploration.saw_input()) return std::nullopt;
  const auto answer = search::find_stuck(exploration, {.daemon = daemon}, stop);
  const auto* component = std::get_if<search::StuckComponent>(&answer);
  if (!component || component->members.size() != exploration.states()) return std::nullopt;

  explain::StuckComponent result;
  for (search::State s : component->members) exploration.words(s, result.members.emplace_back());
  for (search::Slot slot : component->slots) result.unending.push_back(space.section(slot));
  auto steps = [&](const std::vector<search::Move>& path) { return moves_along(exploration, space, path); };
  if (!fair) {
    result.loop = steps(search::witness_cycle(exploration, *component, stop));
    return result;
  }
  const auto cycle = fairest_cycle(exploration, component->members, stop);
  if (!cycle) return std::nullopt;
  result.way = steps(exploration.path_to(cycle->start));
  result.loop = steps(cycle->loop);
  return result;
}

}  // namespace

explain::Search explain_search(const verdict::SectionKinds& look_for) {
  return {.can_terminate_from = can_terminate,
          .stuck_component =
              [look_for](vm::Machine& machine, const explain::State& state, bool fair, bool daemon,
                         std::uint32_t most_states, const Stop& stop) {
                return stuck_component(machine, state, fair, daemon, look_for, most_states, stop);
              },
          .spins = [](vm::Machine& machine, std::span<const vm::Word> state, ThreadId thread,
                      std::set<std::uint64_t>* fingerprints) { return spins(machine, state, thread, fingerprints); }};
}

}  // namespace fermata::engine::explore
