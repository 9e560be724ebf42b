// SPDX-License-Identifier: Apache-2.0
// For whoever asks the same about one thread in many states: where has nothing changed that the answer depended on?
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_id.h"
#include "vm/machine.h"
#include "vm/stored.h"
#include "vm/threads.h"

namespace fermata::vm {

/// What some steps of a thread have depended on that begin in one state: its record, the numbers of threads, and the
/// words of that state in which they have read something. Also the steps that follow them, in states which only this
/// thread has changed: what they read is as it was, or follows from what was read before.
class Dependence {
 public:
  /// `counts` are those of the state (count_threads in cache_hooks.h), in which the thread is alive.
  void begin(const Machine& machine, std::span<const Word> state, ThreadId thread, const ThreadCounts& counts);
  /// The machine has just taken one of these steps.
  void note(const Machine& machine);
  /// All of them would be the same here. Not if nothing has begun.
  bool holds_in(std::span<const Word> state, const ThreadCounts& counts) const;

  /// Until the end of a scope: all steps that this machine takes are such steps.
  class Noting {
   public:
    Noting(const Machine& machine, Dependence& dependence);
    ~Noting();
    Noting(const Noting&) = delete;

   private:
    const Machine& machine_;
    Dependence* before_;
  };

 private:
  std::vector<Word> state_;
  std::size_t record_ = 0;  ///< the word with that of the thread
  ThreadCounts counts_;
  std::vector<bool> is_read_;
  std::vector<std::uint32_t> read_;  ///< words, each once
  bool known_ = false;
};

}  // namespace fermata::vm
