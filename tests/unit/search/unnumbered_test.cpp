// SPDX-License-Identifier: Apache-2.0
#include "search/unnumbered.h"

#include <gtest/gtest.h>

#include <set>

namespace fermata::search {
namespace {

TEST(Unnumbered, a_root_has_one_place_and_is_found_there) {
  Unnumbered roots;
  EXPECT_EQ(roots.find({1, 2}), 0u);
  EXPECT_EQ(roots.find_or_add({1, 2}), 1u);
  EXPECT_EQ(roots.find_or_add({2, 1}), 2u);
  EXPECT_EQ(roots.find_or_add({1, 2}), 1u);
  EXPECT_EQ(roots.find({2, 1}), 2u);
  EXPECT_EQ(roots.root(2), (TreeTable::Root{2, 1}));
  EXPECT_EQ(roots.size(), 2u);
}

TEST(Unnumbered, many_roots_have_many_places) {
  constexpr std::uint32_t count = 20'000;
  Unnumbered roots;
  std::set<std::uint32_t> places;
  for (std::uint32_t i = 0; i < count; ++i) places.insert(roots.find_or_add({i / 7, i}));
  EXPECT_EQ(places.size(), count);
  for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(roots.root(roots.find({i / 7, i})), (TreeTable::Root{i / 7, i}));
  EXPECT_EQ(roots.find({0, count}), 0u);
}

TEST(Unnumbered, nothing_is_left_after_it_was_cleared) {
  Unnumbered roots;
  for (std::uint32_t i = 0; i < 20'000; ++i) roots.find_or_add({i, i});
  for (int round = 0; round < 20; ++round) {
    roots.clear();
    EXPECT_EQ(roots.find({1, 1}), 0u);
    EXPECT_EQ(roots.find_or_add({1, 1}), 1u);
    EXPECT_EQ(roots.size(), 1u);
  }
}

}  // namespace
}  // namespace fermata::search
