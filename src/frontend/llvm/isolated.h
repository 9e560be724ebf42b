// SPDX-License-Identifier: Apache-2.0
// Runs LLVM in a process of its own, since it trusts its input and aborts when that is malformed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>

#include "base/error.h"
#include "base/stop.h"
#include "ir/program.h"

namespace fermata::frontend::llvm {

struct Lowered {
  ir::Program program;
  std::string warnings;
};

/// The process has crashed.
struct Crash {
  std::string doing;  ///< the last thing that it announced: "reading a.bc"
  std::string how;    ///< "a segmentation fault", or LLVM's own error message
};

/// Called to announce what comes next.
using Doing = std::function<void(const std::string&)>;

/// Does `work` in a forked copy of this process, which must have one thread only. Stopped: `stop` said so, or the copy
/// has reached `memory` bytes. An InternalError in the copy is thrown here. The program comes back as text and is not
/// validated.
std::variant<Lowered, Error, Stopped, Crash> isolated(const std::function<Result<Lowered>(const Doing&)>& work,
                                                      const Stop& stop, std::uint64_t memory);

}  // namespace fermata::frontend::llvm
