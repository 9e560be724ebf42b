// SPDX-License-Identifier: Apache-2.0
// Compiling a source that was edited while clang is still preprocessing it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/llvm/cache.h"
#include "frontend/llvm/clang.h"

namespace fermata::frontend::llvm {

/// A call that will probably be wanted, begun before that is known.
struct Ahead {
  Call call;
  std::optional<Reply> reply{};  ///< once it has ended
};

/// For each C++ source that was edited, but not where its first headers are included: the call that compiles it with
/// the headers of the last time.
std::vector<Ahead> likely_calls(const std::vector<Source>& sources, const std::vector<std::string>& user_flags,
                                const Cache& cache);

/// `call` was the right one for its source, whose text was `original`.
void remember(const Call& call, std::string_view original, const std::vector<std::string>& user_flags,
              const Cache& cache);

}  // namespace fermata::frontend::llvm
