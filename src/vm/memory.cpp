// SPDX-License-Identifier: Apache-2.0
// An object's component: [shared | over << 1 | tombstone << 2 | owner << 16, origin, size, bytes...]. A large object
// has the top of its chunks instead of the bytes. An arena's component, for each page: the component of the object that
// begins there, or 0 where nothing is; behind an object that has n pages more, one word for all of them, `continued` +
// n; trailing zeros cut. While a step looks at it, each of these pages has a word, `continued` and how far back the
// object begins.
#include "vm/memory.h"

#include <algorithm>
#include <cstring>

#include "base/require.h"

namespace fermata::vm {

namespace {

constexpr Word shared_flag = 1, over_flag = 2, tombstone_flag = 4;
constexpr std::uint32_t owner_shift = 16;
constexpr std::size_t header_words = 3;
constexpr std::size_t most_buffer_kept = std::size_t{8} << 20;

// Pointers that have left their object may come back: so near to it they are still taken for pointers to it.
constexpr std::uint32_t near_bytes = 4096;

void cut_zeros(std::vector<Word>& ids) {
  while (!ids.empty() && ids.back() == 0) ids.pop_back();
}

constexpr Word continued = ComponentStore::first_reserved;
static_assert(pages_for(max_object_size) < 0xffff);

bool is_continued(Word id) { return id > continued && id < 0xffff'ffff; }

/// By page, as a step looks at it. True if an object has more than two.
bool expand(std::span<const Word> arena, std::vector<Word>& ids) {
  ids.assign(arena.begin(), arena.end());
  const auto has_run = [](Word id) { return id > continued + 1 && id < 0xffff'ffff; };
  if (std::ranges::none_of(ids, has_run)) return false;
  ids.clear();
  for (Word id : arena) {
    if (is_continued(id))
      for (Word k = continued + 1; k <= id; ++k) ids.push_back(k);
    else
      ids.push_back(id);
  }
  return true;
}

/// The pages of an object that begins at `page`.
void occupy(std::vector<Word>& ids, std::uint32_t page, std::uint32_t pages, Word id) {
  if (ids.size() < page + pages) ids.resize(page + pages);
  ids[page] = id;
  for (std::uint32_t k = 1; k < pages; ++k) ids[page + k] = continued + k;
}

void vacate(std::vector<Word>& ids, std::uint32_t page) {
  ids[page] = 0;
  for (std::uint32_t k = 1; page + k < ids.size() && ids[page + k] == continued + k; ++k) ids[page + k] = 0;
}

/// First fit. Looks from page `from` on.
std::uint32_t free_pages(const std::vector<Word>& ids, std::uint32_t from, std::uint32_t pages) {
  std::uint32_t found = from;
  for (std::uint32_t page = from; page < ids.size() && page - found < pages; ++page)
    if (ids[page]) found = page + 1;
  return found;
}

/// [first, last) of the words of 8 bytes of an object: calls `visit` for each that may be other than zero. Pointers are
/// among these.
template <class Visit>
void each_word(const Object& object, std::uint32_t first, std::uint32_t last, Visit visit) {
  std::uint64_t value;
  if (!object.large) {
    for (std::uint32_t at = first; at < last && at + 8 <= object.size; at += 8) {
      std::memcpy(&value, object.bytes + at, sizeof value);
      visit(value);
    }
    return;
  }
  for (std::uint64_t at = first; at < last && at + 8 <= object.size;) {
    const Chunks::Stretch s = object.large->stretch(static_cast<std::uint32_t>(at));
    for (; at < s.begin + s.bytes.size() && at < last && at + 8 <= object.size; at += 8) {
      object.large->read(static_cast<std::uint32_t>(at), &value, sizeof value);
      visit(value);
    }
    at = std::max(at, s.end);
  }
}

std::uint32_t size_of(const ir::Global& global) {
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(global.size, 1));
}

}  // namespace

std::uint8_t StoredObject::byte(const ComponentStore& store, std::uint32_t offset) const {
  return large() ? Chunks::byte(store, size, content, offset)
                 : reinterpret_cast<const std::uint8_t*>(content.data())[offset];
}

void each_difference(const ComponentStore& store, const StoredObject& one, const StoredObject& other,
                     const std::function<bool(std::uint32_t)>& visit) {
  if (one.size == other.size && one.large()) {
    Chunks::each_difference(store, one.size, one.content, other.content, visit);
    return;
  }
  for (std::uint32_t at = 0; at < std::min(one.size, other.size); ++at)
    if (one.byte(store, at) != other.byte(store, at) && !visit(at)) return;
}

Memory::Memory(const Code& code, ComponentStore& store, std::function<bool(std::uint32_t)> lives)
    : code_(code), store_(store), lives_(std::move(lives)), shape_(shape_of(code)), probes_(64) {
  const Layout& layout = code.layout();
  for (ir::GlobalId id : layout.thread_locals) thread_local_initial_.push_back(initial(id, false));
  for (std::uint32_t i = 0; i < layout.constants.size(); ++i) {
    const auto& bytes = code.constant(i).bytes;
    const ir::GlobalId id = layout.constants[i];
    Object constant{.key = static_key(Region::constant, layout.constant_pages.first_page(i)),
                    .shared = true,
                    .size = size_of(code.program()[id])};
    if (bytes.size() == constant.size) {
      constant.bytes = bytes.data();
    } else {
      constant.large = constant_chunks_.emplace_back(std::make_unique<Chunks>(store_, scratch_)).get();
      constant.large->open(constant.size, store_[initial(id, true)].subspan(header_words));
    }
    constants_.push_back(constant);
  }
}

/// A global as it is at the start of the program.
Component Memory::initial(ir::GlobalId global, bool shared) {
  const auto image = code_.image(global);
  const std::uint32_t size = size_of(code_.program()[global]);
  Object object{.shared = shared, .origin = static_cast<std::uint32_t>(global), .size = size};
  if (size > most_flat_bytes) {
    object.large = chunks(size, {});
    object.large->write(0, image.data(), static_cast<std::uint32_t>(image.size()));
  } else {
    object.own = scratch_.take(size, store_.stop());
    std::ranges::fill(std::ranges::copy(image, object.own).out, object.own + size, 0);
    object.bytes = object.own;
  }
  const Component component = intern(object);
  scratch_.reset();
  return component;
}

std::vector<Word> Memory::initial_globals() {
  std::vector<Word> words;
  for (ir::GlobalId id : code_.layout().variables) words.push_back(static_cast<Word>(initial(id, true)));
  return words;
}

void Memory::load(std::span<const Word> state) {
  state_ = state;
  reads_.clear();
  load_again();
  noting_ = true;
}

void Memory::load_again() {
  noting_ = false;
  trespassed_ = false;
  shared_since_ = 0;
  used_ = probes_used_ = 0;
  ++stamp_;
  for (Arena& a : arenas_) a.loaded = a.changed = false;
  chunks_used_ = 0;
  scratch_.reset();
  if (buffer_.capacity() * sizeof(Word) > most_buffer_kept) std::vector<Word>().swap(buffer_);
}

Memory::Arena& Memory::arena(Region region, std::uint32_t thread) {
  const std::size_t index = 2 * std::size_t{thread} + (region == Region::stack);
  if (index >= arenas_.size()) arenas_.resize(index + 1);
  Arena& a = arenas_[index];
  if (!a.loaded) {
    a.loaded = true;
    a.full = 0;
    a.runs = false;
    a.ids.clear();
    const std::size_t word = region == Region::stack ? shape_.stack(thread) : shape_.heap(thread);
    if (word < state_.size()) {
      note_read(static_cast<std::uint32_t>(word));
      a.runs = expand(store_[Component{state_[word]}], a.ids);
    }
  }
  return a;
}

Memory::Probe& Memory::probe(ObjectKey key) {
  std::size_t i = key * 0x9e3779b1u % probes_.size();
  while (probes_[i].stamp == stamp_ && probes_[i].key != key) i = (i + 1) % probes_.size();
  return probes_[i];
}

Object* Memory::remember(const Object& object) {
  if (used_ == objects_.size()) objects_.push_back(std::make_unique<Object>());
  *objects_[used_] = object;
  enter(object.key, static_cast<std::uint32_t>(used_));
  return objects_[used_++].get();
}

void Memory::enter(ObjectKey page, std::uint32_t index) {
  if (4 * (probes_used_ + 1) > 2 * probes_.size()) {
    std::vector<Probe> smaller(probes_.size() * 2);
    smaller.swap(probes_);
    for (const Probe& p : smaller)
      if (p.stamp == stamp_) probe(p.key) = p;
  }
  // A page that was freed and taken again in one step has an older entry: reuse it.
  Probe& p = probe(page);
  probes_used_ += p.stamp != stamp_;
  p = {page, stamp_, index};
}

Object* Memory::find(ObjectKey page) {
  if (const Probe& p = probe(page); p.stamp == stamp_)
    if (Object* object = objects_[p.index].get(); object->size)
      return object;  // size 0 marks one that was freed in this step
  const Layout& layout = code_.layout();
  const auto region = region_of(page);
  switch (region) {
    case Region::constant: {
      const auto index = layout.constant_pages.at(static_page_of(page));
      return index ? &constants_[*index] : nullptr;
    }
    case Region::global: {
      const auto index = layout.variable_pages.at(static_page_of(page));
      if (!index) return nullptr;
      const ObjectKey first = static_key(region, layout.variable_pages.first_page(*index));
      if (first != page) return find_interior(page, first);
      note_read(1 + *index);
      return open(page, Component{state_[1 + *index]});
    }
    case Region::heap:
    case Region::stack: {
      const std::uint32_t thread = arena_of(page), at = page_of(page);
      if (shape_.thread(thread) >= state_.size() && thread * 2 >= arenas_.size()) return nullptr;
      const Arena& a = arena(region, thread);
      const Word id = at < a.ids.size() ? a.ids[at] : 0;
      if (is_continued(id)) return find_interior(page, page - (id - continued));
      if (id == 0 && region == Region::stack && at < layout.thread_local_pages.pages()) {
        const std::uint32_t index = *layout.thread_local_pages.at(at),
                            first = layout.thread_local_pages.first_page(index);
        if (first != at) return find_interior(page, page - (at - first));
        if (!lives_(thread)) return nullptr;
        Object* object = open(page, thread_local_initial_[index]);
        object->owner = static_cast<std::uint16_t>(thread);
        return object;
      }
      if (id == 0 || tombstone(id, nullptr)) return nullptr;
      return open(page, Component{id});
    }
    default: return nullptr;
  }
}

/// `page` is not the first one of its object.
Object* Memory::find_interior(ObjectKey page, ObjectKey first) {
  Object* object = find(first);
  if (object) enter(page, probe(first).index);
  return object;
}

std::vector<Word> Memory::pages_of(std::span<const Word> arena) {
  std::vector<Word> ids;
  expand(arena, ids);
  return ids;
}

bool Memory::begins_object(Word id) { return id != 0 && !is_continued(id); }

StoredObject Memory::stored(std::span<const Word> component) {
  if (component.size() < header_words) return {};
  return {.shared = (component[0] & shared_flag) != 0,
          .over = (component[0] & over_flag) != 0,
          .tombstone = (component[0] & tombstone_flag) != 0,
          .owner = component[0] >> owner_shift,
          .origin = component[1],
          .size = component[2],
          .content = component.subspan(header_words)};
}

Object* Memory::open(ObjectKey key, Component component) {
  const auto words = store_[component];
  Object object{.key = key,
                .shared = (words[0] & shared_flag) != 0,
                .over = (words[0] & over_flag) != 0,
                .owner = static_cast<std::uint16_t>(words[0] >> owner_shift),
                .origin = words[1],
                .size = words[2]};
  if (object.size > most_flat_bytes) [[unlikely]]
    object.large = chunks(object.size, words.subspan(header_words));
  else
    object.bytes = reinterpret_cast<const std::uint8_t*>(words.data() + header_words);
  return remember(object);
}

Chunks* Memory::chunks(std::uint32_t size, std::span<const Word> top) {
  if (chunks_used_ == chunks_.size()) chunks_.push_back(std::make_unique<Chunks>(store_, scratch_));
  Chunks* chunks = chunks_[chunks_used_++].get();
  chunks->open(size, top);
  return chunks;
}

void Memory::make_own(Object& object) {
  FERMATA_REQUIRE(region_of(object.key) != Region::constant, "constants are never written");
  object.own = scratch_.take(object.size, store_.stop());
  std::memcpy(object.own, object.bytes, object.size);
  object.bytes = object.own;
  object.changed = true;
}

void Memory::write_large(Object& object, std::uint32_t offset, const void* from, std::uint32_t size) {
  object.large->write(offset, from, size);
  object.changed = true;
}

void Memory::fill(Object& object, std::uint32_t offset, std::uint8_t value, std::uint32_t size) {
  if (object.large)
    object.large->fill(offset, value, size);
  else
    std::memset(own_bytes(object) + offset, value, size);
  object.changed = true;
}

void Memory::copy(Object& to, std::uint32_t to_offset, const Object& from, std::uint32_t from_offset,
                  std::uint32_t size) {
  if (!to.large)
    if (std::uint8_t* bytes = own_bytes(to) + to_offset; from.large)
      from.large->read(from_offset, bytes, size);
    else
      std::memmove(bytes, from.bytes + from_offset, size);
  else if (from.large)
    to.large->copy(to_offset, *from.large, from_offset, size);
  else
    to.large->write(to_offset, from.bytes + from_offset, size);
  to.changed = true;
}

/// A new object, all zero, of the arena's thread.
Object* Memory::begin(ObjectKey key, std::uint64_t size, std::uint32_t origin) {
  Object object{.key = key,
                .owner = static_cast<std::uint16_t>(arena_of(key)),
                .changed = true,
                .origin = origin,
                .size = static_cast<std::uint32_t>(std::max<std::uint64_t>(size, 1))};
  if (object.size > most_flat_bytes) {
    object.large = chunks(object.size, {});
  } else {
    object.own = scratch_.take(object.size, store_.stop());
    std::memset(object.own, 0, object.size);
    object.bytes = object.own;
  }
  return remember(object);
}

Address Memory::allocate(std::uint32_t thread, std::uint64_t size, std::uint32_t origin) {
  if (size > max_object_size) return 0;
  Arena& a = arena(Region::heap, thread);
  const std::uint32_t pages = pages_for(size);
  a.full = free_pages(a.ids, a.full, 1);
  const std::uint32_t page = free_pages(a.ids, a.full, pages);
  if (page + pages > max_pages) return 0;
  occupy(a.ids, page, pages, pending);
  a.runs |= pages > 2;
  a.changed = true;
  return address_of(begin(object_key(Region::heap, thread, page), size, origin)->key);
}

void Memory::release(Object& object) {
  Arena& a = arena(Region::heap, arena_of(object.key));
  const std::uint32_t page = page_of(object.key);
  const bool given_away = !object.shared && object.owner != arena_of(object.key);
  // The arena's thread must not notice when the new owner freed it.
  if (given_away) {
    const std::array<Word, header_words> words{tombstone_flag | Word{object.owner} << owner_shift, 0, 0};
    a.ids[page] = static_cast<Word>(store_.intern(words));
  } else {
    vacate(a.ids, page);
    a.full = std::min(a.full, page);
  }
  a.changed = true;
  object.size = 0;
  object.changed = false;
  cut_zeros(a.ids);
}

std::uint32_t Memory::stack_height(std::uint32_t thread) {
  return std::max(static_cast<std::uint32_t>(arena(Region::stack, thread).ids.size()),
                  code_.layout().thread_local_pages.pages());
}

Address Memory::push(std::uint32_t thread, std::uint64_t size, std::uint32_t origin) {
  if (size > max_object_size) return 0;
  const std::uint32_t page = stack_height(thread), pages = pages_for(size);
  if (page + pages > max_pages) return 0;
  Arena& a = arena(Region::stack, thread);
  occupy(a.ids, page, pages, pending);
  a.runs |= pages > 2;
  a.changed = true;
  return address_of(begin(object_key(Region::stack, thread, page), size, origin)->key);
}

void Memory::pop_to(std::uint32_t thread, std::uint32_t height) {
  const std::uint32_t top = stack_height(thread);
  if (top <= height) return;
  Arena& a = arena(Region::stack, thread);
  for (std::uint32_t page = height; page < top; ++page) {
    // Only those this step has looked at are in the cache.
    const Probe& p = probe(object_key(Region::stack, thread, page));
    if (p.stamp != stamp_) continue;
    objects_[p.index]->size = 0;
    objects_[p.index]->changed = false;
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
  each_word(object, offset & ~7u, offset + size, [&](std::uint64_t value) { publish(value); });
  if (size == 8 && offset % 8 != 0) {
    std::uint64_t value;
    read(object, offset, &value, sizeof value);
    publish(value);
  }
}

/// What a thread that got hold of `value` could reach by it on a heap or a stack.
Object* Memory::pointee(std::uint64_t value) {
  const Address address = value & ((Address{1} << address_bits) - 1);
  const auto region = region_of(key_of(address));
  if (region != Region::heap && region != Region::stack) return nullptr;
  Object* object = find(key_of(address));
  if (!object) return nullptr;
  const Address start = address_of(object->key);
  return address + near_bytes >= start && address <= start + object->size + near_bytes ? object : nullptr;
}

void Memory::publish(std::uint64_t value) {
  Object* object = pointee(value);
  if (object && !object->shared) share(*object);
}

void Memory::share(Object& object) {
  ++shared_since_;
  std::vector<Object*> todo{&object};
  object.shared = true;
  while (!todo.empty()) {
    Object& next = *todo.back();
    todo.pop_back();
    trespassed_ |= next.owner != actor_;
    next.owner = 0;
    next.changed = true;
    each_word(next, 0, next.size, [&](std::uint64_t value) {
      Object* inner = pointee(value);
      if (!inner || inner->shared) return;
      inner->shared = true;
      todo.push_back(inner);
    });
  }
}

void Memory::hand_over(std::uint64_t value, std::uint32_t from, std::uint32_t to) {
  const ObjectKey key = key_of(value);
  Object* object = region_of(key) == Region::heap ? find(key) : nullptr;
  if (!object || object->shared || object->owner != from || address_of(object->key) != value) return publish(value);
  object->owner = static_cast<std::uint16_t>(to);
  object->changed = true;
  each_word(*object, 0, object->size, [&](std::uint64_t inner) {
    if (pointee(inner) != object) publish(inner);
  });
}

bool Memory::tombstone(Word id, std::uint32_t* owner) const {
  if (id == 0 || id == pending || is_continued(id)) return false;
  const auto words = store_[Component{id}];
  if (!(words[0] & tombstone_flag)) return false;
  if (owner) *owner = words[0] >> owner_shift;
  return true;
}

void Memory::forget_thread(std::uint32_t thread) {
  const std::uint32_t threads = shape_.threads(state_.size());
  for (std::uint32_t t = 0; t < threads; ++t) {
    Arena& a = arena(Region::heap, t);
    std::uint32_t owner = 0;
    for (std::uint32_t page = 0; page < a.ids.size(); ++page) {
      if (!tombstone(a.ids[page], &owner) || owner != thread) continue;
      vacate(a.ids, page);
      a.full = std::min(a.full, page);
      a.changed = true;
    }
    cut_zeros(a.ids);
  }
}

Component Memory::intern(const Object& object) {
  const std::size_t words = header_words + (object.large ? 0 : (object.size + 3) / 4);
  buffer_.assign(words, 0);
  buffer_[0] = (object.shared ? shared_flag : 0) | (object.over ? over_flag : 0) | Word{object.owner} << owner_shift;
  buffer_[1] = object.origin;
  buffer_[2] = object.size;
  if (object.large)
    object.large->pack(buffer_);
  else
    std::memcpy(buffer_.data() + header_words, object.bytes, object.size);
  return store_.intern(buffer_);
}

Component Memory::intern(const Arena& arena) {
  if (!arena.runs) return store_.intern(arena.ids);
  buffer_.clear();
  for (Word id : arena.ids) {
    if (is_continued(id) && is_continued(buffer_.back()))
      buffer_.back() = id;
    else
      buffer_.push_back(id);
  }
  return store_.intern(buffer_);
}

void Memory::save(std::vector<Word>& state) {
  for (std::size_t i = 0; i < used_; ++i) {
    Object& object = *objects_[i];
    if (!object.changed || object.size == 0) continue;
    const auto id = static_cast<Word>(intern(object));
    const Region region = region_of(object.key);
    if (region == Region::global) {
      state[1 + *code_.layout().variable_pages.at(static_page_of(object.key))] = id;
      continue;
    }
    Arena& a = arena(region, arena_of(object.key));
    const std::uint32_t page = page_of(object.key);
    if (page >= a.ids.size()) a.ids.resize(page + 1);
    if (a.ids[page] == id) continue;
    a.ids[page] = id;
    a.changed = true;
  }
  for (std::size_t i = 0; i < arenas_.size(); ++i) {
    Arena& a = arenas_[i];
    if (!a.changed || !a.loaded) continue;
    const auto thread = static_cast<std::uint32_t>(i / 2);
    state[i % 2 ? shape_.stack(thread) : shape_.heap(thread)] = static_cast<Word>(intern(a));
  }
}

}  // namespace fermata::vm
