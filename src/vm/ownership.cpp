// SPDX-License-Identifier: Apache-2.0
// Exclusive access predicates: "I own `slot` while `turn == me`", said by the program and checked here.
//
//   C. Flanagan, S. Qadeer, "Transactions for software model checking", SoftMC 2003 (sections 4 and 5)
//
// Where we differ:
//   - a predicate is a function of the program's, asked with pure calls on the state as it is at that moment;
//   - a thread speaks for itself, when it likes. What was said is a table in memory, sorted, so that it is the same
//     whoever spoke first. A thread that has ended owns nothing, and what is gone is owned by nobody;
//   - the paper asks for disjoint predicates that only their thread can make false. Here that is checked: after
//     each write to a byte that predicates read (a guard), nobody else may have lost what he owned, and no byte may
//     have two owners. Why all of this is needed, and enough: docs/internals/reduction.md.
//
// The predicates are asked where a step writes shared memory or touches what is declared, and again when it has written
// a guard; never in a program that declares nothing. What they read is read by the step (Memory::note_read).
//
// Not here: predicates that keep variables in memory, or read what only one thread can see. They are refused.
#include "vm/ownership.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/require.h"
#include "vm/interpreter.h"
#include "vm/names.h"

namespace fermata::vm {

namespace {

constexpr std::uint64_t most_rounds = 10'000;

bool same_question(const Declaration& a, const Declaration& b) {
  return a.mine == b.mine && a.me == b.me && a.value == b.value && a.thread == b.thread;
}

}  // namespace

ObjectKey table_of(const Code& code) {
  ObjectKey found = 0;
  for (const ir::Function& function : code.program().functions)
    for (const ir::Block& block : function.blocks)
      for (const ir::Instruction& i : block.instructions) {
        if (i.op != ir::Op::intrinsic || i.which != ir::Intrinsic::owns) continue;
        FERMATA_REQUIRE(i.operands[1].kind == ir::Operand::Kind::global, "declarations are kept in a global variable");
        const ObjectKey key = code.layout().key[i.operands[1].index];
        FERMATA_REQUIRE(!found || found == key, "there is one table of declarations");
        found = key;
      }
  return found;
}

bool Ownership::declared(ObjectKey key, std::uint32_t offset, std::uint64_t size) const {
  return std::ranges::any_of(declarations,
                             [&](const Declaration& d) { return d.overlaps(address_of(key, offset), size); });
}

bool Ownership::guarded(ObjectKey key, std::uint32_t offset, std::uint64_t size) const {
  return std::ranges::any_of(guards, [&](const Access& a) {
    return a.object == key && offset < a.offset + a.size && a.offset < offset + size;
  });
}

const Declaration* Ownership::owned_by(std::uint32_t thread, Address byte) const {
  for (std::size_t k = 0; k < declarations.size(); ++k)
    if (holds[k] && declarations[k].thread == thread && declarations[k].covers(byte)) return &declarations[k];
  return nullptr;
}

const Declaration* Ownership::owned_by_other(std::uint32_t thread, Address byte) const {
  for (std::size_t k = 0; k < declarations.size(); ++k)
    if (holds[k] && declarations[k].thread != thread && declarations[k].covers(byte)) return &declarations[k];
  return nullptr;
}

void Interpreter::find_table() { table_ = table_of(code_); }

// --- the table ---------------------------------------------------------------------------------

void Interpreter::read_declarations() {
  if (ownership_read_) return;
  ownership_read_ = true;
  ownership_.known = false;
  const Object* table = memory_.find(table_);
  std::uint64_t count = 0;
  std::memcpy(&count, table->bytes, sizeof count);
  ownership_.declarations.resize(count);
  if (count) std::memcpy(ownership_.declarations.data(), table->bytes + sizeof count, count * sizeof(Declaration));
}

bool Interpreter::write_declarations() {
  Object* table = memory_.find(table_);
  std::vector<Declaration>& all = ownership_.declarations;
  const std::size_t room = (table->size - sizeof(std::uint64_t)) / sizeof(Declaration);
  if (all.size() > room)
    return unmodelled(fmt::format("more than {} declarations of ownership at a time", room), nullptr);
  std::ranges::sort(all);
  std::uint8_t* bytes = memory_.write(*table);
  const std::uint64_t count = all.size();
  std::memset(bytes, 0, table->size);
  std::memcpy(bytes, &count, sizeof count);
  if (count) std::memcpy(bytes + sizeof count, all.data(), count * sizeof(Declaration));
  ownership_read_ = false;
  if (tracked()) operation().declares = true;
  return true;
}

/// The intrinsic: begins or ends a declaration of this thread's.
bool Interpreter::declare(const Instruction& i) {
  const std::uint64_t* r = slots_.data() + frames_.back().base;
  const bool begins = r[i.a] != 0;
  std::uint32_t offset;
  constexpr std::uint32_t given = sizeof(Declaration) - sizeof(std::uint64_t);  // all but the thread
  const Object* words = reach(r[i.c], given, false, i, offset);
  if (!words) return false;
  Declaration d;
  std::memcpy(static_cast<void*>(&d), words->bytes + offset, given);
  d.thread = self_;
  const Object* object = begins && d.size ? reach(d.object, d.size, false, i, offset) : nullptr;
  if (halt_ != Halt::none || stop_before()) return false;
  if (tracked() && depth_ == 0) begin_operation();
  read_declarations();
  std::vector<Declaration>& all = ownership_.declarations;
  if (!begins) {
    return std::erase(all, d) == 0 || write_declarations();
  }
  if (!code_.function_at(d.mine))
    return fail("misuse", "ownership is declared with something that is not a function", &i);
  if (d.size == 0 || std::ranges::find(all, d) != all.end()) return true;
  memory_.publish(d.object);
  memory_.publish(d.me);
  if (others_ > 0 && !consult()) return false;
  const Ownership before = ownership_;
  all.push_back(d);
  if (!write_declarations()) return false;
  // Who uses these bytes without a declaration must not do so at the same time.
  if (tracked())
    operation().accesses.push_back({.object = object->key,
                                    .origin = object->origin,
                                    .offset = offset,
                                    .size = static_cast<std::uint32_t>(d.size),
                                    .write = true,
                                    .declares = true});
  return others_ == 0 || review(before);
}

/// The object is about to be no more.
bool Interpreter::bury(const Object& object, const char* verb) {
  read_declarations();
  const bool declared = ownership_.declared(object.key, 0, object.size);
  if (others_ > 0) {
    const bool allowed = may_access(object, 0, object.size, verb);
    if (tracked() && ownership_.known) note_guards(operation());
    if (!allowed) return false;
    if (!buried_guard_ && ownership_.known && ownership_.guarded(object.key, 0, object.size)) {
      buried_guard_ = true;
      before_burial_ = ownership_;
    }
  }
  if (!declared) return true;
  std::erase_if(ownership_.declarations,
                [&](const Declaration& d) { return d.overlaps(address_of(object.key), object.size); });
  return write_declarations();
}

/// Local variables above `height` are about to be no more.
bool Interpreter::bury_locals(std::uint32_t height) {
  for (std::uint32_t page = height; page < memory_.stack_height(self_); ++page) {
    const ObjectKey key = object_key(Region::stack, self_, page);
    const Object* object = memory_.find(key);
    if (object && object->key == key && object->shared && !bury(*object, "ends the life of")) return false;
  }
  return true;
}

bool Interpreter::forget_declarations_of(std::uint32_t thread) {
  read_declarations();
  if (std::erase_if(ownership_.declarations, [&](const Declaration& d) { return d.thread == thread; }) == 0)
    return true;
  return write_declarations();
}

/// After something was buried.
bool Interpreter::buried() {
  if (!buried_guard_) return true;
  buried_guard_ = false;
  if (tracked()) operation().declares = true;
  return review(before_burial_);
}

// --- predicates --------------------------------------------------------------------------------

/// Asks all predicates as things are now.
bool Interpreter::consult() {
  read_declarations();
  if (ownership_.known) return true;
  const auto& all = ownership_.declarations;
  ownership_.holds.assign(all.size(), false);
  ownership_.guards.clear();
  for (std::size_t k = 0; k < all.size(); ++k) {
    std::size_t asked = 0;
    while (!same_question(all[asked], all[k])) ++asked;
    bool holds = asked < k && ownership_.holds[asked];
    if (asked == k && !ask(all[k], holds)) return false;
    ownership_.holds[k] = holds;
  }
  ownership_.known = true;
  return true;
}

/// A pure call, with frames of its own.
bool Interpreter::ask(const Declaration& d, bool& holds) {
  const FunctionCode& mine = code_.function(*code_.function_at(d.mine));
  if (mine.code.empty()) return unmodelled(demangled(mine.source->name), nullptr);
  std::vector<Frame> frames;
  std::vector<std::uint64_t> slots;
  frames.swap(frames_);
  slots.swap(slots_);
  const auto self = self_;
  const auto depth = depth_;
  const auto executed = executed_, back_edges = back_edges_, next = next_checkpoint_;

  self_ = static_cast<std::uint32_t>(d.thread);
  depth_ = 1;
  back_edges_ = 0;
  next_checkpoint_ = most_rounds;
  pure_ = true;
  slots_.resize(mine.slots());
  std::ranges::copy(mine.constants, slots_.begin() + static_cast<std::ptrdiff_t>(mine.registers));
  const std::uint64_t arguments[] = {d.me, d.value};
  for (std::size_t k = 0; k < mine.parameter_slots.size() && k < std::size(arguments); ++k)
    slots_[mine.parameter_slots[k]] = arguments[k];
  frames_.push_back({.code = &mine});
  loop();
  pure_ = false;
  const bool answered = halt_ == Halt::stored_point;
  if (answered) {
    halt_ = Halt::none;
    holds = answer_ != 0;
  } else if (halt_ == Halt::failed) {
    out_->failure.kind = ownership_violation;
    out_->failure.text = fmt::format("asks '{}' who owns what: {}", demangled(mine.source->name), out_->failure.text);
  }
  frames_.swap(frames);
  slots_.swap(slots);
  self_ = self;
  depth_ = depth;
  executed_ = executed, back_edges_ = back_edges, next_checkpoint_ = next;
  return answered;
}

bool Interpreter::impure(const char* what) {
  const ir::Function& f = *frames_.front().code->source;
  return unmodelled(fmt::format("{}: it says who owns what, and {}; it may only read what threads share, and compute",
                                f.shown.empty() ? demangled(f.name) : f.shown, what),
                    nullptr);
}

/// A predicate reads.
bool Interpreter::glance(const Object& object, std::uint32_t offset, std::uint32_t size) {
  if (region_of(object.key) == Region::constant) return true;
  // What only its thread can see changes without a step of its own.
  if (!object.shared) return impure("reads memory that only one thread can see");
  const Access read{object.key, object.origin, offset, size, false};
  if (std::ranges::find(ownership_.guards, read) == ownership_.guards.end()) ownership_.guards.push_back(read);
  return true;
}

// --- checks ------------------------------------------------------------------------------------

bool Interpreter::fail_ownership(Address about, std::string text, const Declaration* other) {
  fail(ownership_violation, std::move(text), nullptr);
  out_->failure.about = about;
  out_->failure.other = other ? static_cast<std::uint32_t>(other->thread) : Failure::nobody;
  return false;
}

/// This thread is about to touch these bytes of an object that others can see.
bool Interpreter::may_access(const Object& object, std::uint32_t offset, std::uint64_t size, const char* verb) {
  read_declarations();
  const bool declared = ownership_.declared(object.key, offset, size);
  const bool reads = verb[0] == 'r';
  if ((!declared && reads) || ownership_.declarations.empty()) return true;
  if (!consult()) return false;
  if (!declared || !options_.ownership.only_owners_access) return true;
  for (std::uint64_t at = offset; at < offset + size; ++at) {
    const Address byte = address_of(object.key, static_cast<std::uint32_t>(at));
    if (!ownership_.declared(object.key, static_cast<std::uint32_t>(at), 1) || ownership_.owned_by(self_, byte))
      continue;
    return fail_ownership(byte, fmt::format("{} '{}', which it does not own", verb, name_of(code_, memory_, byte)),
                          ownership_.owned_by_other(self_, byte));
  }
  return true;
}

/// This thread has written these bytes.
bool Interpreter::settle(const Object& object, std::uint32_t offset, std::uint64_t size) {
  if (!table_ || others_ == 0 || !object.shared || !ownership_.known || !ownership_.guarded(object.key, offset, size))
    return true;
  return review(Ownership(ownership_));
}

/// Who owns what may have changed.
bool Interpreter::review(const Ownership& before) {
  ownership_.known = false;
  if (!consult()) return false;
  if (tracked()) note_guards(operation());
  return nobody_lost(before) && (!options_.ownership.one_owner || nobody_shares());
}

bool Interpreter::nobody_lost(const Ownership& before) {
  for (std::size_t k = 0; k < before.holds.size() && before.known && options_.ownership.only_owners_give; ++k) {
    const Declaration& d = before.declarations[k];
    if (!before.holds[k] || d.thread == self_ ||
        std::ranges::find(ownership_.declarations, d) == ownership_.declarations.end())
      continue;
    const auto thread = static_cast<std::uint32_t>(d.thread);
    for (Address byte = d.object; byte < d.object + d.size; ++byte)
      if (!ownership_.owned_by(thread, byte))
        return fail_ownership(byte, fmt::format("takes '{}' away from its owner", name_of(code_, memory_, byte)), &d);
  }
  if (watching_) tell_owners(before);
  return true;
}

bool Interpreter::nobody_shares() {
  const auto& all = ownership_.declarations;
  for (std::size_t a = 0; a < all.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      if (!ownership_.holds[a] || !ownership_.holds[b] || all[a].thread == all[b].thread) continue;
      if (!all[a].overlaps(all[b].object, all[b].size)) continue;
      const Address byte = std::max(all[a].object, all[b].object);
      return fail_ownership(byte, fmt::format("makes a second owner of '{}'", name_of(code_, memory_, byte)),
                            all[a].thread == self_ ? &all[b] : &all[a]);
    }
  return true;
}

/// For the trace.
void Interpreter::tell_owners(const Ownership& before) {
  for (std::size_t k = 0; k < ownership_.holds.size(); ++k) {
    const Declaration& d = ownership_.declarations[k];
    const auto owner = static_cast<std::uint32_t>(d.thread);
    if (!ownership_.holds[k] || (before.known && before.owned_by(owner, d.object))) continue;
    record_event(Event::Kind::event, d.object, 0, 0);
    out_->events.back().text = owner == self_ ? "become owner of" : "hand over";
    out_->events.back().owner = owner;
  }
}

// --- what the reduction hears ------------------------------------------------------------------

void Interpreter::note_guards(Operation& operation) {
  operation.guards.insert(operation.guards.end(), ownership_.guards.begin(), ownership_.guards.end());
}

/// An access, cut where declarations begin and end.
void Interpreter::note_access(Operation& operation, const Access& whole) {
  if (ownership_.known || halt_ != Halt::none) note_guards(operation);  // also those that were read before one failed
  if (!ownership_.declared(whole.object, whole.offset, whole.size)) {
    operation.accesses.push_back(whole);
    return;
  }
  Access piece = whole;
  piece.size = 0;
  for (std::uint32_t at = whole.offset; at < whole.offset + whole.size; ++at) {
    const Address byte = address_of(whole.object, at);
    const Declaration* by = ownership_.owned_by(self_, byte);
    for (const Declaration& d : ownership_.declarations)
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
