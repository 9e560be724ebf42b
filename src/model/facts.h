// SPDX-License-Identifier: Apache-2.0
// What the lift has found out so far about all threads together. It only grows, until it is decided to tell fewer
// things apart and everything begins again; the lift is done when a whole round has added nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "model/objects.h"
#include "model/terms.h"
#include "model/thread_system.h"

namespace fermata::model {

/// A set of numbers that is given up once it is large. Those that were in it until then are remembered.
class ValueSet {
 public:
  static constexpr std::size_t most = 256;

  bool all() const { return all_; }  ///< it may hold anything
  const std::vector<std::uint64_t>& values() const { return values_; }
  /// True: it is new.
  bool add(std::uint64_t value);
  bool add_all() { return !std::exchange(all_, true); }

 private:
  bool all_ = false;
  std::vector<std::uint64_t> values_;  // ascending
};

/// Bytes of a shared object that are written after the start.
struct SharedCell {
  unsigned size = 1;
  VariableId variable{};
};

class Facts {
 public:
  Facts(Objects& objects, Terms& terms) : objects_(objects), terms_(terms) {}

  /// Has anything been found since the last call?
  bool take_news() { return std::exchange(news_, false); }

  // --- objects that several threads can see
  bool shared(ObjectId object) const { return shared_.contains(object); }
  void share(ObjectId object);
  /// False: it has another size elsewhere.
  bool sized(ObjectId object, std::uint64_t size);
  std::optional<std::uint64_t> size(ObjectId object) const;
  /// The object may be gone while others know its address; the variable is 1 while it is there.
  void mortal(ObjectId object);
  /// It may be there from the beginning.
  void made_in_start(ObjectId object);
  /// What this thread allocates in this size may be freed by others, or is too much to be told apart by locations:
  /// which of these objects are there is a matter of variables.
  void wanders(ThreadId thread, std::uint64_t size) {
    if (wandering_.emplace(thread, size).second) news_ = outdated_ = true;
  }
  bool does_wander(ThreadId thread, std::uint64_t size) const { return wandering_.contains({thread, size}); }
  /// At this stack of calls, the thread has these of the objects that it allocates in this size. As long as it makes
  /// them one by one, and frees them one by one, there are few such sets; where there are more they wander.
  void has_on_heap(std::uint32_t stack, ThreadId thread, std::uint64_t size, const std::vector<std::uint32_t>& slots);
  /// So many objects that wander are followed, of each thread and size.
  std::uint32_t most_wandering() const { return most_wandering_; }
  /// There are too many locations. False: it is not for the heap.
  bool tell_fewer_heaps_apart();
  std::optional<VariableId> alive(ObjectId object) const;

  /// An object of this size was made; only for guesses about pointers that walk in it.
  void seen(ObjectId object, std::uint64_t size) { largest_[object] = std::max(largest_[object], size); }

  // --- cells of shared objects
  using CellMap = std::map<std::uint64_t, SharedCell>;
  const CellMap& cells(ObjectId object) const;
  using First = std::function<std::uint64_t(std::uint64_t, unsigned)>;
  /// Makes cells that cover exactly these bytes. False: that has cut cells which terms of this round know, so whoever
  /// asks has to wait for the next round.
  bool cover(ObjectId object, std::uint64_t offset, unsigned size, const First& first);

  // --- variables
  VariableId local(ThreadId thread, const std::string& name, unsigned width);
  /// The k-th input with these values on an edge. Edges that read the same share it.
  VariableId input(ThreadId thread, std::size_t k, std::int64_t first, std::int64_t last);
  const std::vector<Variable>& variables() const { return variables_; }
  const Variable& operator[](VariableId id) const { return variables_[index(id)]; }
  const ValueSet& values(VariableId id) const { return sets_[index(id)]; }
  void may_be(VariableId id, std::uint64_t value);
  void may_be_anything(VariableId id) { news_ |= sets_[index(id)].add_all(); }
  TermId term(VariableId id) { return terms_.variable(id, variables_[index(id)].width); }
  /// A pointer that walks from one object to the next: the first places that it was seen at, though it can be anywhere.
  const std::vector<std::uint64_t>* first_places(VariableId id) const {
    return walks_on_[index(id)] && values(id).all() ? &values(id).values() : nullptr;
  }
  /// It says where in this object something points to, so there are as many values as there are places.
  void is_offset_in(VariableId id, ObjectId object);

  // --- known numbers that turned out to vary, by where they are kept
  /// A stack of calls, what of the thread is meant (its kind, then two numbers), and of a pointer the object.
  struct Slot {
    std::uint32_t stack = 0, kind = 0;
    std::uint64_t a = 0, b = 0, object = 0;
    bool operator==(const Slot&) const = default;
  };
  std::uint32_t stack_number(const std::vector<std::uint64_t>& stack) {
    return stacks_.try_emplace(stack, static_cast<std::uint32_t>(stacks_.size())).first->second;
  }
  bool varies(const Slot& slot) const { return varying_.contains(slot); }
  /// Notes that the slot holds this; with more than `most` values it varies from now on. True: it varies.
  bool holds(const Slot& slot, std::uint64_t value, std::size_t most);
  void varies_from_now_on(const Slot& slot) { news_ |= varying_.insert(slot).second; }
  /// More locations were found at this stack of calls than are worth it: from now on no number there is told apart from
  /// another; the second time, whoever comes there is refused.
  void crowded(std::uint32_t stack) { news_ = outdated_ = true, ++crowds_[stack]; }
  unsigned crowding(std::uint32_t stack) const {
    const auto found = crowds_.find(stack);
    return found == crowds_.end() ? 0 : found->second;
  }
  /// From here on, or after an outdated round from the very beginning, but with what was decided about locations and
  /// the heap.
  void begin_round();
  /// Something was decided differently about locations or the heap. What has been found until then, such as pointers
  /// to objects that will have other names, would stay for ever, so it is forgotten; the round need not be finished.
  bool outdated() const { return outdated_; }

  // --- locks that protect (locksets.cpp)
  /// Somebody holds the lock at this address, and nobody else does; or else it does not count any more: somebody has
  /// let it go for another, holds a share of it, or has written over it.
  void holds_lock(std::uint64_t lock);
  void does_not_protect(std::uint64_t lock) { news_ |= unsafe_locks_.insert(lock).second; }
  /// These bytes were written as any others are, and not by who takes or lets go a lock.
  void written_over(std::uint64_t address, std::uint64_t size);
  /// These bytes are accessed by a thread that holds these locks. True: whoever accesses them holds one and the same
  /// lock, as far as is known.
  bool protect(const std::set<std::uint64_t>& held, std::uint64_t address, std::uint64_t size);
  /// The same for whether an object is there.
  bool protect_life(const std::set<std::uint64_t>& held, ObjectId object) { return protect(lives_[object], held); }

  // --- threads
  /// Somebody else than main starts threads.
  bool others_start() const { return others_start_; }
  /// The thread that `spawner` starts in its k-th free place.
  ThreadId thread(ThreadId spawner, std::uint32_t k);
  std::size_t thread_count() const { return threads_.size() + 1; }
  /// Who started it, and in which place.
  std::pair<ThreadId, std::uint32_t> origin(ThreadId thread) const { return origins_[index(thread) - 1]; }
  /// It may end while it holds a lock, so nobody else may have its number.
  void ends_locked(ThreadId thread) { news_ |= locked_.insert(thread).second; }
  bool may_end_locked(ThreadId thread) const { return locked_.contains(thread); }
  /// Somebody asks who is in this section, so it has to be kept in variables.
  void asked_about(std::uint64_t kind, std::uint64_t object) { news_ |= sections_.emplace(kind, object).second; }
  bool is_asked_about(std::uint64_t kind, std::uint64_t object) const { return sections_.contains({kind, object}); }
  /// A private object that was given to a new thread, under the name it had before.
  void handed_over(ObjectId object) { handed_.insert(object); }
  bool was_handed_over(ObjectId object) const { return handed_.contains(object); }

 private:
  struct Locks {
    bool seen = false;
    std::vector<std::uint64_t> all;  // held at every access; ascending
  };
  bool protect(Locks& locks, const std::set<std::uint64_t>& held);
  void add_cell(ObjectId object, std::uint64_t offset, unsigned size, const First& first);
  bool cut_at(ObjectId object, std::uint64_t offset, const First& first);
  void walk_through(VariableId id, std::uint64_t value);
  bool walks_on(const ValueSet& set) const;
  std::string long_name(VariableId id) const;
  static constexpr std::size_t several_places = 4;
  std::uint64_t largest_size(ObjectId object) const;
  VariableId variable(std::string name, unsigned width, Variable::Role role, std::optional<ThreadId> owner);

  Objects& objects_;
  Terms& terms_;
  bool news_ = false, outdated_ = false;
  std::set<ObjectId> shared_;
  std::map<ObjectId, std::uint64_t> sizes_, largest_;
  std::map<VariableId, std::uint64_t> offsets_;  // and the size of the largest object that they are in
  std::map<ObjectId, VariableId> alive_;
  std::set<ObjectId> in_start_;
  std::set<std::pair<ThreadId, std::uint64_t>> wandering_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::set<std::vector<std::uint32_t>>> heaps_;  // by stack and size
  std::map<std::pair<ThreadId, std::uint64_t>, std::size_t> heap_sizes_;                           // the largest set
  static constexpr std::size_t few_on_heap = 4;
  std::uint32_t most_wandering_ = 8;
  std::map<ObjectId, CellMap> cells_;
  std::map<std::string, VariableId> locals_;
  std::vector<Variable> variables_;
  std::vector<ValueSet> sets_;
  std::vector<bool> walks_on_;  // by variable
  std::set<std::string> names_that_walk_on_;
  struct Growth {
    std::uint32_t rounds = 0, last = 0;
  };
  std::vector<Growth> growth_;  // of sets_
  std::uint32_t round_ = 0;
  struct SlotHash {
    std::size_t operator()(const Slot& slot) const;
  };
  std::map<std::vector<std::uint64_t>, std::uint32_t> stacks_;
  std::map<std::uint32_t, unsigned> crowds_;
  std::unordered_set<Slot, SlotHash> varying_;
  std::unordered_map<Slot, std::vector<std::uint64_t>, SlotHash> held_;
  std::map<std::pair<ThreadId, std::uint32_t>, ThreadId> threads_;
  std::vector<std::pair<ThreadId, std::uint32_t>> origins_;
  bool others_start_ = false;
  std::unordered_map<std::uint64_t, Locks> locks_;  // by address of a byte
  std::map<ObjectId, Locks> lives_;
  std::set<std::uint64_t> seen_locks_, unsafe_locks_;
  std::map<std::uint64_t, std::uint64_t> written_over_;  // begin and end
  std::set<ThreadId> locked_;
  std::set<ObjectId> handed_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> sections_;
};

}  // namespace fermata::model
