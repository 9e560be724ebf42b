// SPDX-License-Identifier: Apache-2.0
// Computes the targets of stored states, as roots of the table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "search/graph.h"
#include "search/state_space.h"
#include "store/tree_table.h"

namespace fermata::search {

using store::TreeTable;

struct Target {
  State state = leads_beyond;  ///< leads_beyond: not looked up yet; `root` identifies it
  TreeTable::Root root;
  // If it is leads_to_failure:
  Agent agent() const { return root.left; }
  std::uint32_t outcome() const { return root.right; }
};

/// Each thread may have one, with a worker copy of the space: see TreeTable::Cursor.
class Expander {
 public:
  Expander(StateSpace& space, TreeTable& table) : space_(space), table_(table), cursor_(table) {}

  struct Expansion {
    std::span<Target> targets;  ///< in order
    bool all = true;            ///< the space has shown all edges
    bool room = true;           ///< the table had room for all
    bool input = false;
    bool ended = false;  ///< a proper end, without edges
  };
  static constexpr std::uint32_t batch_size = 32;
  /// Expands `count` consecutive states, at most batch_size. The result is valid until the next call. Throws what the
  /// space throws.
  std::span<const Expansion> expand(State first, std::uint32_t count);
  std::optional<TreeTable::Place> find_or_reserve(TreeTable::Root root) { return cursor_.find_or_reserve(root); }

 private:
  StateSpace& space_;
  TreeTable& table_;
  TreeTable::Cursor cursor_;
  std::vector<Word> words_;
  std::vector<Target> targets_;
  std::vector<Expansion> expansions_;
};

}  // namespace fermata::search
