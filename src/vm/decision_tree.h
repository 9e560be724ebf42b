// SPDX-License-Identifier: Apache-2.0
// Finds again what depends on a few words of a state only.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "vm/components.h"

namespace fermata::vm {

/// Records, each under a key and the words of the state that it depends on. Which word is looked at first depends on the key;
/// which one next, on what was found there; and so on.
class DecisionTree {
 public:
  static constexpr std::uint32_t nothing = 0xFFFF'FFFF;

  struct Key {
    std::uint32_t a = 0, b = 0, c = 0, d = 0, e = 0;  ///< `c` is not `nothing`
    bool operator==(const Key&) const = default;
  };
  using Record = std::span<const std::uint32_t>;

  DecisionTree();

  /// Good until something is inserted. `looked_at` is given the words that were looked at.
  std::optional<Record> find(const Key& key, std::span<const Word> state, std::vector<std::uint32_t>& looked_at) const;
  void prefetch(const Key& key) const { __builtin_prefetch(&table_[hash_of(key) & (table_.size() - 1)]); }  ///< it will be looked for soon
  /// `words` decide, in this order, and have these `values`. False: there is one already.
  bool insert(const Key& key, std::span<const std::uint32_t> words, std::span<const Word> values, Record record);

  void clear();
  std::uint64_t bytes() const;

 private:
  using Node = std::uint32_t;
  struct Inner {
    std::uint32_t word = nothing;  ///< to look at next
    std::uint32_t record = nothing;
  };
  struct Entry {
    Key key;
    Node node = nothing;
  };

  static std::uint64_t hash_of(const Key& key);
  static Key edge_key(Node node, Word value) { return {node, value, nothing, 0, 0}; }
  const Node* look(const Key& key) const;
  Node place(const Key& key);

  std::vector<Entry> table_;
  std::size_t used_ = 0;
  std::vector<Inner> nodes_;
  std::vector<std::uint32_t> records_;  ///< a length, then as many words; one after the other
};

}  // namespace fermata::vm
