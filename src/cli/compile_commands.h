// SPDX-License-Identifier: Apache-2.0
// Flags of sources as the user's build has them: compile_commands.json, which CMake, Meson and Bazel can write.
//
//   https://clang.llvm.org/docs/JSONCompilationDatabase.html
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/error.h"

namespace fermata::cli {

/// For each of `files` that has an entry in `folder`/compile_commands.json, the flags of the first that say what the
/// source means: where its headers are, what is defined, which language it is in. An error, if none of them has one.
Result<std::map<std::string, std::vector<std::string>>> flags_in_build(const std::string& folder,
                                                                       const std::vector<std::string>& files);

}  // namespace fermata::cli
