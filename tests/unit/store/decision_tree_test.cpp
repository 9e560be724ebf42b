// SPDX-License-Identifier: Apache-2.0
#include "store/decision_tree.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <random>
#include <thread>

#include "store/memo_table.h"

namespace fermata::store {
namespace {

using Words = std::vector<std::uint32_t>;
const DecisionTree::Key one{1, 1, 1}, other{1, 1, 2};
const Stop no_limit;

/// In a state whose parts are its words.
auto in(Words state) {
  return [state = std::move(state)](Part part) -> std::optional<Word> {
    const auto word = static_cast<std::uint32_t>(part);
    if (word >= state.size()) return std::nullopt;
    return state[word];
  };
}

using Parts = std::vector<Part>;
Parts parts(const Words& words) {
  Parts all;
  for (std::uint32_t word : words) all.push_back(Part{word});
  return all;
}

std::optional<Words> found(const std::optional<DecisionTree::Record>& record) {
  if (!record) return std::nullopt;
  return Words(record->begin(), record->end());
}

TEST(DecisionTree, finds_a_record_again_in_a_state_that_differs_elsewhere) {
  DecisionTree tree;
  Parts reads;
  EXPECT_FALSE(tree.find(one, in(Words{7, 8, 9}), reads));
  EXPECT_TRUE(tree.insert(one, parts({2, 0}), Words{9, 7}, Words{5, 55}, no_limit));
  EXPECT_EQ(found(tree.find(one, in(Words{7, 100, 9}), reads)), (Words{5, 55}));
  EXPECT_EQ(reads, parts({2, 0}));
  EXPECT_FALSE(tree.find(one, in(Words{6, 8, 9}), reads));
  EXPECT_FALSE(tree.find(one, in(Words{7, 8}), reads)) << "the state has no such word";
  EXPECT_FALSE(tree.find(other, in(Words{7, 8, 9}), reads));
  EXPECT_FALSE(tree.insert(one, parts({2, 0}), Words{9, 7}, Words{6}, no_limit)) << "it was there already";
  EXPECT_EQ(found(tree.find(one, in(Words{7, 100, 9}), reads)), (Words{5, 55}));
}

TEST(DecisionTree, reads_another_word_next_if_the_first_was_different) {
  DecisionTree tree;
  Parts reads;
  tree.insert(one, parts({0, 1}), Words{0, 5}, Words{1}, no_limit);
  tree.insert(one, parts({0, 2}), Words{1, 6}, Words{}, no_limit);
  EXPECT_FALSE(tree.find(one, in(Words{0, 5, 99}), reads)) << "what was known is forgotten where others part from it";
  EXPECT_TRUE(tree.insert(one, parts({0, 1}), Words{0, 5}, Words{1}, no_limit));
  EXPECT_EQ(found(tree.find(one, in(Words{0, 5, 99}), reads)), Words{1});
  EXPECT_EQ(found(tree.find(one, in(Words{1, 99, 6}), reads)), Words{});
  EXPECT_EQ(reads, parts({0, 2}));
}

TEST(DecisionTree, agrees_with_a_list_of_all_records) {
  // What is read next is a function of what was read: the parts with odd values lead elsewhere.
  std::minstd_rand random(1);
  for (int round = 0; round < 50; ++round) {
    DecisionTree tree;
    std::map<std::pair<Words, Words>, Words> all;  // reads and values
    for (int k = 0; k < 200; ++k) {
      Words state(12);
      for (Word& word : state) word = random() % 3;
      Parts reads;
      Words values;
      for (std::uint32_t at = 0; at < 12 && reads.size() < 40; at += 1 + state[at] % 2 + (state[0] == 2)) {
        reads.push_back(Part{at});
        values.push_back(state[at]);
        if (state[at] == 2 && at % 4 == 1) break;
      }
      Words numbers;
      for (Part part : reads) numbers.push_back(static_cast<std::uint32_t>(part));
      const auto [it, fresh] = all.try_emplace({numbers, values}, Words{static_cast<std::uint32_t>(k)});
      Parts again;
      const auto there = found(tree.find(one, in(state), again));
      if (there) {
        EXPECT_EQ(*there, it->second);
        EXPECT_EQ(again, reads);
      }
      EXPECT_EQ(tree.insert(one, reads, values, it->second, no_limit), !there);
      EXPECT_EQ(found(tree.find(one, in(state), again)), it->second);
    }
  }
}

TEST(DecisionTree, reads_more_parts_than_fit_into_one_node) {
  DecisionTree tree;
  Parts reads, again;
  Words state;
  for (std::uint32_t k = 0; k < 100; ++k) reads.push_back(Part{k}), state.push_back(k * k);
  EXPECT_TRUE(tree.insert(one, reads, state, Words{7}, no_limit));
  EXPECT_EQ(found(tree.find(one, in(state), again)), Words{7});
  EXPECT_EQ(again, reads);
  state[99] = 0;
  EXPECT_FALSE(tree.find(one, in(state), again));
}

TEST(DecisionTree, keeps_very_many_apart) {
  DecisionTree tree;
  Parts reads;
  for (std::uint32_t n = 0; n < 20'000; ++n)
    tree.insert({n % 7, n, 0}, parts({1, 0}), Words{n / 3, n}, Words{n}, no_limit);
  for (std::uint32_t n = 0; n < 20'000; ++n) {
    EXPECT_EQ(found(tree.find({n % 7, n, 0}, in(Words{n, n / 3}), reads)), Words{n});
    EXPECT_FALSE(tree.find({n % 7, n, 0}, in(Words{n + 1, n / 3}), reads));
  }
}

TEST(DecisionTree, keeps_what_it_has_and_takes_nothing_more_where_memory_is_short) {
  DecisionTree tree;
  Parts reads;
  const Stop short_of_memory(std::nullopt, std::uint64_t{1});
  EXPECT_TRUE(tree.insert(one, parts({0}), Words{7}, Words{1}, short_of_memory)) << "there is room yet";
  std::uint32_t refused = 0;
  for (std::uint32_t n = 0; n < 20'000; ++n)
    refused += !tree.insert({2, n, 0}, Parts{}, Words{}, Words{n}, short_of_memory);
  EXPECT_GT(refused, 19'000u);
  EXPECT_EQ(found(tree.find(one, in(Words{7}), reads)), (Words{1}));
}

TEST(DecisionTree, tells_the_truth_while_others_insert) {
  constexpr std::uint32_t many = 30'000;
  auto key = [](std::uint32_t n) { return DecisionTree::Key{n % 5, n / 50, 0}; };
  auto state = [](std::uint32_t n) { return Words{n, n / 7}; };
  DecisionTree tree;
  std::atomic<std::uint32_t> lies = 0;
  {
    std::vector<std::jthread> threads;
    for (std::uint32_t t = 0; t < 3; ++t)
      threads.emplace_back([&, t] {
        Parts reads;
        for (std::uint32_t i = 0; i < many; ++i) {
          const std::uint32_t n = i / 16 * 16 + (i + 5 * t) % 16;  // about the same at about the same time
          if (const auto record = tree.find(key(n), in(state(n)), reads)) lies += found(record) != Words{n, n + 1};
          if (tree.insert(key(n), parts({1, 0}), Words{n / 7, n}, Words{n, n + 1}, no_limit))
            lies += found(tree.find(key(n), in(state(n)), reads)) != Words{n, n + 1};
        }
      });
  }
  tree.reclaim();
  Parts reads;
  std::uint32_t missing = 0;
  for (std::uint32_t n = 0; n < many; ++n) {
    missing += tree.insert(key(n), parts({1, 0}), Words{n / 7, n}, Words{n, n + 1}, no_limit);
    lies += found(tree.find(key(n), in(state(n)), reads)) != Words{n, n + 1};
  }
  EXPECT_LT(missing, many / 2);  // a thread gives up if another one inserts for long
  EXPECT_EQ(lies, 0u);
}

TEST(MemoTable, is_read_by_all_worker_copies_at_once) {
  MemoTable first;
  MemoTable worker_copy = first.worker_copy(), other = first.worker_copy();
  first.insert(one, parts({0}), Words{1}, Words{10}, no_limit);
  worker_copy.insert(one, parts({0}), Words{2}, Words{20}, no_limit);
  EXPECT_EQ(found(worker_copy.find(one, in(Words{1, 5}))), Words{10});
  EXPECT_EQ(found(other.find(one, in(Words{2, 5}))), Words{20});
  other.insert(one, parts({0}), Words{2}, Words{20}, no_limit);  // again
  worker_copy.reclaim();
  EXPECT_EQ(found(first.find(one, in(Words{2, 5}))), Words{20});
  EXPECT_EQ(Parts(first.reads().begin(), first.reads().end()), parts({0}));
}

TEST(MemoTable, has_a_share_of_the_memory_limit) {
  const Stop limited(std::nullopt, std::uint64_t{64} << 30);  // never reached
  const Stop small(std::nullopt, std::uint64_t{512} << 20);
  for (const auto& [stop, most] : {std::pair{&small, 32u << 20}, std::pair{&limited, 64u << 20}}) {
    MemoTable memo;
    std::uint64_t largest = 0;
    for (std::uint32_t n = 0; n < 400'000; ++n) {
      memo.insert(one, parts({0}), Words{n}, Words(64, n), *stop);
      for (int hits = 0; hits < 6; ++hits) memo.find(one, in(Words{n}));
      largest = std::max(largest, memo.bytes());
    }
    EXPECT_GT(largest, most / 4);
    EXPECT_LT(largest, most + most / 2);
  }
}

TEST(MemoTable, is_disabled_if_nearly_all_lookups_miss) {
  MemoTable memo;
  for (std::uint32_t n = 0; n < 100'000; ++n) {
    memo.find(one, in(Words{n}));
    memo.insert(one, parts({0}), Words{n}, Words{n}, no_limit);
  }
  EXPECT_FALSE(memo.find(one, in(Words{0})));
  EXPECT_LT(memo.bytes(), 100'000u);
}

}  // namespace
}  // namespace fermata::store
