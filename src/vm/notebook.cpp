// SPDX-License-Identifier: Apache-2.0
// Two trees: a common one, which nobody changes while it is used by several, and one of one's own. So there is nothing to lock;
// what two threads find out at the same time is found out twice.
#include "vm/notebook.h"

namespace fermata::vm {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20, some_bytes = std::uint64_t{8} << 20;
constexpr std::uint64_t often = 4;  // times as often found as not: worth a lot of memory
constexpr std::uint64_t trial = 1 << 16;  // misses before it is judged

}  // namespace

Notebook::Notebook() : Notebook(std::make_shared<Shared>(), true) {}

std::optional<DecisionTree::Record> Notebook::find(const DecisionTree::Key& key, std::span<const Word> state) {
  if (shared_->in_vain) return std::nullopt;
  auto record = shared_->tree.find(key, state, looked_at_);
  if (!record && !notes_.empty()) record = own_.find(key, state, looked_at_);
  ++(record ? hits_ : misses_);
  return record;
}

void Notebook::note(const DecisionTree::Key& key, std::span<const Word> state, std::span<const std::uint32_t> reads,
                    DecisionTree::Record record) {
  if (shared_->in_vain) return;
  const auto first = static_cast<std::uint32_t>(words_.size());
  words_.insert(words_.end(), reads.begin(), reads.end());
  for (std::uint32_t word : reads) words_.push_back(state[word]);
  words_.insert(words_.end(), record.begin(), record.end());
  notes_.push_back({key, first, static_cast<std::uint32_t>(reads.size()), static_cast<std::uint32_t>(record.size())});
  if (is_first_)
    settle();
  else
    own_.insert(key, reads, std::span(words_).subspan(first + reads.size(), reads.size()), record);
}

void Notebook::settle() {
  shared_->hits += hits_;
  shared_->misses += misses_;
  hits_ = misses_ = 0;
  shared_->in_vain |= shared_->misses > trial && shared_->hits < shared_->misses;
  const bool is_worth_it = shared_->hits > often * shared_->misses;
  if (shared_->in_vain || shared_->tree.bytes() > (is_worth_it ? most_bytes : some_bytes)) shared_->tree.clear();
  const std::span<const std::uint32_t> words(words_);
  if (!shared_->in_vain)
    for (const Note& n : notes_)
      shared_->tree.insert(n.key, words.subspan(n.first, n.reads), words.subspan(n.first + n.reads, n.reads),
                           words.subspan(n.first + 2 * std::size_t{n.reads}, n.size));
  if (notes_.empty()) return;
  notes_.clear();
  words_.clear();
  if (!is_first_) own_.clear();
}

}  // namespace fermata::vm
