// SPDX-License-Identifier: Apache-2.0
// Asks the engines, and believes only what confirm has seen too.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/stop.h"
#include "ir/program.h"
#include "verdict/verdict.h"

namespace fermata::portfolio {

struct Options {
  std::vector<verdict::Property> properties{verdict::Property::hang, verdict::Property::safety};
  /// What the scheduler promises, for `termination`: none, weak or strong.
  verdict::Fairness fairness = verdict::Fairness::strong;
  /// The process need not end; only what was begun has to.
  bool daemon = false;
  /// A wait on a condition variable may return without a signal. It never excuses a wait that nobody ends.
  bool spurious_wakeups = true;
  /// Weak compare-exchange and try_lock may fail for no reason.
  bool spurious_failures = false;
  /// Whether timed waits time out.
  enum class Timeouts : std::uint8_t { may, never, always } timeouts = Timeouts::may;
  /// Go on after a violation, and count deadlocks and states that cannot finish.
  bool exhaustive = false;
  bool transactions = true;  ///< see engine/explore
  bool explain_reduction = false;
  /// Of the processor, to explore with. The answer does not depend on it.
  unsigned threads = 1;
  /// Tell every step of a run, also those inside the library.
  bool full_trace = false;
};

/// How far an engine is.
struct Progress {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t frontier = 0;  ///< seen, but not yet expanded
  double seconds = 0;
};

/// Runs the engines on the program and confirms what they say.
verdict::Verdict check(const ir::Program&, const Options&, const Stop&,
                       const std::function<void(const Progress&)>& progress);

/// Replays a run; fills the finding anew (trace, threads).
Result<verdict::Verdict> replay(const ir::Program&, const Options&, verdict::Property, std::string kind,
                                const verdict::Run&);

}  // namespace fermata::portfolio
