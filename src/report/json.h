// SPDX-License-Identifier: Apache-2.0
// The answer for scripts. What is printed here is a contract: keys are added, never renamed or taken away.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "verdict/verdict.h"

namespace fermata::report {

/// One JSON object of schema "fermata/1", ended by '\n'. `files` are the inputs as the user typed them.
/// What is not known or does not apply is null, and an unknown place is null too.
std::string to_json(const verdict::Verdict&, const std::vector<std::string>& files, std::string_view tool_version);

}  // namespace fermata::report
