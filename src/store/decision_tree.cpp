// SPDX-License-Identifier: Apache-2.0
// Decision trees in one hash table: a root is found by its key, a child by its parent's number and the value of the
// word that the parent looks at. Open addressing, linear probing; growing by half at three quarters.
//
// One thread inserts at a time; the others do not wait while it makes the table larger. Nobody waits in order to find:
// an entry is there when its number is, and what it grows into later is read by itself. Whoever reads what has just
// been replaced by something larger misses, at worst, what is new.
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

const DecisionTree::Entry* DecisionTree::look(const Table& table, const Key& key) {
  for (std::size_t i = table.slot_of(key);; i = table.next(i)) {
    const Entry& entry = table.entries[i];
    if (load(entry.node) == nothing) return nullptr;
    if (entry.key == key) return &entry;
  }
}

std::optional<DecisionTree::Record> DecisionTree::find(const Key& key, std::span<const Word> state,
                                                       std::vector<std::uint32_t>& looked_at) const {
  looked_at.clear();
  const Table& table = *table_.load(std::memory_order_acquire);
  const Entry* entry = look(table, key);
  for (std::uint32_t word; entry && (word = load(entry->word)) != nothing;) {
    looked_at.push_back(word);
    entry = word < state.size() ? look(table, edge_key(entry->node, state[word])) : nullptr;
  }
  const std::uint32_t record = entry ? load(entry->record) : nothing;
  if (record == nothing) return std::nullopt;
  const std::uint32_t* words = words_.load(std::memory_order_acquire) + record;
  return Record(words + 1, words[0]);
}

DecisionTree::Entry& DecisionTree::place(const Key& key) {
  if (const Entry* there = look(*table_, key)) return const_cast<Entry&>(*there);
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

/// For at most so many entries, and the words of one record.
bool DecisionTree::make_room(std::size_t entries, std::size_t words, const Stop& stop) {
  while ((nodes_ + entries) * 4 > tables_.back()->entries.size() * 3) {
    const std::size_t size = tables_.back()->entries.size();
    if (!stop.allows((size + size / 2) * sizeof(Entry))) return false;
    grow();
  }
  const Records& old = records_.back();
  if (written_ + words <= old.room) return true;
  const std::size_t room = std::max(2 * old.room, written_ + words);
  if (!stop.allows(room * sizeof(std::uint32_t))) return false;
  Records larger{room, std::make_unique_for_overwrite<std::uint32_t[]>(room)};
  std::copy_n(old.words.get(), written_, larger.words.get());
  records_.push_back(std::move(larger));
  words_.store(records_.back().words.get(), std::memory_order_release);
  return true;
}

std::uint32_t DecisionTree::write_down(Record record) {
  const auto at = static_cast<std::uint32_t>(written_);
  std::uint32_t* words = records_.back().words.get();
  words[written_++] = static_cast<std::uint32_t>(record.size());
  std::ranges::copy(record, words + written_);
  written_ += record.size();
  return at;
}

bool DecisionTree::insert(const Key& key, std::span<const std::uint32_t> words, std::span<const Word> state,
                          Record record, const Stop& stop) {
  if (!spin_until([this] { return inserting_.try_lock(); })) return false;
  const std::lock_guard alone(inserting_, std::adopt_lock);
  if (!make_room(words.size() + 1, record.size() + 1, stop)) return false;
  Entry* entry = &place(key);
  for (std::uint32_t word : words) {
    FERMATA_REQUIRE(entry->record == nothing && (entry->word == nothing || entry->word == word),
                    "what is read next depends only on what has been read");
    const Node node = entry->node;
    if (entry->word == nothing) store(entry->word, word);
    entry = &place(edge_key(node, state[word]));
  }
  FERMATA_REQUIRE(entry->word == nothing, "what depends on these words depends on no others");
  if (entry->record != nothing) return false;
  store(entry->record, write_down(record));
  return true;
}

void DecisionTree::tidy() {
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
  return bytes + records_.size() * written_ * sizeof(std::uint32_t);  // the rest of their room was never touched
}

}  // namespace fermata::store
