// SPDX-License-Identifier: Apache-2.0
// Bounded model checking with contexts in a fixed order.
//
//   A. Biere, A. Cimatti, E. Clarke, Y. Zhu, "Symbolic model checking without BDDs", TACAS 1999
//   M. Atig, A. Bouajjani, M. Emmi, A. Lal, "Detecting fair non-termination in multithreaded programs", CAV 2012
//
// Where we differ from the second paper: threads are not run one after the other with guessed values at their context
// switches, which have to be compared in the end. Contexts are added in the order in which they happen, so that nothing
// is guessed, and what is constant at the start stays constant as far as it can. docs/internals/bounded.md says more.
//
// The next state is a function of the last: a literal for each location ("the thread is there") and as few as possible
// for each variable. A step makes new literals only for what it may write and where its thread may get. The free
// inputs are: does the thread go on (`active`), and, where several edges are possible at once, which.
#include "engine/bounded/unrolling.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <utility>

namespace fermata::engine::bounded {

using model::Edge;
using model::EdgeId;
using model::Location;
using model::LocationId;
using model::Term;
using model::TermId;
using model::VariableId;
using smt::Bits;
using smt::Literal;

namespace {

bool opposite(ir::Op a, ir::Op b) {
  using ir::Op;
  constexpr std::pair<Op, Op> pairs[] = {
      {Op::eq, Op::ne}, {Op::ult, Op::uge}, {Op::ule, Op::ugt}, {Op::slt, Op::sge}, {Op::sle, Op::sgt}};
  return std::ranges::any_of(pairs,
                             [&](const auto& pair) { return pair == std::pair(a, b) || pair == std::pair(b, a); });
}

/// Can never hold together, as far as one sees at a glance.
bool exclude(const model::Terms& terms, TermId one, TermId other) {
  const Term &a = terms[one], &b = terms[other];
  if (a.kind != Term::Kind::operation || b.kind != Term::Kind::operation || a.arity != 2 || b.arity != 2) return false;
  if (a.operands[0] != b.operands[0]) return false;
  if (a.operands[1] == b.operands[1]) return opposite(a.op, b.op);
  return a.op == ir::Op::eq && b.op == ir::Op::eq && terms.known(a.operands[1]) && terms.known(b.operands[1]);
}

bool exclude(const model::Terms& terms, const Edge& one, const Edge& other) {
  return std::ranges::any_of(one.guard, [&](TermId a) {
    return std::ranges::any_of(other.guard, [&](TermId b) { return exclude(terms, a, b); });
  });
}

bool goes_on(Location::Kind kind) {
  return kind == Location::Kind::visible || kind == Location::Kind::silent || kind == Location::Kind::ended;
}

}  // namespace

Unrolling::Unrolling(const model::ThreadSystem& system, smt::Circuit& circuit, const Prepared& prepared)
    : system_(system),
      prepared_(prepared),
      circuit_(circuit),
      values_(system, circuit, prepared.start.state.values),
      locations_(system.threads.size()),
      ways_(system.locations.size()),
      marks_of_thread_(system.threads.size()),
      marks_on_variable_(system.variables.size()),
      at_(system.locations.size(), circuit.no()),
      allowed_(system.edges.size(), true) {
  for (std::size_t l = 0; l < system.locations.size(); ++l) {
    const Location& location = system.locations[l];
    if (!goes_on(location.kind)) continue;
    locations_[index(location.thread)].push_back(LocationId{static_cast<std::uint32_t>(l)});
    Ways& ways = ways_[l];
    for (EdgeId id : location.out) {
      const Edge& edge = system[id];
      if (!goes_on(system[edge.to].kind)) continue;
      // Exactly the edges that are not known to exclude one another need the choice of a group.
      unsigned group = 0;
      const auto fits = [&](unsigned number) {
        return std::ranges::all_of(ways.edges, [&](const auto& other) {
          return other.second != number || exclude(system.terms, edge, system[other.first]);
        });
      };
      while (!fits(group)) ++group;
      ways.edges.emplace_back(id, group);
      ways.groups = std::max(ways.groups, group + 1);
    }
  }
  const std::vector<Mark>& marks = prepared.marks;
  for (std::uint32_t k = 0; k < marks.size(); ++k) {
    marks_of_thread_[index(marks[k].thread)].push_back(k);
    marks_on_variable_[index(marks[k].variable)].push_back(k);
  }
  for (const auto& place : prepared.start.state.places)
    if (place) at_[index(*place)] = circuit.yes();
}

void Unrolling::round(Order order, unsigned steps, const Stop& stop) {
  const auto threads = static_cast<std::uint32_t>(system_.threads.size());
  for (std::uint32_t k = 0; k < threads; ++k)
    context(ThreadId{order == Order::ascending ? k : threads - 1 - k}, steps, stop);
}

void Unrolling::context(ThreadId thread, unsigned steps, const Stop& stop) {
  Literal before = circuit_.yes();
  for (unsigned s = 0; s < steps; ++s) {
    stop.enforce();
    const bool can_move = std::ranges::any_of(locations_[index(thread)], [&](LocationId l) {
      return possible(l) &&
             std::ranges::any_of(ways_[index(l)].edges, [&](const auto& way) { return allowed(way.first); });
    });
    if (!can_move) return;
    const Literal active = circuit_.fresh();
    circuit_.require_any_of({!active, before});  // who has paused goes on in its next context only
    before = active;
    step(thread, active);
  }
}

void Unrolling::step(ThreadId thread, Literal active) {
  std::vector<Literal> choice;  // which group, in binary; shared by all locations, since the thread is in one of them
  const auto is_chosen = [&](unsigned group, unsigned groups) {
    while (choice.size() < static_cast<std::size_t>(std::bit_width(groups - 1))) choice.push_back(circuit_.fresh());
    std::vector<Literal> bits;
    for (std::size_t k = 0; k < choice.size() && (groups - 1) >> k != 0; ++k)
      bits.push_back((group >> k & 1) != 0 ? choice[k] : !choice[k]);
    return circuit_.all_of(bits);
  };
  std::vector<Taken> taken;
  for (LocationId l : locations_[index(thread)]) {
    if (!possible(l)) continue;
    const Ways& ways = ways_[index(l)];
    for (const auto& [id, group] : ways.edges) {
      if (!allowed(id)) continue;
      std::vector<Literal> conditions{active, at_[index(l)]};
      if (ways.groups > 1) conditions.push_back(is_chosen(group, ways.groups));
      for (TermId guard : system_[id].guard) conditions.push_back(values_.holds(guard));
      const Literal takes = circuit_.all_of(conditions);
      if (!circuit_.is(takes, false)) taken.push_back({id, takes});
    }
  }
  std::vector<Literal> one{!active};
  for (const Taken& t : taken) one.push_back(t.taken);
  circuit_.require_any_of(one);
  std::vector<VariableId> written = write(taken);
  move(thread, active, taken);
  start_threads(taken);
  add_implied(thread, written);
  steps_.push_back(std::move(taken));
  if (watcher_) watcher_({thread, active, steps_.back(), std::move(written)});
}

std::vector<VariableId> Unrolling::write(std::span<const Taken> taken) {
  std::map<VariableId, std::vector<std::pair<Literal, Bits>>> written;
  for (const Taken& t : taken)
    for (const auto& [variable, term] : system_[t.edge].update) {
      const Bits& value = values_.value(term);
      auto& all = written[variable];
      const auto same = std::ranges::find(all, value, &std::pair<Literal, Bits>::second);
      if (same == all.end())
        all.emplace_back(t.taken, value);
      else
        same->first = circuit_.any_of({same->first, t.taken});
    }
  std::vector<VariableId> variables;
  for (const auto& [variable, values] : written) {
    values_.assign(variable, values);
    variables.push_back(variable);
  }
  return variables;
}

void Unrolling::move(ThreadId thread, Literal active, std::span<const Taken> taken) {
  std::map<LocationId, std::vector<Literal>> next;
  for (LocationId l : locations_[index(thread)])
    if (possible(l)) next[l].push_back(circuit_.all_of({at_[index(l)], !active}));
  for (const Taken& t : taken) next[system_[t.edge].to].push_back(t.taken);
  for (const auto& [location, ways] : next) at_[index(location)] = circuit_.any_of(ways);
}

/// What follows from the rest, but not at a glance.
void Unrolling::add_implied(ThreadId thread, std::span<const VariableId> written) {
  require_one_place(thread);
  std::set<std::uint32_t> concerned(marks_of_thread_[index(thread)].begin(), marks_of_thread_[index(thread)].end());
  for (VariableId v : written)
    concerned.insert(marks_on_variable_[index(v)].begin(), marks_on_variable_[index(v)].end());
  for (std::uint32_t k : concerned) require_mark(prepared_.marks[k]);
}

void Unrolling::require_one_place(ThreadId thread) {
  std::vector<Literal> places;
  for (LocationId l : locations_[index(thread)])
    if (possible(l)) places.push_back(at_[index(l)]);
  circuit_.require_at_most_one_of(places);
}

void Unrolling::require_mark(const Mark& mark) {
  const Literal is = values_.is(mark.variable, mark.value);
  std::vector<Literal> clause{!is};
  for (LocationId l : mark.may) clause.push_back(at_[index(l)]);
  circuit_.require_any_of(clause);
  for (LocationId l : mark.must)
    if (possible(l)) circuit_.require_any_of({!at_[index(l)], is});
}

void Unrolling::begin_anywhere() {
  values_.guess_all();
  const auto require = [&](std::vector<Literal> unless, const Holds& holds) {
    for (std::uint64_t value : holds.values) unless.push_back(values_.is(holds.variable, value));
    circuit_.require_any_of(unless);
  };
  for (const Holds& holds : prepared_.anywhere) require({}, holds);
  for (ThreadId t : thread_ids(locations_.size())) {
    std::vector<Literal> begun;
    for (LocationId l : locations_[index(t)]) begun.push_back(at_[index(l)] = circuit_.fresh());
    require_one_place(t);
    if (t == main_thread) circuit_.require_any_of(begun);
    for (const Holds& holds : prepared_.before[index(t)]) require(begun, holds);
    for (LocationId l : locations_[index(t)])
      for (const Holds& holds : prepared_.at[index(l)]) require({!at_[index(l)]}, holds);
  }
  for (const Mark& mark : prepared_.marks) require_mark(mark);
}

void Unrolling::start_threads(std::span<const Taken> taken) {
  std::map<ThreadId, std::map<LocationId, std::vector<Literal>>> started;
  for (const Taken& t : taken)
    for (const auto& [thread, location] : system_[t.edge].starts) started[thread][location].push_back(t.taken);
  for (const auto& [thread, places] : started) {
    std::vector<Literal> all;
    for (const auto& [location, ways] : places) all.insert(all.end(), ways.begin(), ways.end());
    const Literal begins = circuit_.any_of(all);
    // A thread that was here before under this name has ended.
    for (LocationId l : locations_[index(thread)]) at_[index(l)] = circuit_.all_of({at_[index(l)], !begins});
    for (const auto& [location, ways] : places)
      at_[index(location)] = circuit_.any_of({at_[index(location)], circuit_.any_of(ways)});
  }
}

void Unrolling::require_deadlock() {
  std::vector<Literal> waits;
  for (const auto& locations : locations_)
    for (LocationId l : locations) {
      if (!possible(l) || system_[l].kind == Location::Kind::ended) continue;
      if (!prepared_.may_wait[index(l)]) {
        circuit_.require_any_of({!at_[index(l)]});
        continue;
      }
      waits.push_back(at_[index(l)]);
      // Whatever it could do counts, also what fails or what the lift did not understand.
      for (EdgeId id : system_[l].out) {
        std::vector<Literal> impossible{!at_[index(l)]};
        for (TermId guard : system_[id].guard) impossible.push_back(!values_.holds(guard));
        circuit_.require_any_of(impossible);
      }
    }
  circuit_.require_any_of(waits);
}

std::vector<EdgeId> Unrolling::taken(const smt::Solver& solver, std::size_t from, std::size_t to) const {
  std::vector<EdgeId> edges;
  for (std::size_t step = from; step < to; ++step)
    for (const Taken& t : steps_[step])
      if (solver.value(t.taken)) edges.push_back(t.edge);
  return edges;
}

}  // namespace fermata::engine::bounded
