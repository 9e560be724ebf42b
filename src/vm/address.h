// SPDX-License-Identifier: Apache-2.0
// What the bits of a guest pointer mean.
//
//   63..60 zero   59..56 region   55..48 arena (a thread number)   47..32 slot   31..0 byte offset
//
// Arithmetic on a pointer moves its offset; leaving the object therefore lands in no other object
// that is mapped there by accident, and every access can be checked. Address 0 is null.
#pragma once

#include <cstdint>

namespace fermata::vm {

using Address = std::uint64_t;

enum class Region : std::uint8_t {
  none = 0,
  global = 1,    ///< a variable; slot = index among the writable globals (24 bits with the arena field)
  heap = 2,      ///< arena = thread that allocated it
  stack = 3,     ///< arena = thread; thread-local variables come first
  function = 4,  ///< slot = function
  constant = 5,  ///< a global that is never written; not part of the state
};

constexpr std::uint32_t max_threads = 255;
constexpr std::uint32_t max_slots = 1u << 16;

/// The object part of an address: all but the offset.
using ObjectKey = std::uint32_t;

constexpr ObjectKey object_key(Region region, std::uint32_t arena, std::uint32_t slot) {
  return static_cast<std::uint32_t>(region) << 24 | arena << 16 | slot;
}
constexpr ObjectKey wide_key(Region region, std::uint32_t index) {  // no arena: 24 bits of index
  return static_cast<std::uint32_t>(region) << 24 | index;
}
constexpr Address address_of(ObjectKey key, std::uint32_t offset = 0) {
  return static_cast<Address>(key) << 32 | offset;
}
constexpr ObjectKey key_of(Address a) { return static_cast<ObjectKey>(a >> 32); }
constexpr std::uint32_t offset_of(Address a) { return static_cast<std::uint32_t>(a); }
constexpr Region region_of(ObjectKey key) {
  return key >> 28 ? Region::none : static_cast<Region>(key >> 24);
}
constexpr std::uint32_t arena_of(ObjectKey key) { return key >> 16 & 0xff; }
constexpr std::uint32_t slot_of(ObjectKey key) { return key & 0xffff; }
constexpr std::uint32_t index_of(ObjectKey key) { return key & 0xffffff; }

}  // namespace fermata::vm
