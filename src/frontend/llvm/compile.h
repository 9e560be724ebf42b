// SPDX-License-Identifier: Apache-2.0
// From the user's sources to bitcode.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/stop.h"
#include "frontend/llvm/ahead.h"
#include "frontend/llvm/cache.h"
#include "frontend/llvm/clang.h"
#include "frontend/llvm/preprocessed.h"

namespace fermata::frontend::llvm {

/// By the extension, which must be one of `extensions` (load.h).
Language language_of(std::string_view file);

struct Compiled {
  std::vector<std::string> bitcode;  ///< the bytes of one module for each source, in order
  std::string warnings;
};

/// Bitcode of each source, nothing optimised yet. No source may be of Language::bitcode. With `preprocessed`, which is
/// then of these sources, headers are precompiled and kept in the cache, and replies of `ahead` are used where they are
/// right; bitcode and warnings are the same. Nothing else is written to disk. clang is killed when this process ends,
/// when `stop` says so, and when it reaches `memory` bytes.
Attempt<Compiled> compile(const std::vector<Source>& sources, const std::vector<std::string>& user_flags,
                          const std::optional<Preprocessed>& preprocessed, Ahead& ahead, const Cache& cache,
                          const Stop& stop, std::uint64_t memory);

/// The directories that the flags name with -isystem or -idirafter.
std::vector<std::string> system_directories(const std::vector<std::string>& user_flags);

}  // namespace fermata::frontend::llvm
