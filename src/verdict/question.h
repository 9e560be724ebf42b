// SPDX-License-Identifier: Apache-2.0
// What every engine is asked.
#pragma once

#include <algorithm>
#include <vector>

#include "base/semantics.h"
#include "verdict/run.h"

namespace fermata::verdict {

/// Limits are not here: they go beside it as a Stop, since they may come at any time (Ctrl-C).
struct Question {
  std::vector<Property> properties{Property::hang, Property::safety};
  /// termination: what the scheduler promises: none, weak or strong.
  Fairness fairness = Fairness::strong;
  /// The process need not end; only sections have to.
  bool daemon = false;
  Semantics semantics;

  bool asks(Property p) const { return std::ranges::find(properties, p) != properties.end(); }
};

}  // namespace fermata::verdict
