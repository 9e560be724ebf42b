// SPDX-License-Identifier: Apache-2.0
#include "model/run.h"

#include <algorithm>

namespace fermata::model {

Run::Run(const ThreadSystem& system) : system_(system), dead_(system.locations.size()) {
  std::vector<std::vector<VariableId>> own(system.threads.size());
  for (std::size_t v = 0; v < system.variables.size(); ++v)
    if (system.variables[v].owner)
      own[index(*system.variables[v].owner)].push_back(VariableId{static_cast<std::uint32_t>(v)});
  for (std::size_t l = 0; l < system.locations.size(); ++l) {
    const Location& location = system.locations[l];
    for (VariableId v : own[index(location.thread)])
      if (std::ranges::find(location.live, v) == location.live.end()) dead_[l].push_back(v);
  }
}

void Run::forget_dead(RunState& state, ThreadId thread) const {
  for (VariableId v : dead_[index(*state.places[index(thread)])]) state.values[index(v)] = 0;
}

RunState Run::initial() const {
  RunState state;
  state.places.resize(system_.threads.size());
  state.places[index(main_thread)] = system_.start;
  for (const Variable& variable : system_.variables) state.values.push_back(variable.initial);
  forget_dead(state, main_thread);
  return state;
}

bool Run::ended(const RunState& state) const {
  const auto kind_at = [&](const std::optional<LocationId>& place) { return system_[*place].kind; };
  return std::ranges::any_of(state.places,
                             [&](const auto& p) { return p && kind_at(p) == Location::Kind::process_ended; }) ||
         std::ranges::all_of(state.places, [&](const auto& p) { return !p || kind_at(p) == Location::Kind::ended; });
}

std::vector<EdgeId> Run::possible(const RunState& state, ThreadId thread) const {
  std::vector<EdgeId> all;
  const auto& place = state.places[index(thread)];
  if (!place) return all;
  const auto value_of = [&](VariableId v) { return state.values[index(v)]; };
  for (EdgeId e : system_[*place].out)
    if (std::ranges::all_of(system_[e].guard,
                            [&](TermId guard) { return system_.terms.evaluate(guard, value_of) != 0; }))
      all.push_back(e);
  return all;
}

RunState Run::after(const RunState& state, EdgeId id) const {
  const Edge& edge = system_[id];
  RunState next = state;
  const auto value_of = [&](VariableId v) { return state.values[index(v)]; };
  for (const auto& [variable, value] : edge.update)
    next.values[index(variable)] = system_.terms.evaluate(value, value_of);
  next.places[index(edge.thread)] = edge.to;
  forget_dead(next, edge.thread);
  for (const auto& [thread, location] : edge.starts) {
    next.places[index(thread)] = location;
    forget_dead(next, thread);
  }
  return next;
}

}  // namespace fermata::model
