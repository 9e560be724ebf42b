// SPDX-License-Identifier: Apache-2.0
// An object's component: [shared | over << 1 | tombstone << 2 | owner << 16, origin, size, bytes...]; of a place that
// is kept: [tombstone, 0, pages, size of the object that was there]. A large object has the top of its chunks instead
// of the bytes. A shared object of medium size is in cells (cells.h): [8, the component of the three words of its
// header, the component of each cell...], trailing zeros cut. A cell without trailing zero words is a component, 0 if
// all of it is zero. The cells of a global are words of the state, and so are those of the variables that `main` begins
// with (Layout::main_cells), of which the component has the header only.
//
// An arena's component is a list of its pages (page_list.h); the heap of `main` has several.
#include "vm/memory.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/require.h"
#include "vm/parts.h"

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

static_assert(continued + pages_for(max_object_size) < last_mark);

Word first_word(const Object& object) {
  return (object.shared ? shared_flag : 0) | (object.over ? over_flag : 0) | Word{object.owner} << owner_shift;
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

std::uint32_t size_of(const ir::Global& global) {
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(global.size, 1));
}

}  // namespace

std::uint8_t StoredObject::byte(const ComponentStore& store, std::uint32_t offset) const {
  if (large()) return Chunks::byte(store, size, content, offset);
  std::span<const Word> words = content;
  if (in_cells) {
    const std::uint32_t cell = offset >> cell_bits(size);
    words = cell < content.size() ? store[Component{content[cell]}] : std::span<const Word>();
    offset -= cell << cell_bits(size);
  }
  return offset < words.size_bytes() ? reinterpret_cast<const std::uint8_t*>(words.data())[offset] : 0;
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
  for (ir::GlobalId id : layout.thread_locals) {
    thread_local_initial_.push_back(intern(initial(id, false)));
    scratch_.reset();
  }
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
      constant.large->open(constant.size, store_[intern_in_one(initial(id, true))].subspan(header_words));
    }
    constants_.push_back(constant);
  }
}

/// A global as it is at the start of the program; in one piece, unless it is large.
Object Memory::initial(ir::GlobalId global, bool shared) {
  const auto image = code_.image(global);
  const std::uint32_t size = size_of(code_.program()[global]);
  Object object{.shared = shared, .origin = static_cast<std::uint32_t>(global), .size = size};
  if (size > most_cell_bytes) {
    object.large = chunks(size, {});
    object.large->write(0, image.data(), static_cast<std::uint32_t>(image.size()));
  } else {
    object.own = scratch_.take(size, store_.stop());
    std::ranges::fill(std::ranges::copy(image, object.own).out, object.own + size, 0);
    object.bytes = object.own;
  }
  return object;
}

std::vector<Word> Memory::initial_globals() {
  std::vector<Word> words;
  const Layout& layout = code_.layout();
  for (std::uint32_t g = 0; g < layout.variables.size(); ++g) {
    const Object object = initial(layout.variables[g], true);
    if (layout.words[g].count == 1)
      words.push_back(static_cast<Word>(intern_in_one(object)));
    else
      for (std::uint32_t cell = 0; cell < layout.words[g].count; ++cell) words.push_back(intern_cell(object, cell));
    scratch_.reset();
  }
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
  main_popped_ = max_pages;
  ++stamp_;
  for (Arena& a : arenas_) a.loaded = a.changed = a.noted = false;
  chunks_used_ = 0;
  scratch_.reset();
  if (buffer_.capacity() * sizeof(Word) > most_buffer_kept) std::vector<Word>().swap(buffer_);
}

Memory::Arena& Memory::arena(Region region, std::uint32_t thread, bool all) {
  const std::size_t index = 2 * std::size_t{thread} + (region == Region::stack);
  if (index >= arenas_.size()) arenas_.resize(index + 1);
  Arena& a = arenas_[index];
  const StateShape::Lists lists = shape_.lists(region, thread);
  const bool there = lists.first < state_.size();
  if (!a.loaded) {
    a.loaded = true;
    a.full = 0;
    a.ids.clear();
    if (there) unfold_all(store_, lists.of(state_), a.ids);
  }
  if (all && !a.noted && there) {
    for (std::uint32_t k = 0; k < lists.count; ++k) note_read(word_part(lists.first + k));
    a.noted = true;
  }
  return a;
}

/// One page of it is looked at.
void Memory::note_page(Arena& arena, Region region, std::uint32_t thread, std::uint32_t page) {
  const StateShape::Lists lists = shape_.lists(region, thread);
  if (arena.noted || lists.first >= state_.size()) return;
  const ListedPage at = listed(page, lists.count);
  const std::uint32_t word = lists.first + at.list;
  const bool known = word < most_part_words && at.page < most_part_pages;
  if (known)
    if (const Part part = page_part(word, at.page); std::ranges::find(reads_, part) == reads_.end()) note_read(part);
  // What a page is, in a long list, depends on what comes before it.
  if (known && !is_long(store_[Component{state_[word]}])) return;
  this->arena(region, thread, true);
}

void Memory::note_cells(Layout::Words words) {
  for (std::uint32_t k = 0; k < words.count; ++k)
    if (const Part part = word_part(words.first + k); std::ranges::find(reads_, part) == reads_.end()) note_read(part);
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
      const Layout::Words words = layout.words[*index];
      const ir::GlobalId id = layout.variables[*index];
      if (words.count > 1)
        return open_cells({.key = page,
                           .shared = true,
                           .origin = static_cast<std::uint32_t>(id),
                           .size = size_of(code_.program()[id]),
                           .in_state = true,
                           .word = words.first},
                          state_.subspan(words.first, words.count));
      note_read(word_part(words.first));
      return open(page, Component{state_[words.first]});
    }
    case Region::heap:
    case Region::stack: {
      const std::uint32_t thread = arena_of(page), at = page_of(page);
      if (shape_.thread(thread) >= state_.size() && thread * 2 >= arenas_.size()) return nullptr;
      Arena& a = arena(region, thread, false);
      note_page(a, region, thread, at);
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
      if (id == 0 || tombstone(id)) return nullptr;
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

StoredObject Memory::stored(const ComponentStore& store, std::span<const Word> component) {
  const bool cells = in_cells(component);
  const auto header = cells ? store[Component{component[header_of_cells]}] : component;
  if (header.size() < header_words) return {};
  return {.shared = (header[0] & shared_flag) != 0,
          .over = (header[0] & over_flag) != 0,
          .tombstone = (header[0] & tombstone_flag) != 0,
          .owner = header[0] >> owner_shift,
          .origin = header[1],
          .size = header[2],
          .in_cells = cells,
          .content = component.subspan(cells ? first_cell : header_words)};
}

Word Memory::component_of(const Code& code, ComponentStore& store, std::span<const Word> state,
                          std::uint32_t variable) {
  const Layout::Words words = code.layout().words[variable];
  if (words.count == 1) return state[words.first];
  const ir::GlobalId id = code.layout().variables[variable];
  const std::array<Word, header_words> header{shared_flag, static_cast<Word>(id),
                                              static_cast<Word>(code.program()[id].size)};
  std::vector<Word> all{cells_flag, static_cast<Word>(store.intern(header))};
  const auto cells = state.subspan(words.first, words.count);
  all.insert(all.end(), cells.begin(), cells.end());
  cut_zeros(all);
  return static_cast<Word>(store.intern(all));
}

Word Memory::component_of(const Code& code, ComponentStore& store, std::span<const Word> state, ObjectKey key,
                          Word id) {
  const auto component = store[Component{id}];
  if (!in_cells(component)) return id;
  const Layout::Words words = code.layout().cells_of(key, stored(store, component).size);
  if (words.count == 0) return id;
  std::vector<Word> all(component.begin(), component.end());
  const auto cells = state.subspan(words.first, words.count);
  all.insert(all.end(), cells.begin(), cells.end());
  cut_zeros(all);
  return static_cast<Word>(store.intern(all));
}

Object* Memory::open(ObjectKey key, Component component) {
  const auto words = store_[component];
  const bool cells = in_cells(words);
  const auto header = cells ? store_[Component{words[header_of_cells]}] : words;
  Object object{.key = key,
                .shared = (header[0] & shared_flag) != 0,
                .over = (header[0] & over_flag) != 0,
                .owner = static_cast<std::uint16_t>(header[0] >> owner_shift),
                .origin = header[1],
                .size = header[2]};
  if (cells) {
    const Layout::Words in_state = code_.layout().cells_of(key, object.size);
    object.in_state = in_state.count > 0;
    object.word = in_state.first;
    return open_cells(object,
                      object.in_state ? state_.subspan(in_state.first, in_state.count) : words.subspan(first_cell));
  }
  if (object.size > most_cell_bytes) [[unlikely]]
    object.large = chunks(object.size, words.subspan(header_words));
  else
    object.bytes = reinterpret_cast<const std::uint8_t*>(words.data() + header_words);
  return remember(object);
}

Object* Memory::open_cells(Object object, std::span<const Word> cells) {
  object.in_cells = true;
  object.cells = cells;
  object.bytes = object.own = scratch_.take(object.size, store_.stop());
  return remember(object);
}

std::uint64_t Memory::cells_with(const Object& object, std::uint32_t offset, std::uint32_t size) {
  if (size == 0) return 0;
  const unsigned bits = cell_bits(object.size);
  const std::uint32_t first = offset >> bits, last = (offset + size - 1) >> bits;
  return (~std::uint64_t{0} >> (63 - (last - first))) << first;
}

void Memory::fetch(Object& object, std::uint64_t cells) {
  const unsigned bits = cell_bits(object.size);
  object.there |= cells;
  for (; cells; cells &= cells - 1) {
    const auto cell = static_cast<std::uint32_t>(std::countr_zero(cells));
    const Word id = cell < object.cells.size() ? object.cells[cell] : 0;
    const auto words = store_[Component{id}];
    const std::uint32_t begin = cell << bits, size = std::min(object.size - begin, 1u << bits);
    const std::uint32_t filled = std::min(size, static_cast<std::uint32_t>(words.size_bytes()));
    std::memcpy(object.own + begin, words.data(), filled);
    std::memset(object.own + begin + filled, 0, size - filled);
    if (object.in_state) {
      note_read(word_part(object.word + cell));
      continue;
    }
    const Region region = region_of(object.key);
    const std::uint32_t thread = arena_of(object.key);
    if (arena(region, thread, false).noted) continue;
    const StateShape::Lists lists = shape_.lists(region, thread);
    const ListedPage at = listed(page_of(object.key), lists.count);
    note_read(cell_part(lists.first + at.list, at.page, cell));
  }
}

/// [first, last) of the words of 8 bytes of an object: calls `visit` for each that may be other than zero. Pointers are
/// among these.
template <class Visit>
void Memory::each_word(Object& object, std::uint32_t first, std::uint32_t last, Visit visit) {
  std::uint64_t value;
  if (!object.large) {
    if (object.in_cells) need(object, first, std::min((last + 7) & ~7u, object.size) - first);
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
    std::memset(own_bytes(object, offset, size) + offset, value, size);
  object.changed = true;
}

void Memory::copy(Object& to, std::uint32_t to_offset, Object& from, std::uint32_t from_offset, std::uint32_t size) {
  if (from.in_cells) need(from, from_offset, size);
  if (!to.large)
    if (std::uint8_t* bytes = own_bytes(to, to_offset, size) + to_offset; from.large)
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
  if (object.size > most_cell_bytes) {
    object.large = chunks(object.size, {});
  } else {
    object.own = scratch_.take(object.size, store_.stop());
    std::memset(object.own, 0, object.size);
    object.bytes = object.own;
  }
  return remember(object);
}

std::span<const ObjectKey> Memory::passed_by(std::uint32_t thread, std::uint64_t size) {
  passed_.clear();
  if (size > max_object_size) return passed_;
  Arena& a = arena(Region::heap, thread, true);
  const std::uint32_t end = free_pages(a.ids, a.full, pages_for(size));
  for (std::uint32_t page = 0; page < std::min<std::size_t>(end, a.ids.size()); ++page) {
    const ObjectKey key = object_key(Region::heap, thread, page);
    const Probe& p = probe(key);
    const Object* open = p.stamp == stamp_ && objects_[p.index]->size ? objects_[p.index].get() : nullptr;
    const bool shared = open ? open->shared && open->key == key
                             : begins_object(a.ids[page]) && stored(store_, store_[Component{a.ids[page]}]).shared;
    if (shared) passed_.push_back(key);
  }
  return passed_;
}

Address Memory::allocate(std::uint32_t thread, std::uint64_t size, std::uint32_t origin) {
  if (size > max_object_size) return 0;
  Arena& a = arena(Region::heap, thread, true);
  const std::uint32_t pages = pages_for(size);
  a.full = free_pages(a.ids, a.full, 1);
  const std::uint32_t page = free_pages(a.ids, a.full, pages);
  if (page + pages > max_pages) return 0;
  occupy(a.ids, page, pages, pending);
  a.changed = true;
  return address_of(begin(object_key(Region::heap, thread, page), size, origin)->key);
}

std::optional<ObjectKey> Memory::kept_for(std::uint64_t size, std::span<const ObjectKey> freed) {
  for (const ObjectKey key : freed) {
    const std::uint32_t thread = arena_of(key), page = page_of(key);
    Arena& a = arena(Region::heap, thread, false);
    note_page(a, Region::heap, thread, page);
    FERMATA_REQUIRE(page < a.ids.size() && tombstone(a.ids[page]), "the page is kept until now");
    if (store_[Component{a.ids[page]}][header_words] == std::max<std::uint64_t>(size, 1)) return key;
  }
  return std::nullopt;
}

Address Memory::reuse(ObjectKey place, std::uint64_t size, std::uint32_t origin) {
  Arena& a = arena(Region::heap, arena_of(place), pages_for(size) > 1);
  a.ids[page_of(place)] = pending;
  a.changed = true;
  Object* object = begin(place, size, origin);
  object->owner = static_cast<std::uint16_t>(actor_);
  return address_of(object->key);
}

bool Memory::release(Object& object, bool keep) {
  Arena& a = arena(Region::heap, arena_of(object.key), pages_for(object.size) > 1);
  const std::uint32_t page = page_of(object.key);
  const bool given_away = !object.shared && object.owner != arena_of(object.key);
  // The arena's thread must not notice when the new owner freed it.
  if (given_away || keep) {
    const std::array<Word, header_words + 1> words{tombstone_flag | Word{actor_} << owner_shift, 0,
                                                   pages_for(object.size), object.size};
    a.ids[page] = static_cast<Word>(store_.intern(words));
  } else {
    vacate(a.ids, page);
    a.full = std::min(a.full, page);
  }
  a.changed = true;
  object.size = 0;
  object.changed = false;
  cut_zeros(a.ids);
  return given_away || keep;
}

std::uint32_t Memory::stack_height(std::uint32_t thread) {
  return std::max(static_cast<std::uint32_t>(arena(Region::stack, thread, true).ids.size()),
                  code_.layout().thread_local_pages.pages());
}

Address Memory::push(std::uint32_t thread, std::uint64_t size, std::uint32_t origin) {
  if (size > max_object_size) return 0;
  const std::uint32_t page = stack_height(thread), pages = pages_for(size);
  if (page + pages > max_pages) return 0;
  Arena& a = arena(Region::stack, thread, true);
  occupy(a.ids, page, pages, pending);
  a.changed = true;
  return address_of(begin(object_key(Region::stack, thread, page), size, origin)->key);
}

void Memory::pop_to(std::uint32_t thread, std::uint32_t height) {
  const std::uint32_t top = stack_height(thread);
  if (top <= height) return;
  Arena& a = arena(Region::stack, thread, true);
  for (std::uint32_t page = height; page < top; ++page) {
    // Only those this step has looked at are in the cache.
    const Probe& p = probe(object_key(Region::stack, thread, page));
    if (p.stamp != stamp_) continue;
    objects_[p.index]->size = 0;
    objects_[p.index]->changed = false;
  }
  if (thread == 0) {  // their cells become zero
    main_popped_ = std::min(main_popped_, height);
    const auto& pages = code_.layout().main_cells;
    for (std::size_t page = height; page < std::min<std::size_t>(top, pages.size()); ++page) note_cells(pages[page]);
  }
  a.ids.resize(height);
  a.changed = true;
  cut_zeros(a.ids);
}

void Memory::clear_stack(std::uint32_t thread) {
  pop_to(thread, 0);
  Arena& a = arena(Region::stack, thread, true);
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
    note_cells(code_.layout().cells_of(next.key, next.size));  // it has been in one piece
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

bool Memory::tombstone(Word id) const {
  if (id == 0 || id == pending || is_continued(id)) return false;
  return store_[Component{id}][0] & tombstone_flag;
}

void Memory::free_pages_of(std::span<const ObjectKey> freed, bool lost_if_unknown) {
  for (const ObjectKey key : freed) {
    const std::uint32_t thread = arena_of(key), page = page_of(key);
    Arena& a = arena(Region::heap, thread, false);
    note_page(a, Region::heap, thread, page);
    FERMATA_REQUIRE(page < a.ids.size() && tombstone(a.ids[page]), "the page is kept until now");
    const StoredObject kept = stored(store_, store_[Component{a.ids[page]}]);
    // As a rule a thread joins its own children, and so it knows. (Or a detached one ends: docs/warts.md.)
    const bool knows = thread == actor_ || kept.owner == actor_ || !lives_(thread);
    if (!knows && lost_if_unknown) continue;
    trespassed_ |= !knows;
    if (kept.size > 1) arena(Region::heap, thread, true);
    vacate(a.ids, page);
    a.full = std::min(a.full, page);
    a.changed = true;
    cut_zeros(a.ids);
  }
}

Word Memory::intern_cell(const Object& object, std::uint32_t cell) {
  const unsigned bits = cell_bits(object.size);
  const std::uint32_t begin = cell << bits, size = std::min(object.size - begin, 1u << bits);
  cell_.assign((size + 3) / 4, 0);
  std::memcpy(cell_.data(), object.bytes + begin, size);
  cut_zeros(cell_);
  return static_cast<Word>(store_.intern(cell_));
}

Component Memory::intern(const Object& object) {
  const std::uint32_t cells = object.shared ? cells_of(object.size) : 1;
  if (cells == 1) return intern_in_one(object);
  const std::array<Word, header_words> header{first_word(object), object.origin, object.size};
  buffer_.assign({cells_flag, static_cast<Word>(store_.intern(header))});
  if (code_.layout().cells_of(object.key, object.size).count > 0) return store_.intern(buffer_);
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    const bool kept = object.in_cells && !(object.written >> cell & 1);
    buffer_.push_back(!kept ? intern_cell(object, cell) : cell < object.cells.size() ? object.cells[cell] : 0);
  }
  cut_zeros(buffer_);
  return store_.intern(buffer_);
}

Component Memory::intern_in_one(const Object& object) {
  buffer_.assign(header_words + (object.large ? 0 : (object.size + 3) / 4), 0);
  buffer_[0] = first_word(object);
  buffer_[1] = object.origin;
  buffer_[2] = object.size;
  if (object.large)
    object.large->pack(buffer_);
  else
    std::memcpy(buffer_.data() + header_words, object.bytes, object.size);
  return store_.intern(buffer_);
}

void Memory::save(std::vector<Word>& state) {
  const Layout& layout = code_.layout();
  for (std::size_t page = main_popped_; page < layout.main_cells.size(); ++page)
    std::ranges::fill(std::span(state).subspan(layout.main_cells[page].first, layout.main_cells[page].count), 0);
  for (std::size_t i = 0; i < used_; ++i) {
    Object& object = *objects_[i];
    if (!object.changed || object.size == 0) continue;
    const Region region = region_of(object.key);
    if (region == Region::global) {
      if (object.in_cells)
        for (std::uint64_t cells = object.written; cells; cells &= cells - 1) {
          const auto cell = static_cast<std::uint32_t>(std::countr_zero(cells));
          state[object.word + cell] = intern_cell(object, cell);
        }
      else
        state[layout.words[*layout.variable_pages.at(static_page_of(object.key))].first] =
            static_cast<Word>(intern_in_one(object));
      continue;
    }
    if (object.shared) {
      const Layout::Words words = layout.cells_of(object.key, object.size);
      for (std::uint32_t cell = 0; cell < words.count; ++cell)
        if (!object.in_cells || object.written >> cell & 1) state[words.first + cell] = intern_cell(object, cell);
    }
    const auto id = static_cast<Word>(intern(object));
    Arena& a = arena(region, arena_of(object.key), false);
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
    const StateShape::Lists lists = shape_.lists(i % 2 ? Region::stack : Region::heap, thread);
    fold_all(store_, a.ids, std::span(state).subspan(lists.first, lists.count));
  }
}

}  // namespace fermata::vm
