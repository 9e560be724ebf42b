// SPDX-License-Identifier: Apache-2.0
// From a moment on, the run is one that can be repeated for ever by a fair scheduler.
#pragma once

#include <span>
#include <vector>

#include "base/thread_id.h"
#include "engine/bounded/fair_lasso.h"
#include "engine/bounded/prepared.h"
#include "engine/bounded/unrolling.h"
#include "model/thread_system.h"
#include "smt/circuit.h"
#include "verdict/run.h"

namespace fermata::engine::bounded {

/// Begins where the unrolling stands, is told about each step, and is closed in the end.
class FairLoop {
 public:
  FairLoop(const model::ThreadSystem& system, smt::Circuit& circuit, const Unrolling& unrolling, const Fair& fair,
           const Prepared& prepared);

  void stepped(const Unrolling::Stepped& step);
  /// From here on: the state is that of the beginning; some thread has moved; and each of the others could not: in no
  /// state on the way (strong), or not in all of them (weak). If time is to pass, and somebody has looked at the clock
  /// somewhere, it has passed for one who has looked there.
  void close();

 private:
  void add_implied();
  bool may_wait(model::LocationId location) const;
  void refuse_enabled(model::EdgeId edge);
  smt::Literal blocked(model::LocationId location) const;
  smt::Literal possible(model::EdgeId edge) const;
  void require_closed();
  void require_same_values();
  void require_time_passes();

  const model::ThreadSystem& system_;
  smt::Circuit& circuit_;
  const Unrolling& unrolling_;
  const Prepared& prepared_;
  const verdict::Fairness fairness_;
  const Rules rules_;
  std::vector<smt::Literal> at_;                          // by location: at the beginning
  std::vector<smt::Bits> values_;                         // by variable: at the beginning
  std::vector<smt::Literal> moves_;                       // by thread
  std::vector<std::vector<smt::Literal>> active_;         // by thread
  std::vector<std::vector<model::EdgeId>> guarded_;       // by variable: edges that look at it
  std::vector<std::vector<smt::Literal>> times_blocked_;  // by location; for weak fairness
  std::vector<std::vector<smt::Literal>> looks_, late_;   // by location: at the clock; much time has passed
  std::vector<smt::Literal> missing_;                     // by edge: it was not possible at the beginning
};

}  // namespace fermata::engine::bounded
