// SPDX-License-Identifier: Apache-2.0
// Decision trees in one hash table: a root is found by its key, a child by the number of its parent and the value of
// the word that the parent reads. Open addressing, linear probing; grows by half at a load of three quarters.
//
// One thread inserts at a time; others that want to insert give up instead of waiting for it. Lookups never wait: an
// entry exists once its number is written, and the fields that are written later are read atomically. A lookup in a
// table that has just been replaced by a larger one may miss what is new.
#include "store/decision_tree.h"

#include <algorithm>

#include "base/require.h"
#include "store/shared.h"
#include "store/spin_wait.h"

namespace fermata::store {

namespace {

constexpr std::size_t first_size = 1 << 10;

std::uint32_t load(const std::uint32_t& shared) { return load_shared(shared, std::memory_order_acquire); }
void store(std::uint32_t& shared, std::uint32_t value) {
  std::atomic_ref(shared).store(value, std::memory_order_release);
}

}  // namespace

DecisionTree::DecisionTree() { clear(); }

std::uint64_t DecisionTree::hash_of(const Key& key) {
  std::uint64_t h = (std::uint64_t{key.a} << 32 | key.b) * 0x9E37'79B9'7F4A'7C15;
  h ^= h >> 29;
  h = (h ^ (std::uint64_t{key.c} << 32 | key.d) ^ std::uint64_t{key.e} << 16) * 0xBF58'476D'1CE4'E5B9;
  return h ^ h >> 32;
}

void DecisionTree::prefetch(const Key& key) const {
  const Table& table = *table_.load(std::memory_order_acquire);
  __builtin_prefetch(&table.entries[table.slot_of(key)]);
}

const DecisionTree::Entry* DecisionTree::lookup(const Table& table, const Key& key) {
  for (std::size_t i = table.slot_of(key);; i = table.next(i)) {
    const Entry& entry = table.entries[i];
    if (load(entry.node) == nothing) return nullptr;
    if (entry.key == key) return &entry;
  }
}

std::optional<DecisionTree::Record> DecisionTree::find(const Key& key, std::span<const Word> state,
                                                       std::vector<std::uint32_t>& reads) const {
  reads.clear();
  const Table& table = *table_.load(std::memory_order_acquire);
  const Entry* entry = lookup(table, key);
  for (std::uint32_t word; entry && (word = load(entry->word)) != nothing;) {
    reads.push_back(word);
    entry = word < state.size() ? lookup(table, edge_key(entry->node, state[word])) : nullptr;
  }
  const std::uint32_t record = entry ? load(entry->record) : nothing;
  if (record == nothing) return std::nullopt;
  const std::uint32_t* words = words_.load(std::memory_order_acquire) + record;
  return Record(words + 1, words[0]);
}

DecisionTree::Entry& DecisionTree::find_or_add(const Key& key) {
  if (const Entry* there = lookup(*table_, key)) return const_cast<Entry&>(*there);
  Table& table = *tables_.back();
  std::size_t i = table.slot_of(key);
  while (table.entries[i].node != nothing) i = table.next(i);
  Entry& entry = table.entries[i];
  entry.key = key;
  store(entry.node, static_cast<Node>(nodes_++));
  return entry;
}

void DecisionTree::grow() {
  const Table& old = *tables_.back();
  auto larger = std::make_unique<Table>();
  larger->entries.resize(old.entries.size() + old.entries.size() / 2);
  for (const Entry& entry : old.entries) {
    if (entry.node == nothing) continue;
    std::size_t i = larger->slot_of(entry.key);
    while (larger->entries[i].node != nothing) i = larger->next(i);
    larger->entries[i] = entry;
  }
  tables_.push_back(std::move(larger));
  table_.store(tables_.back().get(), std::memory_order_release);
}

// For at most so many entries, and the words of one record.
bool DecisionTree::make_room(std::size_t entries, std::size_t words, const Stop& stop) {
  while ((nodes_ + entries) * 4 > tables_.back()->entries.size() * 3) {
    const std::size_t size = tables_.back()->entries.size();
    if (!stop.allows((size + size / 2) * sizeof(Entry))) return false;
    grow();
  }
  const Records& old = records_.back();
  if (written_ + words <= old.capacity) return true;
  const std::size_t capacity = std::max(2 * old.capacity, written_ + words);
  if (!stop.allows(capacity * sizeof(std::uint32_t))) return false;
  Records larger{capacity, std::make_unique_for_overwrite<std::uint32_t[]>(capacity)};
  std::copy_n(old.words.get(), written_, larger.words.get());
  records_.push_back(std::move(larger));
  words_.store(records_.back().words.get(), std::memory_order_release);
  return true;
}

std::uint32_t DecisionTree::append(Record record) {
  const auto at = static_cast<std::uint32_t>(written_);
  std::uint32_t* words = records_.back().words.get();
  words[written_++] = static_cast<std::uint32_t>(record.size());
  std::ranges::copy(record, words + written_);
  written_ += record.size();
  return at;
}

bool DecisionTree::insert(const Key& key, std::span<const std::uint32_t> reads, std::span<const Word> state,
                          Record record, const Stop& stop) {
  if (!spin_until([this] { return inserting_.try_lock(); })) return false;
  const std::lock_guard alone(inserting_, std::adopt_lock);
  if (!make_room(reads.size() + 1, record.size() + 1, stop)) return false;
  Entry* entry = &find_or_add(key);
  for (std::uint32_t word : reads) {
    FERMATA_REQUIRE(entry->record == nothing && (entry->word == nothing || entry->word == word),
                    "what is read next depends only on what has been read");
    const Node node = entry->node;
    if (entry->word == nothing) store(entry->word, word);
    entry = &find_or_add(edge_key(node, state[word]));
  }
  FERMATA_REQUIRE(entry->word == nothing, "what depends on these words depends on no others");
  if (entry->record != nothing) return false;
  store(entry->record, append(record));
  return true;
}

void DecisionTree::reclaim() {
  tables_.erase(tables_.begin(), tables_.end() - 1);
  records_.erase(records_.begin(), records_.end() - 1);
}

void DecisionTree::clear() {
  tables_.clear();
  records_.clear();
  tables_.push_back(std::make_unique<Table>());
  tables_.back()->entries.resize(first_size);
  records_.push_back({first_size, std::make_unique_for_overwrite<std::uint32_t[]>(first_size)});
  table_ = tables_.back().get();
  words_ = records_.back().words.get();
  nodes_ = written_ = 0;
}

std::uint64_t DecisionTree::bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& t : tables_) bytes += t->entries.size() * sizeof(Entry);
  return bytes + records_.size() * written_ * sizeof(std::uint32_t);  // the rest of their capacity takes no memory
}

}  // namespace fermata::store
