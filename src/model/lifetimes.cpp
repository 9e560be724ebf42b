// SPDX-License-Identifier: Apache-2.0
// Objects come and go: local variables, and what is on the heap.
//
// As in vm, an allocation takes the lowest free slot of the thread that asks, so that a loop which allocates and frees
// comes back to where it was. A shared object that can go has a variable that says whether it is there; whoever
// accesses it has an edge that fails where it is not.
#include <fmt/format.h>

#include <algorithm>

#include "model/walk.h"

namespace fermata::model {

namespace {

using ir::Op;

constexpr std::uint32_t most_told_apart = 64;  // objects of one thread and size that are a matter of locations

}  // namespace

/// Can others see that this object comes or goes, or is asked for? Notes which locks are held.
bool Walk::is_life_seen(const Path& path, ObjectId object) {
  return !alone_again(path) && !facts_.protect_life(path.me.held, object);
}

/// A new object; its bytes are zero.
bool Walk::make(Path& path, ObjectId object, std::uint64_t size) {
  facts_.seen(object, size);
  if (!shared(object)) {
    path.me.memory[object] = {size, nullptr};
    return true;
  }
  if (!facts_.sized(object, size))
    return refuse(path, "a second object, of another size, in the place of a shared one");
  if (const auto alive = facts_.alive(object)) {
    path.edge.update[*alive] = terms_.constant(1, 1);
    is_life_seen(path, object);
  }
  if (const auto found = snapshot.find(object); found != snapshot.end())
    for (const auto& [offset, cell] : found->second.all())
      if (!write_shared(path, object, offset, cell.size, terms_.constant(8 * cell.size, 0))) return false;
  for (const auto& [offset, cell] : facts_.cells(object))
    path.edge.update[cell.variable] = terms_.constant(8 * cell.size, 0);
  return true;
}

bool Walk::make_local(Path& path, const ir::Instruction& i) {
  const auto size = need(path, value(path, i, 0));
  if (!size) return false;
  std::uint32_t before = 0;
  for (const Frame& frame : path.me.frames) before += static_cast<std::uint32_t>(frame.objects.size());
  const Frame& frame = top(path);
  const ObjectId object = objects_.object({.kind = ObjectName::Kind::stack,
                                           .thread = path.me.thread,
                                           .number = before,
                                           .function = static_cast<std::uint32_t>(frame.function),
                                           .block = frame.block,
                                           .instruction = frame.instruction});
  if (!make(path, object, *size)) return false;
  top(path).objects.push_back(object);
  give(path, i, 0, terms_.constant(64, Objects::address(object)));
  return done(path);
}

bool Walk::begin_lifetime(Path& path, const ir::Instruction& i) {
  const auto address = need(path, value(path, i, 0));
  if (!address) return false;
  const auto target = objects_.object_at(*address);
  if (!target || !shared(target->object) || !top(path).over.contains(target->object)) return done(path);
  if (stops(path)) return false;
  top(path).over.erase(target->object);
  if (const auto alive = facts_.alive(target->object)) path.edge.update[*alive] = terms_.constant(1, 1);
  return done(path);
}

bool Walk::end_lifetime(Path& path, const ir::Instruction& i) {
  const auto address = need(path, value(path, i, 0));
  if (!address) return false;
  const auto target = objects_.object_at(*address);
  if (!target || objects_[target->object].kind != ObjectName::Kind::stack) return done(path);
  if (!shared(target->object)) {
    if (path.me.memory.contains(target->object)) path.me.memory[target->object].cells = nullptr;
    return done(path);
  }
  if (top(path).over.contains(target->object)) return done(path);
  if (stops(path)) return false;
  vanish(path, target->object);
  for (const auto& [offset, cell] : facts_.cells(target->object))
    path.edge.update[cell.variable] = terms_.constant(8 * cell.size, 0);
  top(path).over.insert(target->object);
  return done(path);
}

void Walk::vanish(Path& path, ObjectId object) {
  places_.gone(object);
  facts_.mortal(object);
  is_life_seen(path, object);
  path.edge.update[*facts_.alive(object)] = terms_.constant(1, 0);
}

bool Walk::leave_locals(Path& path, std::size_t from) {
  Frame& frame = top(path);
  if (from >= frame.objects.size()) return true;
  const auto gone = [&](ObjectId object) { return shared(object) && !frame.over.contains(object); };
  if (std::any_of(frame.objects.begin() + static_cast<std::ptrdiff_t>(from), frame.objects.end(), gone) && stops(path))
    return false;
  drop_locals(path, from);
  return true;
}

/// In a step that has begun already.
void Walk::drop_locals(Path& path, std::size_t from) {
  Frame& frame = top(path);
  while (frame.objects.size() > from) {
    const ObjectId object = frame.objects.back();
    if (shared(object))
      vanish(path, object);
    else
      places_.gone(object), path.me.memory.erase(object);
    frame.over.erase(object);
    frame.objects.pop_back();
  }
}

bool Walk::allocate(Path& path, const ir::Instruction& i) {
  const auto size = need(path, value(path, i, 0));
  if (!size) return false;
  if (*size > Objects::largest_object) return end(path, Location::Kind::unmodelled, "an allocation of very many bytes");
  const auto in_slot = [&](std::uint32_t slot) {
    return objects_.object({.kind = ObjectName::Kind::heap,
                            .thread = path.me.thread,
                            .number = slot,
                            .block = static_cast<std::uint32_t>(*size)});
  };
  const auto take = [&](Path& one, ObjectId object) {
    if (!make(one, object, *size)) return false;
    give(one, i, 0, terms_.constant(64, Objects::address(object)));
    return done(one);
  };
  const bool wanders = facts_.does_wander(path.me.thread, *size);
  if (!wanders || alone_) {
    std::uint32_t slot = 0;
    while (path.me.heap.contains(index(in_slot(slot)))) ++slot;
    if (slot >= most_told_apart && !alone_) {
      facts_.wanders(path.me.thread, *size);
      return false;
    }
    path.me.heap.insert(index(in_slot(slot)));
    if (alone_) facts_.made_in_start(in_slot(slot));
    if (wanders) wanderer(in_slot(slot));
    return take(path, in_slot(slot));
  }
  // The first that is not there; what others free can be had again.
  bool seen = false;
  for (std::uint32_t slot = 0; slot < facts_.most_wandering(); ++slot) {
    wanderer(in_slot(slot));
    seen |= is_life_seen(path, in_slot(slot));
  }
  if (seen && stops(path)) return false;
  for (std::uint32_t slot = 0; slot < facts_.most_wandering(); ++slot) {
    const ObjectId object = in_slot(slot);
    const TermId there = whether_alive(path, object);
    const auto decided = decide(path.edge, there);
    if (decided && *decided) continue;
    if (decided) return take(path, object);
    path.forked = true;
    Path here = path;
    if (assume(here.edge, terms_.negation(there)) && take(here, object)) stack_.push_back(std::move(here));
    if (!assume(path.edge, there)) return false;
  }
  return refuse(path,
                fmt::format("more than {} objects of {} bytes on the heap at a time", facts_.most_wandering(), *size));
}

/// Whether the object is there is known to all, so its contents must be, too.
void Walk::wanderer(ObjectId object) {
  facts_.share(object);
  facts_.mortal(object);
}

bool Walk::release(Path& path, const ir::Instruction& i) {
  const auto address = need(path, value(path, i, 0));
  if (!address) return false;
  if (*address == 0) return done(path);
  const auto target = objects_.object_at(*address);
  if (!target || objects_[target->object].kind != ObjectName::Kind::heap || target->offset != 0)
    return fail(path, "a free of something that is not the start of a heap object");
  const ObjectId object = target->object;
  const ObjectName name = objects_[object];
  if (shared(object)) {
    if ((is_life_seen(path, object) && stops(path)) || !exists(path, object)) return false;
    vanish(path, object);
    for (const auto& [offset, cell] : facts_.cells(object))
      path.edge.update[cell.variable] = terms_.constant(8 * cell.size, 0);
  } else {
    if (!path.me.memory.contains(object)) {
      if (name.thread == path.me.thread && !facts_.was_handed_over(object))
        return fail(path, "memory that is freed twice");
      facts_.share(object);
      return false;
    }
    places_.gone(object);
    path.me.memory.erase(object);
  }
  if (name.thread == path.me.thread)
    path.me.heap.erase(index(object));
  else if (name.number != handed_over_slot)
    facts_.wanders(name.thread, name.block);
  return done(path);
}

bool Walk::object_size(Path& path, const ir::Instruction& i) {
  const auto address = need(path, value(path, i, 0));
  if (!address) return false;
  const auto target = objects_.object_at(*address);
  const bool heap = target && target->offset == 0 && objects_[target->object].kind == ObjectName::Kind::heap;
  if (heap && shared(target->object)) {
    if (facts_.alive(target->object) && is_life_seen(path, target->object) && stops(path)) return false;
    if (!exists(path, target->object)) return false;
  }
  const auto size = heap ? size_of(path, target->object) : std::nullopt;
  give(path, i, 0, terms_.constant(64, size.value_or(~std::uint64_t{0})));
  return done(path);
}

}  // namespace fermata::model
