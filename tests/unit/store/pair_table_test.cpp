// SPDX-License-Identifier: Apache-2.0
#include "store/pair_table.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <thread>

namespace fermata::store {
namespace {

using Key = std::pair<std::uint32_t, std::uint32_t>;

TEST(PairTable, a_provisional_id_is_resolved_once_and_then_found_as_a_number) {
  PairTable table(1000);
  PairTable::Writer writer(table), other(table);
  EXPECT_EQ(writer.find_or_insert({7, 7}, Stop{})->number, 0u);
  EXPECT_EQ(other.find_or_reserve({7, 7})->number, 0u);
  EXPECT_FALSE(other.find_or_reserve({1, 2})) << "no round has begun";
  table.begin_round(1000);
  ASSERT_TRUE(table.make_room(1000, Stop{}));
  const auto first = other.find_or_reserve({1, 2}), second = other.find_or_reserve({3, 4}),
             third = other.find_or_reserve({5, 6});
  ASSERT_TRUE(first->fresh && PairTable::is_provisional(first->number));
  EXPECT_EQ(writer.find_or_reserve({1, 2})->number, first->number);
  EXPECT_FALSE(table.find({1, 2})) << "it has no number yet";
  EXPECT_EQ(writer.resolve(third->number)->number, 1u);
  EXPECT_EQ(writer.resolve(first->number)->number, 2u);
  EXPECT_FALSE(writer.resolve(third->number)->fresh);
  EXPECT_EQ(table.find({5, 6}), 1u);
  const auto added = writer.find_or_insert({3, 4}, Stop{});
  EXPECT_EQ(added->number, 3u) << "inserting resolves a provisional id";
  EXPECT_TRUE(added->fresh);
  EXPECT_EQ(writer.resolve(second->number)->number, 3u);
  EXPECT_EQ(table.resolved(1), 3u);
  EXPECT_EQ(table[2], (Pair{1, 2}));
}

// Two threads insert under provisional ids, a third one resolves those of the round before, in the order in which a map
// would number them. The table starts small, and the two threads resize it together.
TEST(PairTable, numbers_are_those_of_a_map_whichever_thread_has_inserted) {
  constexpr std::uint32_t rounds = 60, pairs_in_a_round = 1500;
  PairTable table(1'000'000);
  PairTable::Writer resolver(table);
  std::map<Key, std::uint32_t> expected;
  std::mt19937 random(3);
  std::vector<Pair> pairs, before;
  std::array<std::vector<std::uint32_t>, 2> found, found_before;
  std::uint32_t wrong = 0;
  for (std::uint32_t round = 0; round <= rounds; ++round) {
    pairs.clear();
    for (std::uint32_t i = 0; round < rounds && i < pairs_in_a_round; ++i)
      pairs.push_back(
          {static_cast<std::uint32_t>(random() % (4 * round + 2)), static_cast<std::uint32_t>(random() % 300)});
    table.begin_round(2 * pairs_in_a_round + 200);
    table.begin_resize(2 * pairs_in_a_round);
    {
      std::vector<std::jthread> threads;
      for (auto& mine : found)
        threads.emplace_back([&] {
          PairTable::Writer writer(table);
          mine.clear();
          table.help_resize(Stop{});
          table.replace_provisional();
          for (Pair pair : pairs) {
            const auto place = writer.find_or_reserve(pair);
            mine.push_back(place ? place->number : 0xFFFF'FFFF);
          }
        });
      for (std::size_t i = 0; i < before.size(); ++i) {
        const auto number =
            expected.try_emplace({before[i].left, before[i].right}, static_cast<std::uint32_t>(expected.size()))
                .first->second;
        for (const auto& mine : found_before)
          wrong += (PairTable::is_provisional(mine[i]) ? resolver.resolve(mine[i])->number : mine[i]) != number;
      }
    }
    before.swap(pairs);
    found_before.swap(found);
  }
  for (const auto& [key, number] : expected) {
    wrong += table.find({key.first, key.second}) != number;
    wrong += table[number] != Pair{key.first, key.second};
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(expected.size(), 20'000u);
}

TEST(PairTable, makes_no_room_when_the_numbers_are_used_up) {
  PairTable table(100);
  PairTable::Writer writer(table);
  EXPECT_TRUE(table.make_room(1000, Stop{}));
  for (std::uint32_t i = 0; i < 100; ++i) ASSERT_TRUE(writer.find_or_add({i, i}));
  EXPECT_FALSE(writer.find_or_add({100, 100}));
  EXPECT_FALSE(table.has_numbers());
  const auto bytes = table.bytes();
  EXPECT_FALSE(table.make_room(1000, Stop{}));
  table.begin_resize(100'000);
  table.help_resize(Stop{});
  EXPECT_EQ(table.bytes(), bytes);
}

}  // namespace
}  // namespace fermata::store
