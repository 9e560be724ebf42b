// SPDX-License-Identifier: Apache-2.0
#include "store/tree_table.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace fermata::store {
namespace {

using Words = std::vector<Word>;
constexpr std::uint32_t many = 1'000'000'000;

TEST(TreeTable, gives_back_what_was_put_in_whatever_the_length) {
  TreeTable table(many);
  Stop stop;
  Words words;
  for (std::uint32_t n = 0; n < 300; ++n) {
    ASSERT_EQ(table.find_or_insert(words, stop)->state, State{n});
    words.push_back(1000 + n);
  }
  Words out;
  for (std::uint32_t n = 0; n < 300; ++n) {
    table.get(State{n}, out);
    ASSERT_EQ(out.size(), n);
    for (std::uint32_t i = 0; i < n; ++i) ASSERT_EQ(out[i], 1000 + i);
  }
}

TEST(TreeTable, tells_apart_sequences_that_differ_only_in_trailing_zeros) {
  TreeTable table(many);
  Stop stop;
  for (std::uint32_t n = 0; n < 40; ++n) {
    EXPECT_TRUE(table.find_or_insert(Words(n, 0), stop)->fresh);
  }
}

TEST(TreeTable, a_number_is_never_confused_with_the_number_of_a_pair) {
  // The pair (7, 7) becomes a node with a small number; that number as a word is something else.
  TreeTable table(many);
  Stop stop;
  std::map<Words, State> reference;
  for (Word a = 0; a < 4; ++a) {
    for (Word b = 0; b < 4; ++b) {
      for (Word c = 0; c < 4; ++c) {
        for (const Words& words : {Words{a}, Words{a, b}, Words{a, b, c}, Words{a, b, c, a}}) {
          auto place = table.find_or_insert(words, stop);
          auto [at, fresh] = reference.emplace(words, place->state);
          ASSERT_EQ(place->fresh, fresh);
          ASSERT_EQ(place->state, at->second);
        }
      }
    }
  }
}

RC_GTEST_PROP(TreeTable, agrees_with_a_map, ()) {
  TreeTable table(many, *rc::gen::container<Words>(rc::gen::inRange<Word>(0, 1000)));
  Stop stop;
  std::map<Words, State> reference;
  auto sequences = *rc::gen::container<std::vector<Words>>(rc::gen::container<Words>(rc::gen::inRange<Word>(0, 3)));
  for (const Words& words : sequences) {
    RC_ASSERT(table.find(words).has_value() == reference.contains(words));
    auto place = table.find_or_insert(words, stop);
    RC_ASSERT(place.has_value());
    auto [at, fresh] = reference.emplace(words, place->state);
    RC_ASSERT(place->fresh == fresh);
    RC_ASSERT(place->state == at->second);
  }
  RC_ASSERT(table.size() == reference.size());
  Words out;
  for (const auto& [words, state] : reference) {
    table.get(state, out);
    RC_ASSERT(out == words);
    RC_ASSERT(table.find(words) == state);
  }
}

TEST(TreeTable, agrees_with_a_map_on_long_walks_of_small_changes) {
  std::mt19937_64 random(1);
  TreeTable table(many);
  Stop stop;
  std::map<Words, State> reference;
  Words words(20, 0), out;
  for (int step = 0; step < 60'000; ++step) {
    for (auto changes = 1 + random() % 4; changes > 0; --changes) {
      if (random() % 50 == 0) {
        words.insert(words.begin() + static_cast<std::ptrdiff_t>(random() % words.size()), Word(random() % 9));
      } else if (random() % 50 == 0 && words.size() > 3) {
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(random() % words.size()));
      } else {
        words[random() % words.size()] = static_cast<Word>(random() % 3 ? random() % 3 : random());
      }
    }
    auto place = table.find_or_insert(words, stop);
    auto [at, fresh] = reference.emplace(words, place->state);
    ASSERT_EQ(place->fresh, fresh);
    ASSERT_EQ(place->state, at->second);
  }
  for (const auto& [expected, state] : reference) {
    table.get(state, out);
    ASSERT_EQ(out, expected);
    ASSERT_EQ(table.find(expected), state);
  }
}

// The first 63 lengths have codes; others are stored as numbers.
TEST(TreeTable, keeps_sequences_of_very_many_lengths_apart) {
  TreeTable table(many, {1, 7, 1, 1, 100});
  std::vector<Words> all;
  for (Word n = 0; n < 150; ++n)
    for (Word last : {0u, 1u, 0xFFFF'FFFFu}) {
      all.emplace_back(n, 7);
      if (n > 0) all.back().back() = last;
      if (n > 1) all.back().front() = 0xFFFF'FFFF;
    }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::ranges::shuffle(all, std::mt19937(3));
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(table.find_or_insert(all[i], Stop{})->state, State(i));
  ASSERT_TRUE(table.make_room(100'000, Stop{}));
  TreeTable::Cursor cursor(table);
  Words words;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    table.get(State{i}, words);
    EXPECT_EQ(words, all[i]);
    EXPECT_EQ(table.find(all[i]), State{i});
    cursor.open(State{i}, words);
    EXPECT_EQ(words, all[i]);
    if (words.empty()) continue;
    const auto last = static_cast<std::uint32_t>(words.size() - 1);
    words[last] ^= 1;
    EXPECT_EQ(table.find(cursor.root_of(words, std::array{last}).value()), table.find(words));
    EXPECT_EQ(table.find(cursor.root_of(words).value()), table.find(words));
  }
  EXPECT_EQ(table.find(Words(151, 7)), std::nullopt);
}

// All threads start from the same state and change one word at a time, so they insert the same pairs.
TEST(TreeTable, threads_with_cursors_find_the_same_roots) {
  TreeTable table(1000);
  const std::vector<Word> first(24, 1);
  const State start = table.find_or_insert(first, Stop{})->state;
  ASSERT_TRUE(table.make_room(100'000, Stop{}));
  std::array<std::vector<TreeTable::Root>, 3> found;
  {
    std::vector<std::jthread> threads;
    for (auto& mine : found)
      threads.emplace_back([&] {
        TreeTable::Cursor cursor(table);
        std::vector<Word> words;
        cursor.open(start, words);
        for (std::uint32_t i = 0; i < 24; ++i)
          for (Word value = 0; value < 50; ++value) {
            const Word before = std::exchange(words[i], value);
            mine.push_back(cursor.root_of(words, std::array{i}).value());
            words[i] = before;
          }
      });
  }
  for (const auto& mine : found) EXPECT_EQ(mine, found[0]);
  std::vector<Word> words = first;
  for (std::uint32_t k = 0; k < found[0].size(); k += 97) {
    words[k / 50] = k % 50;
    const State state = table.find_or_insert(words, Stop{})->state;
    EXPECT_EQ(table.find(found[0][k]), state);
    words[k / 50] = 1;
  }
}

TEST(TreeTable, is_full_when_the_numbers_are_used_up_and_keeps_what_it_has) {
  TreeTable table(10);
  Stop stop;
  for (Word w = 0; w < 10; ++w) ASSERT_TRUE(table.find_or_insert(Words{w, w, w}, stop));
  auto place = table.find_or_insert(Words{10, 10, 10}, stop);
  ASSERT_FALSE(place);
  EXPECT_EQ(place.error(), Full::numbers);
  EXPECT_EQ(table.find_or_insert(Words{3, 3, 3}, stop)->state, State{3});
  EXPECT_EQ(table.size(), 10u);
}

TEST(TreeTable, does_not_grow_beyond_the_memory_limit_and_can_go_on_without_it) {
  TreeTable table(many);
  Stop little(std::nullopt, 1);
  Words words(7);
  Word w = 0;
  auto insert = [&](const Stop& stop) {
    for (Word i = 0; i < 7; ++i) words[i] = w * i;
    return table.find_or_insert(words, stop);
  };
  while (insert(little)) ++w;
  EXPECT_EQ(insert(little).error(), Full::memory);
  auto before = w;
  EXPECT_GT(before, 0u);
  for (; w < 5000; ++w) ASSERT_EQ(insert(Stop{})->state, State{w});
  for (w = 0; w < 5000; ++w) ASSERT_EQ(insert(little)->state, State{w});
}

TEST(TreeTable, needs_less_than_25_bytes_for_a_state_of_20_grouped_words) {
  // Four owners of five words each; the state of an owner is one of 16, as wholes.
  TreeTable table(many);
  Stop stop;
  Words words(20);
  for (std::uint32_t n = 0; n < 1u << 16; ++n) {
    for (std::uint32_t i = 0; i < 20; ++i) words[i] = (n >> (i / 5 * 4) & 15) * (i + 1);
    ASSERT_TRUE(table.find_or_insert(words, stop)->fresh);
  }
  EXPECT_LT(double(table.bytes()) / table.size(), 25.0);
}

}  // namespace
}  // namespace fermata::store
