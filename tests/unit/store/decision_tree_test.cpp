// SPDX-License-Identifier: Apache-2.0
#include "store/decision_tree.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "store/memo_table.h"

namespace fermata::store {
namespace {

using Words = std::vector<std::uint32_t>;
const DecisionTree::Key one{1, 1, 1, 1, 1}, other{1, 1, 1, 1, 2};
const Stop no_limit;

std::optional<Words> found(const std::optional<DecisionTree::Record>& record) {
  if (!record) return std::nullopt;
  return Words(record->begin(), record->end());
}

TEST(DecisionTree, finds_a_record_again_in_a_state_that_differs_elsewhere) {
  DecisionTree tree;
  Words reads;
  EXPECT_FALSE(tree.find(one, Words{7, 8, 9}, reads));
  EXPECT_TRUE(tree.insert(one, Words{2, 0}, Words{7, 8, 9}, Words{5, 55}, no_limit));
  EXPECT_EQ(found(tree.find(one, Words{7, 100, 9}, reads)), (Words{5, 55}));
  EXPECT_EQ(reads, (Words{2, 0}));
  EXPECT_FALSE(tree.find(one, Words{6, 8, 9}, reads));
  EXPECT_FALSE(tree.find(one, Words{7, 8}, reads)) << "the state has no such word";
  EXPECT_FALSE(tree.find(other, Words{7, 8, 9}, reads));
  EXPECT_FALSE(tree.insert(one, Words{2, 0}, Words{7, 8, 9}, Words{6}, no_limit)) << "it was there already";
  EXPECT_EQ(found(tree.find(one, Words{7, 100, 9}, reads)), (Words{5, 55}));
}

TEST(DecisionTree, reads_another_word_next_if_the_first_was_different) {
  DecisionTree tree;
  Words reads;
  tree.insert(one, Words{0, 1}, Words{0, 5}, Words{1}, no_limit);
  tree.insert(one, Words{0, 2}, Words{1, 99, 6}, Words{}, no_limit);
  EXPECT_EQ(found(tree.find(one, Words{0, 5, 99}, reads)), Words{1});
  EXPECT_EQ(found(tree.find(one, Words{1, 99, 6}, reads)), Words{});
  EXPECT_EQ(reads, (Words{0, 2}));
}

TEST(DecisionTree, keeps_very_many_apart) {
  DecisionTree tree;
  Words reads;
  for (std::uint32_t n = 0; n < 20'000; ++n)
    tree.insert({n % 7, n, 0, 0, 0}, Words{1, 0}, Words{n, n / 3}, Words{n}, no_limit);
  for (std::uint32_t n = 0; n < 20'000; ++n) {
    EXPECT_EQ(found(tree.find({n % 7, n, 0, 0, 0}, Words{n, n / 3}, reads)), Words{n});
    EXPECT_FALSE(tree.find({n % 7, n, 0, 0, 0}, Words{n + 1, n / 3}, reads));
  }
}

TEST(DecisionTree, keeps_what_it_has_and_takes_nothing_more_where_memory_is_short) {
  DecisionTree tree;
  Words reads;
  const Stop short_of_memory(std::nullopt, std::uint64_t{1});
  EXPECT_TRUE(tree.insert(one, Words{0}, Words{7}, Words{1}, short_of_memory)) << "there is room yet";
  std::uint32_t refused = 0;
  for (std::uint32_t n = 0; n < 20'000; ++n)
    refused += !tree.insert({2, n, 0, 0, 0}, Words{}, Words{}, Words{n}, short_of_memory);
  EXPECT_GT(refused, 19'000u);
  EXPECT_EQ(found(tree.find(one, Words{7}, reads)), (Words{1}));
}

TEST(DecisionTree, tells_the_truth_while_others_insert) {
  constexpr std::uint32_t many = 30'000;
  auto key = [](std::uint32_t n) { return DecisionTree::Key{n % 5, n / 50, 0, 0, 0}; };
  auto state = [](std::uint32_t n) { return Words{n, n / 7}; };
  DecisionTree tree;
  std::atomic<std::uint32_t> lies = 0;
  {
    std::vector<std::jthread> threads;
    for (std::uint32_t t = 0; t < 3; ++t)
      threads.emplace_back([&, t] {
        Words reads;
        for (std::uint32_t i = 0; i < many; ++i) {
          const std::uint32_t n = i / 16 * 16 + (i + 5 * t) % 16;  // about the same at about the same time
          if (const auto record = tree.find(key(n), state(n), reads)) lies += found(record) != Words{n, n + 1};
          if (tree.insert(key(n), Words{1, 0}, state(n), Words{n, n + 1}, no_limit))
            lies += found(tree.find(key(n), state(n), reads)) != Words{n, n + 1};
        }
      });
  }
  tree.reclaim();
  Words reads;
  std::uint32_t missing = 0;
  for (std::uint32_t n = 0; n < many; ++n) {
    missing += tree.insert(key(n), Words{1, 0}, state(n), Words{n, n + 1}, no_limit);
    lies += found(tree.find(key(n), state(n), reads)) != Words{n, n + 1};
  }
  EXPECT_LT(missing, many / 2);  // a thread gives up if another one inserts for long
  EXPECT_EQ(lies, 0u);
}

TEST(MemoTable, is_read_by_all_worker_copies_at_once) {
  MemoTable first;
  MemoTable worker_copy = first.worker_copy(), other = first.worker_copy();
  first.insert(one, Words{1, 2}, Words{0}, Words{10}, no_limit);
  worker_copy.insert(one, Words{2, 2}, Words{0}, Words{20}, no_limit);
  EXPECT_EQ(found(worker_copy.find(one, Words{1, 5})), Words{10});
  EXPECT_EQ(found(other.find(one, Words{2, 5})), Words{20});
  other.insert(one, Words{2, 2}, Words{0}, Words{20}, no_limit);  // again
  worker_copy.reclaim();
  EXPECT_EQ(found(first.find(one, Words{2, 5})), Words{20});
  EXPECT_EQ(Words(first.reads().begin(), first.reads().end()), Words{0});
}

TEST(MemoTable, is_disabled_if_nearly_all_lookups_miss) {
  MemoTable memo;
  for (std::uint32_t n = 0; n < 100'000; ++n) {
    memo.find(one, Words{n});
    memo.insert(one, Words{n}, Words{0}, Words{n}, no_limit);
  }
  EXPECT_FALSE(memo.find(one, Words{0}));
  EXPECT_LT(memo.bytes(), 100'000u);
}

}  // namespace
}  // namespace fermata::store
