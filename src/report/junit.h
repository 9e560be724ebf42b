// SPDX-License-Identifier: Apache-2.0
// The answer for servers that show results of tests: JUnit's XML, as far as all of them read it.
#pragma once

#include <string>

#include "report/text.h"
#include "verdict/verdict.h"

namespace fermata::report {

/// One suite with one test case for each property: failed if it is violated, skipped if it is not known. The text
/// report is its output.
std::string to_junit(const verdict::Verdict&, const TextOptions&);

}  // namespace fermata::report
