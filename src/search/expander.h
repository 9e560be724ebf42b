// SPDX-License-Identifier: Apache-2.0
// Where the edges of stored states lead, as roots of the table.
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
  State state = leads_beyond;  ///< leads_beyond: not looked for; `root` tells which one it is
  TreeTable::Root root;
  // If it is leads_to_failure:
  Agent agent() const { return root.left; }
  std::uint32_t outcome() const { return root.right; }
};

/// Each thread may have one, with a space of its own: see TreeTable::Cursor.
class Expander {
 public:
  Expander(StateSpace& space, TreeTable& table) : space_(space), table_(table), cursor_(table) {}

  struct Expansion {
    std::span<Target> targets;  ///< in order
    bool all = true;            ///< the space has told all edges
    bool room = true;           ///< the table had room for all
    bool input = false;
    bool ended = false;  ///< there are no edges, and that is fine
  };
  static constexpr std::uint32_t at_once = 32;
  /// Of so many states in a row. Good until the next time. Throws what the space throws.
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
