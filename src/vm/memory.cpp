// SPDX-License-Identifier: Apache-2.0
// An object's component: [shared | over << 1 | owner << 8 | tombstone << 16, origin, size, bytes...].
// An arena's component: the components of its slots, 0 where free, trailing zeros cut.
#include "vm/memory.h"

#include <algorithm>
#include <cstring>

#include "base/require.h"

namespace fermata::vm {

namespace {

constexpr Word shared_flag = 1, over_flag = 2;
constexpr Word tombstone_flag = 1 << 16;
constexpr std::size_t header_words = 3;
constexpr std::size_t chunk_bytes = 1 << 16;

void cut_zeros(std::vector<Word>& ids) {
  while (!ids.empty() && ids.back() == 0) ids.pop_back();
}

}  // namespace

Memory::Memory(const Code& code, ComponentStore& store) : code_(code), store_(store), probes_(64) {
  const Layout& layout = code.layout();
  shape_.globals = static_cast<std::uint32_t>(layout.variables.size());
  for (ir::GlobalId id : layout.thread_locals) {
    const auto image = code.image(id);
    thread_local_initial_.push_back(intern(
        {.origin = static_cast<std::uint32_t>(id), .size = static_cast<std::uint32_t>(image.size()), .bytes = image.data()}));
  }
  for (std::uint32_t i = 0; i < layout.constants.size(); ++i) {
    const auto& bytes = code.constant(i).bytes;
    constants_.push_back({.key = wide_key(Region::constant, i),
                          .shared = true,
                          .size = static_cast<std::uint32_t>(bytes.size()),
                          .bytes = bytes.data()});
  }
}

std::vector<Word> Memory::initial_globals() {
  std::vector<Word> words;
  for (ir::GlobalId id : code_.layout().variables) {
    const auto image = code_.image(id);
    words.push_back(static_cast<Word>(intern({.shared = true,
                                              .origin = static_cast<std::uint32_t>(id),
                                              .size = static_cast<std::uint32_t>(image.size()),
                                              .bytes = image.data()})));
  }
  return words;
}

void Memory::load(std::span<const Word> state) {
  state_ = state;
  trespassed_ = false;
  reads_.clear();
  used_ = 0;
  ++stamp_;
  for (Arena& a : arenas_) a.loaded = a.changed = false;
  chunk_ = chunk_used_ = 0;
}

Memory::Arena& Memory::arena(Region region, std::uint32_t thread) {
  const std::size_t index = 2 * std::size_t{thread} + (region == Region::stack);
  if (index >= arenas_.size()) arenas_.resize(index + 1);
  Arena& a = arenas_[index];
  if (!a.loaded) {
    a.loaded = true;
    a.ids.clear();
    const std::size_t word = region == Region::stack ? shape_.stack(thread) : shape_.heap(thread);
    if (word < state_.size()) {
      note_read(static_cast<std::uint32_t>(word));
      const auto ids = store_[Component{state_[word]}];
      a.ids.assign(ids.begin(), ids.end());
    }
  }
  return a;
}

Object* Memory::remember(const Object& object) {
  if (used_ == objects_.size()) objects_.push_back(std::make_unique<Object>());
  *objects_[used_] = object;
  if (4 * (used_ + 1) > 2 * probes_.size()) {
    std::vector<Probe> bigger(probes_.size() * 2);
    for (const Probe& p : probes_) {
      if (p.stamp != stamp_) continue;
      std::size_t i = p.key * 0x9e3779b1u % bigger.size();
      while (bigger[i].stamp == stamp_) i = (i + 1) % bigger.size();
      bigger[i] = p;
    }
    probes_ = std::move(bigger);
  }
  std::size_t i = object.key * 0x9e3779b1u % probes_.size();
  // A slot that was freed and taken again in one step has an older entry: reuse it.
  while (probes_[i].stamp == stamp_ && probes_[i].key != object.key) i = (i + 1) % probes_.size();
  probes_[i] = {object.key, stamp_, static_cast<std::uint32_t>(used_)};
  return objects_[used_++].get();
}

Object* Memory::find(ObjectKey key) {
  std::size_t i = key * 0x9e3779b1u % probes_.size();
  for (; probes_[i].stamp == stamp_; i = (i + 1) % probes_.size())
    if (probes_[i].key == key) {
      Object* object = objects_[probes_[i].index].get();
      return object->size ? object : nullptr;  // size 0 marks one that was freed in this step
    }
  const auto region = region_of(key);
  switch (region) {
    case Region::constant: return index_of(key) < constants_.size() ? &constants_[index_of(key)] : nullptr;
    case Region::global:
      if (index_of(key) >= shape_.globals) return nullptr;
      note_read(1 + index_of(key));
      return open(key, Component{state_[1 + index_of(key)]});
    case Region::heap:
    case Region::stack: {
      if (shape_.thread(arena_of(key)) >= state_.size() && arena_of(key) * 2 >= arenas_.size()) return nullptr;
      const Arena& a = arena(region, arena_of(key));
      Word id = slot_of(key) < a.ids.size() ? a.ids[slot_of(key)] : 0;
      if (id == 0 && region == Region::stack && slot_of(key) < thread_local_initial_.size()) {
        Object* object = open(key, thread_local_initial_[slot_of(key)]);
        object->owner = static_cast<std::uint8_t>(arena_of(key));
        return object;
      }
      if (id == 0 || tombstone(id, nullptr)) return nullptr;
      return open(key, Component{id});
    }
    default: return nullptr;
  }
}

std::span<const std::uint8_t> Memory::bytes_of(std::span<const Word> component) {
  if (component.size() < header_words) return {};
  return {reinterpret_cast<const std::uint8_t*>(component.data() + header_words), component[2]};
}

bool Memory::is_shared(std::span<const Word> component) {
  return component.size() >= header_words && (component[0] & shared_flag) != 0;
}

Object* Memory::open(ObjectKey key, Component component) {
  const auto words = store_[component];
  return remember({.key = key,
                   .shared = (words[0] & shared_flag) != 0,
                   .over = (words[0] & over_flag) != 0,
                   .owner = static_cast<std::uint8_t>(words[0] >> 8),
                   .origin = words[1],
                   .size = words[2],
                   .bytes = reinterpret_cast<const std::uint8_t*>(words.data() + header_words)});
}

std::uint8_t* Memory::scratch(std::size_t size) {
  size = (size + 15) & ~std::size_t{15};
  while (chunk_ < chunks_.size() && chunk_used_ + size > chunk_size_[chunk_]) ++chunk_, chunk_used_ = 0;
  if (chunk_ == chunks_.size()) {
    chunk_size_.push_back(std::max(size, chunk_bytes));
    chunks_.push_back(std::make_unique_for_overwrite<std::uint8_t[]>(chunk_size_.back()));
    chunk_used_ = 0;
  }
  std::uint8_t* p = chunks_[chunk_].get() + chunk_used_;
  chunk_used_ += size;
  return p;
}

void Memory::make_own(Object& object) {
  FERMATA_REQUIRE(region_of(object.key) != Region::constant, "constants are never written");
  object.own = scratch(object.size);
  std::memcpy(object.own, object.bytes, object.size);
  object.bytes = object.own;
  object.changed = true;
}

Address Memory::allocate(std::uint32_t thread, std::uint64_t size, std::uint32_t origin) {
  Arena& a = arena(Region::heap, thread);
  const auto slot = static_cast<std::uint32_t>(std::ranges::find(a.ids, 0u) - a.ids.begin());
  if (slot >= max_slots || size > 0x7fffffff) return 0;
  if (slot == a.ids.size()) a.ids.push_back(0);
  a.ids[slot] = pending;
  a.changed = true;
  Object object{.key = object_key(Region::heap, thread, slot),
                .owner = static_cast<std::uint8_t>(thread),
                .changed = true,
                .origin = origin,
                .size = static_cast<std::uint32_t>(std::max<std::uint64_t>(size, 1))};
  object.own = scratch(object.size);
  std::memset(object.own, 0, object.size);
  object.bytes = object.own;
  return address_of(remember(object)->key);
}

void Memory::release(Object& object) {
  Arena& a = arena(Region::heap, arena_of(object.key));
  const bool given_away = !object.shared && object.owner != arena_of(object.key);
  // The arena's thread must not notice when the new owner freed it.
  Word grave = 0;
  if (given_away) {
    const std::array<Word, header_words> words{tombstone_flag | Word{object.owner} << 8, 0, 0};
    grave = static_cast<Word>(store_.intern(words));
  }
  a.ids[slot_of(object.key)] = grave;
  a.changed = true;
  object.size = 0;
  object.changed = false;
  cut_zeros(a.ids);
}

std::uint32_t Memory::stack_height(std::uint32_t thread) {
  return static_cast<std::uint32_t>(std::max(arena(Region::stack, thread).ids.size(), thread_local_initial_.size()));
}

Address Memory::push(std::uint32_t thread, std::uint64_t size, std::uint32_t origin) {
  const std::uint32_t slot = stack_height(thread);
  if (slot >= max_slots || size > 0x7fffffff) return 0;
  Arena& a = arena(Region::stack, thread);
  a.ids.resize(slot);
  a.ids.push_back(pending);
  a.changed = true;
  Object object{.key = object_key(Region::stack, thread, slot),
                .owner = static_cast<std::uint8_t>(thread),
                .changed = true,
                .origin = origin,
                .size = static_cast<std::uint32_t>(std::max<std::uint64_t>(size, 1))};
  object.own = scratch(object.size);
  std::memset(object.own, 0, object.size);
  object.bytes = object.own;
  return address_of(remember(object)->key);
}

void Memory::pop_to(std::uint32_t thread, std::uint32_t height) {
  if (stack_height(thread) <= height) return;
  Arena& a = arena(Region::stack, thread);
  for (std::uint32_t slot = height; slot < a.ids.size(); ++slot) {
    // Only those this step has looked at are in the cache.
    const ObjectKey key = object_key(Region::stack, thread, slot);
    for (std::size_t i = key * 0x9e3779b1u % probes_.size(); probes_[i].stamp == stamp_; i = (i + 1) % probes_.size())
      if (probes_[i].key == key) {
        objects_[probes_[i].index]->size = 0;
        objects_[probes_[i].index]->changed = false;
        break;
      }
  }
  a.ids.resize(height);
  a.changed = true;
  cut_zeros(a.ids);
}

void Memory::clear_stack(std::uint32_t thread) {
  pop_to(thread, 0);
  Arena& a = arena(Region::stack, thread);
  a.ids.clear();
  a.changed = true;
}

void Memory::published(Object& object, std::uint32_t offset, std::uint32_t size) {
  if (!object.shared) return;
  const std::uint32_t first = offset & ~7u;
  for (std::uint32_t at = first; at < offset + size && at + 8 <= object.size; at += 8) {
    std::uint64_t value;
    std::memcpy(&value, object.bytes + at, sizeof value);
    publish(value);
  }
  if (size == 8 && offset % 8 != 0) {
    std::uint64_t value;
    std::memcpy(&value, object.bytes + offset, sizeof value);
    publish(value);
  }
}

void Memory::publish(std::uint64_t value) {
  const auto region = region_of(key_of(value));
  if (region != Region::heap && region != Region::stack) return;
  Object* object = find(key_of(value));
  if (object && !object->shared) share(*object);
}

void Memory::share(Object& object) {
  std::vector<Object*> todo{&object};
  object.shared = true;
  while (!todo.empty()) {
    Object& next = *todo.back();
    todo.pop_back();
    trespassed_ |= next.owner != actor_;
    next.owner = 0;
    next.changed = true;
    for (std::uint32_t at = 0; at + 8 <= next.size; at += 8) {
      std::uint64_t value;
      std::memcpy(&value, next.bytes + at, sizeof value);
      const auto region = region_of(key_of(value));
      if (region != Region::heap && region != Region::stack) continue;
      Object* inner = find(key_of(value));
      if (!inner || inner->shared) continue;
      inner->shared = true;
      todo.push_back(inner);
    }
  }
}

void Memory::hand_over(std::uint64_t value, std::uint32_t from, std::uint32_t to) {
  const ObjectKey key = key_of(value);
  Object* object = region_of(key) == Region::heap ? find(key) : nullptr;
  if (!object || object->shared || object->owner != from || offset_of(value) != 0) return publish(value);
  object->owner = static_cast<std::uint8_t>(to);
  object->changed = true;
  for (std::uint32_t at = 0; at + 8 <= object->size; at += 8) {
    std::uint64_t inner;
    std::memcpy(&inner, object->bytes + at, sizeof inner);
    if (key_of(inner) != key) publish(inner);
  }
}

bool Memory::tombstone(Word id, std::uint32_t* owner) const {
  if (id == 0 || id == pending) return false;
  const auto words = store_[Component{id}];
  if (!(words[0] & tombstone_flag)) return false;
  if (owner) *owner = words[0] >> 8 & 0xff;
  return true;
}

void Memory::forget_thread(std::uint32_t thread) {
  const std::uint32_t threads = shape_.threads(state_.size());
  for (std::uint32_t t = 0; t < threads; ++t) {
    Arena& a = arena(Region::heap, t);
    std::uint32_t owner = 0;
    for (Word& id : a.ids)
      if (tombstone(id, &owner) && owner == thread) id = 0, a.changed = true;
    cut_zeros(a.ids);
  }
}

Component Memory::intern(const Object& object) {
  buffer_.assign(header_words + (object.size + 3) / 4, 0);
  buffer_[0] = (object.shared ? shared_flag : 0) | (object.over ? over_flag : 0) | Word{object.owner} << 8;
  buffer_[1] = object.origin;
  buffer_[2] = object.size;
  std::memcpy(buffer_.data() + header_words, object.bytes, object.size);
  return store_.intern(buffer_);
}

void Memory::save(std::vector<Word>& state) {
  for (std::size_t i = 0; i < used_; ++i) {
    Object& object = *objects_[i];
    if (!object.changed || object.size == 0) continue;
    const auto id = static_cast<Word>(intern(object));
    const Region region = region_of(object.key);
    if (region == Region::global) {
      state[1 + index_of(object.key)] = id;
      continue;
    }
    Arena& a = arena(region, arena_of(object.key));
    const std::uint32_t slot = slot_of(object.key);
    if (slot >= a.ids.size()) a.ids.resize(slot + 1);
    if (a.ids[slot] == id) continue;
    a.ids[slot] = id;
    a.changed = true;
  }
  for (std::size_t i = 0; i < arenas_.size(); ++i) {
    Arena& a = arenas_[i];
    if (!a.changed || !a.loaded) continue;
    const auto thread = static_cast<std::uint32_t>(i / 2);
    state[i % 2 ? shape_.stack(thread) : shape_.heap(thread)] = static_cast<Word>(store_.intern(a.ids));
  }
}

}  // namespace fermata::vm
