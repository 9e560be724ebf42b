// SPDX-License-Identifier: Apache-2.0
// A worker copy of the space is asked, which does not learn anything new. So what the space itself learns, and when, is
// the same as if the states had been expanded one by one, or by several threads (search/lookahead.h).
#include "search/batched_expansion.h"

#include <algorithm>

namespace fermata::search {

namespace {

constexpr std::uint32_t settle_after = 128;  // times

}  // namespace

bool BatchedExpansion::hire() {
  if (tried_) return expander_.has_value();
  tried_ = true;
  worker_copy_ = space_.worker_copy();
  if (worker_copy_) expander_.emplace(*worker_copy_, table_);
  return expander_.has_value();
}

const Expander::Expansion* BatchedExpansion::look_at(State state) {
  if (table_.size() < from_ || !hire()) return nullptr;
  if (index(state) - index(first_) >= expansions_.size()) {
    if (++unsettled_ % settle_after == 0) worker_copy_->settle();
    first_ = state;
    expansions_ = {};  // should a limit end it
    expansions_ = expander_->expand(state, std::min(Expander::at_once, table_.size() - index(state)));
  }
  const Expander::Expansion& expansion = expansions_[index(state) - index(first_)];
  return expansion.all && expansion.room ? &expansion : nullptr;
}

}  // namespace fermata::search
