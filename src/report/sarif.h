// SPDX-License-Identifier: Apache-2.0
// The answer for tools that show results of static analyses: SARIF 2.1.0.
//
//   OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", 2020
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "verdict/verdict.h"

namespace fermata::report {

/// One log with one run. A violation is a result of kind "fail" with two code flows: all steps in time order, and one
/// thread flow for each thread. What holds is of kind "pass", what is not known "open". `files` are the inputs as the
/// user typed them; relative names are relative to %SRCROOT%.
std::string to_sarif(const verdict::Verdict&, const std::vector<std::string>& files, std::string_view tool_version);

}  // namespace fermata::report
