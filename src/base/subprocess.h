// SPDX-License-Identifier: Apache-2.0
// Child processes, for work that may crash, run for ever or take all memory.
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

/// A file in memory (memfd). It is gone when no process has it open any more, however the processes ended.
class MemoryFile {
 public:
  static Result<MemoryFile> make();
  MemoryFile(MemoryFile&&) noexcept;
  MemoryFile& operator=(MemoryFile&&) = delete;
  ~MemoryFile();

  /// A path to it, valid in this process and in those that are started while this object lives.
  std::string path() const;
  /// False: there was no room for it.
  bool append(std::string_view text) const;
  std::string content() const;
  int descriptor() const { return descriptor_; }

 private:
  explicit MemoryFile(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

/// A child process. It is killed, together with the processes it has started, when this object goes, and also if this
/// process dies. It has a process group of its own, so that Ctrl-C reaches only us, and leaves no core file.
class Subprocess {
 public:
  struct End {
    int code = 0;
    int signal = 0;  ///< 0: it was not ended by a signal
    bool well() const { return code == 0 && signal == 0; }
  };

  /// Runs a program, named by its path, that reads nothing from stdin. If it cannot be run, its code is 127 and
  /// `errors` says why.
  static Result<Subprocess> run(std::vector<std::string> command, const MemoryFile& output, const MemoryFile& errors);
  /// Does `work` in a forked copy of this process, which must have one thread only. The copy ends with code 0 if `work`
  /// does not throw. Results go through a MemoryFile; stdout and stderr are `errors`.
  static Result<Subprocess> copy(const std::function<void()>& work, const MemoryFile& errors);

  Subprocess(Subprocess&&) noexcept;
  Subprocess& operator=(Subprocess&&) = delete;
  ~Subprocess();

  /// How it ended; nothing: it is still running.
  std::optional<End> ended();
  /// Its resident set now.
  std::uint64_t resident_bytes() const;

 private:
  explicit Subprocess(pid_t id) : id_(id) {}
  void reap();

  pid_t id_;
  std::optional<End> end_;
};

/// Waits until the first one has ended. Stopped: `stop` said so, or one of them has reached `memory` bytes; they are
/// still running then.
std::variant<Subprocess::End, Stopped> wait(std::span<Subprocess* const> all, const Stop& stop, std::uint64_t memory);

/// The same, but not longer than until `done`: nothing if that comes first.
std::optional<std::variant<Subprocess::End, Stopped>> wait_until(const std::function<bool()>& done,
                                                                 std::span<Subprocess* const> all, const Stop& stop,
                                                                 std::uint64_t memory);

/// "a segmentation fault"; for a signal that has no name for people, its number.
std::string signal_name(int signal);

}  // namespace fermata
