// SPDX-License-Identifier: Apache-2.0
// A step of a thread: what may influence it, and what it did.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/position.h"
#include "vm/address.h"
#include "vm/components.h"
#include "vm/footprint.h"
#include "vm/ownership.h"
#include "vm/threads.h"

namespace fermata::vm {

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

/// The script of the next outcome after `step`, in the order of choices; empty if it was the last.
void next_script(const Step& step, std::vector<std::uint32_t>& script);

}  // namespace fermata::vm
