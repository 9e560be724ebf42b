// SPDX-License-Identifier: Apache-2.0
// The answer as one page for a browser: the run as swim lanes beside the source, to be stepped through.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/text.h"
#include "verdict/verdict.h"

namespace fermata::report {

/// A whole HTML document that needs no other file and no network. Without scripts it is a page to read; with them, one
/// can step through it. `options.source` gives the lines around what is told.
std::string to_html(const verdict::Verdict&, const TextOptions& options, std::string_view tool_version);

}  // namespace fermata::report
