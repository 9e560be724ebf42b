// SPDX-License-Identifier: Apache-2.0
// Finds again what depends on a few words of a state only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vm/components.h"

namespace fermata::vm {

/// Numbers, each under a key and the words of the state that it depends on. Which word is looked at first depends
/// on the key; which one next, on what was found there; and so on.
class DecisionTree {
 public:
  static constexpr std::uint32_t nothing = 0xFFFF'FFFF;

  struct Key {
    std::uint32_t a = 0, b = 0, c = 0, d = 0, e = 0;  ///< `c` is not `nothing`
    bool operator==(const Key&) const = default;
  };

  DecisionTree();

  /// The number that was inserted for such a state, or `nothing`. `looked_at` is given the words that were looked at.
  std::uint32_t find(const Key& key, std::span<const Word> state, std::vector<std::uint32_t>& looked_at);
  /// `reads`: the words that decide, in the order in which they do. `find` has just found nothing.
  void insert(const Key& key, std::span<const Word> state, std::span<const std::uint32_t> reads, std::uint32_t number);

  void clear();
  std::uint64_t bytes() const { return bytes_; }
  /// What is found so seldom costs more than it saves. Known after a while.
  bool in_vain() const { return misses_ > trial && hits_ < misses_; }

 private:
  static constexpr std::uint64_t trial = 1 << 16;
  using Node = std::uint32_t;
  struct Inner {
    std::uint32_t word = nothing;  ///< to look at next
    std::uint32_t leaf = nothing;
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
  std::uint64_t bytes_ = 0;
  std::uint64_t hits_ = 0, misses_ = 0;
};

}  // namespace fermata::vm
