// SPDX-License-Identifier: Apache-2.0
// Runs clang on the user's sources.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/stop.h"

namespace fermata::frontend::llvm {

enum class Language { c, cxx, bitcode };

/// By the extension, which must be one of `extensions` (load.h).
Language language_of(std::string_view file);

struct Source {
  std::string file;
  Language language = Language::c;
};

struct Compiled {
  std::vector<std::string> bitcode;  ///< the bytes of one module for each source, in order
  std::string warnings;
};

/// Bitcode of each source, nothing optimised yet. No source may be of Language::bitcode. Nothing is written to disk.
/// clang is killed when this process ends, when `stop` says so, and when it reaches `memory` bytes.
Attempt<Compiled> compile(const std::vector<Source>& sources, const std::vector<std::string>& user_flags,
                          const Stop& stop, std::uint64_t memory);

/// The directories that the flags name with -isystem or -idirafter.
std::vector<std::string> system_directories(const std::vector<std::string>& user_flags);

}  // namespace fermata::frontend::llvm
