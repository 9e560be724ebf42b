// SPDX-License-Identifier: Apache-2.0
// A twin of the space is asked, which does not learn anything new. So what the space itself learns, and when, is the
// same as if the states had been expanded one by one, or by several threads (search/lookahead.h).
#include "search/nearby.h"

#include <algorithm>

namespace fermata::search {

namespace {

constexpr std::uint32_t settle_after = 128;  // times

}  // namespace

bool Nearby::hire() {
  if (tried_) return expander_.has_value();
  tried_ = true;
  twin_ = space_.twin();
  if (twin_) expander_.emplace(*twin_, table_);
  return expander_.has_value();
}

const Expander::Expansion* Nearby::look_at(State state) {
  if (table_.size() < from_ || !hire()) return nullptr;
  if (index(state) - index(first_) >= expansions_.size()) {
    if (++unsettled_ % settle_after == 0) twin_->settle();
    first_ = state;
    expansions_ = {};  // should a limit end it
    expansions_ = expander_->expand(state, std::min(Expander::at_once, table_.size() - index(state)));
  }
  const Expander::Expansion& expansion = expansions_[index(state) - index(first_)];
  return expansion.all && expansion.room ? &expansion : nullptr;
}

}  // namespace fermata::search
