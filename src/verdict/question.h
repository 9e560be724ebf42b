// SPDX-License-Identifier: Apache-2.0
// What every engine is asked.
#pragma once

#include <algorithm>
#include <vector>

#include "base/semantics.h"
#include "verdict/run.h"
#include "verdict/section_kinds.h"

namespace fermata::verdict {

/// Limits are not here: they go beside it as a Stop, since they may come at any time (Ctrl-C).
struct Question {
  std::vector<Property> properties{Property::hang, Property::safety};
  /// termination: what the scheduler promises: none, weak or strong.
  Fairness fairness = Fairness::strong;
  /// The process need not end; only sections have to.
  bool daemon = false;
  /// Of a process that need not end: the sections that have to. Of one that has to end they all do, whatever this says.
  SectionKinds sections = SectionKinds::all();
  Semantics semantics;

  /// The sections whose end is looked for.
  SectionKinds looked_for() const { return daemon ? sections : SectionKinds::all(); }
  bool asks(Property p) const { return std::ranges::find(properties, p) != properties.end(); }
};

}  // namespace fermata::verdict
