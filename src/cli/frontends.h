// SPDX-License-Identifier: Apache-2.0
// From the files on the command line to a valid program: which front end reads which extension.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/stop.h"
#include "cli/sources.h"
#include "frontend/llvm/given.h"
#include "ir/program.h"
#include "ir/text_places.h"

namespace fermata::cli {

/// What a front end works with.
struct Input {
  const std::vector<std::string>& files;        ///< as the user typed them; one program together
  const std::vector<std::string>& clang_flags;  ///< what follows "--"
  const Stop& stop;
  std::uint64_t process_memory;  ///< the most bytes that each process of clang and LLVM may take
  Sources& sources;
  std::map<std::string, std::vector<std::string>> flags_of{};  ///< by file: flags for clang for this one alone
  std::string cache{};                                         ///< a folder for what may be needed again; empty: none
  frontend::llvm::Given given{};
  bool svcomp = false;  ///< functions with certain names mean what they mean in SV-COMP
};

struct Loaded {
  ir::Program program;
  std::string warnings;                  ///< of clang, as it printed them
  std::vector<std::string> assumptions;  ///< about the input, which nobody checks
  /// Set if the user wrote the program in the text form of ir: then what is invalid in it is the user's mistake, at
  /// this place. Otherwise it is a mistake of the front end.
  std::optional<ir::TextPlaces> text;
};

struct Frontend {
  std::string_view name;
  std::span<const std::string_view> extensions;  ///< each with its dot
  Attempt<Loaded> (*load)(const Input&);
};

/// Reads the files with the front end of their extension, which is the same for all of them, and validates the program:
/// no other check stands between a front end and an engine. An Error is about what the user gave us; an invalid program
/// that a front end has made is an InternalError.
Attempt<Loaded> load(const Input& input);

/// The same with other front ends than ours.
Attempt<Loaded> load_with(std::span<const Frontend> frontends, const Input& input);

}  // namespace fermata::cli
