// SPDX-License-Identifier: Apache-2.0
// Main starts all its threads before it waits for the first, and most of what it does meanwhile concerns nobody. If
// these steps were part of the formula, contexts would have to be as long as there are threads.
//
// A step is taken at once if it is the only one its thread can take, nobody else who is there, or can be started by
// those who are there, ever writes what it reads or reads or writes what it writes, and nothing but its thread's own
// steps can make another step of the thread possible. Such a step is a persistent set:
//
//   P. Godefroid, "Partial-order methods for the verification of concurrent systems", LNCS 1032, 1996
//
// Keeps: deadlocks, fair cycles. Loses: which runs need fewer context switches without it (none: the steps commute to
// the front).
#include "engine/bounded/settled_start.h"

#include <algorithm>
#include <optional>

namespace fermata::engine::bounded {

using model::Edge;
using model::EdgeId;
using model::Location;
using model::TermId;
using model::VariableId;

namespace {

constexpr std::size_t most_steps = 20'000;  // main may go round for ever

struct Accesses {
  std::vector<bool> reads, writes;
};

class Start {
 public:
  Start(const model::ThreadSystem& system, const Stop& stop)
      : system_(system), stop_(stop), run_(system), own_(system.threads.size()), startable_(system.threads.size()) {
    for (auto& own : own_)
      own = {std::vector<bool>(system.variables.size()), std::vector<bool>(system.variables.size())};
    for (auto& all : startable_) all.assign(system.threads.size(), false);
    for (const Edge& edge : system.edges) {
      Accesses& own = own_[index(edge.thread)];
      for (TermId guard : edge.guard) note(own.reads, guard);
      for (const auto& [variable, term] : edge.update) {
        own.writes[index(variable)] = true;
        note(own.reads, term);
      }
      for (const auto& [thread, location] : edge.starts) startable_[index(edge.thread)][index(thread)] = true;
    }
    for (ThreadId t : thread_ids(system.threads.size())) startable_[index(t)][index(t)] = true;
    for (bool grew = true; grew;) {
      grew = false;
      for (auto& all : startable_)
        for (std::size_t u = 0; u < all.size(); ++u)
          for (std::size_t v = 0; all[u] && v < all.size(); ++v)
            if (startable_[u][v] && !all[v]) all[v] = grew = true;
    }
  }

  SettledStart settled() {
    SettledStart start{run_.initial(), {}};
    while (start.edges.size() < most_steps) {
      stop_.enforce();
      const auto next = next_step(start.state);
      if (!next) break;
      start.state = run_.after(start.state, *next);
      start.edges.push_back(*next);
    }
    return start;
  }

 private:
  void note(std::vector<bool>& set, TermId term) const {
    for (VariableId v : system_.terms.variables(term)) set[index(v)] = true;
  }

  bool goes_on(const model::RunState& state, ThreadId t) const {
    const auto& place = state.places[index(t)];
    return place && system_[*place].kind != Location::Kind::ended;
  }

  std::optional<EdgeId> next_step(const model::RunState& state) const {
    for (ThreadId t : thread_ids(system_.threads.size()))
      if (goes_on(state, t))
        if (const auto edge = settled_step(state, t)) return edge;
    return std::nullopt;
  }

  std::optional<EdgeId> settled_step(const model::RunState& state, ThreadId t) const {
    const auto possible = run_.possible(state, t);
    if (possible.size() != 1) return std::nullopt;
    const Edge& edge = system_[possible[0]];
    const Location::Kind kind = system_[edge.to].kind;
    if (kind != Location::Kind::visible && kind != Location::Kind::silent && kind != Location::Kind::ended)
      return std::nullopt;
    for (const auto& [started, location] : edge.starts)
      if (goes_on(state, started)) return std::nullopt;
    Accesses mine{std::vector<bool>(system_.variables.size()), std::vector<bool>(system_.variables.size())};
    for (EdgeId other : system_[*state.places[index(t)]].out)
      for (TermId guard : system_[other].guard) note(mine.reads, guard);
    for (const auto& [variable, term] : edge.update) {
      mine.writes[index(variable)] = true;
      note(mine.reads, term);
    }
    for (ThreadId other : thread_ids(system_.threads.size())) {
      if (other == t || !goes_on(state, other)) continue;
      for (ThreadId later : thread_ids(system_.threads.size())) {
        if (!startable_[index(other)][index(later)]) continue;
        if (later == t || clash(mine, own_[index(later)])) return std::nullopt;
        for (const auto& [started, location] : edge.starts)
          if (later == started) return std::nullopt;
      }
    }
    return possible[0];
  }

  static bool clash(const Accesses& a, const Accesses& b) {
    for (std::size_t v = 0; v < a.reads.size(); ++v)
      if ((a.writes[v] && (b.reads[v] || b.writes[v])) || (a.reads[v] && b.writes[v])) return true;
    return false;
  }

  const model::ThreadSystem& system_;
  const Stop& stop_;
  model::Run run_;
  std::vector<Accesses> own_;                 // by thread
  std::vector<std::vector<bool>> startable_;  // by thread: itself, and whom it may start, directly or not
};

}  // namespace

SettledStart settled_start(const model::ThreadSystem& system, const Stop& stop) {
  return Start(system, stop).settled();
}

}  // namespace fermata::engine::bounded
