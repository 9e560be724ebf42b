// SPDX-License-Identifier: Apache-2.0
// Both automata are deterministic in the order of their edges, since the lift walks them in the same order; so
// side by side there is at most one renaming to try.
#include "model/like.h"

#include <map>
#include <utility>
#include <vector>

namespace fermata::model {

namespace {

class SideBySide {
 public:
  SideBySide(const ThreadSystem& system, ThreadId first, ThreadId second)
      : system_(system), first_(first), second_(second) {}

  bool same(LocationId a, LocationId b) {
    pair(a, b);
    for (std::size_t k = 0; k < open_.size() && fine_; ++k) fine_ = compare(open_[k].first, open_[k].second);
    return fine_;
  }

 private:
  void pair(LocationId a, LocationId b) {
    const auto [it, fresh] = places_.try_emplace(a, b);
    fine_ &= it->second == b;
    if (fresh) open_.emplace_back(a, b);
  }
  bool pair(VariableId a, VariableId b) {
    const auto forth = variables_.try_emplace(a, b).first, back = inverse_.try_emplace(b, a).first;
    return forth->second == b && back->second == a && system_[a].width == system_[b].width &&
           system_[a].role == system_[b].role;
  }
  bool same_number(std::uint64_t a, std::uint64_t b) const {
    const std::uint64_t n = index(first_), m = index(second_);
    return a == b || (a == n && b == m) || (a == n + 1 && b == m + 1) ||
           (m < 64 && a == std::uint64_t{1} << n && b == std::uint64_t{1} << m);
  }
  bool same(TermId a, TermId b) {
    const Term &x = system_.terms[a], &y = system_.terms[b];
    if (x.kind != y.kind || x.width != y.width) return false;
    switch (x.kind) {
      case Term::Kind::constant: return same_number(x.value, y.value);
      case Term::Kind::variable:
        return pair(VariableId{static_cast<std::uint32_t>(x.value)}, VariableId{static_cast<std::uint32_t>(y.value)});
      case Term::Kind::operation: break;
    }
    if (x.op != y.op || x.arity != y.arity) return false;
    for (unsigned k = 0; k < x.arity; ++k)
      if (!same(x.operands[k], y.operands[k])) return false;
    return true;
  }
  bool compare(LocationId a, LocationId b) {
    const Location &x = system_[a], &y = system_[b];
    if (x.kind != y.kind || x.stack != y.stack || x.out.size() != y.out.size() || x.what != y.what) return false;
    for (std::size_t k = 0; k < x.out.size(); ++k) {
      const Edge &e = system_[x.out[k]], &f = system_[y.out[k]];
      if (e.guard.size() != f.guard.size() || e.update.size() != f.update.size() || !e.starts.empty() ||
          !f.starts.empty() || e.blocks != f.blocks || e.choices.size() != f.choices.size())
        return false;
      for (std::size_t g = 0; g < e.guard.size(); ++g)
        if (!same(e.guard[g], f.guard[g])) return false;
      for (std::size_t u = 0; u < e.update.size(); ++u)
        if (!pair(e.update[u].first, f.update[u].first) || !same(e.update[u].second, f.update[u].second)) return false;
      pair(e.to, f.to);
    }
    return fine_;
  }

  const ThreadSystem& system_;
  ThreadId first_, second_;
  bool fine_ = true;
  std::vector<std::pair<LocationId, LocationId>> open_;
  std::map<LocationId, LocationId> places_;
  std::map<VariableId, VariableId> variables_, inverse_;
};

}  // namespace

void find_like_threads(ThreadSystem& system) {
  // Where each thread begins, if that is always the same place.
  std::vector<std::optional<LocationId>> entries(system.threads.size());
  std::vector<bool> several(system.threads.size());
  for (const Edge& edge : system.edges)
    for (const auto& [thread, location] : edge.starts) {
      auto& entry = entries[index(thread)];
      several[index(thread)] = several[index(thread)] || (entry && *entry != location);
      entry = location;
    }
  for (std::size_t t = 1; t < system.threads.size(); ++t) {
    if (!entries[t] || several[t]) continue;
    for (std::size_t u = 1; u < t; ++u) {
      if (!entries[u] || several[u] || system.threads[u].like) continue;
      const ThreadId first{static_cast<std::uint32_t>(u)}, second{static_cast<std::uint32_t>(t)};
      if (!SideBySide(system, first, second).same(*entries[u], *entries[t])) continue;
      system.threads[t].like = first;
      break;
    }
  }
}

}  // namespace fermata::model
