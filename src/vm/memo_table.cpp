// SPDX-License-Identifier: Apache-2.0
#include "vm/memo_table.h"

namespace fermata::vm {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20, some_bytes = std::uint64_t{8} << 20;
constexpr std::uint64_t good_ratio = 4;          // of hits to misses: worth most_bytes, else some_bytes
constexpr std::uint64_t trial_misses = 1 << 16;  // before the hit rate is judged

}  // namespace

MemoTable::MemoTable() : MemoTable(std::make_shared<Shared>(), true) {}

std::optional<DecisionTree::Record> MemoTable::find(const DecisionTree::Key& key, std::span<const Word> state) {
  if (shared_->given_up) return std::nullopt;
  auto record = shared_->tree.find(key, state, looked_at_);
  ++(record ? hits_ : misses_);
  return record;
}

void MemoTable::note(const DecisionTree::Key& key, std::span<const Word> state, std::span<const std::uint32_t> reads,
                     DecisionTree::Record record, const Stop& stop) {
  if (shared_->given_up) return;
  shared_->tree.insert(key, reads, state, record, stop);
  if (is_first_) maintain();
}

void MemoTable::maintain() {
  if (shared_->given_up) return;
  shared_->hits += hits_;
  shared_->misses += misses_;
  hits_ = misses_ = 0;
  shared_->given_up = shared_->misses > trial_misses && shared_->hits < shared_->misses;
  const bool is_worth_it = shared_->hits > good_ratio * shared_->misses;
  shared_->tree.free_old_tables();
  if (shared_->given_up || shared_->tree.bytes() > (is_worth_it ? most_bytes : some_bytes)) shared_->tree.clear();
}

}  // namespace fermata::vm
