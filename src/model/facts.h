// SPDX-License-Identifier: Apache-2.0
// What the lift has found out so far about all threads together. It only grows; the lift is done when a whole round has
// added nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/objects.h"
#include "model/terms.h"
#include "model/thread_system.h"

namespace fermata::model {

/// A set of numbers that is given up once it is large.
class ValueSet {
 public:
  static constexpr std::size_t most = 256;

  bool all() const { return all_; }  ///< it may hold anything
  const std::vector<std::uint64_t>& values() const { return values_; }
  /// True: it is new.
  bool add(std::uint64_t value);
  bool add_all();

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
  std::optional<VariableId> alive(ObjectId object) const;

  // --- cells of shared objects
  using CellMap = std::map<std::uint64_t, SharedCell>;
  const CellMap& cells(ObjectId object) const;
  using First = std::function<std::uint64_t(std::uint64_t, unsigned)>;
  /// Makes cells that cover exactly these bytes. False: that has cut cells which terms of this round know, so whoever
  /// asks has to wait for the next round.
  bool cover(ObjectId object, std::uint64_t offset, unsigned size, const First& first);

  // --- variables
  VariableId local(ThreadId thread, const std::string& name, unsigned width);
  const std::vector<Variable>& variables() const { return variables_; }
  const Variable& operator[](VariableId id) const { return variables_[index(id)]; }
  const ValueSet& values(VariableId id) const { return sets_[index(id)]; }
  void may_be(VariableId id, std::uint64_t value);
  void may_be_anything(VariableId id) { news_ |= sets_[index(id)].add_all(); }
  TermId term(VariableId id) { return terms_.variable(id, variables_[index(id)].width); }

  // --- known numbers that turned out to vary, by where they are kept
  using Slot = std::vector<std::uint64_t>;
  bool varies(const Slot& slot) const { return varying_.contains(slot); }
  /// Notes that the slot holds this; with more than `most` values it varies from now on. True: it varies.
  bool holds(const Slot& slot, std::uint64_t value, std::size_t most);
  void varies_from_now_on(const Slot& slot) { news_ |= varying_.insert(slot).second; }
  void begin_round() {
    ++round_;
    held_.clear();
  }

  // --- threads
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
  void add_cell(ObjectId object, std::uint64_t offset, unsigned size, const First& first);
  bool cut_at(ObjectId object, std::uint64_t offset, const First& first);
  VariableId variable(std::string name, unsigned width, Variable::Role role, std::optional<ThreadId> owner);

  Objects& objects_;
  Terms& terms_;
  bool news_ = false;
  std::set<ObjectId> shared_;
  std::map<ObjectId, std::uint64_t> sizes_;
  std::map<ObjectId, VariableId> alive_;
  std::map<ObjectId, CellMap> cells_;
  std::map<std::string, VariableId> locals_;
  std::vector<Variable> variables_;
  std::vector<ValueSet> sets_;
  struct Growth {
    std::uint32_t rounds = 0, last = 0;
  };
  std::vector<Growth> growth_;  // of sets_
  std::uint32_t round_ = 0;
  std::set<Slot> varying_;
  std::map<Slot, std::set<std::uint64_t>> held_;
  std::map<std::pair<ThreadId, std::uint32_t>, ThreadId> threads_;
  std::vector<std::pair<ThreadId, std::uint32_t>> origins_;
  std::set<ThreadId> locked_;
  std::set<ObjectId> handed_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> sections_;
};

}  // namespace fermata::model
