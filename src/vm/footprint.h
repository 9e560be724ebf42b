// SPDX-License-Identifier: Apache-2.0
// What a step did that other threads could notice: the facts that a reduction is made of.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "store/spin_wait.h"
#include "vm/address.h"

namespace fermata::vm {

/// Bytes [offset, offset + size) of an object that others can reach. To free it, to leave the function or the scope
/// whose local variable it is, and to enter that scope again, is to write all of it.
struct Access {
  static constexpr std::uint32_t gone = 0xffffffff;
  ObjectKey object = 0;
  std::uint32_t origin = 0;  ///< which declaration or allocation made the object; gone: there is none any more
  std::uint32_t offset = 0, size = 0;
  bool write = false;
  bool declares = false;    ///< nothing was accessed, but from here on it has an owner
  std::uint32_t owned = 0;  ///< the thread owns it: 1 + the function that says so
  bool settled = false;     ///< a read; what it depends on stays as it is until the thread itself changes it
  /// As the source spelt it; what an atomic block does is atomic. none: it is more than an access, the end of an object
  /// for instance.
  enum class Sort : std::uint8_t { none, atomic, plain, volatile_ };
  Sort sort = Sort::none;
  std::uint32_t at = 0;  ///< where in the user's code: an ir::PositionId
  bool operator==(const Access&) const = default;
};

/// One access, or one atomic block; of a step that is blocked: as far as it came, with what it waits for among what it
/// acquires or takes.
struct Operation {
  std::vector<Address> held;    ///< locks that the thread had when it began
  std::vector<Address> shared;  ///< locks of which it had a share then: others may have one, too
  std::vector<Address> acquired, released;
  std::vector<Address> taken, given;  ///< a unit of a semaphore, or a share of a lock
  std::vector<Address> observed;      ///< locks that it looked at without taking or waiting for them
  std::vector<Access> accesses;
  std::vector<ObjectKey> fresh;  ///< pages of the heap and of stacks that it has taken into use
  std::vector<Access> guards;    ///< what the predicates have read that were asked who owns what
  bool waits = false;            ///< a condition had to become true first
  bool starts = false;           ///< a thread
  bool joins = false;            ///< a thread, which had finished
  bool sees_threads = false;     ///< it looked whether a thread can be joined
  bool sees_ends = false;        ///< or has ended, without waiting for that
  bool detaches = false;
  bool declares = false;  ///< it changed what is declared about ownership
  bool alone = false;     ///< the other threads had finished, though somebody may still join them

  void clear();
  bool operator==(const Operation&) const = default;
  bool empty() const;  ///< nothing has happened in it yet
};

/// The operations of one step: one as a rule; more for a thread that runs alone, and of an atomic block around
/// operations of the library. What a thread does before there is another one, or after all others have been joined, is
/// not among them.
class Footprint {
 public:
  Footprint() = default;
  Footprint(const Footprint& other);  ///< without the memory that is kept for the next step
  Footprint& operator=(const Footprint&) = delete;
  std::span<const Operation> operations() const { return {operations_.data(), used_}; }
  /// One number for equal footprints, counted from 0 in each family of machines.
  std::uint32_t id = 0;
  std::uint32_t thread = 0;  ///< who took the step
  bool blocked = false;      ///< or tried to
  bool ends_thread = false;
  bool ends_detached = false;        ///< a thread that nobody will join
  bool publishes = false;            ///< an object that only this thread could reach, others can reach now
  bool ownership_violation = false;  ///< the step fails, since what is declared about ownership is not so

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
  /// The last operation is over. If there are many, and it is the same as one before, it is left out: a thread alone
  /// may do the same again and again in one step, and there is nothing to be learnt from that.
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
  guards.clear();
  waits = starts = joins = sees_threads = sees_ends = detaches = declares = alone = false;
}

inline bool Operation::empty() const {
  return acquired.empty() && released.empty() && taken.empty() && given.empty() && observed.empty() &&
         accesses.empty() && fresh.empty() && guards.empty() &&
         !(waits || starts || joins || sees_threads || sees_ends || detaches || declares);
}

/// Keeps each footprint once, for ever. Copies keep them together, and may be used by several threads, each its own.
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
