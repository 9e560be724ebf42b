// SPDX-License-Identifier: Apache-2.0
// Decision trees in one hash table: a root is found by its key, a child by its parent's number and the value of the word that
// the parent looks at. Open addressing, linear probing, doubling at three quarters.
#include "vm/decision_tree.h"

#include "base/require.h"

namespace fermata::vm {

DecisionTree::DecisionTree() : table_(1 << 10) {}

std::uint64_t DecisionTree::hash_of(const Key& key) {
  std::uint64_t h = (std::uint64_t{key.a} << 32 | key.b) * 0x9E37'79B9'7F4A'7C15;
  h ^= h >> 29;
  h = (h ^ (std::uint64_t{key.c} << 32 | key.d) ^ std::uint64_t{key.e} << 16) * 0xBF58'476D'1CE4'E5B9;
  return h ^ h >> 32;
}

const DecisionTree::Node* DecisionTree::look(const Key& key) const {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t i = hash_of(key) & mask;; i = (i + 1) & mask) {
    const Entry& entry = table_[i];
    if (entry.node == nothing) return nullptr;
    if (entry.key == key) return &entry.node;
  }
}

DecisionTree::Node DecisionTree::place(const Key& key) {
  if (const Node* there = look(key)) return *there;
  if (++used_ * 4 > table_.size() * 3) {
    std::vector<Entry> old(table_.size() * 2);
    old.swap(table_);
    const std::size_t mask = table_.size() - 1;
    for (const Entry& entry : old) {
      if (entry.node == nothing) continue;
      std::size_t i = hash_of(entry.key) & mask;
      while (table_[i].node != nothing) i = (i + 1) & mask;
      table_[i] = entry;
    }
  }
  const std::size_t mask = table_.size() - 1;
  std::size_t i = hash_of(key) & mask;
  while (table_[i].node != nothing) i = (i + 1) & mask;
  nodes_.emplace_back();
  table_[i] = {key, static_cast<Node>(nodes_.size() - 1)};
  return table_[i].node;
}

std::optional<DecisionTree::Record> DecisionTree::find(const Key& key, std::span<const Word> state,
                                                       std::vector<std::uint32_t>& looked_at) const {
  looked_at.clear();
  const Node* node = look(key);
  while (node && nodes_[*node].word != nothing) {
    const std::uint32_t word = nodes_[*node].word;
    looked_at.push_back(word);
    node = word < state.size() ? look(edge_key(*node, state[word])) : nullptr;
  }
  if (!node || nodes_[*node].record == nothing) return std::nullopt;
  const std::uint32_t at = nodes_[*node].record;
  return Record(records_.data() + at + 1, records_[at]);
}

bool DecisionTree::insert(const Key& key, std::span<const std::uint32_t> words, std::span<const Word> values, Record record) {
  Node node = place(key);
  for (std::size_t i = 0; i < words.size(); ++i) {
    FERMATA_REQUIRE(nodes_[node].record == nothing && (nodes_[node].word == nothing || nodes_[node].word == words[i]),
                    "what is read next depends only on what has been read");
    nodes_[node].word = words[i];
    node = place(edge_key(node, values[i]));
  }
  FERMATA_REQUIRE(nodes_[node].word == nothing, "what depends on these words depends on no others");
  if (nodes_[node].record != nothing) return false;
  nodes_[node].record = static_cast<std::uint32_t>(records_.size());
  records_.push_back(static_cast<std::uint32_t>(record.size()));
  records_.insert(records_.end(), record.begin(), record.end());
  return true;
}

void DecisionTree::clear() {
  table_.assign(1 << 10, {});
  used_ = 0;
  nodes_.clear();
  records_.clear();
}

std::uint64_t DecisionTree::bytes() const {
  return table_.size() * sizeof(Entry) + nodes_.size() * sizeof(Inner) + records_.size() * sizeof(std::uint32_t);
}

}  // namespace fermata::vm
