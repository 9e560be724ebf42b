// SPDX-License-Identifier: Apache-2.0
#include "store/memo_table.h"

namespace fermata::store {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20, some_bytes = std::uint64_t{8} << 20;
constexpr std::uint64_t often = 4;        // times as often found as not: worth a lot of memory
constexpr std::uint64_t trial = 1 << 16;  // misses before it is judged

}  // namespace

MemoTable::MemoTable() : MemoTable(std::make_shared<Shared>(), true) {}

std::optional<DecisionTree::Record> MemoTable::find(const DecisionTree::Key& key, std::span<const Word> state) {
  if (shared_->in_vain) return std::nullopt;
  auto record = shared_->tree.find(key, state, looked_at_);
  ++(record ? hits_ : misses_);
  return record;
}

void MemoTable::note(const DecisionTree::Key& key, std::span<const Word> state, std::span<const std::uint32_t> reads,
                     DecisionTree::Record record, const Stop& stop) {
  if (shared_->in_vain) return;
  shared_->tree.insert(key, reads, state, record, stop);
  if (is_first_) settle();
}

void MemoTable::settle() {
  if (shared_->in_vain) return;
  shared_->hits += hits_;
  shared_->misses += misses_;
  hits_ = misses_ = 0;
  shared_->in_vain = shared_->misses > trial && shared_->hits < shared_->misses;
  const bool is_worth_it = shared_->hits > often * shared_->misses;
  shared_->tree.tidy();
  if (shared_->in_vain || shared_->tree.bytes() > (is_worth_it ? most_bytes : some_bytes)) shared_->tree.clear();
}

}  // namespace fermata::store
