// SPDX-License-Identifier: Apache-2.0
#include "store/tree_shape.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace fermata::store {
namespace {

using Counts = std::vector<std::uint32_t>;

std::uint32_t depth(const TreeShape& tree, std::uint32_t word) {
  std::uint32_t depth = 0;
  for (std::uint32_t node = tree.leaves[word]; node != 1; node = tree.parents[node]) ++depth;
  return depth;
}

RC_GTEST_PROP(TreeShape, is_a_tree_in_which_parents_come_in_the_order_of_their_children, ()) {
  const auto words = *rc::gen::inRange<std::uint32_t>(2, 200);
  const auto values = *rc::gen::container<Counts>(rc::gen::inRange<std::uint32_t>(0, 100'000));
  const TreeShape tree(words, values);
  std::vector<int> seen(2 * std::size_t{words});
  for (std::uint32_t node : tree.leaves) ++seen[node];
  for (const auto& [node, child] : tree.inner) ++seen[node];
  RC_ASSERT(std::ranges::count(seen, 1) == 2 * words - 2);  // all but the root
  RC_ASSERT(std::ranges::is_sorted(tree.inner, {}, &TreeShape::Inner::node));
  for (std::uint32_t node = 2; node < 2 * words; ++node) {
    const std::uint32_t parent = tree.parents[node];
    RC_ASSERT(parent < node);
    RC_ASSERT(parent >= tree.parents[node - 1]);
    RC_ASSERT(node == tree.lefts[parent] || node == tree.lefts[parent] + 1);
  }
  if (words >= 4) RC_ASSERT(std::ranges::none_of(tree.leaves, [](std::uint32_t node) { return node <= 3; }));
}

TEST(TreeShape, is_balanced_as_long_as_nothing_is_known) {
  const TreeShape tree(100, {});
  for (std::uint32_t word = 0; word < 100; ++word) {
    EXPECT_GE(depth(tree, word), 6u);
    EXPECT_LE(depth(tree, word), 7u);
  }
}

TEST(TreeShape, has_words_with_many_values_near_the_root) {
  Counts values(100, 1);
  values[10] = 5000;
  values[50] = 300'000;
  for (std::uint32_t word = 60; word < 76; ++word) values[word] = 4;
  const TreeShape tree(100, values);
  EXPECT_EQ(depth(tree, 50), 2u);
  EXPECT_LE(depth(tree, 10), 3u);
  EXPECT_GT(depth(tree, 60), depth(tree, 10));
  EXPECT_GT(depth(tree, 0), depth(tree, 60));
}

// States are arranged after the first 512, and never again (search/exploration.cpp).
TEST(TreeShape, has_words_that_began_to_vary_too_late_no_deeper_than_a_balanced_tree_and_four) {
  Counts values(200, 1);
  for (std::uint32_t word = 0; word < 8; ++word) values[word] = 64;
  const TreeShape tree(200, values);
  for (std::uint32_t word = 8; word < 200; ++word) EXPECT_LE(depth(tree, word), 8u + 4) << word;
}

}  // namespace
}  // namespace fermata::store
