// SPDX-License-Identifier: Apache-2.0
// From the files on the command line to a program.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "base/error.h"
#include "ir/program.h"

namespace fermata::cli {

/// Reads one .ir file, or lets the LLVM front end build whatever else is named. Warnings of clang go to `err`.
Result<ir::Program> load_input(const std::vector<std::string>& files, const std::vector<std::string>& clang_flags, std::ostream& err);

}  // namespace fermata::cli
