// SPDX-License-Identifier: Apache-2.0
// Work in other processes, since it may crash, never end, or take all memory.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "base/stop.h"

namespace fermata {

/// A file that is on no disk, and gone when no process has it open any more, however they ended.
class MemoryFile {
 public:
  static Result<MemoryFile> make();
  MemoryFile(MemoryFile&&) noexcept;
  MemoryFile& operator=(MemoryFile&&) = delete;
  ~MemoryFile();

  /// A name for it, here and in the processes that are started while this lives.
  std::string path() const;
  /// False: there was no room for it.
  bool append(std::string_view text) const;
  std::string content() const;
  int descriptor() const { return descriptor_; }

 private:
  explicit MemoryFile(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

/// A process that does not outlive us, however we end. With this it ends, too, together with what it has started.
/// It is in a process group of its own, so that Ctrl-C is ours to answer, and leaves no core file.
class Subprocess {
 public:
  struct End {
    int code = 0;
    int signal = 0;  ///< 0: it was none
    bool well() const { return code == 0 && signal == 0; }
  };

  /// Runs a program, named by its path, that reads nothing from stdin. If it cannot be run, its code is 127 and
  /// `errors` says why.
  static Result<Subprocess> run(std::vector<std::string> command, const MemoryFile& output, const MemoryFile& errors);
  /// Does `work` in a copy of this process, which must have one thread only. The copy ends well if `work` does not
  /// throw. What it has to say goes through a MemoryFile; stdout and stderr are `errors`.
  static Result<Subprocess> copy(const std::function<void()>& work, const MemoryFile& errors);

  Subprocess(Subprocess&&) noexcept;
  Subprocess& operator=(Subprocess&&) = delete;
  ~Subprocess();

  /// How it ended; nothing: it is at work.
  std::optional<End> ended();
  /// Its resident set now.
  std::uint64_t resident_bytes() const;

 private:
  explicit Subprocess(pid_t id) : id_(id) {}
  void reap();

  pid_t id_;
  std::optional<End> end_;
};

/// Waits for the end of the first. Stopped: `stop` said so, or one of them has come to `memory` bytes. They are still
/// at work then.
std::variant<Subprocess::End, Stopped> wait(std::span<Subprocess* const> all, const Stop& stop, std::uint64_t memory);

/// "a segmentation fault"; for a signal that has no name for people, its number.
std::string signal_name(int signal);

}  // namespace fermata
