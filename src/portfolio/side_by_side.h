// SPDX-License-Identifier: Apache-2.0
// Two engines at once, of which the second begins only if the first has not answered in a moment.
#pragma once

#include <functional>
#include <optional>

#include "base/stop.h"
#include "portfolio/engines.h"
#include "verdict/claim.h"

namespace fermata::portfolio {

/// What an engine is asked, within these limits; it tells how far it is.
using Ask = std::function<verdict::Claims(const Stop&, const std::function<void(const Progress&)>&)>;

struct BothClaims {
  verdict::Claims first;
  std::optional<verdict::Claims> second;  ///< nothing: it was not asked
};

/// The second runs on a thread of its own, with at most half of the memory. It begins after `moment`, or if the first
/// ends without an answer that no limit has kept from it; in that case it has as long as the first has taken, and at
/// least the longest `moment`. As soon as one has found a violation, or the first knows everything, the other one is
/// dismissed. An exception of either ends both.
BothClaims ask_side_by_side(const Ask& first, const Ask& second, const Moment& moment, const Stop& stop,
                            const std::function<void(const Progress&)>& progress);

}  // namespace fermata::portfolio
