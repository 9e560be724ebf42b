// SPDX-License-Identifier: Apache-2.0
// What follows from linear inequalities?
#pragma once

#include <vector>

#include "engine/prove/linear.h"

namespace fermata::engine::prove {

/// No numbers make all of these sums at most 0. False: there may be some, or it is not known.
bool impossible(const std::vector<Linear>& not_positive);

}  // namespace fermata::engine::prove
