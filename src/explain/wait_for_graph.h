// SPDX-License-Identifier: Apache-2.0
// Who waits for whom at the end of a run, and what explains that nobody gets on.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/position.h"
#include "base/section.h"
#include "base/thread_id.h"
#include "explain/trace.h"
#include "vm/machine.h"

namespace fermata::explain {

class WaitForGraph {
 public:
  /// Whether a thread can move is found out by trying, which may take long; who is in no wait is taken to.
  enum class Try : std::uint8_t { all, those_in_waits };
  /// After the stem of the trace.
  WaitForGraph(vm::Machine& machine, const Trace& trace, Try whom = Try::all);

  struct ThreadView {
    bool exists = false, alive = false;
    bool enabled = false;  ///< can move, or does so in the loop: if it sleeps now, then not for ever
    Position at;
    std::optional<vm::Section> waits;
    std::vector<vm::Section> holds;
    std::vector<ThreadId> obstacles;  ///< threads that could end its wait, if the thing has owners
    bool behind_writers = false;      ///< they do not hold it: they wait for it before this one
  };
  std::span<const ThreadView> threads() const { return threads_; }
  bool anyone_enabled() const;

  /// What explains a wait; the first is the best explanation.
  enum class Why : std::uint8_t {
    self_wait,    ///< for what the thread holds itself
    cycle,        ///< threads wait for each other
    hoarding,     ///< a sleeper that nobody wakes holds what others need
    abandoned,    ///< the holder has ended
    unsignalled,  ///< a sleeper that nobody wakes
    looping,      ///< a thread that runs on
    other
  };
  struct Root {
    Why why = Why::other;
    ThreadId thread{};
    std::vector<ThreadId> cycle;
  };
  /// The best explanation of why these sections never end; of why all threads that are alive never end, if there are
  /// none. Nothing, if no thread is alive.
  std::optional<Root> root(std::span<const SectionInstance> stuck) const;

 private:
  ThreadView look_at(ThreadId t, Try whom) const;
  void find_obstacles(ThreadView& view) const;
  bool announced(ThreadId t, vm::Address object) const;
  Root root_of(ThreadId t) const;
  std::vector<ThreadId> suspects(std::span<const SectionInstance> stuck) const;

  vm::Machine& machine_;
  const Trace& trace_;
  std::vector<ThreadView> threads_;
};

/// Sleeping until somebody signals it?
constexpr bool waits_for_signal(SectionKind kind) {
  return kind == SectionKind::condition || kind == SectionKind::semaphore || kind == SectionKind::futex;
}

}  // namespace fermata::explain
