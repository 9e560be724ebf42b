// SPDX-License-Identifier: Apache-2.0
// LLVM at work in another process. It trusts what it reads, and ends the process when it is surprised.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>

#include "base/error.h"
#include "base/stop.h"
#include "ir/program.h"

namespace fermata::frontend {

struct Lowered {
  ir::Program program;
  std::string warnings;
};

/// That process did not survive.
struct Crash {
  std::string doing;  ///< what it had said last that it would do: "reading a.bc"
  std::string how;    ///< "a segmentation fault"; LLVM's own words, if it had some
};

/// Called with what comes next.
using Doing = std::function<void(const std::string&)>;

/// Does `work` in a copy of this process, which must have one thread only. Stopped: `stop` said so, or it came to
/// `memory` bytes. An InternalError there is one here. The program comes back as text, and is valid.
std::variant<Lowered, Error, Stopped, Crash> isolated(const std::function<Result<Lowered>(const Doing&)>& work,
                                                      const Stop& stop, std::uint64_t memory);

}  // namespace fermata::frontend
