// SPDX-License-Identifier: Apache-2.0
// The system's headers that a source begins with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/llvm/preprocessed.h"

namespace fermata::frontend::llvm {

/// What a source begins with: lines `#include <name>`, comments and empty lines, up to anything else.
struct LeadingInclude {
  std::string name;
  std::uint32_t line = 0;  ///< counted from 1
  std::size_t end = 0;     ///< the offset of the next line
};
std::vector<LeadingInclude> leading_includes(std::string_view source);

/// A header, as clang finds it.
struct FoundHeader {
  std::string file;
  bool of_the_system = false;
  std::string content;  ///< if it is the user's
};
/// What `name` is in a file: quoted, or in angle brackets. Nothing: it is not known.
using FindHeader =
    std::function<std::optional<FoundHeader>(const std::string& name, bool quoted, const std::string& includer)>;

/// The system's headers that come first in the source, or first in headers of the user's that come first.
struct LeadingNames {
  std::vector<std::string> headers;
  std::vector<std::string> guards;  ///< what headers of the user's define before them
};
LeadingNames leading_names(std::string_view source, const std::string& file, const FindHeader& find);

/// Headers of the system that come before anything else.
struct LeadingHeaders {
  std::string includes;     ///< the lines alone, without comments; empty: there are none
  std::string text;         ///< of the headers, and perhaps of more of the system's
  std::size_t covered = 0;  ///< bytes of the source; 0: they are included once more, which adds nothing
};
/// `source` is the file, preprocessed.
LeadingHeaders leading_headers(const PreprocessedSource& source, const std::string& file);

}  // namespace fermata::frontend::llvm
