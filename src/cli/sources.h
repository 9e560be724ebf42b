// SPDX-License-Identifier: Apache-2.0
// The text of the user's files.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace fermata::cli {

/// What a file is wanted for.
enum class Use : std::uint8_t {
  input,    ///< an ordinary file, which clang can open again
  run_file  ///< read once, so it may come through a pipe
};

/// Whether `file` can be used so. Does not open it.
Result<void> readable(const std::string& file, Use use);

/// Opens each file at most once, so a program in Fermata's own form is shown as it was when it was parsed. (C and C++
/// sources are opened by clang, bitcode by frontend/llvm.)
class Sources {
 public:
  /// All bytes of `file`. The view is valid as long as this object.
  Result<std::string_view> text(const std::string& file, Use use = Use::input);
  /// One line without its end, counted from 1; nothing if there is none, or if the file cannot be read.
  std::optional<std::string> line(const std::string& file, std::uint32_t number);

 private:
  struct File {
    Result<std::string> text;
    std::optional<std::vector<std::string_view>> lines;  ///< of `text`; made when the first one is asked for
  };
  File& open(const std::string& file, Use use);

  std::map<std::string, File> files_;
};

}  // namespace fermata::cli
