// SPDX-License-Identifier: Apache-2.0
#include "store/memo_table.h"

namespace fermata::store {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20, some_bytes = std::uint64_t{8} << 20;
constexpr std::uint64_t often = 4;        // with more hits for each miss, the tree may use most_bytes
constexpr std::uint64_t trial = 1 << 16;  // misses before the table can be disabled

}  // namespace

MemoTable::MemoTable() : MemoTable(std::make_shared<Shared>(), true) {}

void MemoTable::insert(const DecisionTree::Key& key, std::span<const Part> reads, std::span<const Word> values,
                       DecisionTree::Record record, const Stop& stop) {
  if (shared_->disabled) return;
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
  if (shared_->disabled || shared_->tree.bytes() > (hits_often ? most_bytes : some_bytes)) shared_->tree.clear();
}

}  // namespace fermata::store
