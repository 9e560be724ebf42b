// SPDX-License-Identifier: Apache-2.0
// The searches that explaining a run asks for.
#pragma once

#include "explain/search.h"

namespace fermata::engine::explore {

explain::Search explain_search();

}  // namespace fermata::engine::explore
