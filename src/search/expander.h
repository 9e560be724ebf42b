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
  Expander(StateSpace& space, TreeTable& table) : space_(space), cursor_(table) {}

  struct Result {
    bool all = true;    ///< the space has told all edges
    bool room = true;   ///< the table had room for all
    bool input = false;
    bool ended = false;  ///< there are no edges, and that is fine
  };
  /// Appends the targets, in order. `found` is called with each that is not looked for yet.
  template <class Found>
  Result expand(State state, std::vector<Target>& targets, Found found);
  std::optional<TreeTable::Place> find_or_promise(TreeTable::Root root) { return cursor_.find_or_promise(root); }

 private:
  StateSpace& space_;
  TreeTable::Cursor cursor_;
  std::vector<Word> words_;
};

template <class Found>
Expander::Result Expander::expand(State state, std::vector<Target>& targets, Found found) {
  Result result;
  const std::size_t before = targets.size();
  OnEdge visit([&](const Edge& edge, std::span<const Word> target) {
    result.input |= edge.input;
    if (edge.fails) {
      targets.push_back({leads_to_failure, {edge.agent, edge.outcome}});
      return true;
    }
    const auto root = edge.changed ? cursor_.root_of(target, *edge.changed) : cursor_.root_of(target);
    result.room = root.has_value();
    if (!result.room) return false;
    targets.push_back({leads_beyond, *root});
    found(targets.back());
    return true;
  }, Visitor::Wants::targets);
  cursor_.open(state, words_);
  result.all = space_.expand(words_, visit);
  result.ended = targets.size() == before && space_.ended(words_);
  return result;
}

}  // namespace fermata::search
