// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/explore_from.h"

#include <variant>

namespace fermata::engine::explore {

void explore_from(vm::Machine& machine, const std::vector<search::Word>& from, reduce::Movers movers,
                  const FromOptions& options, const Stop& stop,
                  const std::function<bool(search::Exploration&, const search::Pause&)>& give_up,
                  const std::function<void(search::Exploration&, ProgramSpace&)>& closed) {
  for (;; movers.revise()) {
    ProgramSpace space(machine, &movers, options.rules);
    space.excuse_joins(options.excuse_joins);
    space.look_for(options.look_for);
    space.start_at(from);
    search::Exploration exploration(space, {.ahead = options.ahead, .tick = [&] { return movers.refuted(); }});
    exploration.pause_at({.failures = options.failures, .dead_ends = false});
    bool all = false;
    while (!all && !movers.refuted()) {
      const search::Pause pause = exploration.advance(stop);
      all = std::holds_alternative<search::Closed>(pause);
      if (!all && give_up(exploration, pause)) return;
    }
    if (movers.refuted()) continue;
    closed(exploration, space);
    return;
  }
}

}  // namespace fermata::engine::explore
