// SPDX-License-Identifier: Apache-2.0
// All that clang's output depends on: the sources with every header in its place, and how clang is set up.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <ctime>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/stop.h"
#include "frontend/llvm/ahead.h"
#include "frontend/llvm/clang.h"

namespace fermata::frontend::llvm {

/// A line of preprocessed text that says where the next one comes from: # 8 "queue.h" 2
struct LineMarker {
  std::uint32_t line = 0;
  std::string file;
  bool enters = false;   ///< a file begins
  bool returns = false;  ///< to a file that was left for another
  bool system = false;   ///< a file in a directory of the system
};
std::optional<LineMarker> line_marker(std::string_view line);

/// Calls `each` with the marker and its offset in the text, in order, until it returns false.
void each_line_marker(std::string_view text, const std::function<bool(const LineMarker&, std::size_t)>& each);

struct PreprocessedSource {
  std::string original;  ///< the file
  std::string text;      ///< every byte of it and of its headers, and what each #if has come to
  std::string setup;     ///< clang's version, all its flags, where it looks for headers
};

/// What lies in the file system under a name.
struct FileIdentity {
  bool exists = false;
  dev_t device = 0;
  ino_t inode = 0;
  off_t size = 0;
  timespec modified{}, changed{};
};

class Preprocessed {
 public:
  const std::vector<PreprocessedSource>& sources() const { return sources_; }
  /// No file that clang has read was changed since, so that what it makes of them now is made of this text.
  bool unchanged() const;

 private:
  friend Attempt<std::optional<Preprocessed>> preprocess(const std::vector<Source>&, const std::vector<std::string>&,
                                                         Ahead&, const Stop&, std::uint64_t);
  std::vector<PreprocessedSource> sources_;
  std::map<std::string, FileIdentity> files_;
  timespec began_{};
};

/// Each source, in order. Nothing: clang's output may depend on more than this text (on files that flags name, on the
/// time of day), or the sources cannot be preprocessed; compiling them will show why. The calls of `ahead` are made
/// meanwhile, and go on if there is a result.
Attempt<std::optional<Preprocessed>> preprocess(const std::vector<Source>& sources,
                                                const std::vector<std::string>& user_flags, Ahead& ahead,
                                                const Stop& stop, std::uint64_t memory);

}  // namespace fermata::frontend::llvm
