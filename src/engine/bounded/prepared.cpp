// SPDX-License-Identifier: Apache-2.0
#include "engine/bounded/prepared.h"

#include <optional>
#include <set>
#include <utility>

#include "engine/bounded/loop_edges.h"
#include "engine/bounded/may_wait.h"
#include "model/thread_modular.h"

namespace fermata::engine::bounded {

using model::LocationId;
using model::VariableId;

namespace {

constexpr std::size_t few = 8;  // values that are worth a clause

/// If it is less than what is known of the variable anyway.
void add(std::vector<Holds>& all, const model::ThreadSystem& system, VariableId variable,
         std::optional<std::vector<std::uint64_t>> values) {
  if (!values || values->size() > few) return;
  const auto& anywhere = system[variable].values;
  if (!anywhere || values->size() < anywhere->size()) all.push_back({variable, std::move(*values)});
}

}  // namespace

Prepared prepare(const model::ThreadSystem& system, const Stop& stop) {
  Prepared prepared;
  prepared.start = settled_start(system, stop);
  prepared.marks = marks(system, prepared.start.state);
  prepared.in_loop = loop_edges(system);
  const model::ReachableValues reachable(system, stop);
  prepared.may_wait = may_wait(system, reachable);
  std::vector<VariableId> shared;
  for (std::uint32_t v = 0; v < system.variables.size(); ++v)
    if (!system.variables[v].owner) shared.push_back(VariableId{v});
  for (VariableId v : shared) add(prepared.anywhere, system, v, reachable.values_anywhere(v));
  prepared.at.resize(system.locations.size());
  for (std::uint32_t l = 0; l < system.locations.size(); ++l) {
    const model::Location& location = system.locations[l];
    std::set<VariableId> concerned;
    for (model::EdgeId e : location.out)
      for (model::TermId guard : system[e].guard)
        concerned.insert(system.terms.variables(guard).begin(), system.terms.variables(guard).end());
    if (location.kind == model::Location::Kind::ended) concerned.insert(shared.begin(), shared.end());
    for (VariableId v : concerned) add(prepared.at[l], system, v, reachable.values(LocationId{l}, v));
  }
  prepared.before.resize(system.threads.size());
  for (ThreadId t : thread_ids(system.threads.size()))
    for (VariableId v : shared) add(prepared.before[index(t)], system, v, reachable.values_before(t, v));
  return prepared;
}

}  // namespace fermata::engine::bounded
