// SPDX-License-Identifier: Apache-2.0
// A step of a thread: what may influence it, and what it did.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/heap_rules.h"
#include "base/position.h"
#include "base/section.h"
#include "base/semantics.h"
#include "base/thread_id.h"
#include "ir/bounded_spins.h"
#include "ir/events.h"
#include "vm/address.h"
#include "vm/footprint.h"
#include "vm/ownership.h"
#include "vm/stored.h"
#include "vm/threads.h"

namespace fermata::vm {

struct Options {
  Semantics semantics;
  /// returning: the clock may go back, so that a loop that reads it comes back to a state it was in. advancing: it
  /// never goes back, so such a loop does not. hurrying: as advancing, with a long time between two readings. Runs make
  /// the same choices with all of them.
  enum class Clock : std::uint8_t { returning, advancing, hurrying };
  Clock clock = Clock::returning;
  /// If the old owner accesses an object that was handed over, the step says `Outcome::disowned`: start again without
  /// hand-over. Whether it matters who uses a place again: Machine::reuse_matters.
  HeapRules heap;
  /// once: a thread that looks for something a bounded number of times, and each time in vain, looks once
  /// (ir/bounded_spins.h). What it does then is the same; see Machine::spins_matter.
  enum class Spins : std::uint8_t { all, once };
  Spins spins = Spins::all;
  OwnershipRules ownership;  ///< changed only by tests
  ir::SpinRules spin_rules;  ///< changed only by tests
};

/// Why a value was chosen; as in runtime/fermata_intrinsics.h.
enum class Why : std::uint8_t { input, spurious, timeout, policy };

struct Failure {
  std::string kind;  ///< "assertion", "invalid-access", ...
  std::string text;
  Position at;
  /// The user's functions that were called, and where each calls the next one; innermost first. Of a kind other than
  /// "unmodelled" only with Machine::watch(true).
  struct Call {
    std::string function;
    Position at;
    std::string inlined_into = {};  ///< a function of the user's, too; empty: it was not
  };
  std::vector<Call> calls = {};
  // Of kind "ownership":
  Address about = 0;           ///< the byte in question
  ThreadId other = no_thread;  ///< who owns it, or owned it
};

/// One thing that a step did, for a trace; collected only with Machine::watch(true).
struct Event {
  enum class Kind : std::uint8_t { event, read, write, update, print };
  Kind kind = Kind::event;
  std::string text;                 ///< event: what the runtime said; print: the text
  ir::Verb verb = ir::Verb::other;  ///< event: the same as a verb
  Address object = 0;               ///< a small number stands for a thread
  std::string name;                 ///< of the object, at that moment
  std::string value;                ///< read, write: what, as its type shows it; may be empty
  ThreadId thread{};
  Position at;
  ThreadId owner = no_thread;  ///< this thread owns the object from here on
};

struct Step {
  enum class Outcome : std::uint8_t {
    moved,       ///< `target` is the next state
    blocked,     ///< the thread cannot move in this state
    failed,      ///< a safety violation: `failure`
    unmodelled,  ///< reached something we do not model: `failure` names it
    disowned,    ///< accessed what is private to another thread; see HeapRules::hand_over
  };
  Outcome outcome = Outcome::blocked;
  std::vector<Word> target;
  bool resized = false;                ///< `target` has more or fewer words than the source
  std::vector<std::uint32_t> changed;  ///< if not: the words that differ, ascending
  bool cut_short = false;              ///< it was ended inside a long private loop; the next step goes on there
  bool input = false;                  ///< it chose an input
  bool spurious = false;  ///< a wait began that will end without a signal, or an operation failed without cause
  bool breaks = false;    ///< blocked: by an assumption that does not hold
  /// Taken, in order: the number of the option; of an input its value, extended to 64 bits.
  std::vector<std::uint64_t> choices;
  std::vector<std::uint64_t> last;     ///< the last that could have been chosen, each time
  bool chooses = false;                ///< it could have been another step
  std::vector<SectionInstance> ended;  ///< sections
  Failure failure;
  std::vector<Event> events;  ///< only with Machine::watch(true)
  /// A bit for each Why that it had to choose for, also where an option leaves no choice; only with
  /// Machine::watch(true).
  std::uint8_t reasons = 0;
  /// Only with Machine::track(true); lives as long as the machine and its worker copies.
  const Footprint* footprint = nullptr;
};

/// The script of the next outcome after `step`, in the order of choices; empty if it was the last.
void next_script(const Step& step, std::vector<std::uint64_t>& script);

}  // namespace fermata::vm
