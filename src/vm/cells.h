// SPDX-License-Identifier: Apache-2.0
// Which objects are kept in cells, and how large these are.
//
// Each cell is a component of its own, and a part of the state that caches tell apart (parts.h): two threads that lock
// different elements of one array have nothing to do with each other. Private objects are kept in one piece, and so are
// small ones; the largest are trees of chunks (chunks.h).
#pragma once

#include <cstdint>

namespace fermata::vm {

constexpr std::uint32_t most_flat_bytes = 40;    ///< of a shared object. A mutex alone is not larger
constexpr std::uint32_t most_cell_bytes = 4096;  ///< of an object in cells, and of a private one in one piece
constexpr std::uint32_t most_cells = 64;         ///< of an object
/// States get no longer than that by variables in cells.
constexpr std::uint32_t most_cell_words = 1024;

/// A cell has 2^bits bytes; the last one of an object may have fewer.
constexpr unsigned cell_bits(std::uint64_t size) { return size <= 512 ? 3 : size <= 1024 ? 4 : 6; }
static_assert(1024 >> cell_bits(1024) <= most_cells && most_cell_bytes >> cell_bits(most_cell_bytes) <= most_cells);

/// Of a shared object; 1: it is not kept in cells.
constexpr std::uint32_t cells_of(std::uint64_t size) {
  if (size <= most_flat_bytes || size > most_cell_bytes) return 1;
  return static_cast<std::uint32_t>(((size - 1) >> cell_bits(size)) + 1);
}

}  // namespace fermata::vm
