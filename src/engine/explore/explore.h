// SPDX-License-Identifier: Apache-2.0
// Visits every reachable state of a program and judges `hang`, `safety` and `termination` on the way.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "base/stop.h"
#include "ir/program.h"
#include "reduce/transactions.h"
#include "search/lookahead.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

struct Options {
  bool hang = true;
  bool safety = true;
  bool termination = false;
  /// termination: what the scheduler promises: none, weak or strong.
  verdict::Fairness fairness = verdict::Fairness::strong;
  /// The process need not be able to end; only sections must.
  bool daemon = false;
  /// Go on after a violation, to the last state, and count deadlocks and states that cannot finish.
  bool exhaustive = false;
  /// Explore transactions instead of single steps: the same answers from fewer states.
  bool transactions = true;
  /// Say which lock protects what (Verdict::protections).
  bool explain_reduction = false;
  /// Look for data races (Verdict::warnings).
  bool races = true;
  search::Lookahead::Options ahead;  ///< how many of the processor's threads are used; the answer is the same
  /// Asked about each violation that was met; false: it is set aside, the search goes on, and nothing holds in the end.
  /// Null: all are true.
  std::function<bool(verdict::Property, const verdict::Run&)> believes;
  reduce::Rules rules;  ///< of transactions; changed only by tests
  vm::Options machine;
};

struct Progress {
  std::uint64_t states = 0, transitions = 0, frontier = 0;
};

/// Says violated only with a run that confirm can replay.
/// Says holds    only after every reachable state was seen under the stated assumptions.
/// Says unknown  otherwise, and why.
verdict::Verdict explore(const ir::Program& program, const Options& options, const Stop& stop,
                         const std::function<void(const Progress&)>& progress);

/// Tells a run again: trace, threads and kind, as the run's finding, of this kind, had them. Nothing, if the
/// machine does not follow it.
std::optional<verdict::Finding> retell(const ir::Program& program, const Options& options, verdict::Property property,
                                       std::string_view kind, const verdict::Run& run);

}  // namespace fermata::engine::explore
