// SPDX-License-Identifier: Apache-2.0
// As vm/step_cache.cpp does it for steps. What a transaction reads is what its steps read, each part once. A part that
// an earlier step of the transaction has written is determined by what was read until then; testing its old value, too,
// costs hits but is not wrong.
#include "reduce/transaction_cache.h"

#include <algorithm>
#include <cstring>

namespace fermata::reduce {

namespace {

// First what all of them touch. A transaction as words: the head, the changes as (part, value), words that were
// appended, the sections.
struct Head {
  std::uint8_t ends, chosen;  // ends: the process; chosen: a bit for each sort of choice
  std::uint16_t changes, more, sections;
};
static_assert(sizeof(Head) == 8);

constexpr std::size_t most = 0xFFFF;

}  // namespace

bool TransactionCache::find(const store::DecisionTree::Key& key, std::span<const vm::Word> from, vm::Parts& parts,
                            const FootprintSet*& touched, const std::function<bool(Transaction&)>& visit) {
  const auto record = memo_.find(key, [&](vm::Part part) { return parts.value(from, part); });
  if (!record) return false;
  const std::uint32_t* word = record->data();
  auto two = [&](auto& value) {
    std::memcpy(&value, word, sizeof(value));
    static_assert(sizeof(value) == 8);
    word += 2;
  };
  two(touched);
  Transaction& t = shown_;
  while (word != record->data() + record->size()) {
    Head head;
    two(head);
    t.input = head.chosen & 1;
    t.spurious = head.chosen & 2;
    t.resized = head.ends || head.more;
    t.changed.clear();
    if (head.ends) {
      t.target.assign(1, word[1]);
    } else {
      t.target.assign(from.begin(), from.end());
      parts.apply({word, std::size_t{2} * head.changes}, t.target, t.changed);
      if (t.resized) t.changed.clear();
      t.target.insert(t.target.end(), word + 2 * head.changes, word + 2 * head.changes + head.more);
    }
    word += 2 * head.changes + head.more;
    t.ended.resize(head.sections);
    for (SectionInstance& e : t.ended) {
      e.kind = static_cast<vm::SectionKind>(*word++);
      e.thread = ThreadId{*word++};
      two(e.object);
    }
    if (!visit(t)) break;
  }
  return true;
}

void TransactionCache::begin(std::span<const vm::Word> from, ThreadId thread) {
  from_ = from;
  thread_ = thread;
  good_ = true;
  reads_.clear();
  record_.assign(2, 0);  // for what is touched
}

void TransactionCache::read(const std::optional<std::span<const vm::Part>>& parts) {
  good_ &= parts.has_value();
  if (!good_) return;
  for (vm::Part part : *parts)
    if (vm::word_of(part) < from_.size() && std::ranges::find(reads_, part) == reads_.end()) reads_.push_back(part);
}

void TransactionCache::add(const Transaction& t, const vm::Parts& parts) {
  const bool ends = t.target.size() == 1;
  good_ &= t.outcome == vm::Step::Outcome::moved && (ends || t.target.size() >= from_.size()) &&
           t.target.size() <= most && t.ended.size() <= most;
  if (!good_) return;
  changes_.clear();
  if (ends)
    changes_.assign({0, t.target[0]});
  else
    parts.difference(from_, t.target, reads_, index(thread_), changes_);
  good_ &= changes_.size() / 2 <= most;
  if (!good_) return;
  const std::size_t more = ends ? 0 : t.target.size() - from_.size();
  auto two = [&](const auto& value) {
    std::uint32_t words[2];
    static_assert(sizeof(value) == sizeof(words));
    std::memcpy(words, &value, sizeof(words));
    record_.insert(record_.end(), words, words + 2);
  };
  two(Head{ends, static_cast<std::uint8_t>(t.input | t.spurious << 1), static_cast<std::uint16_t>(changes_.size() / 2),
           static_cast<std::uint16_t>(more), static_cast<std::uint16_t>(t.ended.size())});
  record_.insert(record_.end(), changes_.begin(), changes_.end());
  record_.insert(record_.end(), t.target.end() - static_cast<std::ptrdiff_t>(more), t.target.end());
  for (const SectionInstance& e : t.ended) {
    record_.insert(record_.end(), {static_cast<std::uint32_t>(e.kind), index(e.thread)});
    two(e.object);
  }
}

void TransactionCache::end(const store::DecisionTree::Key& key, const vm::Parts& parts, const FootprintSet* touched,
                           const Stop& stop) {
  if (!good_) return;
  static_assert(sizeof(touched) == 2 * sizeof(record_[0]));
  std::memcpy(record_.data(), &touched, sizeof(touched));
  values_.clear();
  for (vm::Part part : reads_) values_.push_back(*parts.value(from_, part));
  memo_.insert(key, reads_, values_, record_, stop);
}

}  // namespace fermata::reduce
