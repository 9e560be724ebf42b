// SPDX-License-Identifier: Apache-2.0
// A few lines of ir, and what the engine says about them.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "engine/explore/explore.h"
#include "engine/explore/random_program.h"
#include "ir/text.h"
#include "ir/validate.h"
#include "portfolio/check.h"

namespace fermata::engine::explore {

/// Mutexes @m0 to @m2, variables @x0 to @x2, condition variable @c, semaphores @units (none at first) and
/// @units1 (two units), and functions for them as in
/// random_program.h; places to name: `at 1` is in main, `at 2` and `at 3` are in worker, `at 4` is in helper.
inline ir::Program program_of(std::string_view text) {
  const std::string all = std::string(R"(
position 1: "p.c" 10 1 in "main"
position 2: "p.c" 20 1 in "worker"
position 3: "p.c" 21 1 in "worker"
position 4: "p.c" 30 1 in "helper"
global @units: 4
global @units1: 4 = i32 2
)") + random_programs::library_for(std::string(text)) +
                          std::string(text);
  auto parsed = ir::parse(all, "test.ir");
  EXPECT_TRUE(parsed) << (parsed ? "" : parsed.error().where + ": " + parsed.error().what);
  if (!parsed) return {};
  for (const Error& e : ir::validate(*parsed)) ADD_FAILURE() << e.where << ": " << e.what;
  return std::move(*parsed);
}

inline const verdict::Finding& finding(const verdict::Verdict& verdict, verdict::Property property) {
  for (const verdict::Finding& f : verdict.findings)
    if (f.property == property) return f;
  ADD_FAILURE() << "no finding for " << verdict::name(property);
  static const verdict::Finding none;
  return none;
}

/// A question and how it is explored, in one struct, so that a test says in one line what it wants.
struct Asked {
  bool hang = true, safety = true, termination = false;
  verdict::Fairness fairness = verdict::Fairness::strong;
  bool daemon = false;
  bool exhaustive = false, transactions = true, explain_reduction = false, races = true;
  search::Lookahead::Options ahead = {};
  Accept accept = {};
  reduce::Rules rules = {};
  vm::Options machine = {};

  verdict::Question question() const {
    verdict::Question question{
        .properties = {}, .fairness = fairness, .daemon = daemon, .semantics = machine.semantics};
    if (hang) question.properties.push_back(verdict::Property::hang);
    if (safety) question.properties.push_back(verdict::Property::safety);
    if (termination) question.properties.push_back(verdict::Property::termination);
    return question;
  }
  Options options() const { return {exhaustive, transactions, explain_reduction, races, ahead, rules}; }
};

/// What the engine claims, on a machine of its own.
inline verdict::Claims claims(const ir::Program& program, const Asked& asked = {}, const Stop& stop = {},
                              const std::function<void(const Progress&)>& progress = {}) {
  vm::Machine machine(program, asked.machine, stop);
  return explore(machine, asked.question(), asked.options(), asked.accept, stop, progress);
}

/// What is made of its claims: confirmed, minimised, explained.
inline verdict::Verdict verdict_of(const ir::Program& program, const Asked& asked = {}, const Stop& stop = {},
                                   const std::function<void(const Progress&)>& progress = {}) {
  EXPECT_EQ(asked.machine.heap, vm::Options{}.heap) << "what the machine is told beyond its semantics is lost";
  const portfolio::Options options{.question = asked.question(), .engine = "explore", .explore = asked.options()};
  return portfolio::check(program, options, stop, [&](const portfolio::Progress& p) {
    if (progress) progress({p.states, p.transitions, p.frontier});
  });
}

inline verdict::Verdict judge(std::string_view text, const Asked& asked = {}, const Stop& stop = {}) {
  return verdict_of(program_of(text), asked, stop);
}

inline verdict::Finding hang_of(std::string_view text, const Asked& asked = {}) {
  return finding(judge(text, asked), verdict::Property::hang);
}

/// "holds", or the kind of the hang.
inline std::string hang_kind(std::string_view text, const Asked& asked = {}) {
  const auto f = hang_of(text, asked);
  return f.answer == verdict::Answer::violated ? f.kind : std::string(verdict::name(f.answer));
}

inline Asked as_daemon() { return {.daemon = true}; }

inline const verdict::ThreadStatus& status_of(const verdict::Finding& finding, std::string_view name) {
  for (const verdict::ThreadStatus& s : finding.threads)
    if (s.name == name) return s;
  ADD_FAILURE() << "no thread is called " << name;
  static const verdict::ThreadStatus none;
  return none;
}

}  // namespace fermata::engine::explore
