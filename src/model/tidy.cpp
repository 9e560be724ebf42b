// SPDX-License-Identifier: Apache-2.0
#include "model/tidy.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "model/like.h"

namespace fermata::model {

namespace {

/// Terms of the old system in the new one.
class Copier {
 public:
  Copier(const ThreadSystem& from, ThreadSystem& to) : from_(from), to_(to) {}

  TermId operator()(TermId id) {
    const auto found = terms_.find(id);
    if (found != terms_.end()) return found->second;
    const Term term = from_.terms[id];
    TermId copy{};
    if (term.kind == Term::Kind::constant) {
      copy = to_.terms.constant(term.width, term.value);
    } else if (term.kind == Term::Kind::variable) {
      copy = to_.terms.variable((*this)(VariableId{static_cast<std::uint32_t>(term.value)}), term.width);
    } else if (term.op == ir::Op::select) {
      const TermId c = (*this)(term.operands[0]), yes = (*this)(term.operands[1]), no = (*this)(term.operands[2]);
      copy = to_.terms.select(c, yes, no);
    } else if (term.arity == 2) {
      const TermId a = (*this)(term.operands[0]), b = (*this)(term.operands[1]);
      copy = to_.terms.binary(term.op, a, b);
    } else if (term.op == ir::Op::zext || term.op == ir::Op::sext || term.op == ir::Op::trunc) {
      copy = to_.terms.convert(term.op, term.width, (*this)(term.operands[0]));
    } else {
      copy = to_.terms.unary(term.op, (*this)(term.operands[0]));
    }
    return terms_[id] = copy;
  }

  VariableId operator()(VariableId id) {
    const auto [it, fresh] = variables_.try_emplace(id, VariableId{static_cast<std::uint32_t>(to_.variables.size())});
    if (fresh) to_.variables.push_back(from_[id]);
    return it->second;
  }
  bool has(VariableId id) const { return variables_.contains(id); }

 private:
  const ThreadSystem& from_;
  ThreadSystem& to_;
  std::map<TermId, TermId> terms_;
  std::map<VariableId, VariableId> variables_;
};

std::vector<bool> reachable(const ThreadSystem& system) {
  std::vector<bool> seen(system.locations.size());
  std::vector<LocationId> open{system.start};
  while (!open.empty()) {
    const LocationId next = open.back();
    open.pop_back();
    if (seen[index(next)]) continue;
    seen[index(next)] = true;
    for (EdgeId e : system[next].out) {
      open.push_back(system[e].to);
      for (const auto& [thread, location] : system[e].starts) open.push_back(location);
    }
  }
  return seen;
}

/// Variables that some guard or some other variable depends on. A counter that nobody looks at is not among them.
std::set<VariableId> needed(const ThreadSystem& system, const std::vector<bool>& seen) {
  std::set<VariableId> all;
  const auto add = [&](TermId term) {
    bool grew = false;
    for (VariableId v : system.terms.variables(term)) grew |= all.insert(v).second;
    return grew;
  };
  for (const Edge& edge : system.edges)
    if (seen[index(edge.from)])
      for (TermId guard : edge.guard) add(guard);
  for (bool grew = true; grew;) {
    grew = false;
    for (const Edge& edge : system.edges)
      if (seen[index(edge.from)])
        for (const auto& [variable, value] : edge.update)
          if (all.contains(variable)) grew |= add(value);
  }
  return all;
}

}  // namespace

ThreadSystem tidy(ThreadSystem system) {
  const std::vector<bool> seen = reachable(system);
  const std::set<VariableId> used = needed(system, seen);
  ThreadSystem result;
  result.rounds = system.rounds;
  result.compares_gone = system.compares_gone;
  result.lent_thread_local = system.lent_thread_local;
  result.threads = std::move(system.threads);
  Copier copy(system, result);
  std::vector<LocationId> places(system.locations.size());
  for (std::size_t l = 0; l < system.locations.size(); ++l) {
    if (!seen[l]) continue;
    places[l] = LocationId{static_cast<std::uint32_t>(result.locations.size())};
    Location location = system.locations[l];
    location.out.clear();
    std::vector<VariableId> live;
    for (VariableId v : location.live)
      if (used.contains(v)) live.push_back(copy(v));
    location.live = std::move(live);
    result.locations.push_back(std::move(location));
  }
  for (const Edge& old : system.edges) {
    if (!seen[index(old.from)]) continue;
    Edge edge = old;
    edge.from = places[index(old.from)];
    edge.to = places[index(old.to)];
    for (auto& [thread, location] : edge.starts) location = places[index(location)];
    for (TermId& guard : edge.guard) guard = copy(guard);
    edge.update.clear();
    for (const auto& [variable, value] : old.update)
      if (used.contains(variable)) edge.update.emplace_back(copy(variable), copy(value));
    result.locations[index(edge.from)].out.push_back(EdgeId{static_cast<std::uint32_t>(result.edges.size())});
    result.edges.push_back(std::move(edge));
  }
  result.start = places[index(system.start)];
  std::map<std::string, std::uint32_t> names;
  for (Variable& variable : result.variables) {
    if (variable.owner)
      variable.name = fmt::format("{}: {}", result.threads[index(*variable.owner)].name, variable.name);
    if (const std::uint32_t before = names[variable.name]++; before > 0)
      variable.name = fmt::format("{} ({})", variable.name, before + 1);
  }
  find_like_threads(result);
  return result;
}

}  // namespace fermata::model
