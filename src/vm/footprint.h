// SPDX-License-Identifier: Apache-2.0
// What a step did that other threads could notice: the facts that a reduction is made of.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/thread_id.h"
#include "store/spin_wait.h"
#include "vm/address.h"

namespace fermata::vm {

/// Bytes [offset, offset + size) of an object that other threads can reach. Freeing the object, leaving the scope of a
/// local variable and entering that scope again count as writing all of it.
struct Access {
  static constexpr std::uint32_t gone = 0xffffffff;
  /// No bytes, but which threads sleep on the address; and, of no object, whether thread `offset` sleeps.
  static constexpr std::uint32_t sleepers = 0xfffffffd, sleep = 0xfffffffc;
  ObjectKey object = 0;
  std::uint32_t origin = 0;  ///< which declaration or allocation made the object; gone: there is none any more
  std::uint32_t offset = 0, size = 0;
  bool write = false;
  bool declares = false;    ///< nothing was accessed, but from here on it has an owner
  std::uint32_t owned = 0;  ///< the thread owns it: 1 + the function of the predicate
  bool settled = false;     ///< a read whose result stays the same until the thread itself changes it
  /// As in the source; in an atomic block all are atomic. none: not a mere access, for instance the end of an object.
  enum class Sort : std::uint8_t { none, atomic, plain, volatile_ };
  Sort sort = Sort::none;
  std::uint32_t at = 0;  ///< where in the user's code: an ir::PositionId
  bool of_sleep() const { return origin == sleepers || origin == sleep; }
  bool operator==(const Access&) const = default;
};

/// One access, or one atomic block. The last operation of a blocked step is what was done before it blocked; the lock
/// it waits for is among those it acquires or takes.
struct Operation {
  std::vector<Address> held;    ///< locks that the thread had when it began
  std::vector<Address> shared;  ///< locks that it held for reading then
  std::vector<Address> acquired, released;
  std::vector<Address> taken, given;  ///< a unit of a semaphore, or a read-write lock for reading
  std::vector<Address> observed;      ///< locks whose state it read without taking or waiting for them
  std::vector<Access> accesses;
  std::vector<ObjectKey> fresh;   ///< pages of the heap and of stacks that it has allocated
  std::vector<ObjectKey> passed;  ///< objects below these, which others may free: then the new one would be there
  std::vector<ObjectKey> frees;   ///< objects that it has freed, of other threads' heaps
  std::vector<std::uint64_t>
      begins;  ///< waits of this thread that began (wait_key), before it has looked whether it must
  std::vector<std::uint64_t> asks;  ///< waits of others that it has looked for
  std::vector<Access> guards;       ///< what the predicates of ownership have read
  bool waits = false;               ///< a condition had to become true first
  bool starts = false;              ///< a thread
  bool joins = false;               ///< a thread, which had finished
  bool sees_threads = false;        ///< it asked whether a thread can be joined
  bool sees_ends = false;           ///< it asked whether a thread has ended, without waiting for that
  bool detaches = false;
  bool declares = false;  ///< it changed what is declared about ownership
  bool alone = false;     ///< all other threads had finished, but not all had been joined

  void clear();
  bool operator==(const Operation&) const = default;
  bool empty() const;  ///< nothing has happened in it yet
};

/// The operations of one step. As a rule it is one; there are more if a thread runs alone, or if the user has an atomic
/// block around several operations of the library. What a thread does before there is another one, or after all others
/// have been joined, is left out.
class Footprint {
 public:
  Footprint() = default;
  Footprint(const Footprint& other);  ///< without the memory that is kept for the next step
  Footprint& operator=(const Footprint&) = delete;
  std::span<const Operation> operations() const { return {operations_.data(), used_}; }
  /// The same for equal footprints; counted from 0 in a machine and its worker copies.
  std::uint32_t id = 0;
  ThreadId thread{};     ///< who took the step
  bool blocked = false;  ///< or tried to
  bool ends_thread = false;
  bool ends_detached = false;        ///< the thread that ends was detached
  bool publishes = false;            ///< an object that was private to the thread has become reachable for others
  bool ownership_violation = false;  ///< the step fails because a declaration of ownership is wrong

  void clear() {
    drop_to(0);
    if (operations_.size() > most_kept) operations_.clear();
    blocked = ends_thread = ends_detached = publishes = ownership_violation = false;
  }
  Operation& begin() {
    if (used_ == operations_.size()) operations_.emplace_back();
    operations_[used_].clear();
    return operations_[used_++];
  }
  Operation& last() { return used_ ? operations_[used_ - 1] : begin(); }
  void drop_to(std::size_t count) {
    used_ = count;
    if (looked_at_ > count) numbers_.clear(), looked_at_ = 0;
  }
  /// The last operation is over. If there are many, and it equals an earlier one, it is dropped: a thread that runs
  /// alone may do the same many times in one step, and repetitions carry no information.
  void leave_out_repetition();

 private:
  static constexpr std::size_t few = 16, most_kept = 4096;
  std::vector<Operation> operations_;  // kept for their memory
  std::size_t used_ = 0;
  std::unordered_multimap<std::uint64_t, std::uint32_t>
      numbers_;  ///< of operations, by hash: of those before looked_at_, each once
  std::size_t looked_at_ = 0;
};

inline void Operation::clear() {
  held.clear();
  shared.clear();
  acquired.clear();
  released.clear();
  taken.clear();
  given.clear();
  observed.clear();
  accesses.clear();
  fresh.clear();
  passed.clear();
  frees.clear();
  begins.clear();
  asks.clear();
  guards.clear();
  waits = starts = joins = sees_threads = sees_ends = detaches = declares = alone = false;
}

inline bool Operation::empty() const {
  return acquired.empty() && released.empty() && taken.empty() && given.empty() && observed.empty() &&
         accesses.empty() && fresh.empty() && passed.empty() && frees.empty() && begins.empty() && asks.empty() &&
         guards.empty() && !(waits || starts || joins || sees_threads || sees_ends || detaches || declares);
}

/// Stores each footprint once, and never frees it. Copies share what is stored; each thread uses a copy of its own.
class FootprintStore {
 public:
  const Footprint* intern(const Footprint& footprint);
  std::uint64_t bytes() const { return shared_->bytes.load(std::memory_order_relaxed); }

 private:
  using Description = std::vector<std::uint64_t>;  ///< equal for equal footprints
  struct Hash {
    std::size_t operator()(const Description& words) const;
  };
  struct Shared {
    store::BriefMutex mutex;
    std::unordered_map<Description, Footprint, Hash> all;
    std::atomic<std::uint64_t> bytes = 0;
  };
  static void describe(const Footprint& footprint, Description& out);

  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
  std::unordered_map<Description, const Footprint*, Hash> known_;  ///< to this copy: found without a lock
  Description description_;                                        ///< kept for its memory
};

}  // namespace fermata::vm
