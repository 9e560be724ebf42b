// SPDX-License-Identifier: Apache-2.0
#include "search/attractor.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "search/can_reach_end.h"

namespace fermata::search {
namespace {

// 0, n/2, 1, n/2 + 1, 2 and so on, against the direction of the edges: going through all states finds one or two of
// them.
TEST(Attractor, a_way_to_and_fro_needs_the_queue) {
  constexpr std::uint32_t half = 2500;
  EdgeLists edges;
  for (std::uint32_t s = 0; s < 2 * half; ++s) {
    std::vector<State> targets{s == 0 ? leads_to_end : s < half ? State{s + half - 1} : State{s - half}};
    edges.append(targets);
  }
  CanReachEnd can_reach_end(edges);
  ASSERT_TRUE(can_reach_end.sweep(Stop{}));
  EXPECT_GT(can_reach_end.states().size(), 0u);
  EXPECT_LT(can_reach_end.states().size(), 100u);
  ASSERT_TRUE(can_reach_end.search(Stop{}));
  EXPECT_TRUE(can_reach_end.states().all());
}

TEST(Attractor, what_is_left_is_told_in_order_also_in_the_last_word) {
  for (std::uint32_t size : {1u, 63u, 64u, 65u, 130u}) {
    EdgeLists edges;
    for (std::uint32_t s = 0; s < size; ++s) {
      std::vector<State> targets{State{s}};
      edges.append(targets);
    }
    Attractor even(edges);
    EXPECT_EQ(even.size(), 0u);
    ASSERT_TRUE(even.search([](State s) { return index(s) % 2 == 0; }, Stop{}));
    EXPECT_EQ(even.size(), (size + 1) / 2);
    std::vector<State> left, expected;
    even.each_other([&](State s) { left.push_back(s); });
    for (std::uint32_t s = 1; s < size; s += 2) expected.push_back(State{s});
    EXPECT_EQ(left, expected);
    EXPECT_EQ(even.all(), size == 1);
  }
}

// All edges must lead into the set, as where an opponent chooses.
TEST(Attractor, also_grows_where_all_edges_have_to_lead_there) {
  EdgeLists edges;
  const std::vector<std::vector<State>> targets{
      {State{1}, State{2}}, {State{3}}, {State{3}, State{4}}, {leads_to_end}, {State{4}}};
  for (std::vector<State> t : targets) edges.append(t);
  Attractor set(edges);
  ASSERT_TRUE(set.search(
      [&](State s) {
        return std::ranges::all_of(edges[s], [&](State t) { return !edges.listed(t) || set.contains(t); });
      },
      Stop{}));
  for (std::uint32_t s = 0; s < 5; ++s) EXPECT_EQ(set.contains(State{s}), s == 1 || s == 3) << s;
}

}  // namespace
}  // namespace fermata::search
