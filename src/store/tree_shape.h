// SPDX-License-Identifier: Apache-2.0
// In which order the words of a sequence are paired, and the pairs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fermata::store {

/// A binary tree whose leaves are the words. Its nodes are numbered from the root on, which is 1, level by level; two
/// children are neighbours. So who goes through the numbers meets parents in the same order as their children.
struct TreeShape {
  /// `values`: how many values each word has had so far, as far as that is known. Words that have many are near the
  /// root. With four words or more, the children of the root are no words.
  TreeShape(std::uint32_t words, std::span<const std::uint32_t> values);

  struct Inner {
    std::uint32_t node, child;  ///< child: the left one; the right one is the next number
  };
  std::vector<Inner> inner;            ///< ascending, without the root
  std::vector<std::uint32_t> parents;  ///< by node
  std::vector<std::uint32_t> lefts;    ///< by node: its left child; 0: it is a word
  std::vector<std::uint32_t> leaves;   ///< by word: its node
};

}  // namespace fermata::store
