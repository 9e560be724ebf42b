// SPDX-License-Identifier: Apache-2.0
// The objects of a state, while one step looks at them and changes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "vm/address.h"
#include "vm/cells.h"
#include "vm/chunks.h"
#include "vm/code.h"
#include "vm/page_list.h"
#include "vm/scratch.h"
#include "vm/stored.h"

namespace fermata::vm {

/// One object as a step sees it. Its bytes are those of the interned component until first written. They are in one
/// piece, and all there, only if the object is neither large nor in cells: whoever looks at them asks Memory.
struct Object {
  ObjectKey key = 0;
  bool shared = false;       ///< other threads may hold its address
  bool over = false;         ///< its lifetime has ended: only the thread whose stack it is on may access it
  std::uint16_t owner = 0;   ///< while not shared: the only thread that may access it
  bool changed = false;      ///< has bytes of its own, or other flags than the component
  std::uint32_t origin = 0;  ///< how it came to be: position of the allocation, or alloca (see names.h)
  std::uint32_t size = 0;
  const std::uint8_t* bytes = nullptr;
  std::uint8_t* own = nullptr;  ///< set once written
  Chunks* large = nullptr;      ///< instead of both, if it is large
  // If it is in cells: `own` has place for all of them, and has those that were needed.
  bool in_cells = false;
  bool in_state = false;   ///< its cells are words of the state, not of its component
  std::uint32_t word = 0;  ///< if so, the first of them
  std::span<const Word> cells;
  std::uint64_t there = 0, written = 0;  ///< cells, as bits
};

/// One object as a state keeps it: what its component says.
struct StoredObject {
  bool shared = false, over = false;
  bool tombstone = false;  ///< freed, but its slot is still taken
  std::uint32_t owner = 0, origin = 0, size = 0;
  bool in_cells = false;
  std::span<const Word> content;  ///< its bytes, or its cells, or the top of its chunks
  bool exists() const { return size > 0 && !tombstone; }
  bool large() const { return size > most_cell_bytes; }
  std::uint8_t byte(const ComponentStore& store, std::uint32_t offset) const;
};

/// The bytes, of those that both objects have, in which they differ; ascending, until `visit` says false.
void each_difference(const ComponentStore& store, const StoredObject& one, const StoredObject& other,
                     const std::function<bool(std::uint32_t offset)>& visit);

/// Which words of a state belong to whom: status, then globals, then for each thread its record, the lists of its heap
/// and the list of its stack. The heap of `main`, which has what the others share, is in several lists: if it were in
/// one, each combination of what its objects contain would be a component, and not only a pair of the state.
struct StateShape {
  static constexpr std::uint32_t heap_lists_of_main = 8;
  std::uint32_t globals = 0;  ///< words
  std::size_t thread(std::uint32_t t) const {
    return 1 + globals + (t == 0 ? 0 : heap_lists_of_main - 1) + 3 * std::size_t{t};
  }
  struct Lists {
    std::uint32_t first = 0, count = 1;  ///< words
    std::span<const Word> of(std::span<const Word> state) const { return state.subspan(first, count); }
  };
  Lists lists(Region region, std::uint32_t t) const {
    const auto record = static_cast<std::uint32_t>(thread(t));
    const std::uint32_t heap = t == 0 ? heap_lists_of_main : 1;
    return region == Region::heap ? Lists{record + 1, heap} : Lists{record + 1 + heap, 1};
  }
  bool is_list(std::size_t word) const { return word > thread(0) && (word < thread(1) || (word - thread(1)) % 3 != 0); }
  std::uint32_t threads(std::size_t words) const {
    return words <= 1 ? 0 : static_cast<std::uint32_t>((words - thread(0) - heap_lists_of_main + 1) / 3);
  }
};

inline StateShape shape_of(const Code& code) { return {.globals = code.layout().next_word - 1}; }

class Memory {
 public:
  /// `lives`: has this thread begun and not ended?
  Memory(const Code& code, ComponentStore& store, std::function<bool(std::uint32_t thread)> lives);

  /// An object's component: are these its cells, behind its header?
  static bool in_cells(std::span<const Word> component) { return !component.empty() && component[0] == cells_flag; }
  static constexpr std::size_t header_of_cells = 1, first_cell = 2;
  static StoredObject stored(const ComponentStore& store, std::span<const Word> component);
  /// Of the variable with this index in Layout::variables, as if it were in an arena.
  static Word component_of(const Code& code, ComponentStore& store, std::span<const Word> state,
                           std::uint32_t variable);
  /// Of an object in an arena, which is `id` there, as if all of its cells were in its component.
  static Word component_of(const Code& code, ComponentStore& store, std::span<const Word> state, ObjectKey key,
                           Word id);

  /// Components of the globals in the initial state.
  std::vector<Word> initial_globals();

  /// From here on look at this state. Forgets all changes.
  void load(std::span<const Word> state);
  /// The same state once more, for a second attempt at the same step. The reads noted so far stay; no more are noted,
  /// since the second attempt reads nothing that the first did not.
  void load_again();
  /// From here on `thread` acts.
  void act_as(std::uint32_t thread) { actor_ = thread; }
  /// The acting thread has published an object that is private to another thread, so that object was not private. Or it
  /// has made room in the heap of another thread, which cannot tell when (free_pages_of).
  bool trespassed() const { return trespassed_; }
  /// How many objects have become shared since the state was loaded.
  std::uint32_t shared_since() const { return shared_since_; }
  /// Writes what changed into `state` (which was loaded, possibly with threads added at its end).
  /// May be called many times in one step.
  void save(std::vector<Word>& state);

  /// Which parts of the state (parts.h) were looked at since it was loaded, in that order.
  std::span<const Part> reads() const { return reads_; }
  void note_read(Part part) {
    if (noting_) reads_.push_back(part);
  }

  /// The live object that has this page, or null. The pointer is good until the next load.
  Object* find(ObjectKey page);

  /// The bytes of an object, which has those that are asked for.
  void read(Object& object, std::uint32_t offset, void* to, std::uint32_t size) {
    if (object.large) [[unlikely]]
      return object.large->read(offset, to, size);
    if (object.in_cells) need(object, offset, size);
    std::memcpy(to, object.bytes + offset, size);
  }
  void write(Object& object, std::uint32_t offset, const void* from, std::uint32_t size) {
    if (object.large) [[unlikely]]
      return write_large(object, offset, from, size);
    std::memcpy(own_bytes(object, offset, size) + offset, from, size);
  }
  void fill(Object& object, std::uint32_t offset, std::uint8_t value, std::uint32_t size);
  /// They may be one object, and overlap.
  void copy(Object& to, std::uint32_t to_offset, Object& from, std::uint32_t from_offset, std::uint32_t size);

  /// What `allocate` would find below the place that it takes, and others may free: were it gone, the new object would
  /// be elsewhere. Whoever frees what is above changes nothing. Good until the next call.
  std::span<const ObjectKey> passed_by(std::uint32_t thread, std::uint64_t size);
  /// A zeroed heap object in `thread`'s arena, on the lowest pages that are free; 0 if there are none left.
  Address allocate(std::uint32_t thread, std::uint64_t size, std::uint32_t origin);
  /// Frees a heap object. True: its pages stay taken until who frees it has been joined (`free_pages_of`), because
  /// that one keeps the place, or the arena's thread must not be able to tell when it was freed.
  bool release(Object& object, bool keep);
  /// A zeroed object on `thread`'s stack.
  Address push(std::uint32_t thread, std::uint64_t size, std::uint32_t origin);
  std::uint32_t stack_height(std::uint32_t thread);  ///< in pages
  void pop_to(std::uint32_t thread, std::uint32_t height);
  /// `thread` starts or ends: it has no objects on its stack.
  void clear_stack(std::uint32_t thread);

  /// After bytes [offset, offset + size) of `object` were written: what they point to is no longer
  /// private if `object` is not. Pointers are recognised by value, like in a conservative collector, also with tags in
  /// their lower bits or in the upper 17; a private object that is reached by another thread all the same is noticed at
  /// the access.
  void published(Object& object, std::uint32_t offset, std::uint32_t size);
  void publish(std::uint64_t value);
  /// `value` is handed to a new thread. A private heap object is given to it; what that points to is shared.
  void hand_over(std::uint64_t value, std::uint32_t from, std::uint32_t to);
  /// One of these places, which `release` kept, that has the right size; nothing if there is none.
  std::optional<ObjectKey> kept_for(std::uint64_t size, std::span<const ObjectKey> freed);
  /// A zeroed heap object, private to the acting thread, in a place that `release` kept for it.
  Address reuse(ObjectKey place, std::uint64_t size, std::uint32_t origin);
  /// Who freed these objects has been joined: the pages that `release` kept become free. If the arena's thread cannot
  /// know of it, they are lost, or the step has trespassed.
  void free_pages_of(std::span<const ObjectKey> freed, bool lost_if_unknown);

 private:
  struct Arena {
    std::vector<Word> ids;
    std::uint32_t full = 0;  ///< no page below is free
    bool loaded = false;
    bool changed = false;
    bool noted = false;  ///< that all of it was read
  };
  static constexpr Word pending = 0xffffffff;  ///< in an arena: the object is in objects_ only
  static constexpr Word cells_flag = 8;        ///< see memory.cpp
  struct Probe {
    ObjectKey key = 0;
    std::uint32_t stamp = 0;
    std::uint32_t index = 0;
  };

  /// `all`: which pages are free or taken is about to be looked at, not only one.
  Arena& arena(Region region, std::uint32_t thread, bool all);
  void note_page(Arena& arena, Region region, std::uint32_t thread, std::uint32_t page);
  void note_cells(Layout::Words words);  ///< all of these
  Probe& probe(ObjectKey key);           ///< its own, if `stamp` is right; else where it belongs
  void enter(ObjectKey page, std::uint32_t index);
  Object* remember(const Object& object);
  Object* begin(ObjectKey key, std::uint64_t size, std::uint32_t origin);
  Object initial(ir::GlobalId global, bool shared);
  Chunks* chunks(std::uint32_t size, std::span<const Word> top);
  Object* find_interior(ObjectKey page, ObjectKey first);
  Object* pointee(std::uint64_t value);
  Object* open(ObjectKey key, Component component);
  Object* open_cells(Object object, std::span<const Word> cells);
  /// Of an object in cells: the cells with these bytes.
  void need(Object& object, std::uint32_t offset, std::uint32_t size) {
    const std::uint64_t wanted = cells_with(object, offset, size);
    if (wanted & ~object.there) fetch(object, wanted & ~object.there);
  }
  static std::uint64_t cells_with(const Object& object, std::uint32_t offset, std::uint32_t size);
  void fetch(Object& object, std::uint64_t cells);
  Word intern_cell(const Object& object, std::uint32_t cell);
  template <class Visit>
  void each_word(Object& object, std::uint32_t first, std::uint32_t last, Visit visit);
  /// Bytes that are about to be written.
  std::uint8_t* own_bytes(Object& object, std::uint32_t offset, std::uint32_t size) {
    if (object.in_cells) {
      need(object, offset, size);
      object.written |= cells_with(object, offset, size);
      object.changed = true;
    }
    if (!object.own) make_own(object);
    return object.own;
  }
  void make_own(Object& object);
  void write_large(Object& object, std::uint32_t offset, const void* from, std::uint32_t size);
  void share(Object& object);
  Component intern(const Object& object);         ///< of an arena
  Component intern_in_one(const Object& object);  ///< not in cells
  bool tombstone(Word id) const;

  const Code& code_;
  ComponentStore& store_;
  std::function<bool(std::uint32_t)> lives_;
  StateShape shape_;
  std::uint32_t actor_ = 0;
  bool trespassed_ = false;
  std::uint32_t shared_since_ = 0;
  std::vector<Component> thread_local_initial_;  ///< by index
  std::vector<Object> constants_;
  std::vector<std::unique_ptr<Chunks>> constant_chunks_;

  std::span<const Word> state_;
  std::vector<Part> reads_;
  bool noting_ = true;
  std::vector<std::unique_ptr<Object>> objects_;
  std::size_t used_ = 0;
  std::vector<Probe> probes_;
  std::size_t probes_used_ = 0;
  std::uint32_t stamp_ = 0;
  std::vector<Arena> arenas_;
  std::uint32_t main_popped_ = 0;  ///< pages of the stack of `main` from here on were given back
  Scratch scratch_;
  std::vector<std::unique_ptr<Chunks>> chunks_;  ///< of large objects
  std::size_t chunks_used_ = 0;
  std::vector<Word> buffer_, cell_;
  std::vector<ObjectKey> passed_;
};

}  // namespace fermata::vm
