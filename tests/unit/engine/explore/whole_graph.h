// SPDX-License-Identifier: Apache-2.0
// All that can go wrong in a program, not just the first of it: read off the whole graph, of single
// steps or of transactions. The two must agree.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "base/stop.h"
#include "engine/explore/space.h"
#include "reduce/movers.h"
#include "reduce/transactions.h"
#include "search/exploration.h"
#include "search/sccs.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

struct WholeGraph {
  std::uint64_t states = 0;
  bool inputs = false;  ///< then what is stuck is decided by a game, and not here
  bool hang = false, deadlock = false;
  /// Sections that are open in a bottom component and never closed there, nor excused as those of a daemon are: kind,
  /// object, thread (-1: the object's).
  std::set<std::tuple<std::uint32_t, vm::Address, int>> stuck;
  /// Kind and line. Not whose step it was: the first step of a new thread belongs to the one that starts it, and if
  /// that one ends in the same step, so may all the rest.
  std::set<std::pair<std::string, std::uint32_t>> failures;
  std::vector<reduce::Movers::Variable> variables;  ///< what transactions believe in the end
  int revisions = 0;
};

namespace whole_graph {

constexpr std::uint64_t any_number = 1'000'000;

/// False: there are too many.
inline bool explore_all(search::Exploration& exploration, std::uint64_t most_states) {
  for (;;) {
    const auto pause = exploration.advance(Stop());
    if (std::holds_alternative<search::Closed>(pause)) return exploration.states() <= most_states;
    if (exploration.states() > most_states) return false;
    if (std::holds_alternative<search::Stopped>(pause) || std::holds_alternative<search::Refused>(pause))
      throw std::runtime_error("the program cannot be explored to its end");
  }
}

inline vm::Failure failure_of(vm::Machine& machine, std::vector<vm::Word> state,
                              const std::vector<verdict::Move>& moves) {
  vm::Step step;
  for (const verdict::Move& m : moves) {
    machine.step(state, m.thread, m.choices, step);
    state = step.target;
  }
  if (step.outcome != vm::Step::Outcome::failed)
    throw std::runtime_error("an edge that fails does not fail when it is told again");
  return step.failure;
}

/// What an edge says it leads to must be what its single steps lead to, taken one by one and watched, so that nothing
/// is answered from memory.
inline void retrace(vm::Machine& machine, ProgramSpace& space, search::Exploration& exploration, search::State from) {
  std::vector<std::pair<search::Edge, std::vector<search::Word>>> edges;
  search::OnEdge visit([&](const search::Edge& e, std::span<const search::Word> target) {
    if (!e.fails)
      edges.emplace_back(search::Edge{.agent = e.agent, .outcome = e.outcome},
                         std::vector(target.begin(), target.end()));
    return true;
  });
  exploration.expand(from, visit);
  std::vector<search::Word> start;
  exploration.words(from, start);
  vm::Step step;
  for (const auto& [edge, target] : edges) {
    std::vector<search::Word> state = start;
    const auto moves = space.moves(start, edge.agent, edge.outcome);
    machine.watch(true);
    for (const verdict::Move& m : moves) {
      machine.step(state, m.thread, m.choices, step);
      state = step.target;
    }
    machine.watch(false);
    if (state != target) throw std::runtime_error("an edge leads elsewhere when its steps are taken one by one");
  }
}

inline void look_at_edges(vm::Machine& machine, ProgramSpace& space, search::Exploration& exploration,
                          WholeGraph& result) {
  std::vector<vm::Word> words;
  std::vector<search::Edge> failing;
  search::OnEdge visit([&](const search::Edge& e, std::span<const search::Word>) {
    if (e.fails) failing.push_back({.agent = e.agent, .outcome = e.outcome});
    return true;
  });
  for (std::uint32_t s = 0; s < exploration.states(); ++s) {
    const auto targets = exploration.edges()[search::State{s}];
    if (s % 5 == 0) retrace(machine, space, exploration, search::State{s});
    result.deadlock |= targets.empty();
    if (!targets.contains(search::leads_to_failure)) continue;
    failing.clear();
    exploration.expand(search::State{s}, visit);
    exploration.words(search::State{s}, words);
    for (const search::Edge& e : failing) {
      const auto f = failure_of(machine, words, space.moves(words, e.agent, e.outcome));
      result.failures.insert({f.kind, f.at.line});
    }
  }
}

inline void look_at_bottoms(ProgramSpace& space, search::Exploration& exploration, WholeGraph& result) {
  const auto bottoms = search::bottom_sccs(exploration.edges(), Stop());
  for (std::size_t i = 0; i < bottoms->size(); ++i) {
    result.hang = true;
    std::set<search::Slot> open, closed;
    search::OnEdge visit([&](const search::Edge& e, std::span<const search::Word>) {
      closed.insert(e.closes.begin(), e.closes.end());
      return true;
    });
    search::Facts facts;
    for (search::State s : (*bottoms)[i]) {
      exploration.facts(s, facts);
      open.insert(facts.open.begin(), facts.open.end());
      exploration.expand(s, visit);
    }
    for (search::Slot slot : open) {
      if (closed.contains(slot)) continue;
      const SectionInstance& section = space.section(slot);
      const bool of_object = section.kind == SectionKind::critical;
      result.stuck.insert({static_cast<std::uint32_t>(section.kind), section.object,
                           of_object ? -1 : static_cast<int>(section.thread)});
    }
  }
}

inline WholeGraph look(vm::Machine& machine, ProgramSpace& space, search::Exploration& exploration) {
  if (space.disowned() || !space.unmodelled().empty()) throw std::runtime_error("not modelled");
  WholeGraph result{.states = exploration.states(), .inputs = exploration.saw_input()};
  look_at_edges(machine, space, exploration, result);
  if (!result.inputs) look_at_bottoms(space, exploration, result);
  return result;
}

}  // namespace whole_graph

/// Nothing, if it has more states than that.
inline std::optional<WholeGraph> graph_of_steps(const ir::Program& program, const vm::Options& options,
                                                std::uint64_t most_states) {
  vm::Machine machine(program, options);
  ProgramSpace space(machine, nullptr, {});
  space.excuse_joins(true);
  search::Exploration exploration(space, {.next_milestone = most_states + 1});
  if (!whole_graph::explore_all(exploration, most_states)) return std::nullopt;
  return whole_graph::look(machine, space, exploration);
}
inline WholeGraph graph_of_steps(const ir::Program& program, const vm::Options& options) {
  return graph_of_steps(program, options, whole_graph::any_number).value();
}

inline WholeGraph graph_of_transactions(const ir::Program& program, const vm::Options& options,
                                        const reduce::Rules& rules = {}) {
  reduce::Movers movers(rules);
  for (int revisions = 0;; ++revisions) {
    vm::Machine machine(program, options);
    ProgramSpace space(machine, &movers, rules);
    space.excuse_joins(true);
    search::Exploration exploration(space);
    if (!whole_graph::explore_all(exploration, whole_graph::any_number))
      throw std::runtime_error("too many transactions");
    if (!movers.refuted()) {
      WholeGraph result = whole_graph::look(machine, space, exploration);
      result.variables = movers.variables();
      result.revisions = revisions;
      return result;
    }
    movers.revise();
  }
}

/// What `reduced` has lost or made up, a line each; empty if nothing.
inline std::string difference(const WholeGraph& full, const WholeGraph& reduced) {
  std::string out;
  auto flag = [&](const char* what, bool a, bool b) {
    if (a != b) out += fmt::format("{} is {}\n", what, a ? "lost" : "made up");
  };
  flag("an input", full.inputs, reduced.inputs);
  flag("a hang", full.hang, reduced.hang);
  flag("a deadlock", full.deadlock, reduced.deadlock);
  auto sections = [&](const WholeGraph& a, const WholeGraph& b, const char* what) {
    for (const auto& s : a.stuck)
      if (!b.stuck.contains(s))
        out += fmt::format("a stuck section (kind {}, object {:x}, thread {}) is {}\n", std::get<0>(s), std::get<1>(s),
                           std::get<2>(s), what);
  };
  sections(full, reduced, "lost");
  sections(reduced, full, "made up");
  auto failures = [&](const WholeGraph& a, const WholeGraph& b, const char* what) {
    for (const auto& [kind, line] : a.failures)
      if (!b.failures.contains({kind, line})) out += fmt::format("a failure ({}, line {}) is {}\n", kind, line, what);
  };
  failures(full, reduced, "lost");
  failures(reduced, full, "made up");
  if (reduced.states > full.states)
    out += fmt::format("{} states of transactions, but {} of steps\n", reduced.states, full.states);
  return out;
}

}  // namespace fermata::engine::explore
