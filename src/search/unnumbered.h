// SPDX-License-Identifier: Apache-2.0
// Roots that threads have found and that have no number yet.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "search/edge_lists.h"
#include "search/tree_table.h"

namespace fermata::search {

/// Each has a place, from 1 on, and at it the number that it will get. What several threads find at the same time, whoever gives the
/// numbers looks for in the table only once. Threads may find and add at the same time; the numbers are for one thread alone.
class Unnumbered {
 public:
  /// Makes it empty, with room for about so many.
  void clear(std::size_t room);
  /// 0: not here.
  std::uint32_t find(TreeTable::Root root) const;
  /// 0: no room.
  std::uint32_t find_or_add(TreeTable::Root root);
  TreeTable::Root root(std::uint32_t place) const {
    const std::uint64_t key = keys_[place - 1].load(std::memory_order_relaxed);
    return {static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)};
  }
  /// leads_beyond: not known yet.
  State& number(std::uint32_t place) { return numbers_[place - 1]; }

  std::uint64_t bytes() const { return size_ * (sizeof(std::uint64_t) + sizeof(State)); }

 private:
  static constexpr std::uint64_t nothing = ~std::uint64_t{0};  ///< no root, since there is no such number of a node
  static std::uint64_t key_of(TreeTable::Root root) { return std::uint64_t{root.left} << 32 | root.right; }
  std::size_t start(std::uint64_t key) const { return (key * 0x9E37'79B9'7F4A'7C15 >> 32) & (size_ - 1); }

  std::size_t size_ = 0;  ///< a power of two, or 0
  std::unique_ptr<std::atomic<std::uint64_t>[]> keys_;
  std::unique_ptr<State[]> numbers_;
};

}  // namespace fermata::search
