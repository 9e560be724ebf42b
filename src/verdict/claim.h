// SPDX-License-Identifier: Apache-2.0
// What an engine says, before anybody has checked it and without a sentence for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "verdict/certificate.h"
#include "verdict/run.h"
#include "verdict/verdict.h"

namespace fermata::verdict {

/// This run shows it.
struct Violation {
  Property property = Property::hang;
  Run run;
  /// termination: how fair the run is, as far as the engine knows. `inescapable`: the process cannot end any more.
  std::optional<Fairness> fairness = {};
};

/// It holds, and this is how that is known.
struct Holds {
  Basis basis = Basis::closed_exploration;
  std::optional<Fairness> fairness = {};        ///< termination: what was assumed of the scheduler
  std::optional<Certificate> certificate = {};  ///< if that is the basis; believed once confirm has checked it
  std::vector<std::string> because = {};        ///< for people; may be empty
};

struct Unknown {
  std::string reason;  ///< why, where, and what to change
  /// Only because the search ended when it had found that another property is violated.
  bool ended_at_violation = false;
};

struct Claim {
  Property property = Property::hang;
  std::variant<Unknown, Holds, Violation> what;
};

/// All that an engine found out.
struct Claims {
  std::vector<Claim> claims;  ///< one per property that was asked for
  /// A run that fails, though `safety` was not asked for.
  std::optional<Violation> failing;
  /// A run whose last move ends the process, while other threads wait.
  std::optional<Run> left_waiting;
  std::optional<Unmodelled> unmodelled;
  std::vector<Unmodelled> more_unmodelled;  ///< likewise, besides
  std::vector<Warning> warnings;            ///< without names of threads
  std::uint64_t more_warnings = 0;          ///< that were seen and are not listed
  bool all_races = false;                   ///< those are all data races that there are
  bool time_repeats = false;                ///< clocks were seen to go back, so that time passes only a few times
  std::vector<Protection> protections;
  std::optional<Explosion> explosion;
  Statistics statistics;
};

}  // namespace fermata::verdict
