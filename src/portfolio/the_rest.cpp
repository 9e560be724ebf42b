// SPDX-License-Identifier: Apache-2.0
#include "portfolio/the_rest.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

namespace fermata::portfolio {

namespace {

using verdict::Claim;
using verdict::Claims;
using verdict::Unknown;

constexpr std::chrono::milliseconds least(2000);

bool ended_at_violation(const Claim& claim) {
  const auto* unknown = std::get_if<Unknown>(&claim.what);
  return unknown && unknown->ended_at_violation;
}

}  // namespace

Claims with_the_rest(Claims first, const verdict::Question& question,
                     const std::function<Claims(const verdict::Question&, const Stop&)>& again, const Stop& stop) {
  verdict::Question rest = question;
  rest.properties.clear();
  for (const Claim& claim : first.claims)
    if (ended_at_violation(claim)) rest.properties.push_back(claim.property);
  if (rest.properties.empty()) return first;

  const std::chrono::milliseconds taken(static_cast<std::int64_t>(first.statistics.seconds * 1000));
  Claims more = again(rest, Stop(std::max(least, taken), stop));
  for (Claim& claim : first.claims) {
    const auto found = std::ranges::find(more.claims, claim.property, &Claim::property);
    if (found == more.claims.end()) continue;
    if (const auto* open = std::get_if<Unknown>(&found->what))
      claim.what = Unknown{
          fmt::format("not decided by the search that went on after the first violation: {} (--exhaustive goes on to "
                      "the end)",
                      open->reason)};
    else
      claim.what = std::move(found->what);
  }
  // Of the search that saw more.
  more.statistics.seconds += first.statistics.seconds;
  if (more.statistics.complete) {
    first.warnings = std::move(more.warnings);
    first.more_warnings = more.more_warnings;
    first.all_races = more.all_races;
    first.time_repeats |= more.time_repeats;
    first.protections = std::move(more.protections);
    first.statistics = std::move(more.statistics);
  } else {
    first.statistics.seconds = more.statistics.seconds;
  }
  return first;
}

}  // namespace fermata::portfolio
