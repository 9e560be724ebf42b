// SPDX-License-Identifier: Apache-2.0
// Assumptions are kept by whole runs: what can only come to break one is no state either.
#pragma once

#include <span>
#include <vector>

#include "base/stop.h"
#include "search/exploration.h"
#include "store/tree_table.h"

namespace fermata::search {

/// Which states are none.
class LeftOut {
 public:
  /// False: there is no room for it.
  bool add(std::span<const Word> state, const Stop& stop) { return table_.find_or_insert(state, stop).has_value(); }
  bool contains(std::span<const Word> state) const { return table_.find(state).has_value(); }
  bool empty() const { return table_.size() == 0; }

 private:
  store::TreeTable table_{index(leads_beyond)};
};

/// Of a closed exploration: the states from which every run that takes rare edges finitely often ends, sooner or later,
/// in one of Exploration::impossible. One that can go round for ever, fail, end or come to a dead end is none of them.
/// Ascending. Calls the space again if there are ways round.
std::vector<State> impossible_states(Exploration& exploration);

}  // namespace fermata::search
