// SPDX-License-Identifier: Apache-2.0
// Decision trees as a Patricia trie.
//
//   D. Morrison, "PATRICIA: practical algorithm to retrieve information coded in alphanumeric", JACM 1968
//
// A node reads several parts at once: as many as all records below it have read in this order. Edges of all nodes are
// in one hash table: a child is found by its parent, what that reads, and the values; these are compared word by word.
// Open addressing, linear probing; grows by half at a load of three quarters.
//
// Where we differ: if a new record parts from the others in the middle of what a node reads, the node reads less from
// then on, and its children are forgotten instead of moved. They are few then, and come back.
//
// One thread inserts at a time; others that want to insert give up instead of waiting for it. Lookups never wait: a
// node exists once its number is in the table, and the fields that are written later are read atomically. A lookup in a
// table that has just been replaced by a larger one may miss what is new.
#include "store/decision_tree.h"

#include <algorithm>

#include "base/require.h"
#include "store/shared.h"
#include "store/spin_wait.h"

namespace fermata::store {

namespace {

constexpr std::size_t first_size = 1 << 8;
constexpr std::size_t edge_words = 3;  // before the values

std::uint32_t load(const std::uint32_t& shared) { return load_shared(shared, std::memory_order_acquire); }
void store(std::uint32_t& shared, std::uint32_t value) {
  std::atomic_ref(shared).store(value, std::memory_order_release);
}

}  // namespace

DecisionTree::DecisionTree() { clear(); }

std::uint64_t DecisionTree::hash_of(std::uint32_t parent, std::uint32_t parts, std::span<const Word> values) {
  std::uint64_t h = (std::uint64_t{parent} << 32 | parts) * 0x9E37'79B9'7F4A'7C15;
  for (Word value : values) {
    h ^= h >> 29;
    h = (h ^ value) * 0xBF58'476D'1CE4'E5B9;
  }
  return h ^ h >> 32;
}

void DecisionTree::prefetch(const Key& key) const {
  const std::array<Word, 3> values{key.a, key.b, key.c};
  const auto& table = *table_.load(std::memory_order_acquire);
  __builtin_prefetch(&table.items[slot_of(hash_of(nothing, nothing, values), table.capacity)]);
}

std::uint32_t DecisionTree::child(std::uint32_t parent, std::uint32_t parts, std::span<const Word> values) const {
  const std::uint64_t hash = hash_of(parent, parts, values);
  const auto& table = *table_.load(std::memory_order_acquire);
  for (std::size_t i = slot_of(hash, table.capacity);; i = i + 1 == table.capacity ? 0 : i + 1) {
    const Slot slot = load_shared(table.items[i], std::memory_order_acquire);
    if (slot == 0) return nothing;
    if (slot >> 32 != (hash & 0xffff'ffff)) continue;
    const std::uint32_t node = static_cast<std::uint32_t>(slot) - 1;
    const std::uint32_t* edge = nullptr;
    {
      const Node& n = nodes_.load(std::memory_order_acquire)[node];
      edge = words_.load(std::memory_order_acquire) + n.edge;
    }
    if (edge[0] == parent && edge[1] == parts && edge[2] == values.size() &&
        std::equal(values.begin(), values.end(), edge + edge_words))
      return node;
  }
}

std::uint32_t DecisionTree::parts_of(std::uint32_t node) const {
  return load(nodes_.load(std::memory_order_acquire)[node].parts);
}

std::span<const std::uint32_t> DecisionTree::list_at(std::uint32_t at) const {
  const std::uint32_t* words = words_.load(std::memory_order_acquire) + at;
  return {words + 1, words[0]};
}

std::optional<DecisionTree::Record> DecisionTree::record_of(std::uint32_t node) const {
  const std::uint32_t record = load(nodes_.load(std::memory_order_acquire)[node].record);
  if (record == nothing) return std::nullopt;
  return list_at(record);
}

std::uint32_t DecisionTree::append(std::span<const std::uint32_t> words) {
  const auto at = static_cast<std::uint32_t>(word_count_);
  std::ranges::copy(words, word_arrays_.back().items.get() + word_count_);
  word_count_ += words.size();
  return at;
}

std::uint32_t DecisionTree::add_list(std::span<const Part> parts) {
  std::vector<std::uint32_t> list{static_cast<std::uint32_t>(parts.size())};
  for (Part part : parts) list.push_back(static_cast<std::uint32_t>(part));
  const auto [it, fresh] = lists_.try_emplace(list, 0);
  if (fresh) it->second = append(list);
  return it->second;
}

std::uint32_t DecisionTree::find_or_add(std::uint32_t parent, std::uint32_t parts, std::span<const Word> values) {
  if (const std::uint32_t there = child(parent, parts, values); there != nothing) return there;
  const auto node = static_cast<std::uint32_t>(node_count_++);
  Node& n = node_arrays_.back().items[node] = {};
  const std::array<std::uint32_t, edge_words> head{parent, parts, static_cast<std::uint32_t>(values.size())};
  n.edge = append(head);
  append(values);
  Array<Slot>& table = tables_.back();
  const std::uint64_t hash = hash_of(parent, parts, values);
  std::size_t i = slot_of(hash, table.capacity);
  while (table.items[i] != 0) i = i + 1 == table.capacity ? 0 : i + 1;
  std::atomic_ref(table.items[i]).store(hash << 32 | (node + 1), std::memory_order_release);
  return node;
}

/// For so many elements.
template <class T>
bool DecisionTree::grow(std::vector<Array<T>>& arrays, std::atomic<T*>& in_use, std::size_t used, std::size_t needed,
                        const Stop& stop) {
  const Array<T>& old = arrays.back();
  if (needed <= old.capacity) return true;
  const std::size_t capacity = std::max(old.capacity + old.capacity / 2, needed);
  if (!stop.allows(capacity * sizeof(T))) return false;
  Array<T> larger{capacity, std::make_unique_for_overwrite<T[]>(capacity)};
  std::copy_n(old.items.get(), used, larger.items.get());
  arrays.push_back(std::move(larger));
  in_use.store(arrays.back().items.get(), std::memory_order_release);
  return true;
}

bool DecisionTree::make_room(std::size_t nodes, std::size_t words, const Stop& stop) {
  if (!grow(node_arrays_, nodes_, node_count_, node_count_ + nodes, stop)) return false;
  if (!grow(word_arrays_, words_, word_count_, word_count_ + words, stop)) return false;
  while ((node_count_ + nodes) * 4 > tables_.back().capacity * 3) {
    const std::size_t capacity = tables_.back().capacity + tables_.back().capacity / 2;
    if (!stop.allows(capacity * sizeof(Slot))) return false;
    Array<Slot> larger{capacity, std::make_unique<Slot[]>(capacity)};
    for (std::uint32_t node = 0; node < node_count_; ++node) {
      const std::uint32_t* edge = word_arrays_.back().items.get() + node_arrays_.back().items[node].edge;
      const std::uint64_t hash = hash_of(edge[0], edge[1], {edge + edge_words, edge[2]});
      std::size_t i = slot_of(hash, capacity);
      while (larger.items[i] != 0) i = i + 1 == capacity ? 0 : i + 1;
      larger.items[i] = hash << 32 | (node + 1);
    }
    tables_.push_back(std::move(larger));
    table_.store(&tables_.back(), std::memory_order_release);
  }
  return true;
}

bool DecisionTree::insert(const Key& key, std::span<const Part> reads, std::span<const Word> values, Record record,
                          const Stop& stop) {
  if (!spin_until([this] { return inserting_.try_lock(); })) return false;
  const std::lock_guard alone(inserting_, std::adopt_lock);
  const std::size_t nodes = reads.size() + 1;
  if (!make_room(nodes, nodes * (edge_words + 1) + 3 * reads.size() + record.size() + 4, stop)) return false;
  const std::array<Word, 3> first{key.a, key.b, key.c};
  std::uint32_t node = find_or_add(nothing, nothing, first);
  for (std::size_t done = 0;;) {
    Node& n = node_arrays_.back().items[node];
    const auto left = reads.subspan(done);
    if (n.record != nothing) {
      FERMATA_REQUIRE(left.empty(), "what depends on these parts depends on no others");
      return false;
    }
    if (n.parts == nothing && left.empty()) {
      const std::array<std::uint32_t, 1> size{static_cast<std::uint32_t>(record.size())};
      const std::uint32_t at = append(size);
      append(record);
      store(n.record, at);
      return true;
    }
    std::size_t common = std::min(left.size(), most_parts);
    if (n.parts != nothing) {
      const auto list = list_at(n.parts);
      const auto same = [](Part part, std::uint32_t number) { return part == Part{number}; };
      common = static_cast<std::size_t>(std::ranges::mismatch(left, list, same).in1 - left.begin());
      FERMATA_REQUIRE(common > 0, "what is read next depends only on what has been read");
    }
    if (n.parts == nothing || common < list_at(n.parts).size()) store(n.parts, add_list(left.first(common)));
    node = find_or_add(node, n.parts, values.subspan(done, common));
    done += common;
  }
}

void DecisionTree::reclaim() {
  tables_.erase(tables_.begin(), tables_.end() - 1);
  node_arrays_.erase(node_arrays_.begin(), node_arrays_.end() - 1);
  word_arrays_.erase(word_arrays_.begin(), word_arrays_.end() - 1);
  table_ = &tables_.back();
}

void DecisionTree::clear() {
  tables_.clear();
  node_arrays_.clear();
  word_arrays_.clear();
  lists_.clear();
  tables_.push_back({first_size, std::make_unique<Slot[]>(first_size)});
  node_arrays_.push_back({first_size, std::make_unique_for_overwrite<Node[]>(first_size)});
  word_arrays_.push_back({4 * first_size, std::make_unique_for_overwrite<std::uint32_t[]>(4 * first_size)});
  table_ = &tables_.back();
  nodes_ = node_arrays_.back().items.get();
  words_ = word_arrays_.back().items.get();
  node_count_ = word_count_ = 0;
}

std::uint64_t DecisionTree::bytes() const {
  const auto of = [](const auto& arrays, std::size_t used) {
    std::uint64_t bytes = 0;
    for (const auto& array : arrays) bytes += std::min(array.capacity, used) * sizeof(array.items[0]);
    return bytes;
  };
  // The rest of their capacity takes no memory.
  return of(tables_, tables_.back().capacity) + of(node_arrays_, node_count_) + of(word_arrays_, word_count_);
}

}  // namespace fermata::store
