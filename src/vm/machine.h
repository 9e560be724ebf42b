// SPDX-License-Identifier: Apache-2.0
// The machine: what a step of a thread does.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/stop.h"
#include "ir/program.h"
#include "vm/address.h"
#include "vm/components.h"
#include "vm/decision_tree.h"
#include "vm/footprint.h"
#include "vm/step.h"
#include "vm/threads.h"

namespace fermata::vm {

/// A part of a state that is stored as one. Equal numbers mean equal content, in all states of a machine.
struct Piece {
  bool is_thread = false;   ///< what a thread is about to do: its frames with their live registers, and its sections
  std::uint32_t which = 0;  ///< the thread's number, or the object's key
  Word content = 0;
};

/// Runs a program step by step. Gives the same answer for the same state, thread and choices, always.
class Machine {
 public:
  Machine(const ir::Program& program, const Options& options);
  /// `stop` is looked at inside of steps, too.
  Machine(const ir::Program& program, const Options& options, const Stop& stop);
  ~Machine();
  /// Another machine for the same states. Worker copies may be used at the same time, while this one is not.
  std::unique_ptr<Machine> worker_copy() const;
  /// The same with another clock. It remembers its own steps.
  std::unique_ptr<Machine> worker_copy(Options::Clock clock) const;
  /// While no worker copy is used: tidies what they all remember.
  void settle();
  /// While no worker copy is used: these are the limits from here on, for worker copies, too. A step that they end
  /// throws LimitReached, and is as if it had not been tried.
  void heed(const Stop& stop);
  const Stop& stop() const;

  std::vector<Word> initial();
  /// Tries a step of `thread`. Choices beyond `script` are taken as 0; Step::choices tells.
  void step(std::span<const Word> from, std::uint32_t thread, std::span<const std::uint32_t> script, Step& out);
  /// All steps of `thread`, in the order of their choices. `visit` returns false to end early.
  /// The Step is reused between calls.
  void each_outcome(std::span<const Word> from, std::uint32_t thread, const std::function<bool(Step&)>& visit);

  /// The threads that are alive, ascending. Their number, which the following functions ask for:
  ThreadCounts count_threads(std::span<const Word> state, std::vector<std::uint32_t>& alive);
  void each_outcome(std::span<const Word> from, std::uint32_t thread, const ThreadCounts& counts,
                    const std::function<bool(Step&)>& visit);
  /// They will be asked for soon.
  void prefetch(std::span<const Word> from, std::uint32_t thread, const ThreadCounts& counts) const;
  /// What the steps of `thread` depend on besides the words that they read: its own words, and the counts.
  DecisionTree::Key situation(std::span<const Word> state, std::uint32_t thread, const ThreadCounts& counts) const;
  /// The words that the last step has read, in that order, besides its thread's own; or nothing, if it depended on
  /// more. Not known with watch(true).
  std::optional<std::span<const std::uint32_t>> reads() const;

  /// The process has ended, normally or by exit.
  static bool ended(std::span<const Word> state) { return state[0] != 0; }
  std::uint32_t threads(std::span<const Word> state) const;
  /// Neither finished nor free: it may be able to move.
  bool alive(std::span<const Word> state, std::uint32_t thread) const;
  ThreadRecord record(std::span<const Word> state, std::uint32_t thread) const;

  /// Where in the user's code `thread` stands; and the function around it.
  ir::SourcePosition position(std::span<const Word> state, std::uint32_t thread) const;
  /// The same for every frame that is in the user's code, innermost first.
  std::vector<ir::SourcePosition> positions(std::span<const Word> state, std::uint32_t thread) const;
  /// The user's name of what is at `address`: "queue.mutex_", "slots[2]".
  std::string name(std::span<const Word> state, Address address);
  /// The same for an object of an Access, in whatever state.
  std::string name(ObjectKey object, std::uint32_t origin, std::uint32_t offset) const;
  /// A value of `size` bytes as the type at `address` shows it.
  std::string show(std::span<const Word> state, Address address, std::uint64_t value, std::uint32_t size);

  /// All that a state is made of: threads and objects.
  void pieces(std::span<const Word> state, std::vector<Piece>& out) const;
  /// The bytes of an object that is a piece.
  std::span<const std::uint8_t> bytes_of(const Piece& object) const;
  /// Is it the program's, and may others than its owner see it? The runtime's own are the variables called
  /// __fermata_...
  bool is_shared_data(const Piece& object) const;

  /// The clock has gone back, here or in a worker copy: whoever remembers what it has shown may miss that time passes.
  bool time_repeated() const;

  void watch(bool on);
  void track(bool on);
  /// Bytes taken by what states are made of and by the steps that are remembered, of all worker copies.
  std::uint64_t bytes() const;

 private:
  struct Impl;
  explicit Machine(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Limits that a machine heeds for a while.
class Heeding {
 public:
  Heeding(Machine& machine, const Stop& stop) : machine_(machine), before_(machine.stop()) { machine.heed(stop); }
  ~Heeding() { machine_.heed(before_); }
  Heeding(const Heeding&) = delete;

 private:
  Machine& machine_;
  const Stop& before_;
};

}  // namespace fermata::vm
