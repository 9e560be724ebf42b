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

#include "base/position.h"
#include "base/stop.h"
#include "ir/program.h"
#include "store/components.h"
#include "store/decision_tree.h"
#include "vm/address.h"
#include "vm/footprint.h"
#include "vm/ownership.h"
#include "vm/threads.h"

namespace fermata::vm {

using store::DecisionTree;

struct Options {
  /// Condition waits may return without having been signalled.
  bool spurious_wakeups = true;
  /// try_lock and weak compare-exchange may fail without cause.
  bool spurious_failures = false;
  enum class Timeouts : std::uint8_t { may, never, always };
  Timeouts timeouts = Timeouts::may;
  /// returning: lets loops that look at the clock come back to where they were. advancing: never goes back, so they do
  /// not. hurrying: nor does this one, and each look is much later than the last. Runs make the same choices with all
  /// of them.
  enum class Clock : std::uint8_t { returning, advancing, hurrying };
  Clock clock = Clock::returning;
  /// Treat a private heap object that is passed to a new thread as that thread's own from then on.
  /// If the old owner touches it all the same the step says `Outcome::disowned`: start again without.
  bool hand_over = true;
  OwnershipRules ownership;  ///< changed only by tests
};

/// Why a value was chosen; as in runtime/fermata_intrinsics.h.
enum class Why : std::uint8_t { input, spurious, timeout, policy };

struct Failure {
  std::string kind;  ///< "assertion", "invalid-access", ...
  std::string text;
  Position at;
  // Of kind "ownership":
  static constexpr std::uint32_t nobody = 0xffffffff;
  Address about = 0;             ///< the byte in question
  std::uint32_t other = nobody;  ///< who owns it, or owned it
};

/// A section that ended in a step.
struct Ended {
  Section section;
  std::uint32_t thread = 0;  ///< whose it was
};

/// What people want to know about a step; collected only if asked for.
struct Event {
  enum class Kind : std::uint8_t { event, read, write, update, print };
  Kind kind = Kind::event;
  std::string text;    ///< event: the verb; print: the text
  Address object = 0;  ///< a small number stands for a thread
  std::string name;    ///< of the object, at that moment
  std::string value;   ///< read, write: what, as its type shows it; may be empty
  std::uint32_t thread = 0;
  Position at;
  std::uint32_t owner = Failure::nobody;  ///< this thread owns the object from here on
};

struct Step {
  enum class Outcome : std::uint8_t {
    moved,       ///< `target` is the next state
    blocked,     ///< the thread cannot move in this state
    failed,      ///< a safety violation: `failure`
    unmodelled,  ///< reached something we do not model: `failure` names it
    disowned,    ///< see Options::hand_over; also: private memory was reached by another thread unseen
  };
  Outcome outcome = Outcome::blocked;
  std::vector<Word> target;
  bool resized = false;                ///< `target` has more or fewer words than the source
  std::vector<std::uint32_t> changed;  ///< if not: the words that differ, ascending
  bool cut_short =
      false;           ///< it went round very often without anything that others see, and will go on with the next one
  bool input = false;  ///< it chose an input
  bool spurious = false;               ///< a wait that will wake up by itself began, or something failed without cause
  std::vector<std::uint32_t> choices;  ///< taken, in order
  std::vector<std::uint32_t> options;  ///< how many there were, each time
  std::vector<Ended> ended;
  Failure failure;
  std::vector<Event> events;  ///< only with Machine::watch(true)
  std::uint8_t reasons =
      0;  ///< of its choices, also those that an option forbids, a bit for each Why; only with Machine::watch(true)
  const Footprint* footprint =
      nullptr;  ///< only with Machine::track(true); good as long as the machine and its worker copies
};

/// In which a thread takes a step: how many run, this one included; how many others have not been joined.
struct Company {
  std::uint32_t alive = 0, others = 0;
};

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
  /// While no worker copy is used: frees memory of what they all remember (store/memo_table.h).
  void reclaim();
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

  /// The threads that are alive, ascending. They are all in this company, which is then told to:
  Company company(std::span<const Word> state, std::vector<std::uint32_t>& alive);
  void each_outcome(std::span<const Word> from, std::uint32_t thread, const Company& company,
                    const std::function<bool(Step&)>& visit);
  /// They will be asked for soon.
  void prefetch(std::span<const Word> from, std::uint32_t thread, const Company& company) const;
  /// What the steps of `thread` depend on besides the words that they read: its own words, and the company.
  DecisionTree::Key situation(std::span<const Word> state, std::uint32_t thread, const Company& company) const;
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

/// The script of the next outcome after `step`, in the order of choices; empty if it was the last.
void next_script(const Step& step, std::vector<std::uint32_t>& script);

/// `_Z3foov` as `foo()`; a name that is not mangled stays as it is.
std::string demangled(const std::string& name);

}  // namespace fermata::vm
