// SPDX-License-Identifier: Apache-2.0
// Visits every reachable state of a program and judges `hang`, `safety` and `termination` on the way.
#pragma once

#include <cstdint>
#include <functional>

#include "base/stop.h"
#include "reduce/rules.h"
#include "search/lookahead.h"
#include "verdict/claim.h"
#include "verdict/question.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

struct Options {
  /// Go on after a violation, to the last state, and count deadlocks and states that cannot finish.
  bool exhaustive = false;
  /// Explore transactions instead of single steps: the same answers from fewer states.
  bool transactions = true;
  /// Say which lock protects what (Claims::protections).
  bool explain_reduction = false;
  /// Look for data races (Claims::warnings).
  bool races = true;
  search::Lookahead::Options ahead = {};  ///< how many of the processor's threads are used; the answer is the same
  reduce::Rules rules = {};               ///< of transactions; changed only by tests
};

struct Progress {
  std::uint64_t states = 0, transitions = 0, frontier = 0;
};

/// Asked about each violation that was met; false: it is set aside, the search goes on, and nothing holds in the end.
using Accept = std::function<bool(verdict::Property, const verdict::Run&)>;

/// Explores the program of `machine`, whose options are those of the question. It is translated already; what the
/// exploration remembers is kept in a machine of its own, and freed when it returns.
/// Says violated only with a run that confirm can replay.
/// Says holds    only after every reachable state was seen under the stated assumptions.
/// Says unknown  otherwise, and why.
verdict::Claims explore(const vm::Machine& machine, const verdict::Question& question, const Options& options,
                        const Accept& accept, const Stop& stop, const std::function<void(const Progress&)>& progress);

}  // namespace fermata::engine::explore
