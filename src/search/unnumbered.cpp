// SPDX-License-Identifier: Apache-2.0
// Open addressing without locks: a root is one word, and is there as soon as that word is.
//
//   A. Laarman, J. van de Pol, M. Weber, "Boosting multi-core reachability performance with shared hash tables", FMCAD 2010
#include "search/unnumbered.h"

#include <algorithm>
#include <bit>

namespace fermata::search {

namespace {

constexpr std::size_t farthest = 32;  // places looked at; a full neighbourhood counts as no room

}  // namespace

void Unnumbered::clear(std::size_t room) {
  const std::size_t size = std::bit_ceil(std::max<std::size_t>(2 * room, 2 * farthest));
  if (size != size_) {
    keys_ = std::make_unique<std::atomic<std::uint64_t>[]>(size);
    numbers_ = std::make_unique_for_overwrite<State[]>(size);
    size_ = size;
  }
  for (std::size_t i = 0; i < size_; ++i) keys_[i].store(nothing, std::memory_order_relaxed);
  std::fill_n(numbers_.get(), size_, leads_beyond);
}

std::uint32_t Unnumbered::find(TreeTable::Root root) const {
  const std::uint64_t key = key_of(root);
  for (std::size_t i = start(key), k = 0; k < farthest; i = (i + 1) & (size_ - 1), ++k) {
    const std::uint64_t there = keys_[i].load(std::memory_order_relaxed);
    if (there == key) return static_cast<std::uint32_t>(i + 1);
    if (there == nothing) return 0;
  }
  return 0;
}

std::uint32_t Unnumbered::find_or_add(TreeTable::Root root) {
  const std::uint64_t key = key_of(root);
  for (std::size_t i = start(key), k = 0; k < farthest; i = (i + 1) & (size_ - 1), ++k) {
    std::uint64_t there = keys_[i].load(std::memory_order_relaxed);
    if (there == nothing && keys_[i].compare_exchange_strong(there, key, std::memory_order_relaxed)) there = key;
    if (there == key) return static_cast<std::uint32_t>(i + 1);
  }
  return 0;
}

}  // namespace fermata::search
