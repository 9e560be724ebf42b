// SPDX-License-Identifier: Apache-2.0
#include "search/unnumbered.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <thread>
#include <vector>

namespace fermata::search {
namespace {

TEST(Unnumbered, a_root_has_one_place_and_its_number_is_kept_there) {
  Unnumbered roots;
  roots.clear(10);
  EXPECT_EQ(roots.find({1, 2}), 0u);
  const auto place = roots.find_or_add({1, 2});
  ASSERT_NE(place, 0u);
  EXPECT_EQ(roots.number(place), leads_beyond);
  roots.number(place) = State{7};
  EXPECT_EQ(roots.find_or_add({1, 2}), place);
  EXPECT_EQ(roots.number(roots.find({1, 2})), State{7});
  EXPECT_NE(roots.find_or_add({2, 1}), place);
  roots.clear(10);
  EXPECT_EQ(roots.find({1, 2}), 0u);
  EXPECT_EQ(roots.number(roots.find_or_add({1, 2})), leads_beyond);
}

TEST(Unnumbered, when_there_is_no_room_it_says_so_and_keeps_what_it_has) {
  Unnumbered roots;
  roots.clear(10);
  std::vector<TreeTable::Root> kept;
  for (std::uint32_t i = 0; i < 1000; ++i)
    if (roots.find_or_add({i, i})) kept.push_back({i, i});
  EXPECT_GE(kept.size(), 10u);
  EXPECT_LT(kept.size(), 1000u);
  for (const auto& root : kept) EXPECT_NE(roots.find(root), 0u);
}

TEST(Unnumbered, threads_that_find_the_same_root_are_told_the_same_place) {
  constexpr std::uint32_t count = 2000;
  Unnumbered roots;
  roots.clear(count);
  std::array<std::vector<std::uint32_t>, 4> places;
  {
    std::vector<std::jthread> threads;
    for (auto& mine : places)
      threads.emplace_back([&] {
        for (std::uint32_t i = 0; i < count; ++i) mine.push_back(roots.find_or_add({i / 7, i}));
      });
  }
  for (const auto& mine : places) EXPECT_EQ(mine, places[0]);
  EXPECT_EQ(std::set(places[0].begin(), places[0].end()).size(), count);
}

}  // namespace
}  // namespace fermata::search
