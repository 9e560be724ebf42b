// SPDX-License-Identifier: Apache-2.0
// Memory of a thread that is walked: its own objects are part of it, those of others are variables.
//
// A shared object consists of cells, the pieces that somebody writes; what nobody writes is a constant of the snapshot.
// The address of an object that is stored where others can read it makes the object shared, for all rounds to come.
#include <fmt/format.h>

#include <algorithm>

#include "model/walk.h"

namespace fermata::model {

namespace {

using ir::Op;

constexpr unsigned bytes_for(unsigned bits) { return (bits + 7) / 8; }
constexpr std::uint64_t null_page = 4096;
constexpr std::uint64_t most_copied = 1 << 16;

}  // namespace

bool Walk::constant(ObjectId object) const {
  const ir::Global* variable = objects_.variable(object);
  return variable && variable->constant;
}

bool Walk::shared(ObjectId object) const {
  if (alone_) return false;
  switch (objects_[object].kind) {
    case ObjectName::Kind::global: return !constant(object);
    case ObjectName::Kind::thread:
    case ObjectName::Kind::section: return true;
    default: return facts_.shared(object);
  }
}

/// Of a shared object: what is in it when there is a second thread, or when it is made.
Cells::First Walk::first_of(ObjectId object) {
  if (alone_ || !shared(object))
    return [this, object](std::uint64_t offset, unsigned size) { return objects_.first_value(object, offset, size); };
  return [this, object](std::uint64_t offset, unsigned size) {
    const auto first = [&](std::uint64_t o, unsigned n) { return objects_.first_value(object, o, n); };
    const auto found = snapshot.find(object);
    if (found == snapshot.end()) return first(offset, size);
    return terms_.known(found->second.read(terms_, offset, size, first)).value_or(0);
  };
}

std::optional<std::uint64_t> Walk::size_of(const Path& path, ObjectId object) {
  if (const auto fixed = objects_.fixed_size(object)) return fixed;
  if (shared(object)) return facts_.size(object);
  const auto found = path.me.memory.find(object);
  if (found == path.me.memory.end()) return std::nullopt;
  return found->second.size;
}

/// Of a mortal object: whether it is there now.
TermId Walk::whether_alive(Path& path, ObjectId object) {
  const VariableId alive = *facts_.alive(object);
  const auto pending = path.edge.update.find(alive);
  return pending != path.edge.update.end() ? pending->second : resolved(path.edge, facts_.term(alive));
}

/// Forks, if the object may be gone. The access has begun: if it fails, it fails here.
bool Walk::exists(Path& path, ObjectId object) {
  const auto alive = shared(object) ? facts_.alive(object) : std::nullopt;
  if (!alive) return true;
  const ObjectName& name = objects_[object];
  if (name.kind == ObjectName::Kind::stack && name.thread == path.me.thread) return true;
  constexpr const char* what = "an access to an object that is gone";
  const TermId there = whether_alive(path, object);
  const auto decided = decide(path.edge, there);
  if (decided && *decided) return true;
  if (decided) return end(path, Location::Kind::failed, what);
  Path gone = path;
  gone.forked = path.forked = true;
  if (assume(gone.edge, terms_.negation(there))) end(gone, Location::Kind::failed, what);
  return assume(path.edge, there);
}

std::optional<Walk::Target> Walk::reach(Path& path, TermId address, std::uint64_t size, bool write) {
  const auto number = need_address(path, address, size);
  if (!number) return std::nullopt;
  const auto target = objects_.object_at(*number);
  if (!target) {
    fail(path, *number < null_page ? "an access through a null pointer" : "an access to something that is no object");
    return std::nullopt;
  }
  const ObjectId object = target->object;
  if (const ir::Global* variable = objects_.variable(object); variable && variable->missing) {
    end(path, Location::Kind::unmodelled, variable->shown.empty() ? variable->name : variable->shown);
    return std::nullopt;
  }
  if (const auto fixed = objects_.fixed_size(object); fixed && *fixed > Objects::largest_object) {
    refuse(path, "a very large variable");
    return std::nullopt;
  }
  if (const ObjectName& name = objects_[object];
      name.kind == ObjectName::Kind::thread_local_ && name.thread != path.me.thread && name.thread != main_thread)
    lent_thread_local_ = position(path.me);
  const bool is_shared = shared(object);
  const auto all = size_of(path, object);
  if (!all) {
    // Of a shared object, nobody was seen to make it; if that comes later, there is another round.
    if (!is_shared && (objects_[object].thread != path.me.thread || facts_.was_handed_over(object))) {
      facts_.share(object);  // somebody else's, whose address has come here: it is shared, after all
      return std::nullopt;
    }
    fail(path, "an access to an object that is gone");
    return std::nullopt;
  }
  if (target->offset < 0 || size > *all || static_cast<std::uint64_t>(target->offset) > *all - size ||
      (write && constant(object))) {
    fail(path, "an access outside of its object, or a write to a constant");
    return std::nullopt;
  }
  return Target{object, static_cast<std::uint64_t>(target->offset), is_shared};
}

bool Walk::changes(ObjectId object, std::uint64_t offset, std::uint64_t size) const {
  const auto& cells = facts_.cells(object);
  const auto it = cells.lower_bound(offset + size);
  return it != cells.begin() && std::prev(it)->first + std::prev(it)->second.size > offset;
}

/// Bytes that nobody writes can be read at any time.
bool Walk::is_visible(const Target& target, std::uint64_t size, bool write) const {
  return target.shared && (write || facts_.alive(target.object) || changes(target.object, target.offset, size));
}

/// There are no other threads, and only this one could start some.
bool Walk::alone_again(const Path& path) const {
  return path.me.thread == main_thread && path.me.started.empty() && !facts_.others_start();
}

/// Can others see this access? Notes which locks are held.
bool Walk::is_seen(const Path& path, const Target& target, std::uint64_t size, bool write) {
  if (!target.shared || alone_again(path)) return false;
  const std::uint64_t address = Objects::address(target.object, target.offset);
  if (write && path.depth == 0) facts_.written_over(address, size);
  bool is_protected = facts_.protect(path.me.held, address, size);
  if (facts_.alive(target.object)) is_protected &= facts_.protect_life(path.me.held, target.object);
  // Paths multiply where they are long.
  constexpr std::size_t most_conditions = 12;
  is_protected &= path.edge.guard.size() < most_conditions;
  return !is_protected && is_visible(target, size, write);
}

Cells& Walk::private_cells(Path& path, ObjectId object) {
  PrivateObject& mine = path.me.memory[object];
  if (!mine.cells) {
    mine.cells = std::make_shared<Cells>();
    if (const auto fixed = objects_.fixed_size(object)) mine.size = *fixed;
  } else if (mine.cells.use_count() > 1) {
    mine.cells = std::make_shared<Cells>(*mine.cells);
  }
  return const_cast<Cells&>(*mine.cells);  // nobody else has it
}

TermId Walk::read(Path& path, const Target& target, unsigned size) {
  if (target.shared) return read_shared(path, target.object, target.offset, size);
  const auto found = path.me.memory.find(target.object);
  static const Cells none;
  const Cells& cells = found == path.me.memory.end() || !found->second.cells ? none : *found->second.cells;
  return resolved(path.edge, cells.read(terms_, target.offset, size, first_of(target.object)));
}

bool Walk::write(Path& path, const Target& target, unsigned size, TermId value) {
  if (target.shared) return write_shared(path, target.object, target.offset, size, value);
  private_cells(path, target.object).write(terms_, target.offset, size, value, first_of(target.object));
  return true;
}

TermId Walk::read_shared(Path& path, ObjectId object, std::uint64_t offset, unsigned size) {
  const auto& cells = facts_.cells(object);
  std::optional<TermId> result;
  for (std::uint64_t at = offset; at < offset + size;) {
    auto next = cells.upper_bound(at);
    TermId part;
    std::uint64_t end;
    if (next != cells.begin() && std::prev(next)->first + std::prev(next)->second.size > at) {
      const auto& [begin, cell] = *std::prev(next);
      end = std::min<std::uint64_t>(offset + size, begin + cell.size);
      const auto pending = path.edge.update.find(cell.variable);
      const TermId whole = pending != path.edge.update.end() ? pending->second : facts_.term(cell.variable);
      part = terms_.extract(resolved(path.edge, whole), 8 * static_cast<unsigned>(at - begin),
                            8 * static_cast<unsigned>(end - at));
    } else {
      end = std::min<std::uint64_t>(offset + size, next == cells.end() ? offset + size : next->first);
      const auto n = static_cast<unsigned>(end - at);
      part = terms_.constant(8 * n, first_of(object)(at, n));
    }
    result = result ? joined(terms_, *result, part) : part;
    at = end;
  }
  return resolved(path.edge, *result);
}

bool Walk::write_shared(Path& path, ObjectId object, std::uint64_t offset, unsigned size, TermId value) {
  const auto first = first_of(object);
  const auto known = terms_.known(value);
  // As far as is known, these bytes never change.
  if (!changes(object, offset, size) && known && *known == first(offset, size)) return true;
  if (!facts_.cover(object, offset, size, first)) return false;
  publish(path, value);
  const auto& cells = facts_.cells(object);
  for (auto it = cells.find(offset); it != cells.end() && it->first < offset + size; ++it)
    path.edge.update[it->second.variable] =
        terms_.extract(value, 8 * static_cast<unsigned>(it->first - offset), 8 * it->second.size);
  return true;
}

void Walk::publish(std::uint64_t value) {
  const auto target = objects_.object_at(value);
  if (!target) return;
  const ObjectName& name = objects_[target->object];
  if (name.kind != ObjectName::Kind::stack && name.kind != ObjectName::Kind::heap &&
      name.kind != ObjectName::Kind::thread_local_)
    return;
  facts_.share(target->object);
}

void Walk::publish(Path& path, TermId value) {
  if (terms_.width(value) < 64 || alone_) return;
  if (const auto all = values(path.edge, value))
    for (std::uint64_t one : *all) publish(one);
  // Else it is a number that can be anything; whoever takes it for an address is refused.
}

// --- instructions -------------------------------------------------------------------------------

bool Walk::load(Path& path, const ir::Instruction& i) {
  if (i.type.bits > 64) return refuse(path, "a number of more than 64 bits");
  const unsigned size = bytes_for(i.type.bits);
  const auto target = reach(path, value(path, i, 0), size, false);
  if (!target) return false;
  const bool seen = is_seen(path, *target, size, false);
  if (seen && path.moved && stops(path)) return false;
  // A pointer that is followed for a few places only is one of them from here on.
  if (target->shared && size == 8) {
    const TermId pointer = read(path, *target, size);
    if (terms_[pointer].kind == Term::Kind::variable &&
        facts_.first_places(VariableId{static_cast<std::uint32_t>(terms_[pointer].value)}) && !need(path, pointer))
      return false;
  }
  if (seen && stops(path)) return false;
  if (!exists(path, target->object)) return false;
  give(path, i, 0, terms_.convert(Op::trunc, i.type.bits, read(path, *target, size)));
  return done(path);
}

bool Walk::store(Path& path, const ir::Instruction& i) {
  if (i.type.bits > 64) return refuse(path, "a number of more than 64 bits");
  const unsigned size = bytes_for(i.type.bits);
  const auto target = reach(path, value(path, i, 1), size, true);
  if (!target) return false;
  if (is_seen(path, *target, size, true) && stops(path)) return false;
  if (!exists(path, target->object)) return false;
  if (!write(path, *target, size, terms_.convert(Op::zext, 8 * size, value(path, i, 0)))) return false;
  return done(path);
}

bool Walk::read_modify_write(Path& path, const ir::Instruction& i) {
  if (i.type.bits > 64) return refuse(path, "a number of more than 64 bits");
  const unsigned w = i.type.bits, size = bytes_for(w);
  const auto target = reach(path, value(path, i, 0), size, true);
  if (!target) return false;
  if (is_seen(path, *target, size, true) && stops(path)) return false;
  if (!exists(path, target->object)) return false;
  const TermId old = terms_.convert(Op::trunc, w, read(path, *target, size)), by = value(path, i, 1);
  const auto with = [&](Op op) { return terms_.binary(op, old, by); };
  TermId fresh = by;
  const TermId zero = terms_.constant(w, 0), one = terms_.constant(w, 1), ones = terms_.constant(w, ~std::uint64_t{0});
  switch (i.modify) {
    case ir::Modify::exchange: break;
    case ir::Modify::add: fresh = with(Op::add); break;
    case ir::Modify::sub: fresh = with(Op::sub); break;
    case ir::Modify::and_: fresh = with(Op::and_); break;
    case ir::Modify::nand: fresh = terms_.binary(Op::xor_, with(Op::and_), ones); break;
    case ir::Modify::or_: fresh = with(Op::or_); break;
    case ir::Modify::xor_: fresh = with(Op::xor_); break;
    case ir::Modify::max: fresh = with(Op::smax); break;
    case ir::Modify::min: fresh = with(Op::smin); break;
    case ir::Modify::umax: fresh = with(Op::umax); break;
    case ir::Modify::umin: fresh = with(Op::umin); break;
    case ir::Modify::uinc_wrap: fresh = terms_.select(with(Op::uge), zero, terms_.binary(Op::add, old, one)); break;
    case ir::Modify::udec_wrap:
      fresh = terms_.select(terms_.binary(Op::or_, terms_.binary(Op::eq, old, zero), with(Op::ugt)), by,
                            terms_.binary(Op::sub, old, one));
      break;
    case ir::Modify::fadd:
    case ir::Modify::fsub: return refuse(path, "floating-point arithmetic");
  }
  if (!write(path, *target, size, terms_.convert(Op::zext, 8 * size, fresh))) return false;
  give(path, i, 0, old);
  return done(path);
}

bool Walk::compare_exchange(Path& path, const ir::Instruction& i) {
  if (i.type.bits > 64) return refuse(path, "a number of more than 64 bits");
  const unsigned w = i.type.bits, size = bytes_for(w);
  const auto target = reach(path, value(path, i, 0), size, true);
  if (!target) return false;
  if (is_seen(path, *target, size, true) && stops(path)) return false;
  if (!exists(path, target->object)) return false;
  const TermId old = terms_.convert(Op::trunc, w, read(path, *target, size));
  const TermId expected = value(path, i, 1), desired = value(path, i, 2);
  if (w == 64) note_comparison(path, old, expected);
  const TermId same = terms_.binary(Op::eq, old, expected);
  const auto finish = [&](Path& one, bool succeeds) {
    if (succeeds && !write(one, *target, size, terms_.convert(Op::zext, 8 * size, desired))) return false;
    give(one, i, 0, succeeds ? expected : old);
    give(one, i, 1, terms_.constant(1, succeeds));
    return done(one);
  };
  const bool may_fail = i.weak && semantics_.spurious_failures;
  const auto decided = decide(path.edge, same);
  if (decided && (!*decided || !may_fail)) return finish(path, *decided);
  path.forked = true;
  Path different = path;
  if (!decided && assume(different.edge, terms_.negation(same)) && finish(different, false))
    stack_.push_back(std::move(different));
  if (!assume(path.edge, same)) return false;
  if (may_fail) {
    Path fails = path;
    path.edge.choices.push_back({.why = 1, .taken = 0, .of = 2});
    fails.edge.choices.push_back({.why = 1, .taken = 1, .of = 2});
    fails.edge.spurious = true;
    if (finish(fails, false)) stack_.push_back(std::move(fails));
  }
  return finish(path, true);
}

/// The bytes from the target on that can be moved at once.
unsigned Walk::piece(const Path& path, const Target& target, unsigned most) const {
  if (!target.shared) {
    const auto found = path.me.memory.find(target.object);
    return found == path.me.memory.end() || !found->second.cells ? most
                                                                 : found->second.cells->piece(target.offset, most);
  }
  const auto& cells = facts_.cells(target.object);
  const auto next = cells.upper_bound(target.offset);
  if (next != cells.begin() && std::prev(next)->first + std::prev(next)->second.size > target.offset)
    return static_cast<unsigned>(
        std::min<std::uint64_t>(most, std::prev(next)->first + std::prev(next)->second.size - target.offset));
  return next == cells.end() ? most : static_cast<unsigned>(std::min<std::uint64_t>(most, next->first - target.offset));
}

bool Walk::copy_bytes(Path& path, const ir::Instruction& i) {
  const auto size = need(path, value(path, i, 2));
  if (!size) return false;
  if (*size == 0) return done(path);
  if (*size > most_copied) return refuse(path, "a copy of many bytes");
  const auto source = reach(path, value(path, i, 1), *size, false);
  if (!source) return false;
  const auto target = reach(path, value(path, i, 0), *size, true);
  if (!target) return false;
  const bool reading = is_seen(path, *source, *size, false), writing = is_seen(path, *target, *size, true);
  if ((reading || writing) && stops(path)) return false;
  if (!exists(path, source->object) || !exists(path, target->object)) return false;
  struct Part {
    std::uint64_t at;
    unsigned size;
    TermId value;
  };
  std::vector<Part> parts;  // all are read before the first is written
  for (std::uint64_t at = 0; at < *size;) {
    const Target from{source->object, source->offset + at, source->shared};
    const Target to{target->object, target->offset + at, target->shared};
    // What is not aligned in its object is moved byte by byte up to where it is.
    const auto aligned = static_cast<unsigned>(8 - to.offset % 8);
    unsigned n = static_cast<unsigned>(std::min<std::uint64_t>(aligned, *size - at));
    n = piece(path, from, n);
    if (to.shared) n = piece(path, to, n);
    parts.push_back({at, n, read(path, from, n)});
    at += n;
  }
  for (const Part& part : parts)
    if (!write(path, {target->object, target->offset + part.at, target->shared}, part.size, part.value)) return false;
  return done(path);
}

bool Walk::fill_bytes(Path& path, const ir::Instruction& i) {
  const auto size = need(path, value(path, i, 2));
  if (!size) return false;
  if (*size == 0) return done(path);
  const auto target = reach(path, value(path, i, 0), *size, true);
  if (!target) return false;
  const auto byte = need(path, value(path, i, 1));
  if (!byte) return false;
  if (is_seen(path, *target, *size, true) && stops(path)) return false;
  if (!exists(path, target->object)) return false;
  const auto first = first_of(target->object);
  if (!target->shared && *byte == 0 && !objects_.variable(target->object)) {
    private_cells(path, target->object).reset(terms_, target->offset, *size);
    return done(path);
  }
  if (*size > most_copied) return refuse(path, "many bytes that are filled");
  for (std::uint64_t at = 0; at < *size;) {
    const Target to{target->object, target->offset + at, target->shared};
    const auto aligned = static_cast<unsigned>(8 - to.offset % 8);
    unsigned n = static_cast<unsigned>(std::min<std::uint64_t>(aligned, *size - at));
    if (to.shared) n = piece(path, to, n);
    if (!write(path, to, n, terms_.constant(8 * n, *byte * 0x0101010101010101u))) return false;
    at += n;
  }
  return done(path);
}

}  // namespace fermata::model
