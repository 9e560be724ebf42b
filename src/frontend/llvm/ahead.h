// SPDX-License-Identifier: Apache-2.0
// Compiling a source that was edited while clang is still preprocessing it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/stop.h"
#include "frontend/llvm/cache.h"
#include "frontend/llvm/clang.h"

namespace fermata::frontend::llvm {

/// Calls that will probably be wanted, each with precompiled headers, and made before that is known.
class Ahead {
 public:
  Ahead() = default;
  explicit Ahead(std::vector<Call> calls) : calls_(std::move(calls)) {}

  const std::vector<Call>& calls() const { return calls_; }
  /// Reads their precompiled headers, which takes some milliseconds.
  void check();
  /// Those that are intact, once they were checked.
  const std::vector<std::shared_ptr<const Precompiled>>& headers() const { return headers_; }
  /// `clangs` is at work on them: theirs are the replies that are not taken yet.
  void go_on(Clangs clangs) { clangs_ = std::move(clangs); }
  /// The reply to the same call, waited for. Nothing: it is not among these, or could not be made.
  Attempt<std::optional<Reply>> take_reply(const Call& call, const Stop& stop, std::uint64_t memory);

 private:
  std::vector<Call> calls_;
  std::vector<std::shared_ptr<const Precompiled>> headers_;
  std::optional<Clangs> clangs_;
  std::vector<std::optional<Reply>> replies_;  ///< to the first of the calls
};

/// For each C++ source that was edited, but not where its first headers are included: the call that compiles it with
/// the headers of the last time.
std::vector<Call> likely_calls(const std::vector<Source>& sources, const std::vector<std::string>& user_flags,
                               const Cache& cache);

/// `call` was the right one for its source, whose text was `original`.
void remember(const Call& call, std::string_view original, const std::vector<std::string>& user_flags,
              const Cache& cache);

}  // namespace fermata::frontend::llvm
