// SPDX-License-Identifier: Apache-2.0
// Which steps commute with what other threads do? Inferred: assumed first, checked at every access, corrected.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/thread_id.h"
#include "reduce/rules.h"
#include "reduce/runs.h"
#include "vm/footprint.h"

namespace fermata::reduce {

/// A right mover commutes with whatever another thread does next, a left mover with what another thread did before it.
enum class Mover : std::uint8_t { both, right, left, none };

/// Starts with the beliefs that every variable is protected by some lock, or is used by one thread only, or is never
/// written; else, that its writers have some lock in common; that no thread asks whether a lock is taken or a thread
/// still runs; and that there are no inputs. Each step that is classified is evidence. What it refutes changes the
/// beliefs when they are revised, not before: during one exploration equal footprints are classified equally.
class Movers {
 public:
  explicit Movers(const Rules& rules = {}) : rules_(rules) {}

  /// A blocked step is evidence, too, since it depends on what it has read. It is no mover.
  Mover classify(const vm::Footprint& footprint);
  void saw_input() { inputs_seen_ = true; }

  // These may be used by several threads at a time, while nobody classifies.
  /// As the footprint was classified before; or nothing.
  std::optional<Mover> recall(const vm::Footprint& footprint) const;
  bool has_seen_input() const { return inputs_seen_; }
  /// Not if there are inputs: they are chosen by another player than other choices, so the order of choices matters.
  bool choices_move() const { return !inputs_; }

  /// There is evidence against a belief.
  bool refuted() const;
  void revise();

  /// What protects a variable, for --explain-reduction.
  struct Variable {
    vm::ObjectKey object = 0;
    std::uint32_t origin = 0, offset = 0, size = 0;
    bool written = false;
    std::vector<vm::Address> locks;    ///< a number up to vm::max_threads stands for "only thread n - 1"
    std::vector<vm::Address> writers;  ///< if there are none: the locks that all who write it have
    std::uint32_t owned = 0;           ///< it has declared owners: 1 + the function that says who
    bool guard = false;                ///< a predicate of ownership reads it
    bool operator==(const Variable&) const = default;
  };
  /// Neighbouring bytes with equal protection are one variable. Ordered by address.
  std::vector<Variable> variables() const;
  const std::set<vm::Address>& observed_locks() const { return observed_; }
  std::set<vm::Address> locks() const;
  /// The object that the lock is in, and how it came to be (Access::origin).
  std::pair<vm::ObjectKey, std::uint32_t> object_of(vm::Address lock) const;

 private:
  using LockSet = std::uint32_t;  ///< a number in sets_; 0 is the empty set
  struct Cell {                   ///< a byte of memory
    LockSet locks = 0;
    LockSet writers = 0;   ///< the locks that all who wrote it had
    LockSet believed = 0;  ///< of an exposed one: the locks that all who write it have
    bool seen = false, written = false;
    bool exposed = false;    ///< believed to be unprotected
    bool to_expose = false;  ///< or to have fewer `believed`
    bool lock = false;       ///< part of a lock
    bool to_lock = false;
    bool guard = false;  ///< a predicate of ownership reads it
    bool to_guard = false;
    std::uint32_t owned = 0;  ///< as in Variable
  };
  using Place = std::uint64_t;  ///< an object and how it came to be
  static Place place(const vm::Access& a) { return std::uint64_t{a.object} << 32 | a.origin; }

  Mover classify_new(const vm::Footprint& footprint);
  Mover classify(const vm::Operation& operation, ThreadId thread);
  bool all_protected(const vm::Operation& operation, ThreadId thread);
  struct Locks {
    LockSet writing = 0, reading = 0;  ///< that protect a write; that protect a read: those, and shares
  };
  bool is_protected(const vm::Access& access, const vm::Operation& operation, Locks locks);
  bool is_fine(Cell& cell, std::uint32_t at, const vm::Access& access, vm::Address lock, LockSet held);
  bool is_owned(const vm::Access& access);
  void guard(const vm::Access& access);
  LockSet number(std::vector<vm::Address> locks);
  LockSet number_set(std::vector<vm::Address>& locks);
  LockSet meet(LockSet a, LockSet b);
  bool share(LockSet a, LockSet b) { return meet(a, b) != 0; }
  void observe(vm::Address lock);
  void expose(Cell& cell);
  void doubt(Cell& cell);

  Rules rules_;
  std::unordered_map<Place, Runs<Cell>> memory_;
  std::map<std::pair<Place, std::uint32_t>, vm::Address> lock_at_;
  std::vector<std::vector<vm::Address>> sets_{{}};
  std::map<std::vector<vm::Address>, LockSet> numbers_{{{}, 0}};
  std::map<std::pair<LockSet, LockSet>, LockSet> meets_;
  bool doubts_ = false;  ///< there are cells to_expose, to_lock or to_guard
  std::set<vm::Address> observed_, to_observe_;
  std::set<vm::ObjectKey> contended_, to_contend_;  ///< with exposed bytes, or accessed after they were gone
  std::set<std::uint64_t> asked_, to_ask_;          ///< waits (vm::wait_key) that some thread has looked for
  bool ends_observed_ = false, ends_seen_ = false;
  bool inputs_ = false, inputs_seen_ = false;
  bool violations_ = false, violations_seen_ = false;
  std::vector<vm::Address> held_, readable_;
  /// By id of a footprint, until the beliefs are revised: 0, or 1 + its class. The same evidence a second time changes
  /// nothing.
  std::vector<std::uint8_t> known_;
};

}  // namespace fermata::reduce
