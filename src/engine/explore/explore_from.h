// SPDX-License-Identifier: Apache-2.0
// Exploring what follows from one state, in transactions.
#pragma once

#include <functional>
#include <vector>

#include "base/stop.h"
#include "engine/explore/space.h"
#include "reduce/movers.h"
#include "reduce/rules.h"
#include "search/exploration.h"
#include "search/lookahead.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

struct FromOptions {
  search::Lookahead::Options ahead = {};
  reduce::Rules rules = {};
  bool excuse_joins = false;  ///< see ProgramSpace::excuse_joins
  verdict::SectionKinds look_for = verdict::SectionKinds::all();
  bool failures = false;  ///< pause at them
};

/// Explores until everything that can follow `from` was seen, and then calls `closed`. At each pause before, `give_up`
/// may end it. Beliefs about locks begin as `movers`; when they are refuted they are revised, and it begins anew.
void explore_from(vm::Machine& machine, const std::vector<search::Word>& from, reduce::Movers movers,
                  const FromOptions& options, const Stop& stop,
                  const std::function<bool(search::Exploration&, const search::Pause&)>& give_up,
                  const std::function<void(search::Exploration&, ProgramSpace&)>& closed);

}  // namespace fermata::engine::explore
