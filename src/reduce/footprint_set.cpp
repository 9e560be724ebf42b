// SPDX-License-Identifier: Apache-2.0
#include "reduce/footprint_set.h"

#include <algorithm>
#include <bit>
#include <mutex>

namespace fermata::reduce {

bool accesses(const vm::Footprint& footprint) {
  return !footprint.operations().empty() &&
         std::ranges::any_of(footprint.operations().front().accesses,
                             [](const vm::Access& a) { return a.sort != vm::Access::Sort::none; });
}

std::size_t FootprintSets::Hash::operator()(const FootprintSet& set) const {
  std::uint64_t h = set.size();
  for (const vm::Footprint* f : set) h = (std::rotl(h, 29) ^ f->id) * 0x9E37'79B9'7F4A'7C15;
  return h ^ h >> 32;
}

const FootprintSet* FootprintSets::intern(FootprintSet& set) {
  if (set.empty()) return nullptr;
  const bool single = std::ranges::all_of(set, [&](const vm::Footprint* f) { return f == set.front(); });
  const std::uint32_t id = set.front()->id;
  if (single && id < single_.size() && single_[id]) return single_[id];
  std::ranges::sort(set, {}, &vm::Footprint::id);
  set.erase(std::ranges::unique(set).begin(), set.end());
  if (const auto it = known_.find(set); it != known_.end()) return it->second;
  const std::lock_guard lock(shared_->mutex);
  const FootprintSet* kept = &shared_->all.try_emplace(set).first->first;
  known_.emplace(set, kept);
  if (single) {
    if (id >= single_.size()) single_.resize(2 * std::size_t{id} + 1);
    single_[id] = kept;
  }
  return kept;
}

}  // namespace fermata::reduce
