// SPDX-License-Identifier: Apache-2.0
// The answer as annotations of a pull request: workflow commands that GitHub Actions finds in the output of a step.
#pragma once

#include <string>

#include "verdict/verdict.h"

namespace fermata::report {

/// One line for each finding and warning: an error for what is violated, a warning for what is not known and for data
/// races, a notice for what holds.
std::string to_github(const verdict::Verdict&);

}  // namespace fermata::report
