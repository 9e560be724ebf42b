// SPDX-License-Identifier: Apache-2.0
// One exploration, with one machine and one set of beliefs about locks.
#pragma once

#include <functional>
#include <memory>

#include "engine/explore/explore.h"
#include "engine/explore/random_walk.h"
#include "reduce/movers.h"
#include "search/impossible_states.h"

namespace fermata::engine::explore {

/// What it claims; and why it may have to be done again, in another way.
struct Outcome {
  verdict::Claims claims;
  bool violated = false;      ///< something is claimed to be
  bool disowned = false;      ///< an object that counted as private was used by another thread
  bool spins_matter = false;  ///< bounded spins have to go round as often as they say; and nothing was found
  bool left_out = false;      ///< something was taken for a state that is none, and is to be left out from now on
  bool in_vain = false;       ///< steps were taken together which must not be; and nothing was found
};

/// Explores transactions, if there are `movers`, else single steps. What random walks have met is kept in `walks` for
/// the next attempt. `left_out`: what is known to be no state, to which this adds.
Outcome attempt(vm::Machine& machine, const verdict::Question& question, const Options& options, reduce::Movers* movers,
                WalkFindings& walks, const Accept& accept, const Stop& stop,
                const std::function<void(const Progress&)>& progress, const std::shared_ptr<search::LeftOut>& left_out);

}  // namespace fermata::engine::explore
