// SPDX-License-Identifier: Apache-2.0
// The searches that explaining a run asks for.
#pragma once

#include "explain/search.h"
#include "verdict/section_kinds.h"

namespace fermata::engine::explore {

/// What is stuck is looked for among sections of these kinds.
explain::Search explain_search(const verdict::SectionKinds& look_for = verdict::SectionKinds::all());

}  // namespace fermata::engine::explore
