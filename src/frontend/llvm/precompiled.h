// SPDX-License-Identifier: Apache-2.0
// The headers of the system that sources begin with, parsed once and kept.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frontend/llvm/ahead.h"
#include "frontend/llvm/cache.h"
#include "frontend/llvm/clang.h"
#include "frontend/llvm/preprocessed.h"

namespace fermata::frontend::llvm {

/// Adds all that makes one compiler another, beside its flags.
void add_compiler(Key& key, Language language);

/// The headers that are kept under this digest, if they still are. It is not checked that they are intact.
std::shared_ptr<const Precompiled> precompiled_before(const std::string& digest, const Cache& cache);

/// For each source the call that compiles it with its first headers precompiled: found in the cache, or made now and
/// kept there. The call reads the headers as always if it would gain nothing, or if the headers cannot be precompiled.
/// `preprocessed` is of these sources. Headers of `ahead` are not read from the cache again.
Attempt<std::vector<Call>> with_precompiled_headers(const std::vector<Source>& sources,
                                                    const std::vector<std::string>& user_flags,
                                                    const Preprocessed& preprocessed, const Ahead& ahead,
                                                    const Cache& cache, const Stop& stop, std::uint64_t memory);

}  // namespace fermata::frontend::llvm
