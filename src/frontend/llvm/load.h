// SPDX-License-Identifier: Apache-2.0
// From C, C++ and LLVM files to one program that every engine reads.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/stop.h"
#include "frontend/llvm/given.h"
#include "ir/program.h"

namespace fermata::frontend::llvm {

/// The files that this front end reads: C, C++, bitcode and LLVM assembly.
inline constexpr std::string_view extensions[] = {".c", ".i", ".cc", ".cpp", ".cxx", ".C", ".c++", ".ii", ".bc", ".ll"};

struct Input {
  std::vector<std::string> files;        ///< each with one of `extensions`; linked together
  std::vector<std::string> clang_flags;  ///< as for a build: -I, -D, -std=; -O and -g change nothing
  /// By file: more of them for this file alone, which come before the others.
  std::map<std::string, std::vector<std::string>> flags_of{};
  std::string cache{};  ///< a folder for what may be needed again (cache.h); empty: none
  Given given{};
  bool svcomp = false;  ///< assume_abort_if_not is an assumption
};

struct Loaded {
  ir::Program program;                   ///< not validated yet
  std::string warnings;                  ///< what clang had to say although it succeeded
  std::vector<std::string> assumptions;  ///< about the input, that are not checked
};

/// Compiles, links with the runtime, shrinks without losing a hang or a shared access, and lowers. With a cache, a
/// program that has not changed is not built again; the result is the same. Error::what has clang's messages as they
/// are. clang and LLVM work in processes of their own, which are killed when this one ends, when `stop` says so, and
/// when one has reached `memory` bytes. If LLVM crashes, that is an Error if the user gave us bitcode, which may be
/// malformed, else an InternalError. This process must have one thread only.
Attempt<Loaded> load(const Input& input, const Stop& stop = {},
                     std::uint64_t memory = std::numeric_limits<std::uint64_t>::max());

}  // namespace fermata::frontend::llvm
