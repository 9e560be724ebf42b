// SPDX-License-Identifier: Apache-2.0
// Batches are expanded with a worker copy, which has no effect on what the space has learnt. So the space learns the
// same things in the same order as if states were expanded one by one, or by several threads (search/lookahead.h).
#include "search/batched_expansion.h"

#include <algorithm>

namespace fermata::search {

namespace {

constexpr std::uint32_t reclaim_after = 128;  // batches

}  // namespace

bool BatchedExpansion::has_worker_copy() {
  if (tried_) return expander_.has_value();
  tried_ = true;
  worker_copy_ = space_.worker_copy();
  if (worker_copy_) expander_.emplace(*worker_copy_, table_);
  return expander_.has_value();
}

const Expander::Expansion* BatchedExpansion::expansion_of(State state) {
  if (table_.size() < from_ || !has_worker_copy()) return nullptr;
  if (index(state) - index(first_) >= expansions_.size()) {
    if (++batches_ % reclaim_after == 0) worker_copy_->reclaim();
    first_ = state;
    expansions_ = {};  // in case a limit ends the next call
    expansions_ = expander_->expand(state, std::min(Expander::batch_size, table_.size() - index(state)));
  }
  const Expander::Expansion& expansion = expansions_[index(state) - index(first_)];
  return expansion.all && expansion.room ? &expansion : nullptr;
}

}  // namespace fermata::search
