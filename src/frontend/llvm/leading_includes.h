// SPDX-License-Identifier: Apache-2.0
// The system's headers that a source begins with.
#pragma once

#include <cstddef>
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

/// The part of a preprocessed source that such lines have become, as far as they have found headers of the system.
struct LeadingHeaders {
  std::string includes;     ///< the lines alone, without comments; empty: there are none
  std::string text;         ///< of the headers
  std::size_t covered = 0;  ///< bytes of the source
};
LeadingHeaders leading_headers(const PreprocessedSource& source, std::string_view file);

}  // namespace fermata::frontend::llvm
