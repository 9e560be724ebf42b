// SPDX-License-Identifier: Apache-2.0
#include "search/expander.h"

#include <array>

namespace fermata::search {

// In batches, to hide the latency of memory: the buckets of the first targets are prefetched while the later states are
// expanded.
std::span<const Expander::Expansion> Expander::expand(State first, std::uint32_t count) {
  targets_.clear();
  expansions_.assign(count, {});
  std::array<std::size_t, batch_size> ends;
  for (std::uint32_t k = 0; k < count; ++k) {
    Expansion& expansion = expansions_[k];
    OnEdge visit(
        [&](const Edge& edge, std::span<const Word> target) {
          expansion.input |= edge.input;
          if (edge.fails) {
            targets_.push_back({leads_to_failure, {edge.agent, edge.outcome}});
            return true;
          }
          const auto root = edge.changed ? cursor_.root_of(target, *edge.changed) : cursor_.root_of(target);
          expansion.room = root.has_value();
          if (!expansion.room) return false;
          targets_.push_back({leads_beyond, *root});
          table_.prefetch(*root);
          return true;
        },
        Visitor::Wants::targets);
    const std::size_t before = targets_.size();
    cursor_.open(State{index(first) + k}, words_);
    expansion.all = space_.expand(words_, visit);
    expansion.ended = targets_.size() == before && space_.ended(words_);
    ends[k] = targets_.size();
  }
  for (std::size_t k = 0, at = 0; k < count; at = ends[k++])
    expansions_[k].targets = std::span(targets_).subspan(at, ends[k] - at);
  return expansions_;
}

}  // namespace fermata::search
