// SPDX-License-Identifier: Apache-2.0
// Where the edges of a stored state lead, as roots of the table.
#pragma once

#include <cstdint>
#include <vector>

#include "search/edge_lists.h"
#include "search/state_space.h"
#include "search/tree_table.h"

namespace fermata::search {

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

  struct Result {
    bool all = true;    ///< the space has told all edges
    bool room = true;   ///< the table had room for all
    bool input = false;
  };
  /// Appends the targets, in order. The table is told that they will be looked for.
  Result expand(State state, std::vector<Target>& targets);

 private:
  StateSpace& space_;
  TreeTable& table_;
  TreeTable::Cursor cursor_;
  std::vector<Word> words_;
};

}  // namespace fermata::search
