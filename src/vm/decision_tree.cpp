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
    bytes_ += table_.size() / 2 * sizeof(Entry);
  }
  const std::size_t mask = table_.size() - 1;
  std::size_t i = hash_of(key) & mask;
  while (table_[i].node != nothing) i = (i + 1) & mask;
  nodes_.emplace_back();
  bytes_ += sizeof(Inner);
  table_[i] = {key, static_cast<Node>(nodes_.size() - 1)};
  return table_[i].node;
}

std::uint32_t DecisionTree::find(const Key& key, std::span<const Word> state, std::vector<std::uint32_t>& looked_at) {
  looked_at.clear();
  const Node* node = look(key);
  while (node && nodes_[*node].word != nothing) {
    const std::uint32_t word = nodes_[*node].word;
    looked_at.push_back(word);
    node = word < state.size() ? look(edge_key(*node, state[word])) : nullptr;
  }
  if (!node || nodes_[*node].leaf == nothing) {
    ++misses_;
    return nothing;
  }
  ++hits_;
  return nodes_[*node].leaf;
}

void DecisionTree::insert(const Key& key, std::span<const Word> state, std::span<const std::uint32_t> reads,
                          std::uint32_t number) {
  Node node = place(key);
  for (std::uint32_t word : reads) {
    FERMATA_REQUIRE(nodes_[node].leaf == nothing && (nodes_[node].word == nothing || nodes_[node].word == word),
                    "what is read next depends only on what has been read");
    nodes_[node].word = word;
    node = place(edge_key(node, state[word]));
  }
  FERMATA_REQUIRE(nodes_[node].leaf == nothing && nodes_[node].word == nothing, "what is remembered was not known");
  nodes_[node].leaf = number;
}

void DecisionTree::clear() {
  table_.assign(1 << 10, {});
  used_ = 0;
  nodes_.clear();
  bytes_ = 0;
  hits_ = misses_ = 0;
}

}  // namespace fermata::vm
