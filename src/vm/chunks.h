// SPDX-License-Identifier: Apache-2.0
// The bytes of a large object, in chunks that are stored once: what is zero costs nothing, what is equal is shared, and
// a write copies a chunk and not the object.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "vm/scratch.h"
#include "vm/stored.h"

namespace fermata::vm {

/// The bytes of one object while a step looks at them and changes them. `top` below is what a state keeps of them:
/// equal bytes have an equal top, however they came about.
class Chunks {
 public:
  Chunks(ComponentStore& store, Scratch& scratch) : store_(&store), scratch_(&scratch) {}

  /// From here on these bytes. The words of `top` must stay where they are.
  void open(std::uint32_t size, std::span<const Word> top);
  /// Appends the top of the bytes as they are now. What was changed is stored then: the next time costs what is changed
  /// from here on.
  void pack(std::vector<Word>& top);

  void read(std::uint32_t offset, void* to, std::uint32_t size) const {
    if (const std::uint32_t k = offset - window_.begin; k < window_.size && size <= window_.size - k)
      std::memcpy(to, window_.bytes + k, size);
    else
      read_slowly(offset, to, size);
  }
  void write(std::uint32_t offset, const void* from, std::uint32_t size) {
    if (const std::uint32_t k = offset - window_.begin; window_.own && k < window_.size && size <= window_.size - k)
      std::memcpy(window_.own + k, from, size);
    else
      write_slowly(offset, from, size);
  }
  void fill(std::uint32_t offset, std::uint8_t value, std::uint32_t size);
  /// `from` may be this; then the bytes may overlap.
  void copy(std::uint32_t to, const Chunks& source, std::uint32_t from, std::uint32_t size);

  /// A part of the bytes that is stored as one.
  struct Stretch {
    std::span<const std::uint8_t> bytes;  ///< from `begin` on; those behind, up to `end`, are zero
    std::uint64_t begin = 0, end = 0;
  };
  /// The one with this byte.
  Stretch stretch(std::uint32_t offset) const;

  static std::uint8_t byte(const ComponentStore& store, std::uint32_t size, std::span<const Word> top,
                           std::uint32_t offset);
  /// The bytes in which two tops of this many bytes differ, ascending, until `visit` says false.
  static bool each_difference(const ComponentStore& store, std::uint32_t size, std::span<const Word> one,
                              std::span<const Word> other, const std::function<bool(std::uint32_t offset)>& visit);

 private:
  static constexpr unsigned chunk_bits = 8, fan_bits = 6;
  static constexpr std::uint32_t chunk_bytes = 1u << chunk_bits, fan = 1u << fan_bits;
  /// Levels are counted from below: 0 is a chunk.
  static constexpr std::uint64_t span_of(unsigned level) { return std::uint64_t{1} << (chunk_bits + fan_bits * level); }
  static constexpr std::uint32_t slot_of(std::uint64_t offset, unsigned level) {  ///< in a node one level above
    return offset >> (chunk_bits + fan_bits * level) & (fan - 1);
  }
  static constexpr unsigned height_of(std::uint32_t size) {
    unsigned height = 1;
    while (span_of(height) < size) ++height;
    return height;
  }

  /// A node that has parts of its own.
  struct Node {
    std::array<Word, fan> ids;
    std::uint64_t owned = 0;      ///< a bit for each part that is not as `ids` says
    std::array<void*, fan> part;  ///< of those: a Node or, in the lowest, the bytes of a chunk
    static_assert(fan == 64);
    void* own(std::uint32_t slot) const { return owned >> slot & 1 ? part[slot] : nullptr; }
    void* set_own(std::uint32_t slot, void* fresh) {
      owned |= std::uint64_t{1} << slot;
      return part[slot] = fresh;
    }
    void set_id(std::uint32_t slot, Word id) {
      owned &= ~(std::uint64_t{1} << slot);
      ids[slot] = id;
    }
  };

  void read_slowly(std::uint32_t offset, void* to, std::uint32_t size) const;
  void write_slowly(std::uint32_t offset, const void* from, std::uint32_t size);
  Node* make_node(std::span<const Word> ids);
  Node* own_node(std::uint64_t offset, unsigned level);
  std::uint8_t* own_chunk(std::uint64_t offset);
  std::optional<Word> unchanged(std::uint64_t offset, unsigned level) const;
  void put(std::uint64_t offset, unsigned level, Word id);
  bool share(std::uint64_t to, const Chunks& source, std::uint64_t from, unsigned level);
  void fill(unsigned level, std::uint64_t base, std::uint64_t from, std::uint64_t to, std::uint8_t value);
  Word filled(std::uint8_t value, unsigned level) const;
  std::span<const Word> stored(Node& node, unsigned level);

  ComponentStore* store_;
  Scratch* scratch_;
  unsigned height_ = 0;  ///< the level of the top
  std::span<const Word> top_;
  Node* own_ = nullptr;  ///< instead of `top_`, once written

  /// Bytes that were looked at last, for whoever goes on there.
  struct Window {
    std::uint32_t begin = 0, size = 0;
    const std::uint8_t* bytes = nullptr;
    std::uint8_t* own = nullptr;  ///< the same, if they may be changed
  };
  mutable Window window_;
};

}  // namespace fermata::vm
