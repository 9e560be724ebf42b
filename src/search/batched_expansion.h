// SPDX-License-Identifier: Apache-2.0
// Expansion in small batches by one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "search/expander.h"
#include "search/state_space.h"
#include "store/tree_table.h"

namespace fermata::search {

/// For a search that expands states in the order of their numbers. A batch is faster than one state at a time
/// (search/expander.h).
class BatchedExpansion {
 public:
  /// Does nothing while there are fewer than `from` states: a worker copy does not pay off before.
  BatchedExpansion(StateSpace& space, TreeTable& table, std::uint32_t from)
      : space_(space), table_(table), from_(from) {}

  /// The expansion of the next state. Null: the caller has to expand it with the space itself.
  const Expander::Expansion* expansion_of(State state);

 private:
  bool has_worker_copy();

  StateSpace& space_;
  TreeTable& table_;
  std::uint32_t from_;
  bool tried_ = false;
  std::unique_ptr<StateSpace> worker_copy_;
  std::optional<Expander> expander_;
  State first_{};
  std::span<const Expander::Expansion> expansions_;
  std::uint32_t batches_ = 0;
};

}  // namespace fermata::search
