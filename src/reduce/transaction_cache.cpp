// SPDX-License-Identifier: Apache-2.0
// As vm/step_cache.cpp does it for steps. What a transaction reads is what its steps read, each word once: those that it has
// written itself before are determined by what it read until then, so that looking at them, too, does no harm.
#include "reduce/transaction_cache.h"

#include <algorithm>

namespace fermata::reduce {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;

}  // namespace

bool TransactionCache::find(const vm::DecisionTree::Key& situation, std::span<const vm::Word> from,
                            const std::function<bool(Transaction&)>& visit) {
  if (given_up_) return false;
  const std::uint32_t found = tree_.find(situation, from, reads_);
  if (found == vm::DecisionTree::nothing) return false;
  const Leaf& leaf = leaves_[found];
  std::uint32_t change = leaf.first_change, ended = leaf.first_ended;
  Transaction& t = shown_;
  for (std::uint32_t k = 0; k < leaf.count; ++k) {
    const One& one = all_[leaf.first + k];
    t.input = one.input;
    t.resized = one.ends;
    t.changed.clear();
    t.ended.assign(ended_.begin() + ended, ended_.begin() + ended + one.ended);
    if (one.ends) {
      t.target.assign(1, changes_[change].value);
    } else {
      t.target.assign(from.begin(), from.end());
      for (std::uint32_t i = 0; i < one.changes; ++i) {
        const Change& c = changes_[change + i];
        t.target[c.word] = c.value;
        t.changed.push_back(c.word);
      }
    }
    change += one.changes;
    ended += one.ended;
    if (!visit(t)) break;
  }
  return true;
}

void TransactionCache::begin() {
  good_ = !given_up_;
  reads_.clear();
  next_ = {static_cast<std::uint32_t>(all_.size()), 0, static_cast<std::uint32_t>(changes_.size()),
           static_cast<std::uint32_t>(ended_.size())};
}

void TransactionCache::read(const std::optional<std::span<const std::uint32_t>>& words) {
  good_ &= words.has_value();
  if (!good_) return;
  for (std::uint32_t word : *words)
    if (std::ranges::find(reads_, word) == reads_.end()) reads_.push_back(word);
}

void TransactionCache::add(const Transaction& t) {
  const bool ends = t.target.size() == 1;
  good_ &= t.outcome == vm::Step::Outcome::moved && (ends || !t.resized);
  if (!good_) return;
  ++next_.count;
  One& one = all_.emplace_back(One{ends, t.input, 0, static_cast<std::uint32_t>(t.ended.size())});
  ended_.insert(ended_.end(), t.ended.begin(), t.ended.end());
  if (ends) changes_.push_back({0, t.target[0]});
  if (!ends)
    for (std::uint32_t word : t.changed) changes_.push_back({word, t.target[word]});
  one.changes = static_cast<std::uint32_t>(changes_.size()) - next_.first_change;
  for (std::uint32_t k = next_.first; k + 1 < all_.size(); ++k) one.changes -= all_[k].changes;
}

void TransactionCache::end(const vm::DecisionTree::Key& situation, std::span<const vm::Word> from) {
  if (good_) {
    tree_.insert(situation, from, reads_, static_cast<std::uint32_t>(leaves_.size()));
    leaves_.push_back(next_);
  } else {
    all_.resize(next_.first);
    changes_.resize(next_.first_change);
    ended_.resize(next_.first_ended);
  }
  bytes_ = leaves_.size() * sizeof(Leaf) + all_.size() * sizeof(One) + changes_.size() * sizeof(Change) +
           ended_.size() * sizeof(vm::Ended);
  given_up_ |= tree_.in_vain();
  if (given_up_ || bytes() > most_bytes) clear();
}

void TransactionCache::clear() {
  tree_.clear();
  leaves_.clear();
  all_.clear();
  changes_.clear();
  ended_.clear();
  bytes_ = 0;
}

}  // namespace fermata::reduce
