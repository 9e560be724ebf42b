// SPDX-License-Identifier: Apache-2.0
#include "store/memo_table.h"

#include <algorithm>

namespace fermata::store {

namespace {

constexpr std::uint64_t enough = std::uint64_t{64} << 20;  // bytes
constexpr std::uint64_t share = 16;                        // of the memory limit: one in so many bytes
constexpr std::uint64_t often = 4, rarely = 8;  // with fewer than `often` hits for each miss, one `rarely`-th of that
constexpr std::uint64_t trial = 1 << 16;        // misses before the table can be disabled

}  // namespace

MemoTable::MemoTable() : MemoTable(std::make_shared<Shared>(), true) {}

void MemoTable::insert(const DecisionTree::Key& key, std::span<const Part> reads, std::span<const Word> values,
                       DecisionTree::Record record, const Stop& stop) {
  if (shared_->disabled) return;
  const auto limit = stop.memory();
  shared_->most_bytes.store(limit ? std::min(enough, *limit / share) : enough, std::memory_order_relaxed);
  shared_->tree.insert(key, reads, values, record, stop);
  if (is_first_) reclaim();
}

void MemoTable::reclaim() {
  if (shared_->disabled) return;
  shared_->hits += hits_;
  shared_->misses += misses_;
  hits_ = misses_ = 0;
  shared_->disabled = shared_->misses > trial && shared_->hits < shared_->misses;
  const bool hits_often = shared_->hits > often * shared_->misses;
  shared_->tree.reclaim();
  const std::uint64_t most = shared_->most_bytes.load(std::memory_order_relaxed);
  if (shared_->disabled || shared_->tree.bytes() > (hits_often ? most : most / rarely)) shared_->tree.clear();
}

}  // namespace fermata::store
