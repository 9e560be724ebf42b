// SPDX-License-Identifier: Apache-2.0
// The machine: what a step of a thread does. What a state looks like to people: inspect.h. For caches: cache_hooks.h.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/stop.h"
#include "base/thread_id.h"
#include "ir/program.h"
#include "vm/step.h"
#include "vm/stored.h"
#include "vm/threads.h"

namespace fermata::vm {

/// One call: where in the program's text it goes on, or calls the next one.
struct CallFrame {
  ir::FunctionId function{};
  std::uint32_t block = 0, instruction = 0;
  ir::PositionId at{};
};

/// Runs a program step by step. Gives the same answer for the same state, thread and choices, always.
class Machine {
 public:
  Machine(const ir::Program& program, const Options& options);
  /// Within these limits; see set_limits.
  Machine(const ir::Program& program, const Options& options, const Stop& stop);
  /// A machine for the same program, which is not translated again. Shares nothing else with `other`: neither states
  /// nor what it remembers.
  Machine(const Machine& other, const Options& options, const Stop& stop);
  ~Machine();
  /// Another machine for the same states. Worker copies may be used at the same time, while this one is not.
  std::unique_ptr<Machine> worker_copy() const;
  /// The same with another clock. It remembers its own steps.
  std::unique_ptr<Machine> worker_copy(Options::Clock clock) const;
  /// The same with all rounds of bounded spins, or one. It remembers its own steps.
  std::unique_ptr<Machine> worker_copy(Options::Spins spins) const;
  /// While no worker copy is used: frees what their caches no longer need, and drops caches that do not pay.
  void reclaim();
  /// While no worker copy is used: the limits from here on, also for worker copies. They are checked inside of steps,
  /// too. A step that a limit ends throws LimitReached and leaves no trace.
  void set_limits(const Stop& stop);
  const Stop& stop() const;
  const ir::Program& program() const;
  const Options& options() const;

  std::vector<Word> initial();
  /// Tries a step of `thread`. Where it has a choice it takes the next number of `script`, and the first once these
  /// are used up; Step::choices says what was taken.
  void step(std::span<const Word> from, ThreadId thread, std::span<const std::uint64_t> script, Step& out);
  /// All steps of `thread`, in the order of their choices. `visit` returns false to end early.
  /// The Step is reused between calls.
  void each_outcome(std::span<const Word> from, ThreadId thread, const std::function<bool(Step&)>& visit);

  /// The process has ended, normally or by exit.
  static bool ended(std::span<const Word> state) { return state[0] != 0; }
  std::uint32_t threads(std::span<const Word> state) const;
  /// Neither finished nor free: it may be able to move.
  bool alive(std::span<const Word> state, ThreadId thread) const;
  ThreadRecord record(std::span<const Word> state, ThreadId thread) const;
  /// Of all threads.
  std::vector<SectionInstance> open_sections(std::span<const Word> state) const;
  /// The calls that it is in, the outermost first.
  std::vector<CallFrame> frames(std::span<const Word> state, ThreadId thread) const;

  /// The clock has gone back, here or in a worker copy (Options::Clock::returning). A program that remembers earlier
  /// readings may then behave as no real clock would make it behave.
  bool time_repeated() const;

  /// Options::Spins::once, here or in a worker copy: a round that goes on has changed something, so that it matters how
  /// many rounds there are. What was seen with `once` may be wrong then.
  bool spins_matter() const;

  /// Here or in a worker copy, a thread has freed what another had allocated, and the address of an object that is gone
  /// was compared with another one: whether these are equal may depend on who uses a place again
  /// (HeapRules::freers_reuse).
  bool reuse_matters() const;

  void watch(bool on);          ///< from here on steps have events; they are not cached then
  void track(bool on);          ///< from here on steps have a footprint
  std::uint64_t steps() const;  ///< how many it was asked for so far, without its worker copies
  /// Bytes taken by components, footprints and cached steps, of all worker copies together.
  std::uint64_t bytes() const;

  /// For files of this room: machine_impl.h.
  struct Impl;
  Impl& impl() const { return *impl_; }

 private:
  explicit Machine(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Other limits, until the end of a scope.
class ScopedLimits {
 public:
  ScopedLimits(Machine& machine, const Stop& stop) : machine_(machine), before_(machine.stop()) {
    machine.set_limits(stop);
  }
  ~ScopedLimits() { machine_.set_limits(before_); }
  ScopedLimits(const ScopedLimits&) = delete;

 private:
  Machine& machine_;
  const Stop& before_;
};

}  // namespace fermata::vm
