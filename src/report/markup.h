// SPDX-License-Identifier: Apache-2.0
// Text from the user's program inside of HTML and XML.
#pragma once

#include <string>
#include <string_view>

namespace fermata::report {

/// As content or in a quoted attribute: printable (layout.h), and no character of it is markup.
std::string escaped(std::string_view text);
/// The same for several lines: line breaks stay.
std::string escaped_lines(std::string_view lines);
/// A JSON text that may stand in a <script> element: it has no '<'.
std::string in_script(std::string json);

}  // namespace fermata::report
