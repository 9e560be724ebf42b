// SPDX-License-Identifier: Apache-2.0
// Which bytes does a lock protect? Those that nobody accesses without it, while there are several threads.
//
//   S. Savage, M. Burrows, G. Nelson, P. Sobalvarro, T. Anderson, "Eraser: a dynamic data race detector for
//   multithreaded
//     programs", TOCS 1997 (the set of locks that were held at every access)
//   R. Lipton, "Reduction: a method of proving properties of parallel programs", CACM 1975 (such an access commutes
//   with
//     everything that others can do, so it belongs to the step before it)
//
// Where we differ: this is a belief as all others of the fixpoint. It is used at once, each access of each round is
// held against it, and there is another round when it fails. Who initialises an object before others know it accesses
// it without a lock, and there is no exception for that. Locks are those that the runtime takes, and that exclude all
// others; of a lock that is shared once, nothing follows.
//
// Keeps: deadlocks, fair cycles. Loses: states in which a thread is between two such accesses.
#include <algorithm>
#include <iterator>

#include "model/facts.h"

namespace fermata::model {

namespace {

constexpr std::uint64_t word = 8;  // the owner of a lock is within so many bytes

}  // namespace

void Facts::holds_lock(std::uint64_t lock) {
  if (!seen_locks_.insert(lock).second) return;
  const auto next = written_over_.lower_bound(lock + word);
  if (next != written_over_.begin() && std::prev(next)->second > lock) does_not_protect(lock);
}

void Facts::written_over(std::uint64_t address, std::uint64_t size) {
  std::uint64_t& end = written_over_[address];
  if (end >= address + size) return;
  end = address + size;
  for (auto it = seen_locks_.lower_bound(address < word ? 0 : address - word + 1); it != seen_locks_.end() && *it < end;
       ++it)
    does_not_protect(*it);
}

bool Facts::protect(const std::set<std::uint64_t>& held, std::uint64_t address, std::uint64_t size) {
  bool all = true;
  for (std::uint64_t at = address; at < address + size; ++at) all &= protect(locks_[at], held);
  return all;
}

bool Facts::protect(Locks& locks, const std::set<std::uint64_t>& held) {
  if (!std::exchange(locks.seen, true)) {
    locks.all.assign(held.begin(), held.end());
  } else if (!locks.all.empty()) {
    std::erase_if(locks.all, [&](std::uint64_t lock) { return !held.contains(lock); });
    news_ |= locks.all.empty();
  }
  return std::ranges::any_of(locks.all, [&](std::uint64_t lock) { return lock != 0 && !unsafe_locks_.contains(lock); });
}

}  // namespace fermata::model
