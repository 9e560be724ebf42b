// SPDX-License-Identifier: Apache-2.0
// Calls clang.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/stop.h"
#include "base/subprocess.h"
#include "frontend/llvm/cache.h"

namespace fermata::frontend::llvm {

enum class Language { c, cxx, bitcode };

struct Source {
  std::string file;
  Language language = Language::c;
  std::vector<std::string> flags{};  ///< for this one, before those for all
};

/// The headers that a source begins with, precompiled.
struct Precompiled {
  std::string digest;    ///< under which it is kept
  std::string includes;  ///< one `#include <name>` on each line
  CacheEntry file;       ///< begins with clang's own form of them
};

/// One call of clang on one source. What it makes goes to its stdout.
struct Call {
  enum class Purpose : std::uint8_t {
    compile,     ///< bitcode, nothing optimised yet
    preprocess,  ///< the source with its headers in their places; clang's messages begin with all it is set up with
    precompile   ///< clang's own form of `includes`
  };
  const Source* source;  ///< never of Language::bitcode
  Purpose purpose = Purpose::compile;
  std::string includes{};                            ///< to be precompiled
  std::shared_ptr<const Precompiled> precompiled{};  ///< to be used when compiling; nothing: the headers are read
  std::size_t covered = 0;                           ///< the bytes of the source that `precompiled` stands for
};

/// How a call went.
struct Reply {
  Subprocess::End end;
  std::string output;
  std::string messages;
};

/// clang at work on calls, two at a time, in their order. No file is written. It is killed when this process ends and
/// when this object goes.
class Clangs {
 public:
  Clangs(std::vector<Call> calls, std::vector<std::string> user_flags);
  Clangs(Clangs&&) noexcept;
  Clangs& operator=(Clangs&&) noexcept;
  ~Clangs();

  /// The replies to all calls were taken.
  bool done() const { return running_.empty() && started_ == calls_.size(); }
  /// Starts as many as may run at a time, if they do not yet.
  Result<void> start();
  /// Waits for the reply to the first call whose reply was not taken. Stopped: `stop` said so, or one of those at work
  /// has reached `memory` bytes.
  Attempt<Reply> next(const Stop& stop, std::uint64_t memory);

 private:
  struct Run;
  std::vector<Call> calls_;
  std::vector<std::string> user_flags_;
  std::deque<std::unique_ptr<Run>> running_;
  std::size_t started_ = 0;
};

/// The replies in order, up to the first that is not well.
Attempt<std::vector<Reply>> run_clang(const std::vector<Call>& calls, const std::vector<std::string>& user_flags,
                                      const Stop& stop, std::uint64_t memory);

/// The compiler's path. It must not be newer than the library that reads its bitcode.
Result<std::string> find_clang(Language language);

/// The flags without those that a build line may have and that do harm here: those for the linker (clang warns of them,
/// and fails with -Werror), those that write other files, and those for sanitizers (we set our own).
std::vector<std::string> without_flags_for_others(const std::vector<std::string>& user_flags);

/// What a call that precompiles headers asks of clang, apart from the headers.
std::vector<std::string> flags_to_precompile(const Source& source, const std::vector<std::string>& user_flags);

/// The file as an argument: a name that begins with '-' is no flag.
std::string argument(const Source& source);

}  // namespace fermata::frontend::llvm
