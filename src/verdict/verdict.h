// SPDX-License-Identifier: Apache-2.0
// What was found out, confirmed and explained, as plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/position.h"
#include "base/thread_id.h"
#include "verdict/certificate.h"
#include "verdict/run.h"

namespace fermata::verdict {

enum class Answer : std::uint8_t { holds, violated, unknown };

/// How it is known that a property holds.
enum class Basis : std::uint8_t {
  closed_exploration,  ///< every reachable state was seen
  certificate,         ///< a proof that `confirm` has checked
};

/// How a thread stands at a moment of a run.
struct Standing {
  ThreadId thread{};
  std::string who;                      ///< the thread's name
  Position at;                          ///< where in the user's code it stands; not known: it has ended
  std::vector<std::string> holds;       ///< locks it holds
  std::string waits_for;                ///< "mutex 'a'", "the end of 'worker#1'"; empty: it can move
  std::vector<std::string> blocked_by;  ///< threads that hold that, go first there, or have to end
  bool operator==(const Standing&) const = default;
};

/// One step as people read it.
struct Step {
  std::uint32_t number = 0;  ///< from 1, through stem and loop
  ThreadId thread{};
  Position at;
  std::string text;                  ///< "lock tasks_mutex", "read stop = 0"
  bool relevant = true;              ///< false: it has nothing to do with the violation, as far as is easily seen
  bool decisive = false;             ///< a note speaks of it, or a thread is stuck after it: always shown
  std::string who = {};              ///< the thread's name: its number may have been another thread's before
  std::vector<Standing> after = {};  ///< how threads stand then: those for which the step has changed that
};

/// A function of the user's that was called and has not returned.
struct Frame {
  std::string function;
  Position at;  ///< where it stands, or calls the next one
};

struct ThreadStatus {
  enum class Kind : std::uint8_t { blocked, spinning, running, finished };
  ThreadId id{};
  std::string name;  ///< "main", "worker#1"
  Kind status = Kind::running;
  Position at;                               ///< where in the user's code it stands
  std::string waits_for;                     ///< "mutex 'a'", "condition variable 'ready'"; empty: nothing
  std::vector<std::string> held_by;          ///< threads that hold it
  std::vector<std::string> held_since = {};  ///< for each: "since step 4 (bank.cpp:12)", or empty
  std::vector<std::string>
      behind;       ///< a read-write lock that this thread wants to read: writers that wait for it and go first
  std::string why;  ///< who could end the wait, and why that will not happen; may be empty
  std::vector<std::string> holds;  ///< locks it holds
  std::vector<Frame> stack = {};   ///< innermost first; may be empty
  /// It waits for a signal: the step in which it began to, and the last one in which another thread signalled there;
  /// 0: there is none.
  std::uint32_t waits_since = 0, last_signal = 0;
  /// termination, if there is a loop: takes steps in it, cannot move anywhere in it, or could and does not.
  enum class Role : std::uint8_t { none, moves, waits, passed_over };
  Role in_loop = Role::none;
};

struct Note {
  Position at;
  std::string text;
  std::optional<ThreadId> why_of = {};  ///< the thread whose ThreadStatus::why this is
  bool told_by_thread = false;          ///< a ThreadStatus says the same
};

/// A run in people's words. Made of runs that were confirmed only.
struct Explanation {
  std::string kind;     ///< one of kinds.h: "lost-wakeup", "assertion", ...
  std::string message;  ///< the headline without its position
  Position at;          ///< the place the headline names
  std::vector<Note> notes;
  std::vector<ThreadStatus> threads;  ///< as they stand at the end of the stem; also those that were joined before
  std::vector<Step> stem;
  /// After this step of the stem nothing can prevent the hang; what follows shows only how other threads come to rest.
  std::optional<std::uint32_t> point_of_no_return;
  std::vector<Step> loop;
  std::vector<std::string> output;  ///< what the program printed on the stem, line by line
};

/// The answer for one property. The explanation, and `run`, are empty unless it is violated.
struct Finding : Explanation {
  Property property = Property::hang;
  Answer answer = Answer::unknown;
  std::string engine;                      ///< "explore"
  bool confirmed = false;                  ///< violated: confirm has replayed the run
  std::optional<Basis> basis;              ///< holds: how that is known
  std::string sections;                    ///< hang, holds: the kinds that were looked at, if not all
  std::string reason;                      ///< unknown: why, where, and what to change
  std::vector<std::string> because;        ///< holds, by a certificate: what falls in which loop
  std::optional<Certificate> certificate;  ///< holds: if that is the basis
  /// termination: holds: what was assumed of the scheduler; violated: how fair the run was seen to be.
  std::optional<Fairness> fairness;
  Run run;
};

/// Something reached that we do not model: the input cannot be judged (exit code 3).
struct Unmodelled {
  std::string what;               ///< the function's name, or what was attempted: "throwing std::bad_alloc"
  std::string hint;               ///< what to do instead; may be empty
  Position at;                    ///< where it is called
  std::vector<Frame> calls = {};  ///< how the program gets there, innermost first; of what was not reached, empty
};

/// Something that is no violation, but may make the program do something else than what was checked.
struct Warning {
  struct Access {
    ThreadId thread{};
    std::string who;  ///< the thread's name
    Position at;
    bool write = false;
    std::string sort;  ///< "plain", "volatile", "atomic"
  };
  std::string id;  ///< "data-race": two threads can access a variable at the same time
  std::string variable;
  Access first, second;    ///< at least one of them writes, and at least one is not atomic
  std::vector<Move> stem;  ///< leads to a state in which both come next
  HeapRules heap;          ///< as in Run
};

/// What an exploration of transactions has found out about a variable or a lock.
struct Protection {
  std::string variable;
  std::string how;  ///< "protected by 'mx'", "only read", ...
  bool operator==(const Protection&) const = default;
};

struct Statistics {
  std::string engine;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  double seconds = 0;  ///< exploring, without compiling
  std::uint64_t peak_rss_bytes = 0;
  double bytes_per_state = 0;
  bool complete = false;                              ///< every reachable state was seen
  std::optional<std::uint64_t> deadlock_states;       ///< counted only on request
  std::optional<std::uint64_t> cannot_finish_states;  ///< likewise
};

/// A part of the states, and how much it varies among those that were seen.
struct Part {
  enum class Kind : std::uint8_t { variable, thread };
  Kind kind = Kind::variable;
  std::string name;          ///< "counter"; "worker#2", or "worker" if several threads of this function are alike
  std::uint32_t count = 1;   ///< how many threads
  std::uint64_t values = 0;  ///< how many different ones there are in the sample; of the thread that has most
  double factor = 1;         ///< so many times fewer states there would be in the sample if this part did not count
  Position at;               ///< thread: the line where it has most of them
};

/// Why there are so many states: what was found in a sample of them when a limit ended the search.
struct Explosion {
  std::uint64_t sampled = 0;        ///< states
  std::vector<Part> parts;          ///< those that vary most, first
  std::vector<std::string> advice;  ///< what to cut, as sentences without a full stop
};

struct Verdict {
  std::vector<Finding> findings;  ///< one per property that was asked for
  std::vector<std::string> assumptions;
  std::vector<Note> notes;                ///< what is no violation, but worth knowing of a program without one
  std::vector<std::string> not_in_state;  ///< variables whose values were left out, since nothing depends on them
  std::vector<Statistics> statistics;     ///< one per engine that was asked
  std::optional<Unmodelled> unmodelled;
  std::vector<Unmodelled> more_unmodelled;  ///< that was reached besides, or is called somewhere
  /// If `safety` was not asked for, and a run was seen to fail, which counts as an end: that run, as a violation of
  /// `safety`.
  std::optional<Finding> failing;
  /// If `safety` was not asked for, and there is a certificate for what was: what it shows of `safety`, holds or
  /// unknown.
  std::optional<Finding> safety_besides;
  std::vector<Protection> protections;  ///< only on request
  std::optional<Explosion> explosion;
  std::vector<Warning> warnings;    ///< one for each pair of places, ordered by place
  std::uint64_t more_warnings = 0;  ///< that were seen and are not told
  bool time_repeats = false;        ///< clocks were seen to go back, so that time passes only a few times
  bool all_races = false;           ///< those are all data races that there are
};

/// violated if any finding is, else unknown if any finding is, else holds.
Answer overall(const Verdict&);

std::string_view name(Answer);
std::string_view name(ThreadStatus::Kind);
std::string_view name(ThreadStatus::Role);
std::string_view name(Basis);
std::string_view name(Part::Kind);
std::optional<Property> property_named(std::string_view);

}  // namespace fermata::verdict
