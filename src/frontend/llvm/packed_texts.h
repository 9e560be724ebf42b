// SPDX-License-Identifier: Apache-2.0
// Several texts as one, to be read by another process.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fermata::frontend::llvm {

using Texts = std::vector<std::string>;

/// Each text is preceded by its length; an end mark follows the last.
std::string packed(Texts texts);

/// Empty if the end mark is missing: whoever wrote it has not come to the end.
Texts unpacked(std::string_view all);

}  // namespace fermata::frontend::llvm
