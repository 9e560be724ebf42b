// SPDX-License-Identifier: Apache-2.0
// The optimistic fixpoint: a cell that nobody was seen to write is constant, an object that nobody was seen to publish
// is private, a variable holds what it was seen to be given. Each such belief is used at once and given up when a walk
// contradicts it; a round without news has therefore checked all of them against every edge.
#include "model/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace fermata::model {

bool ValueSet::add(std::uint64_t value) {
  if (all_) return false;
  const auto place = std::ranges::lower_bound(values_, value);
  if (place != values_.end() && *place == value) return false;
  if (values_.size() >= most) return add_all();
  values_.insert(place, value);
  return true;
}

void Facts::begin_round() {
  ++round_;
  held_.clear();
  heaps_.clear();
  heap_sizes_.clear();
  if (!std::exchange(outdated_, false)) return;
  shared_.clear();
  sizes_.clear();
  largest_.clear();
  offsets_.clear();
  alive_.clear();
  in_start_.clear();
  cells_.clear();
  locals_.clear();
  variables_.clear();
  sets_.clear();
  walks_on_.clear();
  growth_.clear();
  varying_.clear();
  locks_.clear();
  lives_.clear();
  seen_locks_.clear();
  unsafe_locks_.clear();
  written_over_.clear();
  locked_.clear();
  handed_.clear();
  sections_.clear();
}

void Facts::share(ObjectId object) { news_ |= shared_.insert(object).second; }

bool Facts::sized(ObjectId object, std::uint64_t size) {
  if (const auto fixed = objects_.fixed_size(object)) return *fixed == size;
  const auto [it, fresh] = sizes_.try_emplace(object, size);
  news_ |= fresh;
  return it->second == size;
}

std::optional<std::uint64_t> Facts::size(ObjectId object) const {
  if (const auto fixed = objects_.fixed_size(object)) return fixed;
  const auto found = sizes_.find(object);
  if (found == sizes_.end()) return std::nullopt;
  return found->second;
}

void Facts::mortal(ObjectId object) {
  const auto [it, fresh] = alive_.try_emplace(object);
  if (!fresh) return;
  it->second = variable(fmt::format("alive {}", index(object)), 1, Variable::Role::alive, std::nullopt);
  sets_[index(it->second)].add(0);
  if (objects_[object].kind != ObjectName::Kind::heap || in_start_.contains(object)) sets_[index(it->second)].add(1);
  news_ = true;
}

void Facts::made_in_start(ObjectId object) {
  in_start_.insert(object);
  if (const auto variable = alive(object)) news_ |= sets_[index(*variable)].add(1);
}

std::optional<VariableId> Facts::alive(ObjectId object) const {
  const auto found = alive_.find(object);
  if (found == alive_.end()) return std::nullopt;
  return found->second;
}

void Facts::has_on_heap(std::uint32_t stack, ThreadId thread, std::uint64_t size,
                        const std::vector<std::uint32_t>& slots) {
  auto& sets = heaps_[{stack, size}];
  if (!sets.insert(slots).second) return;
  // Of n objects that come and go in order there are n beginnings and n ends; otherwise there may be 2^n.
  std::size_t most = 0;
  for (const auto& set : sets) most = std::max<std::size_t>(most, set.back() + 1);
  std::size_t& largest = heap_sizes_[{thread, size}];
  largest = std::max(largest, most);
  if (sets.size() > 2 * most) return wanders(thread, size);
  // Shared and freed: pointers to them multiply the locations once more.
  if (most <= few_on_heap) return;
  for (std::uint32_t slot : slots) {
    const ObjectId object = objects_.object(
        {.kind = ObjectName::Kind::heap, .thread = thread, .number = slot, .block = static_cast<std::uint32_t>(size)});
    if (shared(object) && alive(object)) return wanders(thread, size);
  }
}

bool Facts::tell_fewer_heaps_apart() {
  bool fewer = false;
  for (const auto& [heap, largest] : heap_sizes_) {
    if (largest <= few_on_heap || does_wander(heap.first, heap.second)) continue;
    wanders(heap.first, heap.second);
    fewer = true;
  }
  if (fewer) return true;
  if (wandering_.empty() || most_wandering_ <= 2) return false;
  most_wandering_ /= 2;
  return news_ = outdated_ = true;
}

const Facts::CellMap& Facts::cells(ObjectId object) const {
  static const CellMap none;
  const auto found = cells_.find(object);
  return found == cells_.end() ? none : found->second;
}

void Facts::add_cell(ObjectId object, std::uint64_t offset, unsigned size, const First& first) {
  const auto role = objects_[object].kind != ObjectName::Kind::thread ? Variable::Role::memory
                    : offset == 0                                     ? Variable::Role::thread_state
                    : offset == 8                                     ? Variable::Role::result
                                                                      : Variable::Role::sleep;
  const VariableId made = variable(fmt::format("{} {} {}", index(object), offset, size), 8 * size, role, std::nullopt);
  cells_[object][offset] = {size, made};
  may_be(made, first(offset, size));
  news_ = true;
}

/// No cell goes beyond `offset` from before it. True: one did.
bool Facts::cut_at(ObjectId object, std::uint64_t offset, const First& first) {
  CellMap& cells = cells_[object];
  auto it = cells.lower_bound(offset);
  if (it == cells.begin()) return false;
  const auto [begin, cell] = *--it;
  if (begin + cell.size <= offset) return false;
  cells.erase(it);
  add_cell(object, begin, static_cast<unsigned>(offset - begin), first);
  add_cell(object, offset, static_cast<unsigned>(begin + cell.size - offset), first);
  return true;
}

bool Facts::cover(ObjectId object, std::uint64_t offset, unsigned size, const First& first) {
  bool cut = cut_at(object, offset, first);
  cut |= cut_at(object, offset + size, first);
  for (std::uint64_t at = offset; at < offset + size;) {
    const CellMap& cells = cells_[object];
    const auto next = cells.lower_bound(at);
    if (next != cells.end() && next->first == at) {
      at += next->second.size;
      continue;
    }
    const std::uint64_t end = next == cells.end() ? offset + size : std::min(next->first, offset + size);
    add_cell(object, at, static_cast<unsigned>(end - at), first);
    at = end;
  }
  return !cut;
}

VariableId Facts::variable(std::string name, unsigned width, Variable::Role role, std::optional<ThreadId> owner) {
  variables_.push_back({.name = std::move(name), .width = width, .role = role, .owner = owner});
  sets_.emplace_back();
  growth_.emplace_back();
  const VariableId id{static_cast<std::uint32_t>(variables_.size() - 1)};
  walks_on_.push_back(names_that_walk_on_.contains(long_name(id)));
  return id;
}

void Facts::may_be(VariableId id, std::uint64_t value) {
  if (!sets_[index(id)].add(value)) return;
  news_ = true;
  if (walks_on_[index(id)]) {
    constexpr std::size_t most_places = 8;
    if (sets_[index(id)].values().size() >= most_places) sets_[index(id)].add_all();
    return;
  }
  Growth& growth = growth_[index(id)];
  if (growth.last != round_) ++growth.rounds;
  growth.last = round_;
  // A counter that gets one more value in each round is not waited for. Pointers are: there are as many as objects, and
  // places in them.
  constexpr std::uint32_t patience = 24, patience_with_pointers = 3;
  if (offsets_.contains(id) || Objects::looks_like_address(value)) {
    if (growth.rounds > patience_with_pointers) walk_through(id, value);
  } else if (growth.rounds > patience) {
    sets_[index(id)].add_all();
  }
}

/// Several places in one object, and places in others: a container that grows.
bool Facts::walks_on(const ValueSet& set) const {
  std::map<std::uint64_t, std::size_t> places;  // by object, or by 0
  for (std::uint64_t value : set.values()) {
    const auto target = objects_.object_at(value);
    if (value != 0) ++places[target ? Objects::address(target->object) : 0];
  }
  return places.size() > 1 &&
         std::ranges::any_of(places, [](const auto& object) { return object.second > several_places; });
}

std::string Facts::long_name(VariableId id) const {
  const Variable& variable = variables_[index(id)];
  return fmt::format("{} {}", variable.name, variable.owner ? index(*variable.owner) : 0);
}

/// A pointer that was seen at several places in one object goes on through all of it in the same steps.
void Facts::walk_through(VariableId id, std::uint64_t value) {
  ValueSet& set = sets_[index(id)];
  std::uint64_t begin = 0, size = 0;
  if (const auto offset = offsets_.find(id); offset != offsets_.end()) {
    size = offset->second;
  } else if (const auto target = objects_.object_at(value)) {
    begin = Objects::address(target->object);
    size = largest_size(target->object);
  }
  if (walks_on(set)) {
    // As long as such a container is small, it is exact; where it goes further, it is refused.
    names_that_walk_on_.insert(long_name(id));
    outdated_ = true;
    return;
  }
  const auto first = std::ranges::lower_bound(set.values(), begin);
  const auto end = std::ranges::upper_bound(set.values(), begin + size);
  if (size == 0 || end - first <= static_cast<std::ptrdiff_t>(several_places)) return;
  std::uint64_t step = 0;
  for (auto it = std::next(first); it != end; ++it) step = std::gcd(step, *it - *first);
  for (std::uint64_t at = begin + (*first - begin) % step; at <= begin + size && !set.all(); at += step) set.add(at);
}

std::uint64_t Facts::largest_size(ObjectId object) const {
  if (const auto fixed = objects_.fixed_size(object)) return *fixed;
  const auto found = largest_.find(object);
  return found == largest_.end() ? 0 : found->second;
}

void Facts::is_offset_in(VariableId id, ObjectId object) {
  std::uint64_t& size = offsets_[id];
  size = std::max(size, largest_size(object));
}

VariableId Facts::local(ThreadId thread, const std::string& name, unsigned width) {
  const auto [it, fresh] = locals_.try_emplace(fmt::format("{} {} {}", index(thread), width, name));
  if (fresh) it->second = variable(name, width, Variable::Role::local, thread);
  return it->second;
}

VariableId Facts::input(ThreadId thread, std::size_t k, std::int64_t first, std::int64_t last) {
  const std::string name = fmt::format("input {} in {}..{}", k + 1, first, last);
  const auto [it, fresh] = locals_.try_emplace(fmt::format("{} {}", index(thread), name));
  if (!fresh) return it->second;
  it->second = variable(name, 64, Variable::Role::input, thread);
  sets_[index(it->second)].add_all();
  if (first <= last) variables_[index(it->second)].range = {first, last};
  return it->second;
}

std::size_t Facts::SlotHash::operator()(const Slot& slot) const {
  std::uint64_t hash = std::uint64_t{slot.stack} << 8 | slot.kind;
  for (std::uint64_t part : {slot.a, slot.b, slot.object}) hash = (hash ^ hash >> 29 ^ part) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 32;
}

bool Facts::holds(const Slot& slot, std::uint64_t value, std::size_t most) {
  if (varies(slot)) return true;
  auto& held = held_[slot];
  if (std::ranges::find(held, value) != held.end()) return false;
  held.push_back(value);
  if (held.size() <= most) return false;
  varies_from_now_on(slot);
  return true;
}

ThreadId Facts::thread(ThreadId spawner, std::uint32_t k) {
  const auto [it, fresh] =
      threads_.try_emplace({spawner, k}, ThreadId{static_cast<std::uint32_t>(threads_.size() + 1)});
  if (fresh) origins_.push_back(it->first);
  if (spawner != main_thread && !std::exchange(others_start_, true)) news_ = true;
  return it->second;
}

}  // namespace fermata::model
