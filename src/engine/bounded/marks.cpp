// SPDX-License-Identifier: Apache-2.0
// The formula implies all this, but a solver would have to find it out anew for each lock, thread and moment before it
// could see that two threads are not in one critical section. It helps most where there is nothing to be found.
//
// A mark is a constant that one thread alone writes into a variable, and that is not there at the start. If the
// variable has it, its thread has written it last, and has written nothing else there since: it is at a location that
// can be reached from such an edge along others that do not write the variable. The other way round, it is certain at
// a location if all ways there have written it, and nobody else writes the variable while it is there, by its guard.
#include "engine/bounded/marks.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace fermata::engine::bounded {

using model::Edge;
using model::EdgeId;
using model::LocationId;
using model::TermId;
using model::VariableId;

namespace {

class Finder {
 public:
  Finder(const model::ThreadSystem& system, const model::RunState& start)
      : system_(system),
        begins_(system.threads.size()),
        edges_(system.threads.size()),
        writers_(system.variables.size()) {
    for (const auto& place : start.places)
      if (place) begins_[index(system[*place].thread)].insert(*place);
    for (const Edge& edge : system.edges) {
      edges_[index(edge.thread)].push_back(&edge);
      for (const auto& [variable, term] : edge.update) writers_[index(variable)].push_back(&edge);
      for (const auto& [thread, location] : edge.starts) begins_[index(thread)].insert(location);
    }
  }

  std::vector<Mark> found(const model::RunState& start) {
    std::vector<Mark> all;
    for (const auto& [what, thread] : written_by_one(start)) {
      Mark mark{.thread = thread, .variable = what.first, .value = what.second, .may = {}, .must = {}};
      mark.may = may(mark);
      if (only_without(mark)) mark.must = must(mark);
      all.push_back(std::move(mark));
    }
    return all;
  }

 private:
  using Value = std::pair<VariableId, std::uint64_t>;

  std::optional<std::uint64_t> written(const Edge& edge, VariableId variable) const {
    for (const auto& [v, term] : edge.update)
      if (v == variable) return system_.terms.known(term);
    return std::nullopt;
  }
  static bool writes(const Edge& edge, VariableId variable) {
    return std::ranges::find(edge.update, variable, &std::pair<VariableId, TermId>::first) != edge.update.end();
  }

  std::map<Value, ThreadId> written_by_one(const model::RunState& start) const {
    std::map<Value, ThreadId> by;
    std::set<VariableId> unknown;
    std::set<Value> shared;
    for (const Edge& edge : system_.edges)
      for (const auto& [variable, term] : edge.update) {
        const auto value = system_.terms.known(term);
        if (!value)
          unknown.insert(variable);
        else if (const auto [it, fresh] = by.try_emplace({variable, *value}, edge.thread);
                 !fresh && it->second != edge.thread)
          shared.insert({variable, *value});
      }
    std::erase_if(by, [&](const auto& one) {
      const auto& [variable, value] = one.first;
      return system_[variable].owner || unknown.contains(variable) || shared.contains(one.first) ||
             start.values[index(variable)] == value;
    });
    return by;
  }

  std::vector<LocationId> may(const Mark& mark) const {
    std::set<LocationId> reached;
    std::vector<LocationId> todo;
    const auto reach = [&](LocationId l) {
      if (reached.insert(l).second) todo.push_back(l);
    };
    for (const Edge* edge : writers_[index(mark.variable)])
      if (edge->thread == mark.thread && written(*edge, mark.variable) == mark.value) reach(edge->to);
    while (!todo.empty()) {
      const LocationId here = todo.back();
      todo.pop_back();
      for (EdgeId id : system_[here].out)
        if (!writes(system_[id], mark.variable)) reach(system_[id].to);
      if (system_[here].kind == model::Location::Kind::ended)  // and may be started again
        for (LocationId l : begins_[index(mark.thread)]) reach(l);
    }
    return {reached.begin(), reached.end()};
  }

  /// Others write the variable only while it has another value.
  bool only_without(const Mark& mark) const {
    return std::ranges::all_of(writers_[index(mark.variable)], [&](const Edge* edge) {
      return edge->thread == mark.thread ||
             std::ranges::any_of(edge->guard, [&](TermId guard) { return excludes(guard, mark); });
    });
  }
  bool excludes(TermId guard, const Mark& mark) const {
    const auto& variables = system_.terms.variables(guard);
    return variables.size() == 1 && variables[0] == mark.variable &&
           system_.terms.evaluate(guard, [&](VariableId) { return mark.value; }) == 0;
  }

  std::vector<LocationId> must(const Mark& mark) const {
    std::set<LocationId> certain(mark.may.begin(), mark.may.end());
    for (LocationId l : begins_[index(mark.thread)]) certain.erase(l);
    for (bool changed = true; changed;) {
      changed = false;
      for (const Edge* edge : edges_[index(mark.thread)]) {
        if (!certain.contains(edge->to)) continue;
        const bool stays =
            writes(*edge, mark.variable) ? written(*edge, mark.variable) == mark.value : certain.contains(edge->from);
        if (!stays) changed = certain.erase(edge->to) != 0;
      }
    }
    return {certain.begin(), certain.end()};
  }

  const model::ThreadSystem& system_;
  std::vector<std::set<LocationId>> begins_;       // by thread
  std::vector<std::vector<const Edge*>> edges_;    // by thread
  std::vector<std::vector<const Edge*>> writers_;  // by variable
};

}  // namespace

std::vector<Mark> marks(const model::ThreadSystem& system, const model::RunState& start) {
  return Finder(system, start).found(start);
}

}  // namespace fermata::engine::bounded
