// SPDX-License-Identifier: Apache-2.0
// A few states that are expanded before it is their turn, by one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "search/expander.h"
#include "search/state_space.h"
#include "store/tree_table.h"

namespace fermata::search {

/// For a search that expands states in the order of their numbers: some at a time are faster than one by one
/// (search/expander.h).
class BatchedExpansion {
 public:
  /// Not before there are so many states: a worker copy is not worth it for fewer.
  BatchedExpansion(StateSpace& space, TreeTable& table, std::uint32_t from)
      : space_(space), table_(table), from_(from) {}

  /// Of the next state to be expanded. Null: it is better asked alone.
  const Expander::Expansion* look_at(State state);

 private:
  bool hire();

  StateSpace& space_;
  TreeTable& table_;
  std::uint32_t from_;
  bool tried_ = false;
  std::unique_ptr<StateSpace> worker_copy_;
  std::optional<Expander> expander_;
  State first_{};
  std::span<const Expander::Expansion> expansions_;
  std::uint32_t unsettled_ = 0;  ///< times
};

}  // namespace fermata::search
