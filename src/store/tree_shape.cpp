// SPDX-License-Identifier: Apache-2.0
//   D. Huffman, "A method for the construction of minimum-redundancy codes", Proc. IRE 40(9), 1952
//
// Every new value of a word makes all pairs above it new. So a word with many values should have few pairs above it,
// and words that hardly change may have many: a Huffman tree, where the weight of a word is the logarithm of how many
// values it has. Words of equal weight are paired with their neighbours, and if all are equal the tree is balanced.
#include "store/tree_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <queue>
#include <utility>

#include "base/require.h"

namespace fermata::store {

namespace {

constexpr std::uint64_t unit = 16;  // of a weight: for twice as many values

struct Tree {
  std::uint32_t words;
  std::vector<std::array<std::uint32_t, 2>> pairs;  // of smaller numbers; the words are numbered first

  bool is_word(std::uint32_t node) const { return node < words; }
  std::array<std::uint32_t, 2>& children(std::uint32_t node) { return pairs[node - words]; }
};

Tree huffman(std::uint32_t words, std::span<const std::uint32_t> values) {
  Tree tree{words, {}};
  using Weighed = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Weighed, std::vector<Weighed>, std::greater<>> open;
  for (std::uint32_t i = 0; i < words; ++i)
    open.emplace(i < values.size() ? std::lround(unit * std::log2(std::max(1u, values[i]))) : unit, i);
  while (open.size() > 1) {
    const auto [a, first] = open.top();
    open.pop();
    const auto [b, second] = open.top();
    open.pop();
    open.emplace(a + b, words + static_cast<std::uint32_t>(tree.pairs.size()));
    tree.pairs.push_back({first, second});
  }
  return tree;
}

// A word below the root changes places: (word, (a, b)) becomes ((word, a), b).
void sink_word(Tree& tree) {
  auto& root = tree.pairs.back();
  if (!tree.is_word(root[0]) && !tree.is_word(root[1])) return;
  if (tree.is_word(root[1])) std::swap(root[0], root[1]);
  const std::uint32_t pair = root[1];
  auto& lower = tree.children(pair);
  if (tree.is_word(lower[1])) std::swap(lower[0], lower[1]);
  root[1] = std::exchange(lower[1], root[0]);
  root[0] = pair;
}

}  // namespace

TreeShape::TreeShape(std::uint32_t words, std::span<const std::uint32_t> values)
    : parents(2 * std::size_t{words}), lefts(2 * std::size_t{words}), leaves(words) {
  FERMATA_REQUIRE(words >= 2, "a tree has a root");
  Tree tree = huffman(words, values);
  if (words >= 4) sink_word(tree);
  std::vector<std::uint32_t> level{static_cast<std::uint32_t>(words + tree.pairs.size() - 1)};
  std::uint32_t last = 1, node = 1;
  for (std::size_t i = 0; i < level.size(); ++i, ++node) {
    if (tree.is_word(level[i])) {
      leaves[level[i]] = node;
      continue;
    }
    for (std::uint32_t child : tree.children(level[i])) {
      parents[++last] = node;
      level.push_back(child);
    }
    lefts[node] = last - 1;
    if (node > 1) inner.push_back({node, last - 1});
  }
}

}  // namespace fermata::store
