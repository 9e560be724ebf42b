// SPDX-License-Identifier: Apache-2.0
// The manual page fermata(1), of what --help is made of.
#pragma once

#include <string>

namespace fermata::cli {

/// In the macros of man(7): what 'fermata --help' says, then each command with its options. 'man -l' shows it.
std::string manual_page();

}  // namespace fermata::cli
