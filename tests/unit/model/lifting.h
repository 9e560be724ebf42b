// SPDX-License-Identifier: Apache-2.0
// Programs in the text form of ir, lifted, and what their automata can do.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <set>
#include <string_view>
#include <variant>
#include <vector>

#include "ir/text.h"
#include "model/lift.h"
#include "model/run.h"

namespace fermata::model {

inline ThreadSystem lifted(std::string_view text, const Options& options = {.semantics = {.spurious_wakeups = false}}) {
  const auto program = ir::parse(text, "test.ir");
  if (!program) {
    ADD_FAILURE() << program.error().what << " " << program.error().where;
    return {};
  }
  auto system = lift(*program, options, Stop());
  if (!system) {
    ADD_FAILURE() << "not lifted";
    return {};
  }
  return std::move(*system);
}

/// All that can happen, state by state.
struct Outcome {
  std::size_t states = 0;
  bool ends = false, fails = false, refused = false, stuck = false;
};

inline Outcome explored(const ThreadSystem& system) {
  Outcome outcome;
  if (system.locations.empty()) return outcome;  // it was not lifted, which has failed the test
  const Run run(system);
  std::set<RunState> seen{run.initial()};
  std::deque<RunState> open{run.initial()};
  while (!open.empty()) {
    const RunState state = open.front();
    open.pop_front();
    ++outcome.states;
    if (run.ended(state)) {
      outcome.ends = true;
      continue;
    }
    bool moves = false;
    for (ThreadId thread : thread_ids(system.threads.size()))
      for (EdgeId edge : run.possible(state, thread)) {
        moves = true;
        const Location::Kind kind = system[system[edge].to].kind;
        outcome.fails |= kind == Location::Kind::failed;
        outcome.refused |= kind == Location::Kind::refused || kind == Location::Kind::unmodelled;
        if (kind >= Location::Kind::failed) continue;
        if (auto next = run.after(state, edge); seen.insert(next).second) open.push_back(std::move(next));
      }
    outcome.stuck |= !moves;
  }
  return outcome;
}

inline std::size_t count(const ThreadSystem& system, Location::Kind kind) {
  return static_cast<std::size_t>(std::ranges::count(system.locations, kind, &Location::kind));
}

inline const Variable* variable(const ThreadSystem& system, std::string_view name) {
  const auto found = std::ranges::find(system.variables, name, &Variable::name);
  return found == system.variables.end() ? nullptr : &*found;
}

}  // namespace fermata::model
