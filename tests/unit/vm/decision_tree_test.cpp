// SPDX-License-Identifier: Apache-2.0
#include "vm/decision_tree.h"

#include <gtest/gtest.h>

namespace fermata::vm {
namespace {

using Words = std::vector<std::uint32_t>;
const DecisionTree::Key one{1, 1, 1, 1, 1}, other{1, 1, 1, 1, 2};

TEST(DecisionTree, finds_a_number_again_in_a_state_that_differs_elsewhere) {
  DecisionTree tree;
  Words looked_at;
  EXPECT_EQ(tree.find(one, Words{7, 8, 9}, looked_at), DecisionTree::nothing);
  tree.insert(one, Words{7, 8, 9}, Words{2, 0}, 5);
  EXPECT_EQ(tree.find(one, Words{7, 100, 9}, looked_at), 5u);
  EXPECT_EQ(looked_at, (Words{2, 0}));
  EXPECT_EQ(tree.find(one, Words{6, 8, 9}, looked_at), DecisionTree::nothing);
  EXPECT_EQ(tree.find(one, Words{7, 8}, looked_at), DecisionTree::nothing) << "the state has no such word";
  EXPECT_EQ(tree.find(other, Words{7, 8, 9}, looked_at), DecisionTree::nothing);
}

TEST(DecisionTree, looks_at_another_word_next_if_the_first_was_different) {
  DecisionTree tree;
  Words looked_at;
  tree.insert(one, Words{0, 5, 6}, Words{0, 1}, 1);
  tree.insert(one, Words{1, 5, 6}, Words{0, 2}, 2);
  EXPECT_EQ(tree.find(one, Words{0, 5, 99}, looked_at), 1u);
  EXPECT_EQ(tree.find(one, Words{1, 99, 6}, looked_at), 2u);
  EXPECT_EQ(looked_at, (Words{0, 2}));
}

TEST(DecisionTree, keeps_very_many_apart) {
  DecisionTree tree;
  Words looked_at;
  for (std::uint32_t n = 0; n < 20'000; ++n) tree.insert({n % 7, n, 0, 0, 0}, Words{n, n / 3}, Words{1, 0}, n);
  for (std::uint32_t n = 0; n < 20'000; ++n) {
    EXPECT_EQ(tree.find({n % 7, n, 0, 0, 0}, Words{n, n / 3}, looked_at), n);
    EXPECT_EQ(tree.find({n % 7, n, 0, 0, 0}, Words{n + 1, n / 3}, looked_at), DecisionTree::nothing);
  }
}

TEST(DecisionTree, knows_after_a_while_that_it_is_asked_in_vain) {
  DecisionTree tree;
  Words looked_at;
  tree.insert(one, Words{0}, Words{0}, 1);
  for (std::uint32_t n = 1; n < 100'000; ++n) tree.find(one, Words{n}, looked_at);
  EXPECT_TRUE(tree.in_vain());
  for (std::uint32_t n = 1; n < 100'000; ++n) tree.find(one, Words{0}, looked_at);
  EXPECT_FALSE(tree.in_vain());
}

}  // namespace
}  // namespace fermata::vm
