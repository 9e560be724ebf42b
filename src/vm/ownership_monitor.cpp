// SPDX-License-Identifier: Apache-2.0
// Exclusive access predicates: "I own `slot` while `turn == me`", said by the program and checked here.
//
//   C. Flanagan, S. Qadeer, "Transactions for software model checking", SoftMC 2003 (sections 4 and 5)
//
// Where we differ:
//   - a predicate is a function of the program's, called on the state as it is at that moment;
//   - a thread declares for itself, at any time. What is declared is a table in memory, sorted, so that it does not
//     depend on who declared first. A thread that has ended owns nothing, and an object that is gone has no owner;
//   - the paper asks for disjoint predicates that only their thread can make false. Here that is checked: after
//     each write to a byte that predicates read (a guard), no other thread may have lost what it owned, and no byte may
//     have two owners. Why all of this is needed, and enough: docs/internals/reduction.md.
//
// The predicates are called where a step writes shared memory or accesses what is declared, and again after it has
// written a guard; never in a program that declares nothing. What they read is read by the step (Memory::note_read).
//
// Not here: predicates that keep variables in memory, or read what only one thread can see. The host refuses them.
#include "vm/ownership_monitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "vm/names.h"
#include "vm/step.h"

namespace fermata::vm {

namespace {

bool same_question(const Declaration& a, const Declaration& b) {
  return a.mine == b.mine && a.me == b.me && a.value == b.value && a.thread == b.thread;
}

const char* in_words(OwnershipMonitor::Verb verb) {
  switch (verb) {
    case OwnershipMonitor::Verb::reads: return "reads";
    case OwnershipMonitor::Verb::writes: return "writes";
    case OwnershipMonitor::Verb::frees: return "frees";
    case OwnershipMonitor::Verb::ends_life: return "ends the life of";
  }
  return "";
}

}  // namespace

OwnershipMonitor::OwnershipMonitor(const Code& code, const OwnershipRules& rules, Memory& memory, ThreadTable& threads,
                                   FootprintRecorder& footprint, Host& host)
    : code_(code),
      rules_(rules),
      memory_(memory),
      threads_(threads),
      footprint_(footprint),
      host_(host),
      table_(table_of(code)) {}

// --- the table ---------------------------------------------------------------------------------

void OwnershipMonitor::read_table() {
  if (read_) return;
  read_ = true;
  now_.known = false;
  Object* table = memory_.find(table_);
  std::uint64_t count = 0;
  memory_.read(*table, 0, &count, sizeof count);
  now_.declarations.resize(count);
  if (count)
    memory_.read(*table, sizeof count, now_.declarations.data(),
                 static_cast<std::uint32_t>(count * sizeof(Declaration)));
}

bool OwnershipMonitor::write_table() {
  Object* table = memory_.find(table_);
  std::vector<Declaration>& all = now_.declarations;
  const std::size_t room = (table->size - sizeof(std::uint64_t)) / sizeof(Declaration);
  if (all.size() > room) return host_.too_many_declarations(room);
  std::ranges::sort(all);
  const std::uint64_t count = all.size();
  memory_.fill(*table, 0, 0, table->size);
  memory_.write(*table, 0, &count, sizeof count);
  if (count) memory_.write(*table, sizeof count, all.data(), static_cast<std::uint32_t>(count * sizeof(Declaration)));
  read_ = false;
  if (footprint_.records()) footprint_.operation().declares = true;
  return true;
}

bool OwnershipMonitor::declare(const Declaration& d, const Object& object, std::uint32_t offset) {
  read_table();
  std::vector<Declaration>& all = now_.declarations;
  if (std::ranges::find(all, d) != all.end()) return true;
  memory_.publish(d.object);
  memory_.publish(d.me);
  if (threads_.others() > 0 && !consult()) return false;
  const Ownership before = now_;
  all.push_back(d);
  if (!write_table()) return false;
  // Who uses these bytes without a declaration must not do so at the same time.
  if (footprint_.records())
    footprint_.operation().accesses.push_back({.object = object.key,
                                               .origin = object.origin,
                                               .offset = offset,
                                               .size = static_cast<std::uint32_t>(d.size),
                                               .write = true,
                                               .declares = true});
  return threads_.others() == 0 || review(before);
}

bool OwnershipMonitor::withdraw(const Declaration& d) {
  read_table();
  return std::erase(now_.declarations, d) == 0 || write_table();
}

bool OwnershipMonitor::vanishes(const Object& object, Verb verb) {
  read_table();
  const bool declared = now_.declared(object.key, 0, object.size);
  if (threads_.others() > 0) {
    const bool allowed = may_access(object, 0, object.size, verb);
    if (footprint_.records() && now_.known) record_guards(footprint_.operation());
    if (!allowed) return false;
    if (!guard_vanishes_ && now_.known && now_.guarded(object.key, 0, object.size)) {
      guard_vanishes_ = true;
      before_ = now_;
    }
  }
  if (!declared) return true;
  std::erase_if(now_.declarations,
                [&](const Declaration& d) { return d.overlaps(address_of(object.key), object.size); });
  return write_table();
}

bool OwnershipMonitor::locals_vanish(std::uint32_t height) {
  const std::uint32_t self = threads_.self();
  for (std::uint32_t page = height; page < memory_.stack_height(self); ++page) {
    const ObjectKey key = object_key(Region::stack, self, page);
    const Object* object = memory_.find(key);
    if (object && object->key == key && object->shared && !vanishes(*object, Verb::ends_life)) return false;
  }
  return true;
}

bool OwnershipMonitor::vanished() {
  if (!guard_vanishes_) return true;
  guard_vanishes_ = false;
  if (footprint_.records()) footprint_.operation().declares = true;
  return review(before_);
}

bool OwnershipMonitor::thread_ends() {
  read_table();
  const std::uint32_t self = threads_.self();
  return std::erase_if(now_.declarations, [&](const Declaration& d) { return d.thread == self; }) == 0 || write_table();
}

// --- predicates --------------------------------------------------------------------------------

/// Asks all predicates as things are now.
bool OwnershipMonitor::consult() {
  read_table();
  if (now_.known) return true;
  const auto& all = now_.declarations;
  now_.holds.assign(all.size(), false);
  now_.guards.clear();
  for (std::size_t k = 0; k < all.size(); ++k) {
    std::size_t asked = 0;
    while (!same_question(all[asked], all[k])) ++asked;
    bool holds = asked < k && now_.holds[asked];
    if (asked == k && !host_.ask(all[k], holds)) return false;
    now_.holds[k] = holds;
  }
  now_.known = true;
  return true;
}

void OwnershipMonitor::predicate_reads(const Object& object, std::uint32_t offset, std::uint32_t size) {
  const Access read{object.key, object.origin, offset, size, false};
  if (std::ranges::find(now_.guards, read) == now_.guards.end()) now_.guards.push_back(read);
}

// --- checks ------------------------------------------------------------------------------------

bool OwnershipMonitor::fail(Address byte, std::string text, const Declaration* other) {
  return host_.fail_ownership(byte, std::move(text), other ? static_cast<ThreadId>(other->thread) : no_thread);
}

bool OwnershipMonitor::may_access(const Object& object, std::uint32_t offset, std::uint64_t size, Verb verb) {
  read_table();
  const bool declared = now_.declared(object.key, offset, size);
  if ((!declared && verb == Verb::reads) || now_.declarations.empty()) return true;
  if (!consult()) return false;
  if (!declared || !rules_.only_owners_access) return true;
  const std::uint32_t self = threads_.self();
  for (std::uint64_t at = offset; at < offset + size; ++at) {
    const Address byte = address_of(object.key, static_cast<std::uint32_t>(at));
    if (!now_.declared(object.key, static_cast<std::uint32_t>(at), 1) || now_.owned_by(self, byte)) continue;
    return fail(byte, fmt::format("{} '{}', which it does not own", in_words(verb), name_of(code_, memory_, byte)),
                now_.owned_by_other(self, byte));
  }
  return true;
}

/// Who owns what may have changed.
bool OwnershipMonitor::review(const Ownership& before) {
  now_.known = false;
  if (!consult()) return false;
  if (footprint_.records()) record_guards(footprint_.operation());
  return nobody_lost(before) && (!rules_.one_owner || nobody_shares());
}

bool OwnershipMonitor::nobody_lost(const Ownership& before) {
  for (std::size_t k = 0; k < before.holds.size() && before.known && rules_.only_owners_give; ++k) {
    const Declaration& d = before.declarations[k];
    if (!before.holds[k] || d.thread == threads_.self() ||
        std::ranges::find(now_.declarations, d) == now_.declarations.end())
      continue;
    const auto thread = static_cast<std::uint32_t>(d.thread);
    for (Address byte = d.object; byte < d.object + d.size; ++byte)
      if (!now_.owned_by(thread, byte))
        return fail(byte, fmt::format("takes '{}' away from its owner", name_of(code_, memory_, byte)), &d);
  }
  tell_owners(before);
  return true;
}

bool OwnershipMonitor::nobody_shares() {
  const auto& all = now_.declarations;
  for (std::size_t a = 0; a < all.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      if (!now_.holds[a] || !now_.holds[b] || all[a].thread == all[b].thread) continue;
      if (!all[a].overlaps(all[b].object, all[b].size)) continue;
      const Address byte = std::max(all[a].object, all[b].object);
      return fail(byte, fmt::format("makes a second owner of '{}'", name_of(code_, memory_, byte)),
                  all[a].thread == threads_.self() ? &all[b] : &all[a]);
    }
  return true;
}

void OwnershipMonitor::tell_owners(const Ownership& before) {
  for (std::size_t k = 0; k < now_.holds.size(); ++k) {
    const Declaration& d = now_.declarations[k];
    const auto owner = static_cast<std::uint32_t>(d.thread);
    if (now_.holds[k] && !(before.known && before.owned_by(owner, d.object)))
      host_.tell_owner(d.object, ThreadId{owner});
  }
}

// --- what the reduction hears ------------------------------------------------------------------

void OwnershipMonitor::record_guards(Operation& operation) const {
  operation.guards.insert(operation.guards.end(), now_.guards.begin(), now_.guards.end());
}

void OwnershipMonitor::record(Operation& operation, const Access& whole, bool halted) const {
  if (now_.known || halted) record_guards(operation);  // also those that were read before a predicate failed
  if (!now_.declared(whole.object, whole.offset, whole.size)) {
    operation.accesses.push_back(whole);
    return;
  }
  Access piece = whole;
  piece.size = 0;
  for (std::uint32_t at = whole.offset; at < whole.offset + whole.size; ++at) {
    const Address byte = address_of(whole.object, at);
    const Declaration* by = now_.owned_by(threads_.self(), byte);
    for (const Declaration& d : now_.declarations)
      if (!by && d.covers(byte)) by = &d;
    const std::uint32_t owned = by ? *code_.function_at(by->mine) + 1 : 0;
    if (piece.size > 0 && owned != piece.owned) {
      operation.accesses.push_back(piece);
      piece.size = 0;
    }
    if (piece.size == 0) piece.offset = at, piece.owned = owned;
    ++piece.size;
  }
  operation.accesses.push_back(piece);
}

}  // namespace fermata::vm
