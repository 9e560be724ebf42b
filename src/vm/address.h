// SPDX-License-Identifier: Apache-2.0
// What the bits of a guest pointer mean. As in programs on x86-64 the upper 17 are zero: that is where programs keep
// tags.
//
//   heap, stack                  46..45 region (1, 2)   44..35 thread   34..17 page   16..0 byte
//   function, global, constant   46..45 zero            44..43 region   42..17 page   16..0 byte
//
// A page has 128 KB. An object begins in the middle of one, and has as many pages in a row as leave more than 64 KB
// between its end and whatever comes next. So a pointer that leaves its object by less than 64 KB, on either side, is
// in no other object, and such an access is noticed; and every object is aligned to 64 KB. Null and numbers below 2^43
// are nobody's address.
#pragma once

#include <array>
#include <cstdint>

namespace fermata::vm {

using Address = std::uint64_t;

enum class Region : std::uint8_t {
  none,
  function,  ///< page = index of the function
  global,    ///< a variable
  constant,  ///< a global that is never written; not part of the state
  heap,      ///< arena = thread that allocated it
  stack,     ///< arena = thread; thread-local variables come first
};

constexpr std::uint32_t max_threads = 1023;
constexpr std::uint32_t max_pages = 1 << 18;         ///< of a heap or of a stack
constexpr std::uint32_t max_static_pages = 1 << 26;  ///< of all functions, all globals, or all constants
constexpr std::uint64_t max_object_size = std::uint64_t{1} << 31;

constexpr std::uint32_t page_bits = 17;
constexpr std::uint32_t page_bytes = 1u << page_bits;
constexpr std::uint32_t guard_bytes = page_bytes / 2;
constexpr std::uint32_t address_bits = 47;

/// A page, all but the lower bits of an address; of an object: its first.
using ObjectKey = std::uint32_t;

constexpr std::uint32_t pages_for(std::uint64_t size) {
  return static_cast<std::uint32_t>((size + guard_bytes) / page_bytes + 1);
}

constexpr ObjectKey object_key(Region region, std::uint32_t arena, std::uint32_t page) {
  return (region == Region::heap ? 1u : 2u) << 28 | arena << 18 | page;
}
constexpr ObjectKey static_key(Region region, std::uint32_t page) {
  return static_cast<std::uint32_t>(region) << 26 | page;
}

constexpr ObjectKey key_of(Address a) { return a >> address_bits ? 0 : static_cast<ObjectKey>(a >> page_bits); }
constexpr Region region_of(ObjectKey key) {
  using enum Region;
  constexpr std::array<Region, 16> regions{none,  function, global, constant, heap, heap, heap, heap,
                                           stack, stack,    stack,  stack,    none, none, none, none};
  return regions[key >> 26 & 15];
}
constexpr bool in_heap(Address a) { return region_of(key_of(a)) == Region::heap; }
constexpr std::uint32_t arena_of(ObjectKey key) { return key >> 18 & 0x3ff; }
constexpr std::uint32_t page_of(ObjectKey key) { return key & (max_pages - 1); }
constexpr std::uint32_t static_page_of(ObjectKey key) { return key & (max_static_pages - 1); }

/// Where the object that begins on page `key` has its byte `offset`.
constexpr Address address_of(ObjectKey key, std::uint32_t offset = 0) {
  return (static_cast<Address>(key) << page_bits) + guard_bytes + offset;
}
constexpr std::uint32_t in_page(Address a) { return static_cast<std::uint32_t>(a & (page_bytes - 1)); }
/// The inverse: how far behind the beginning of the object that `a` is. What lies before it is a very large number.
constexpr std::uint32_t offset_in(ObjectKey key, Address a) { return static_cast<std::uint32_t>(a - address_of(key)); }

}  // namespace fermata::vm
