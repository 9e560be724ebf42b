// SPDX-License-Identifier: Apache-2.0
// Locksets, inferred while exploring.
//
//   R. Lipton, "Reduction: a method of proving properties of parallel programs", CACM 1975
//   C. Flanagan, S. Qadeer, "Transactions for software model checking", SoftMC 2003 (section 6)
//
// Where we differ:
//   - locksets belong to bytes of memory, not to variables. Operations of the library are classified like any other
//     code, by the bytes they access: a condition variable that is always used under its mutex is protected by it, so
//     notifying is a both-mover without a rule of its own;
//   - being thread t counts as a lock that t always holds: what only one thread uses is protected;
//   - where only the writers have a lock in common, a read under that lock is a both-mover: nobody can write at the
//   same
//     time, and other reads do not interfere. So a thread that is the only writer of a variable may read it at any
//     time;
//   - holding a lock for reading (a share) protects reads, since writers hold that lock exclusively. A unit of a
//     semaphore protects nothing. But taking either is a right mover, and giving it back a left mover: both stay
//     possible with one unit more, or one reader less;
//   - what is never written needs no protection. Writes before the first other thread exists, and after the last one
//     was joined, are not part of footprints (vm::Footprint);
//   - a byte belongs to a lock if an operation that takes, releases or observes the lock accesses it there. Any other
//     operation that accesses it without holding the lock exclusively observes the lock;
//   - a blocked step has read what it waits for. If only steps that were taken counted, `x = 1; x = 0` would be one
//   step
//     as long as the thread that waits for x == 1 has not passed, and then it never passes;
//   - the numbers of threads are a variable, too. It is used by whoever starts, joins, detaches or asks for a thread,
//   and
//     by a detached thread that ends, since its number is free then. If one thread does all of that, or always under
//     one lock, then starting a thread is a left mover (nobody can have seen that it did not exist yet), and joining
//     one is a right mover like taking a lock: a thread that has finished stays so;
//   - who sleeps on an object is a variable, and so is whether a thread sleeps (vm::Access::sleepers, sleep);
//   - a thread that was woken stays awake, whatever others do, until it sleeps again: the runtime calls that read
//     settled. It is a right mover even if the thread was woken by someone without a lock, and no left mover;
//   - an operation that waits and takes no lock is classified by what it accesses, like any other. If all of that is
//     protected, nobody can change what it waits for: it goes on whatever others do, or it is blocked for good;
//   - an access to an object that is gone counts as an access to all objects that were ever there: it fails here, and
//     would not if others were slower;
//   - allocating on the heap or on a stack is a both-mover like any private work, unless some thread has accessed that
//     place without protection, or after its object was gone: it may do so again with the old address;
//   - what has a declared owner (vm/ownership.h) needs no lock: the machine has checked that its owner accesses it. A
//     write to what the predicates read is no mover, nor is a change of the declarations, so movers change no
//     ownership. Once a declaration turns out to be wrong, all of this is given up, and calling a predicate counts as
//     reading what it reads;
//   - the end of a thread is a left mover as long as threads are only ever joined. Once some thread has asked whether
//     another still runs, or detached one, it is none.
#include "reduce/movers.h"

#include <pthread.h>

#include <algorithm>

namespace fermata::reduce {

namespace {

constexpr std::uint32_t largest_lock = sizeof(pthread_mutex_t);

bool contains(std::span<const vm::Address> locks, vm::Address lock) {
  return std::ranges::find(locks, lock) != locks.end();
}

/// The lock that the operation takes, releases or observes and that byte `at` is a part of; or null.
vm::Address lock_around(const vm::Operation& operation, vm::Address at) {
  for (const auto* locks :
       {&operation.acquired, &operation.released, &operation.taken, &operation.given, &operation.observed})
    for (vm::Address lock : *locks)
      if (at >= lock && at - lock < largest_lock) return lock;
  return 0;
}

/// Where the next such lock begins behind `at`; `end`, if that is before it.
vm::Address next_lock(const vm::Operation& operation, vm::Address at, vm::Address end) {
  for (const auto* locks :
       {&operation.acquired, &operation.released, &operation.taken, &operation.given, &operation.observed})
    for (vm::Address lock : *locks)
      if (lock > at) end = std::min(end, lock);
  return end;
}

/// The numbers of threads, as a variable: part of no object.
constexpr vm::Access numbers{.size = 1, .write = true};
/// The declarations of ownership, as a variable.
constexpr vm::Access declarations{.origin = 1, .size = 1};
/// Whether there is an object, as a variable: who allocates above reads it.
constexpr std::uint32_t presence = vm::Access::gone - 1;
constexpr vm::Access presence_of(vm::ObjectKey object, bool write) {
  return {.object = object, .origin = presence, .size = 1, .write = write};
}

}  // namespace

std::optional<Mover> Movers::recall(const vm::Footprint& footprint) const {
  if (footprint.id >= known_.size() || !known_[footprint.id]) return std::nullopt;
  return static_cast<Mover>(known_[footprint.id] - 1);
}

Mover Movers::classify(const vm::Footprint& footprint) {
  if (const auto known = recall(footprint)) return *known;
  const Mover mover = classify_new(footprint);
  if (footprint.id >= known_.size()) known_.resize(std::max<std::size_t>(footprint.id + 1, 2 * known_.size()));
  known_[footprint.id] = static_cast<std::uint8_t>(1 + static_cast<std::uint8_t>(mover));
  return mover;
}

Mover Movers::classify_new(const vm::Footprint& footprint) {
  const ThreadId thread = footprint.thread;
  violations_seen_ |= footprint.ownership_violation;
  Mover result = Mover::both;
  for (const vm::Operation& operation : footprint.operations()) {
    if (footprint.blocked && &operation == &footprint.operations().back()) {
      // It has read what it waits for, and has changed nothing.
      if (rules_.blocked_steps_read) all_protected(operation, thread);
      for (vm::Address lock : operation.observed) observe(lock);
      break;
    }
    if (operation.alone && !rules_.finished_is_not_gone) continue;
    ends_seen_ |= rules_.ends_may_be_observed &&
                  (operation.detaches || operation.sees_ends || (operation.sees_threads && !operation.waits));
    result = classify(operation, thread);
  }
  if (footprint.blocked || footprint.operations().size() > 1) result = Mover::none;
  if (footprint.ends_thread) {
    const LockSet own = number({index(thread) + 1});
    if (footprint.ends_detached) is_protected(numbers, {}, {own, own});
    if (footprint.ends_detached || ends_observed_ || result == Mover::right) result = Mover::none;
    if (result == Mover::both) result = Mover::left;
  }
  return result;
}

Mover Movers::classify(const vm::Operation& operation, ThreadId thread) {
  const bool joins = operation.joins && operation.waits;
  const bool settled = std::ranges::any_of(operation.accesses, &vm::Access::settled);
  const bool takes = !operation.taken.empty(), gives = !operation.given.empty();
  const bool right = !operation.acquired.empty() || takes || joins || settled,
             left = !operation.released.empty() || gives || operation.starts;
  bool moves = all_protected(operation, thread) && !operation.detaches &&
               !(operation.declares && rules_.declaring_is_noticed) && (!operation.sees_threads || joins) &&
               !operation.sees_ends && !(right && left);
  for (vm::ObjectKey slot : operation.fresh) moves &= !(rules_.slots_are_used_again && contended_.contains(slot));
  for (std::uint64_t wait : operation.asks)
    if (rules_.waits_are_asked_about && !asked_.contains(wait)) to_ask_.insert(wait);
  for (std::uint64_t wait : operation.begins) moves &= !asked_.contains(wait);
  for (vm::Address lock : operation.observed) observe(lock), moves = false;
  for (const auto* locks : {&operation.acquired, &operation.taken})
    for (vm::Address lock : *locks) {
      if (!operation.waits) observe(lock);  // without waiting, it has seen that the lock was free
      moves &= operation.waits && !observed_.contains(lock);
    }
  for (const auto* locks : {&operation.released, &operation.given})
    for (vm::Address lock : *locks) moves &= !observed_.contains(lock);
  moves &= !(rules_.shares_overlap && (takes || gives));
  if (!moves) return Mover::none;
  return right ? Mover::right : left ? Mover::left : Mover::both;
}

// Every byte is visited, also after the first that is not protected: each access is evidence.
bool Movers::all_protected(const vm::Operation& operation, ThreadId thread) {
  if (!violations_)
    for (const vm::Access& access : operation.guards) guard(access);
  const bool uses_numbers =
      rules_.numbers_are_shared &&
      (operation.starts || operation.joins || operation.sees_threads || operation.sees_ends || operation.detaches);
  const bool uses_places = rules_.places_are_shared && !(operation.passed.empty() && operation.frees.empty());
  if (operation.accesses.empty() && !uses_numbers && !uses_places && !operation.declares) return true;
  held_ = operation.held;
  held_.insert(held_.end(), operation.acquired.begin(), operation.acquired.end());
  held_.push_back(index(thread) + 1);
  Locks locks;
  locks.reading = locks.writing = number_set(held_);
  if (!operation.shared.empty()) {
    readable_ = held_;
    readable_.insert(readable_.end(), operation.shared.begin(), operation.shared.end());
    locks.reading = number_set(readable_);
    if (!rules_.shares_only_read) locks.writing = locks.reading;
  }
  bool fine = !uses_numbers || is_protected(numbers, operation, locks);
  for (const vm::Access& access : operation.accesses) fine &= is_protected(access, operation, locks);
  if (uses_places) {
    const auto use = [&](const vm::Access& there, LockSet held) {
      memory_[place(there)].each(0, 1,
                                 [&](std::uint64_t, Cell& cell) { fine &= is_fine(cell, 0, there, /*lock=*/0, held); });
    };
    for (vm::ObjectKey object : operation.passed) use(presence_of(object, false), locks.reading);
    for (vm::ObjectKey object : operation.frees) use(presence_of(object, true), locks.writing);
  }
  if (violations_) {
    vm::Access table = declarations;
    table.write = operation.declares;
    fine &= is_protected(table, operation, locks);
    for (const vm::Access& access : operation.guards) fine &= is_protected(access, operation, locks);
  }
  return fine;
}

bool Movers::is_protected(const vm::Access& access, const vm::Operation& operation, Locks locks) {
  const LockSet held = access.write || access.declares ? locks.writing : locks.reading;
  if (access.origin == vm::Access::gone) {
    for (auto& [where, cells] : memory_) {
      const auto first = static_cast<vm::ObjectKey>(where >> 32);
      if (access.object < first || access.object - first >= vm::pages_for(cells.end())) continue;
      cells.each(0, cells.end(), [&](std::uint64_t, Cell& cell) { expose(cell); });
    }
    if (!contended_.contains(access.object)) to_contend_.insert(access.object);
    return false;
  }
  Runs<Cell>& cells = memory_[place(access)];
  if (access.of_sleep()) {  // no bytes, so part of no lock
    bool fine = true;
    cells.each(access.offset, access.offset + std::uint64_t{1}, [&](std::uint64_t at, Cell& cell) {
      fine &= is_fine(cell, static_cast<std::uint32_t>(at), access, /*lock=*/0, held);
    });
    return fine;
  }
  if (access.declares && !rules_.declaring_uses) {
    cells.each(access.offset, std::uint64_t{access.offset} + access.size, [](std::uint64_t, Cell&) {});
    return true;
  }
  if (access.owned && !violations_) return is_owned(access);
  bool fine = true;
  const vm::Address end = vm::address_of(access.object, access.offset) + access.size;
  for (vm::Address from = end - access.size; from < end;) {
    // The bytes of a lock one by one, others together.
    const vm::Address lock = lock_around(operation, from), to = lock ? from + 1 : next_lock(operation, from, end);
    cells.each(vm::offset_in(access.object, from), access.offset + access.size - (end - to),
               [&](std::uint64_t at, Cell& cell) {
                 fine &= is_fine(cell, static_cast<std::uint32_t>(at), access, lock, held);
               });
    from = to;
  }
  return fine;
}

/// Bytes that were always accessed together, from `at` on; if `lock` is not null, one byte of that lock.
bool Movers::is_fine(Cell& cell, std::uint32_t at, const vm::Access& access, vm::Address lock, LockSet held) {
  const Place where = place(access);
  bool fine = !(access.write && cell.guard && !violations_);
  if (lock) {
    const vm::Address known = lock_at_.try_emplace({where, at}, lock).first->second;
    if (known != lock) {  // two locks in one place
      observe(lock), observe(known);
      expose(cell);
    }
    // A byte that was accessed as a variable stays one until the beliefs are revised.
    if (cell.seen && !cell.lock && !cell.to_lock) {
      observe(lock);
      cell.to_lock = doubts_ = true;
    }
    cell.lock |= !cell.seen;
    return fine;
  }
  if (cell.lock) {
    const vm::Address around = lock_at_[{where, at}];
    if (contains(held_, around) && !cell.exposed) return fine;
    observe(around);
    return false;
  }
  if (!access.write && !rules_.readers_count) return fine;
  cell.locks = cell.seen ? meet(cell.locks, held) : held;
  cell.seen = true;
  if (access.write) {
    cell.writers = cell.written ? meet(cell.writers, held) : held;
    cell.written = true;
  }
  if (cell.written && cell.locks == 0 && rules_.locks_may_be_missing) expose(cell);
  if (cell.exposed && access.write && rules_.writers_may_change && meet(cell.believed, held) != cell.believed)
    doubt(cell);
  return fine && (!cell.exposed || access.settled || (!access.write && share(cell.believed, held)));
}

bool Movers::is_owned(const vm::Access& access) {
  bool fine = true;
  memory_[place(access)].each(access.offset, std::uint64_t{access.offset} + access.size,
                              [&](std::uint64_t, Cell& cell) {
                                cell.owned = access.owned;
                                fine &= !(access.write && cell.guard);
                              });
  return fine;
}

void Movers::guard(const vm::Access& access) {
  if (!rules_.guards_are_watched) return;
  memory_[place(access)].each(access.offset, std::uint64_t{access.offset} + access.size,
                              [&](std::uint64_t, Cell& cell) {
                                if (!cell.guard) cell.to_guard = doubts_ = true;
                              });
}

Movers::LockSet Movers::number_set(std::vector<vm::Address>& locks) {
  std::ranges::sort(locks);
  locks.erase(std::ranges::unique(locks).begin(), locks.end());
  return number(locks);
}

Movers::LockSet Movers::number(std::vector<vm::Address> locks) {
  const auto [it, fresh] = numbers_.try_emplace(std::move(locks), static_cast<LockSet>(sets_.size()));
  if (fresh) sets_.push_back(it->first);
  return it->second;
}

Movers::LockSet Movers::meet(LockSet a, LockSet b) {
  if (a == b || a == 0) return a;
  const auto [it, fresh] = meets_.try_emplace({a, b}, 0);
  if (fresh) {
    std::vector<vm::Address> both;
    std::ranges::set_intersection(sets_[a], sets_[b], std::back_inserter(both));
    it->second = number(std::move(both));
  }
  return it->second;
}

void Movers::expose(Cell& cell) {
  if (!cell.exposed) doubt(cell);
}

void Movers::doubt(Cell& cell) { cell.to_expose = doubts_ = true; }

void Movers::observe(vm::Address lock) {
  if (rules_.locks_may_be_observed && !observed_.contains(lock)) to_observe_.insert(lock);
}

bool Movers::refuted() const {
  return doubts_ || !to_contend_.empty() || !to_observe_.empty() || !to_ask_.empty() || ends_seen_ != ends_observed_ ||
         inputs_seen_ != inputs_ || violations_seen_ != violations_;
}

void Movers::revise() {
  for (auto& [where, cells] : memory_)
    cells.each([&](std::uint64_t, Cell& cell) {
      if (cell.to_expose) {
        cell.exposed = true;
        cell.believed = cell.writers;
        contended_.insert(static_cast<vm::ObjectKey>(where >> 32));
      }
      cell.lock |= cell.to_lock;
      cell.guard |= cell.to_guard;
      cell.to_expose = cell.to_guard = false;
    });
  doubts_ = false;
  contended_.merge(to_contend_);
  to_contend_.clear();
  asked_.merge(to_ask_);
  to_ask_.clear();
  observed_.merge(to_observe_);
  to_observe_.clear();
  ends_observed_ = ends_seen_;
  inputs_ = inputs_seen_;
  violations_ = violations_seen_;
  known_.clear();  // footprints are numbered anew, too
}

std::set<vm::Address> Movers::locks() const {
  std::set<vm::Address> all;
  for (const auto& [where, lock] : lock_at_) all.insert(lock);
  return all;
}

std::pair<vm::ObjectKey, std::uint32_t> Movers::object_of(vm::Address lock) const {
  for (const auto& [where, of] : lock_at_)
    if (of == lock) return {static_cast<vm::ObjectKey>(where.first >> 32), static_cast<std::uint32_t>(where.first)};
  return {vm::key_of(lock), 0};
}

std::vector<Movers::Variable> Movers::variables() const {
  std::vector<Variable> found;
  for (const auto& [where, cells] : memory_) {
    if (where == place(numbers) || where == place(declarations) || static_cast<std::uint32_t>(where) == presence ||
        static_cast<std::uint32_t>(where) == vm::Access::sleepers ||
        static_cast<std::uint32_t>(where) == vm::Access::sleep)
      continue;
    Variable* last = nullptr;
    for (const auto& [at, run] : cells.all()) {
      const Cell& cell = run.value;
      if ((!cell.seen && !cell.owned && !cell.guard) || cell.lock) {
        last = nullptr;
        continue;
      }
      const auto size = static_cast<std::uint32_t>(run.end - at);
      if (last && last->offset + last->size == at && last->written == cell.written &&
          last->locks == sets_[cell.locks] && last->writers == sets_[cell.writers] && last->owned == cell.owned &&
          last->guard == cell.guard) {
        last->size += size;
        continue;
      }
      last = &found.emplace_back(Variable{.object = static_cast<vm::ObjectKey>(where >> 32),
                                          .origin = static_cast<std::uint32_t>(where),
                                          .offset = static_cast<std::uint32_t>(at),
                                          .size = size,
                                          .written = cell.written,
                                          .locks = sets_[cell.locks],
                                          .writers = sets_[cell.writers],
                                          .owned = cell.owned,
                                          .guard = cell.guard});
    }
  }
  std::ranges::sort(found, {}, [](const Variable& v) { return std::tuple(v.object, v.origin, v.offset); });
  return found;
}

}  // namespace fermata::reduce
