// SPDX-License-Identifier: Apache-2.0
// Roots that a thread has found and that have no number yet.
#pragma once

#include <cstdint>
#include <vector>

#include "search/tree_table.h"

namespace fermata::search {

/// Each has a place: 1, 2, 3 and so on. For one thread alone; afterwards others may read.
class Unnumbered {
 public:
  Unnumbered() { clear(); }
  void clear();
  /// 0: not here.
  std::uint32_t find(TreeTable::Root root) const { return index_[slot_of(root)]; }
  std::uint32_t find_or_add(TreeTable::Root root);

  std::uint32_t size() const { return static_cast<std::uint32_t>(roots_.size()); }
  TreeTable::Root root(std::uint32_t place) const { return roots_[place - 1]; }
  std::uint64_t bytes() const { return roots_.capacity() * sizeof(roots_[0]) + index_.capacity() * sizeof(index_[0]); }

 private:
  std::size_t slot_of(TreeTable::Root root) const;
  void spread(std::size_t slots);

  std::vector<TreeTable::Root> roots_;  ///< by place
  std::vector<std::uint32_t> index_;    ///< places, by hash; 0: none. More than twice as many as there are roots, and a power of two
};

}  // namespace fermata::search
