// SPDX-License-Identifier: Apache-2.0
// The style sheet and the script of the page (page.css, page.js), carried in our binary.
#pragma once

#include <string_view>

namespace fermata::report {

std::string_view page_style();
std::string_view page_script();

}  // namespace fermata::report
