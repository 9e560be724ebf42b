// SPDX-License-Identifier: Apache-2.0
// From C, C++ and LLVM files to one program that every engine reads.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/stop.h"
#include "ir/program.h"

namespace fermata::frontend {

struct Input {
  std::vector<std::string> files;        ///< .c .cc .cpp .cxx .C .bc .ll; linked together
  std::vector<std::string> clang_flags;  ///< as for a build: -I, -D, -std=; -O and -g change nothing
};

struct Loaded {
  ir::Program program;
  std::string warnings;      ///< what clang had to say although it succeeded
  double clang_seconds = 0;  ///< compiling the user's files
  double lower_seconds = 0;  ///< everything after that
};

/// Compiles, links with the runtime, shrinks without losing a hang or a shared access, and lowers.
/// Error::what carries clang's own messages whole. clang and LLVM work in processes of their own, which end with us,
/// when `stop` says so, and when one has come to `memory` bytes; if LLVM crashes, that is an Error where there is
/// bitcode, which we did not make, and an InternalError where there is none. This process must have one thread only.
Attempt<Loaded> load(const Input& input, const Stop& stop = {},
                     std::uint64_t memory = std::numeric_limits<std::uint64_t>::max());

}  // namespace fermata::frontend
