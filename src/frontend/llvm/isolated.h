// SPDX-License-Identifier: Apache-2.0
// Runs LLVM in a process of its own, since it trusts its input and aborts when that is malformed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.h"
#include "base/stop.h"
#include "base/subprocess.h"
#include "frontend/llvm/packed_texts.h"
#include "ir/program.h"

namespace fermata::frontend::llvm {

struct Lowered {
  ir::Program program;
  std::string warnings;
  std::string assumptions{};  ///< one on each line
  std::string text{};         ///< of the program, once it has come back
};

/// The process has crashed.
struct Crash {
  std::string doing;  ///< the last thing that it announced: "reading a.bc"
  std::string how;    ///< "a segmentation fault", or LLVM's own error message
};

/// Called to announce what comes next.
using Doing = std::function<void(const std::string&)>;

/// A forked copy of this process at work, which has begun before its input is there. It is killed when this object
/// goes.
class Isolated {
 public:
  using Outcome = std::variant<Lowered, Error, Stopped, Crash>;
  /// Waits for what is given below.
  using Input = std::function<Texts()>;
  using Work = std::function<Result<Lowered>(const Input&, const Doing&)>;

  /// This process must have one thread only.
  static Result<Isolated> begin(const Work& work);
  /// Once, and not nothing. False: there is no memory for it.
  bool give(Texts input) const { return files_[input_file].append(packed(std::move(input))); }
  /// Stopped: `stop` said so, or the copy has reached `memory` bytes. An InternalError in the copy is thrown here. The
  /// program comes back as text and is not validated.
  Outcome finish(const Stop& stop, std::uint64_t memory);

 private:
  enum : std::uint8_t { input_file, answer_file, progress_file, printed_file, number_of_files };
  Isolated(std::vector<MemoryFile> files, Subprocess process)
      : files_(std::move(files)), process_(std::move(process)) {}

  std::vector<MemoryFile> files_;
  Subprocess process_;
};

/// The same for work that has its input already.
Isolated::Outcome isolated(const std::function<Result<Lowered>(const Doing&)>& work, const Stop& stop,
                           std::uint64_t memory);

}  // namespace fermata::frontend::llvm
