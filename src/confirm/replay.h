// SPDX-License-Identifier: Apache-2.0
// Follows the run of a violated finding on a fresh machine.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/stop.h"
#include "ir/program.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::confirm {

enum class Outcome {
  confirmed,
  refuted,
  stopped,
  left_open,  ///< the run is as it says; but too much can follow to see here whether it can still end
};

struct Answer {
  Outcome outcome = Outcome::refuted;
  std::string why;  ///< refuted: which claim is false; stopped: the limit
  /// termination, confirmed: how fair the run was seen to be. `inescapable` only if the finding says so.
  std::optional<verdict::Fairness> fairness = {};
};

/// safety: the last step fails, and in the way the finding says.
/// hang: after the stem nothing that can still happen ends the process (with `daemon`: ends the sections
/// the run names, or lets a thread serve that a join among them waits for), whatever the environment's inputs; and the
/// loop comes back to where it began. termination: after the stem no thread can move; or the loop comes back to where
/// it began, and a scheduler as fair as `asked` can stay in it for ever. If the finding says inescapable, then also
/// what is asked of a hang. All of them: it shows with a clock that only advances, too (advancing.h). What follows a
/// run is looked at up to `most_words` words of states.
Answer replay(const ir::Program& program, const vm::Options& options, bool daemon, const verdict::Finding& finding,
              const Stop& stop, verdict::Fairness asked = verdict::Fairness::strong, std::size_t most_words = 1 << 22);

}  // namespace fermata::confirm
