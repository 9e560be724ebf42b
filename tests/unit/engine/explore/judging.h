// SPDX-License-Identifier: Apache-2.0
// A few lines of ir, and what the engine says about them.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "confirm/replay.h"
#include "engine/explore/explore.h"
#include "engine/explore/random_program.h"
#include "ir/text.h"
#include "ir/validate.h"

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

/// Every violation is replayed.
inline verdict::Verdict judge(std::string_view text, const Options& options = {}, const Stop& stop = {}) {
  const ir::Program program = program_of(text);
  verdict::Verdict verdict = explore(program, options, stop, {});
  for (const verdict::Finding& f : verdict.findings) {
    if (f.answer != verdict::Answer::violated) continue;
    const auto answer = confirm::replay(program, options.machine, options.daemon, f, Stop());
    EXPECT_EQ(answer.outcome, confirm::Outcome::confirmed) << answer.why;
  }
  return verdict;
}

inline verdict::Finding hang_of(std::string_view text, const Options& options = {}) {
  return finding(judge(text, options), verdict::Property::hang);
}

/// "holds", or the kind of the hang.
inline std::string hang_kind(std::string_view text, const Options& options = {}) {
  const auto f = hang_of(text, options);
  return f.answer == verdict::Answer::violated ? f.kind : std::string(verdict::name(f.answer));
}

inline Options as_daemon() { return {.daemon = true}; }

inline const verdict::ThreadStatus& status_of(const verdict::Finding& finding, std::string_view name) {
  for (const verdict::ThreadStatus& s : finding.threads)
    if (s.name == name) return s;
  ADD_FAILURE() << "no thread is called " << name;
  static const verdict::ThreadStatus none;
  return none;
}

}  // namespace fermata::engine::explore
