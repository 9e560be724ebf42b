// SPDX-License-Identifier: Apache-2.0
// Follows the run of a violation on a fresh machine.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/stop.h"
#include "verdict/claim.h"
#include "verdict/question.h"
#include "vm/machine.h"

namespace fermata::confirm {

enum class Outcome {
  confirmed,
  refuted,
  stopped,
  left_open,   ///< the run is as it says; but too much can follow to see here whether it can still end
  only_clock,  ///< it shows only with a clock that goes back or stands still
};

struct Answer {
  Outcome outcome = Outcome::refuted;
  std::string why;  ///< refuted: which claim is false; stopped: the limit
  /// termination, confirmed: how fair the run was seen to be. `inescapable` only if the violation says so.
  std::optional<verdict::Fairness> fairness = {};
  std::string failure = {};  ///< safety, confirmed: the kind of the failure that was seen
};

/// safety: the last step fails.
/// hang: after the stem nothing that can still happen ends the process (with `daemon`: ends the sections
/// the run names, all of kinds that have to end, or lets a thread serve that a join among them waits for), whatever the
/// environment's inputs; and the loop comes back to where it began. termination: after the stem no thread can move; or
/// the loop comes back to where it began, and a scheduler as fair as the question asks can stay in it for ever. If the
/// violation says inescapable, then also what is asked of a hang. All of them: it shows with a clock that only
/// advances, too (advancing.h). What follows a run is looked at up to `most_words` words of states. The program and its
/// semantics are those of `machine`; nothing that it remembers is used. If values were erased from the program of
/// `machine` (erased_values.h), `original` is a machine for the program that still has them: it must be able to make
/// the same moves.
Answer replay(const vm::Machine& machine, const vm::Machine* original, const verdict::Question& question,
              const verdict::Violation& violation, const Stop& stop, std::size_t most_words = 1 << 22);

/// Do both runs lead to the same state, with the same loop and the same sections after it? Then what can follow them is
/// the same, too. Throws LimitReached.
bool same_end(const vm::Machine& machine, const verdict::Run& one, const verdict::Run& other, const Stop& stop);

}  // namespace fermata::confirm
