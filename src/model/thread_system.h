// SPDX-License-Identifier: Apache-2.0
// A program as automata, one for each thread: locations, and edges with guards and updates over variables.
//
// An edge is one step of its thread (docs/internals/states.md), or a part of one. Its guard and the new values are
// terms over the values before the edge; all updates happen at once. A thread at a location of which no edge is
// possible is blocked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/thread_id.h"
#include "ir/program.h"
#include "model/terms.h"

namespace fermata::model {

enum class LocationId : std::uint32_t {};
enum class EdgeId : std::uint32_t {};
constexpr std::uint32_t index(LocationId location) { return static_cast<std::uint32_t>(location); }
constexpr std::uint32_t index(EdgeId edge) { return static_cast<std::uint32_t>(edge); }

struct Variable {
  enum class Role : std::uint8_t {
    memory,        ///< bytes that several threads can see
    alive,         ///< whether an object is there: 1, or 0 once it is freed or its scope is left
    thread_state,  ///< 0 none, 1 running, 2 finished, 3 detached
    result,        ///< what a thread has returned
    sleep,         ///< the address that a thread sleeps on; 0: it is awake
    local,         ///< a register, or bytes that one thread alone can see
    input,         ///< what the environment decides on an edge that reads it; no edge writes it, none keeps it
  };
  std::string name;  ///< "m[2].owner", "worker/1: i"; each once
  unsigned width = 64;
  Role role = Role::memory;
  std::optional<ThreadId> owner;  ///< local: whose
  /// input: from the first to the second, as signed numbers; nothing: all that its width has.
  std::optional<std::pair<std::int64_t, std::int64_t>> range = {};
  std::uint64_t initial = 0;
  /// All that it ever holds, ascending, if these are few.
  std::optional<std::vector<std::uint64_t>> values;
  /// Edges compare it as a number without sign, so who counts with it reads its bits as one (find_readings).
  bool without_sign = false;

  /// What these bits are as a number; of one bit, 0 or 1.
  __int128 number(std::uint64_t bits) const {
    if (without_sign || width == 1) return static_cast<__int128>(low_bits(bits, width));
    return sign_extended(bits, width);
  }
};

/// Where in the code a call stands, or what is next.
struct Place {
  ir::FunctionId function{};
  std::uint32_t block = 0;
  std::uint32_t instruction = 0;
  auto operator<=>(const Place&) const = default;
};

struct Location {
  enum class Kind : std::uint8_t {
    visible,  ///< before an operation that others can see
    silent,   ///< in a loop of private work
    ended,    ///< the thread has ended
    process_ended,
    failed,  ///< a safety violation: the process is over
    unmodelled,
    refused,  ///< the lift does not know what happens here
  };
  ThreadId thread{};
  Kind kind = Kind::visible;
  std::vector<Place> stack;      ///< the outermost call first
  std::vector<VariableId> live;  ///< variables of the thread that have a meaning here; others are 0
  std::vector<EdgeId> out;
  ir::PositionId at{};
  std::string what;  ///< of the last three: why
};

struct Choice {
  std::uint32_t why = 0;    ///< as in runtime/fermata_intrinsics.h
  std::uint64_t taken = 0;  ///< the number of the option; of an input its value, extended to 64 bits
  std::uint64_t of = 0;
  bool of_threads = false;  ///< `taken` is one of the system's threads
};

struct Edge {
  ThreadId thread{};
  LocationId from{}, to{};
  std::vector<TermId> guard;  ///< all of them must hold
  std::vector<std::pair<VariableId, TermId>> update;
  std::vector<std::pair<ThreadId, LocationId>> starts;  ///< these threads begin here
  std::vector<Choice> choices;
  bool blocks = false;    ///< a wait is among the guards: while it is false, the thread waits
  bool input = false;     ///< one of its choices is the environment's
  bool spurious = false;  ///< a spurious wakeup or failure: a fair run has finitely many
  ir::PositionId at{};
};

struct Thread {
  std::string name;  ///< its function; with a number, if there are several
  /// An earlier thread with the same automaton, up to the names of variables and the numbers in it.
  std::optional<ThreadId> like;
};

struct ThreadSystem {
  Terms terms;
  std::vector<Variable> variables;
  std::vector<Location> locations;
  std::vector<Edge> edges;
  std::vector<Thread> threads;
  LocationId start{};        ///< of main; the others have not begun
  std::uint32_t rounds = 0;  ///< until nothing new was found
  /// Where addresses are compared of which one may be that of an object that is gone. The machine may put another one
  /// in its place, which is not seen here: a run of it need not be one of the automata then.
  std::optional<ir::PositionId> compares_gone = {};
  /// Where a thread accesses a thread-local variable of another one. The machine fails if that one has ended.
  std::optional<ir::PositionId> lent_thread_local = {};

  const Location& operator[](LocationId id) const { return locations[index(id)]; }
  const Edge& operator[](EdgeId id) const { return edges[index(id)]; }
  const Variable& operator[](VariableId id) const { return variables[index(id)]; }
};

}  // namespace fermata::model
