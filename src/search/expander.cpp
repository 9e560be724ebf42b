// SPDX-License-Identifier: Apache-2.0
#include "search/expander.h"

namespace fermata::search {

Expander::Result Expander::expand(State state, std::vector<Target>& targets) {
  Result result;
  OnEdge visit([&](const Edge& edge, std::span<const Word> target) {
    result.input |= edge.input;
    if (edge.fails) {
      targets.push_back({leads_to_failure, {edge.agent, edge.outcome}});
      return true;
    }
    const auto root = edge.changed ? cursor_.root_of(target, *edge.changed) : cursor_.root_of(target);
    result.room = root.has_value();
    if (!result.room) return false;
    table_.prefetch(*root);
    targets.push_back({leads_beyond, *root});
    return true;
  }, Visitor::Wants::targets);
  cursor_.open(state, words_);
  result.all = space_.expand(words_, visit);
  return result;
}

}  // namespace fermata::search
