// SPDX-License-Identifier: Apache-2.0
// From the files on the command line to a program.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/stop.h"
#include "ir/program.h"

namespace fermata::cli {

/// Reads one .ir file, or lets the LLVM front end build whatever else is named. Warnings of clang go to `err`. Each
/// process that helps ends when `stop` says so, and when it has come to `memory` bytes.
Attempt<ir::Program> load_input(const std::vector<std::string>& files, const std::vector<std::string>& clang_flags,
                                const Stop& stop, std::uint64_t memory, std::ostream& err);

}  // namespace fermata::cli
