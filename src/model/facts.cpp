// SPDX-License-Identifier: Apache-2.0
// The optimistic fixpoint: a cell that nobody was seen to write is constant, an object that nobody was seen to publish
// is private, a variable holds what it was seen to be given. Each such belief is used at once and given up when a walk
// contradicts it; a round without news has therefore checked all of them against every edge.
#include "model/facts.h"

#include <fmt/format.h>

#include <algorithm>

namespace fermata::model {

bool ValueSet::add(std::uint64_t value) {
  if (all_) return false;
  const auto place = std::ranges::lower_bound(values_, value);
  if (place != values_.end() && *place == value) return false;
  if (values_.size() >= most) return add_all();
  values_.insert(place, value);
  return true;
}

bool ValueSet::add_all() {
  values_.clear();
  return !std::exchange(all_, true);
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
  sets_[index(it->second)].add(1);
  news_ = true;
}

std::optional<VariableId> Facts::alive(ObjectId object) const {
  const auto found = alive_.find(object);
  if (found == alive_.end()) return std::nullopt;
  return found->second;
}

const Facts::CellMap& Facts::cells(ObjectId object) const {
  static const CellMap none;
  const auto found = cells_.find(object);
  return found == cells_.end() ? none : found->second;
}

void Facts::add_cell(ObjectId object, std::uint64_t offset, unsigned size, const First& first) {
  const auto role = objects_[object].kind != ObjectName::Kind::thread ? Variable::Role::memory
                    : offset == 0                                     ? Variable::Role::thread_state
                                                                      : Variable::Role::result;
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
  return VariableId{static_cast<std::uint32_t>(variables_.size() - 1)};
}

void Facts::may_be(VariableId id, std::uint64_t value) {
  if (!sets_[index(id)].add(value)) return;
  news_ = true;
  // A counter that gets one more value in each round is not waited for. Addresses are: there are as many as objects.
  constexpr std::uint32_t patience = 24;
  Growth& growth = growth_[index(id)];
  if (growth.last == round_ || Objects::looks_like_address(value)) return;
  growth.last = round_;
  if (++growth.rounds > patience) sets_[index(id)].add_all();
}

VariableId Facts::local(ThreadId thread, const std::string& name, unsigned width) {
  const auto [it, fresh] = locals_.try_emplace(fmt::format("{} {} {}", index(thread), width, name));
  if (fresh) it->second = variable(name, width, Variable::Role::local, thread);
  return it->second;
}

bool Facts::holds(const Slot& slot, std::uint64_t value, std::size_t most) {
  if (varies(slot)) return true;
  auto& held = held_[slot];
  held.insert(value);
  if (held.size() <= most) return false;
  varies_from_now_on(slot);
  return true;
}

ThreadId Facts::thread(ThreadId spawner, std::uint32_t k) {
  const auto [it, fresh] =
      threads_.try_emplace({spawner, k}, ThreadId{static_cast<std::uint32_t>(threads_.size() + 1)});
  if (fresh) origins_.push_back(it->first);
  return it->second;
}

}  // namespace fermata::model
