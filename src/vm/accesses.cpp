// SPDX-License-Identifier: Apache-2.0
// Accesses to memory: is the address good, can others see the access, and what does the step say about it?
//
// Each access goes the same way: reach() finds the object or fails, visible() and stop_before() decide whether the step
// ends before it, track() checks ownership and records the footprint, then bytes are moved, and written() checks that
// the new bytes have taken nothing from its owner.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "vm/interpreter.h"
#include "vm/names.h"

namespace fermata::vm {

namespace {

constexpr std::uint64_t many_bytes = 1 << 16;  // to copy or fill without a look at the limits
constexpr Address null_page = 4096;

constexpr std::uint32_t bytes_for(std::uint32_t width) { return (width + 7) / 8; }

}  // namespace

/// The object with bytes [address, address + size), and where in it they are; or null, and the step has halted.
Object* Interpreter::reach(Address address, std::uint64_t size, bool write, std::uint32_t& offset) {
  const ObjectKey key = key_of(address);
  Object* object = memory_.find(key);
  offset = object ? offset_in(object->key, address) : 0;
  const Region region = region_of(key);
  if (object && (region == Region::global || region == Region::constant))
    if (const ir::Global* global = code_.missing(key)) {
      std::string name = global->shown.empty() ? known_as(global->name) : global->shown;
      if (!name.starts_with("std::"))
        name += ": it is declared, but none of the files defines it; give one more that does";
      unmodelled(std::move(name));
      return nullptr;
    }
  const bool over = object && object->over && arena_of(key) != threads_.self();
  if (object && !over && size <= object->size && offset <= object->size - size &&
      !(write && region == Region::constant))
    return object;
  // What is there may still change before this access is really made.
  if (step_.moved && threads_.alive() > 1 && !blocks_.inside()) {
    halt(Halt::stored_point);
    return nullptr;
  }
  if (!pure_.active) footprint_.access_to_gone(key);
  if (over) object = nullptr;
  const char* what = write ? "write" : "read";
  std::string text;
  std::string kind = "invalid-access";
  if (address < null_page)
    text = fmt::format("invalid {} of {} bytes through a null pointer", what, size);
  else if (object && write && region == Region::constant)
    text = fmt::format("write of {} bytes to a constant", size);
  else if (object)
    text = fmt::format("{} of {} bytes at offset {} of an object of {} bytes", what, size,
                       static_cast<std::int64_t>(address - address_of(object->key)), object->size);
  else if (region == Region::heap)
    text = fmt::format("{} of {} bytes of memory that was freed", what, size), kind = "use-after-free";
  else if (region == Region::stack)
    text = fmt::format("{} of {} bytes of a {} variable that is gone", what, size,
                       code_.layout().thread_local_pages.at(page_of(key)) ? "thread-local" : "local"),
    kind = "use-after-return";
  else
    text = fmt::format("invalid {} of {} bytes: the pointer does not point to an object", what, size);
  fail(std::move(kind), std::move(text));
  return nullptr;
}

/// Whether others can see an access to the object. Halts if the object is another thread's own.
bool Interpreter::visible(const Object& object, const Instruction& i) {
  if (i.local) return false;
  if (!object.shared) {
    if (object.owner != threads_.self()) {
      // As in reach, something else may be there when this access is really made; not if it was given to its owner, who
      // can free it without a visible operation.
      if (step_.moved && threads_.alive() > 1 && !blocks_.inside() && object.owner == arena_of(object.key))
        return halt(Halt::stored_point);
      footprint_.access_to_gone(object.key);
      halt(Halt::disowned);
    }
    return false;
  }
  return !blocks_.inside() && threads_.alive() > 1 && region_of(object.key) != Region::constant &&
         !code_.quiet(object.key);
}

/// Checks that the running thread may access these bytes, and records that it does. `same_operation`: as the access
/// before.
bool Interpreter::track(const Object& object, std::uint32_t offset, std::uint64_t size, bool write,
                        const Instruction& i, bool same_operation) {
  if (threads_.others() == 0 || i.local || !object.shared || region_of(object.key) == Region::constant ||
      code_.quiet(object.key))
    return true;
  using Verb = OwnershipMonitor::Verb;
  const bool allowed =
      !ownership_.is_on() || ownership_.may_access(object, offset, size, write ? Verb::writes : Verb::reads);
  if (!footprint_.is_on()) return allowed;
  Operation& operation = same_operation ? footprint_.operation() : footprint_.operation_of_access();
  Access access{object.key, object.origin, offset, static_cast<std::uint32_t>(size), write};
  if (i.op != ir::Op::intrinsic) {
    constexpr Access::Sort sorts[] = {Access::Sort::plain, Access::Sort::volatile_, Access::Sort::atomic};
    access.sort = blocks_.inside() ? Access::Sort::atomic : sorts[static_cast<std::size_t>(i.access)];
    access.at = static_cast<std::uint32_t>(stack_.user_position());
  }
  if (ownership_.is_on())
    ownership_.record(operation, access, !allowed);
  else
    FootprintRecorder::add(operation, access);
  return allowed;
}

bool Interpreter::written(const Object& object, std::uint32_t offset, std::uint64_t size) {
  return !ownership_.is_on() || ownership_.written(object, offset, size);
}

/// Bytes are about to be written. Are they different from those that are there?
void Interpreter::note_change(Object& object, std::uint32_t offset, const void* bytes, std::uint32_t size) {
  const bool asked = code_.assumes() && object.shared && !code_.quiet(object.key);
  if (step_.changed && (step_.shows || !asked)) return;
  std::uint64_t old[2] = {0, 0};
  memory_.read(object, offset, old, size);
  const bool differ = std::memcmp(old, bytes, size) != 0;
  step_.changed |= differ;
  step_.shows |= differ && asked;
}

bool Interpreter::load(const Instruction& i) {
  std::uint64_t* r = stack_.registers();
  const Address address = r[i.a];
  const std::uint32_t size = bytes_for(i.width);
  std::uint32_t offset;
  Object* object = reach(address, size, false, offset);
  if (!object) return false;
  const bool seen = !pure_.active && visible(*object, i);
  if (step_.halt != Halt::none || (seen && stop_before())) return false;
  if (i.role != SpinRole::none && !seen) begin_attempt(i.role);
  if (pure_.active ? !read_in_predicate(*object, offset, size) : !track(*object, offset, size, false, i)) return false;
  std::uint64_t value[2] = {0, 0};
  memory_.read(*object, offset, value, size);
  if (i.width < 64) value[0] &= mask(i.width);
  r[i.d] = value[0];
  if (i.width > 64) r[i.d + 1] = value[1] & mask(i.width - 64u);
  if (watching_ && seen) record_event(Event::Kind::read, address, value[0], size);
  return true;
}

bool Interpreter::store(const Instruction& i) {
  if (pure_.active) return impure("writes to memory");
  const std::uint64_t* r = stack_.registers();
  const Address address = r[i.b];
  const std::uint32_t size = bytes_for(i.width);
  std::uint32_t offset;
  Object* object = reach(address, size, true, offset);
  if (!object) return false;
  const bool seen = visible(*object, i);
  if (step_.halt != Halt::none || (seen && stop_before())) return false;
  if (i.role != SpinRole::none && !seen) begin_attempt(i.role);
  if (!track(*object, offset, size, true, i)) return false;
  const std::uint64_t value[2] = {r[i.a], i.width > 64 ? r[i.a + 1] : 0};
  note_change(*object, offset, value, size);
  memory_.write(*object, offset, value, size);
  memory_.published(*object, offset, size);
  if (watching_ && seen) record_event(Event::Kind::write, address, value[0], size);
  return written(*object, offset, size);
}

bool Interpreter::read_modify_write(const Instruction& i) {
  if (pure_.active) return impure("writes to memory");
  std::uint64_t* r = stack_.registers();
  const Address address = r[i.a];
  const std::uint32_t size = bytes_for(i.width);
  std::uint32_t offset;
  Object* object = reach(address, size, true, offset);
  if (!object) return false;
  const bool seen = visible(*object, i);
  if (step_.halt != Halt::none || (seen && stop_before())) return false;
  if (i.role != SpinRole::none && !seen) begin_attempt(i.role);
  if (!track(*object, offset, size, true, i)) return false;
  std::uint64_t old[2] = {0, 0};
  memory_.read(*object, offset, old, size);
  std::uint64_t fresh[2] = {0, 0};
  const auto how = static_cast<ir::Modify>(i.sub);
  if (i.width <= 64) {
    old[0] &= mask(i.width);
    fresh[0] = modified(how, old[0], r[i.b], i.width) & mask(i.width);
  } else {
    const Wide result = modified(how, Wide{old[1]} << 64 | old[0], Wide{r[i.b + 1]} << 64 | r[i.b]);
    fresh[0] = static_cast<std::uint64_t>(result);
    fresh[1] = static_cast<std::uint64_t>(result >> 64);
  }
  note_change(*object, offset, fresh, size);
  memory_.write(*object, offset, fresh, size);
  memory_.published(*object, offset, size);
  r[i.d] = old[0];
  if (i.width > 64) r[i.d + 1] = old[1];
  if (watching_ && seen) record_event(Event::Kind::update, address, fresh[0], size);
  return written(*object, offset, size);
}

bool Interpreter::compare_exchange(const Instruction& i) {
  if (pure_.active) return impure("writes to memory");
  std::uint64_t* r = stack_.registers();
  const Address address = r[i.a];
  const std::uint32_t size = bytes_for(i.width);
  std::uint32_t offset;
  Object* object = reach(address, size, true, offset);
  if (!object) return false;
  const bool seen = visible(*object, i);
  if (step_.halt != Halt::none || (seen && stop_before())) return false;
  if (i.role != SpinRole::none && !seen) begin_attempt(i.role);
  if (!track(*object, offset, size, true, i)) return false;
  std::uint64_t old[2] = {0, 0}, expected[2] = {r[i.b], i.width > 64 ? r[i.b + 1] : 0},
                desired[2] = {r[i.c], i.width > 64 ? r[i.c + 1] : 0};
  memory_.read(*object, offset, old, size);
  bool same = std::memcmp(old, expected, size) == 0;
  if (size == sizeof(Address)) compared(old[0], expected[0]);
  if (same && i.weak && options_.semantics.spurious_failures) same = choose(2, Why::spurious) == 0;
  if (same) {
    note_change(*object, offset, desired, size);
    memory_.write(*object, offset, desired, size);
    memory_.published(*object, offset, size);
  }
  r[i.d] = old[0];
  if (i.width > 64) r[i.d + 1] = old[1];
  r[i.d2] = same;
  if (watching_ && seen)
    record_event(same ? Event::Kind::update : Event::Kind::read, address, same ? desired[0] : old[0], size);
  return !same || written(*object, offset, size);
}

/// Two addresses of heap objects differ. If one of the objects is gone, a new one might be in its place with another
/// allocator, and they would be equal.
void Interpreter::look_whether_gone(Address a, Address b) {
  for (const Address address : {a, b})
    if (!memory_.find(key_of(address))) noticed_.compares_gone.store(true, std::memory_order_relaxed);
}

bool Interpreter::copy_bytes(const Instruction& i) {
  if (pure_.active) return impure("writes to memory");
  const std::uint64_t* r = stack_.registers();
  const Address to = r[i.a], from = r[i.b];
  const std::uint64_t size = r[i.c];
  if (size == 0) return true;
  if (size > many_bytes) store_.stop().enforce();
  std::uint32_t to_offset, from_offset;
  Object* source = reach(from, size, false, from_offset);
  if (!source) return false;
  Object* target = reach(to, size, true, to_offset);
  if (!target) return false;
  const bool source_seen = visible(*source, i), target_seen = visible(*target, i), seen = source_seen || target_seen;
  if (step_.halt != Halt::none || (seen && stop_before())) return false;
  const std::size_t operations = footprint_.finished_operations();
  if (!track(*source, from_offset, size, false, i)) return false;
  const bool began = footprint_.operations() > operations;
  if (!track(*target, to_offset, size, true, i, began)) return false;
  step_.changed = true;
  step_.shows |= target->shared;
  memory_.copy(*target, to_offset, *source, from_offset, static_cast<std::uint32_t>(size));
  memory_.published(*target, to_offset, static_cast<std::uint32_t>(size));
  if (watching_ && seen) record_event(Event::Kind::write, to, 0, 0);
  return written(*target, to_offset, size);
}

bool Interpreter::fill_bytes(const Instruction& i) {
  if (pure_.active) return impure("writes to memory");
  const std::uint64_t* r = stack_.registers();
  const Address to = r[i.a];
  const std::uint64_t size = r[i.c];
  if (size == 0) return true;
  if (size > many_bytes) store_.stop().enforce();
  std::uint32_t offset;
  Object* target = reach(to, size, true, offset);
  if (!target) return false;
  const bool seen = visible(*target, i);
  if (step_.halt != Halt::none || (seen && stop_before())) return false;
  if (!track(*target, offset, size, true, i)) return false;
  step_.changed = true;
  step_.shows |= target->shared;
  memory_.fill(*target, offset, static_cast<std::uint8_t>(r[i.b]), static_cast<std::uint32_t>(size));
  if (watching_ && seen) record_event(Event::Kind::write, to, r[i.b] & 0xff, 0);
  return written(*target, offset, size);
}

// --- objects come and go -----------------------------------------------------------------------

/// An alloca. The variable is found again through its instruction: names.cpp.
bool Interpreter::allocate_local(const Instruction& i) {
  if (pure_.active) return impure("keeps a variable in memory");
  std::uint64_t* r = stack_.registers();
  const Address address = memory_.push(threads_.self(), r[i.a], i.list);
  if (!address) return fail("stack-overflow", "there is no room for another local variable");
  footprint_.allocated(address, r[i.a]);
  r[i.d] = address;
  return true;
}

/// Before the life of a local variable that others can reach begins again or ends: that is a visible operation.
bool Interpreter::track_lifetime(const Object& object) {
  if (threads_.alive() > 1 && stop_before()) return false;
  footprint_.lifetime_changes(object);
  step_.shows = true;
  return true;
}

bool Interpreter::begin_lifetime(Address variable) {
  Object* object = memory_.find(key_of(variable));
  if (!object || !object->over) return true;
  if (!track_lifetime(*object)) return false;
  object->over = false;
  object->changed = true;
  return true;
}

bool Interpreter::end_lifetime(Address variable) {
  Object* object = memory_.find(key_of(variable));
  if (!object || region_of(object->key) != Region::stack) return true;
  if (object->shared && !object->over && !track_lifetime(*object)) return false;
  const bool watched = ownership_.is_on();
  if (watched && object->shared && !ownership_.vanishes(*object, OwnershipMonitor::Verb::ends_life)) return false;
  memory_.fill(*object, 0, 0, object->size);
  object->over = object->shared;
  return !watched || ownership_.vanished();
}

bool Interpreter::allocate(const Instruction& i) {
  std::uint64_t* r = stack_.registers();
  const auto origin = static_cast<std::uint32_t>(stack_.user_position());
  if (const auto kept =
          options_.heap.freers_reuse ? memory_.kept_for(r[i.a], threads_[threads_.self()].freed) : std::nullopt) {
    std::erase(threads_.change(threads_.self()).freed, *kept);
    r[i.d] = memory_.reuse(*kept, r[i.a], origin);
    footprint_.allocated(r[i.d], r[i.a], {});
    if (watching_) numbers_.made(*kept, origin, sort_of_object(code_, origin, r[i.a]));
    return true;
  }
  std::span<const ObjectKey> passed;
  if (threads_.others() > 0) passed = memory_.passed_by(threads_.self(), r[i.a]);
  // Which place is the lowest that is free is for others to decide, too. A step that begins here did not end here for
  // nothing: it is no other step if they have decided meanwhile.
  if ((!passed.empty() || !step_.moved) && threads_.alive() > 1 && stop_before()) return false;
  const Address address = memory_.allocate(threads_.self(), r[i.a], origin);
  if (!address)
    return unmodelled(fmt::format(
        "an allocation of {} bytes (a thread has 32 GiB of addresses, for at most {} objects of at most 2 GiB)", r[i.a],
        max_pages));
  footprint_.allocated(address, r[i.a], passed);
  if (watching_) numbers_.made(key_of(address), origin, sort_of_object(code_, origin, r[i.a]));
  r[i.d] = address;
  return true;
}

bool Interpreter::release(const Instruction& i) {
  const Address address = stack_.registers()[i.a];
  if (address == 0) return true;
  const ObjectKey key = key_of(address);
  Object* object = memory_.find(key);
  if (object && region_of(key) == Region::heap && address_of(object->key) == address) {
    const bool seen = visible(*object, i);
    if (step_.halt != Halt::none || (seen && stop_before())) return false;
    if (!track(*object, 0, object->size, true, i)) return false;
    const bool watched = ownership_.is_on();
    if (watched && object->shared && !ownership_.vanishes(*object, OwnershipMonitor::Verb::frees)) return false;
    const bool others = arena_of(key) != threads_.self();
    if (others) noticed_.frees_for_others.store(true, std::memory_order_relaxed);
    const bool keep =
        others && options_.heap.freers_reuse && !memory_.kept_for(object->size, threads_[threads_.self()].freed);
    const ObjectKey freed = object->key;
    // Who could have seen it there can see that it is gone, though its place may stay taken.
    if (object->shared || !others) footprint_.freed(freed);
    step_.shows |= object->shared;
    if (memory_.release(*object, keep)) {
      auto& all = threads_.change(threads_.self()).freed;
      all.insert(std::ranges::lower_bound(all, freed), freed);
    }
    return !watched || ownership_.vanished();
  }
  if (stop_before()) return false;
  footprint_.access_to_gone(key);
  if (region_of(key) == Region::heap && !object)
    return fail("double-free", "memory that was freed before is freed again");
  return fail("invalid-free", "free of something that is not the start of a heap object");
}

/// The size of the heap object that begins at the address; all ones if there is none.
bool Interpreter::object_size(const Instruction& i) {
  std::uint64_t* r = stack_.registers();
  const Address address = r[i.a];
  const Object* object = memory_.find(key_of(address));
  const bool good = object && region_of(object->key) == Region::heap && address_of(object->key) == address;
  const bool seen = good ? visible(*object, i) : region_of(key_of(address)) == Region::heap;
  if (step_.halt != Halt::none || (seen && stop_before())) return false;
  if (!good) footprint_.access_to_gone(key_of(address));
  if (good && !track(*object, 0, 1, false, i)) return false;
  r[i.d] = good ? object->size : ~std::uint64_t{0};
  return true;
}

}  // namespace fermata::vm
