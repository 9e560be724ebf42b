// SPDX-License-Identifier: Apache-2.0
#include "search/sccs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <random>
#include <set>

namespace fermata::search {
namespace {

EdgeLists graph(std::initializer_list<std::initializer_list<std::uint32_t>> lists) {
  EdgeLists edges;
  for (const auto& list : lists) {
    std::vector<State> targets;
    for (auto target : list) targets.push_back(State{target});
    edges.append(targets);
  }
  return edges;
}

constexpr std::uint32_t end = index(leads_to_end);
constexpr std::uint32_t failure = index(leads_to_failure);
constexpr std::uint32_t beyond = index(leads_beyond);

std::vector<std::vector<std::uint32_t>> bottoms(const EdgeLists& edges) {
  auto components = bottom_sccs(edges, Stop{});
  std::vector<std::vector<std::uint32_t>> result;
  for (std::size_t i = 0; i < components->size(); ++i) {
    result.emplace_back();
    for (State state : (*components)[i]) result.back().push_back(index(state));
  }
  return result;
}

using Sets = std::vector<std::vector<std::uint32_t>>;

std::vector<std::vector<std::uint32_t>> loops(const EdgeLists& edges) {
  auto components = nontrivial_sccs(edges, Stop{});
  std::vector<std::vector<std::uint32_t>> result;
  for (std::size_t i = 0; i < components->size(); ++i) {
    result.emplace_back();
    for (State state : (*components)[i]) result.back().push_back(index(state));
  }
  return result;
}

TEST(NontrivialSccs, a_state_is_one_only_with_an_edge_to_itself) {
  EXPECT_EQ(loops(graph({{1}, {1, 2}, {end}})), (Sets{{1}}));
  EXPECT_EQ(loops(graph({{1}, {2}, {}})), Sets{});
}

TEST(NontrivialSccs, may_be_left_and_come_in_the_order_of_their_first_states) {
  EXPECT_EQ(loops(graph({{2}, {3}, {0, 1, failure}, {1, 9}})), (Sets{{0, 2}, {1, 3}}));
}

TEST(BottomSccs, a_dead_end_is_a_bottom_component_of_one_state) { EXPECT_EQ(bottoms(graph({{1}, {}})), (Sets{{1}})); }

TEST(BottomSccs, an_end_is_none) { EXPECT_EQ(bottoms(graph({{1}, {end}})), Sets{}); }

TEST(BottomSccs, a_loop_that_is_not_left_is_one) { EXPECT_EQ(bottoms(graph({{1}, {2}, {3}, {1}})), (Sets{{1, 2, 3}})); }

TEST(BottomSccs, a_loop_that_can_end_or_fail_is_none) {
  EXPECT_EQ(bottoms(graph({{1}, {0, end}})), Sets{});
  EXPECT_EQ(bottoms(graph({{1}, {0, failure}})), Sets{});
}

TEST(BottomSccs, a_loop_that_leads_to_what_is_not_known_is_none) {
  EXPECT_EQ(bottoms(graph({{1}, {0, beyond}})), Sets{});
  EXPECT_EQ(bottoms(graph({{1}, {0, 2}})), Sets{}) << "state 2 is not expanded";
}

TEST(BottomSccs, a_state_with_a_loop_to_itself_is_one) { EXPECT_EQ(bottoms(graph({{1, 0}, {1}})), (Sets{{1}})); }

TEST(BottomSccs, are_ordered_by_their_nearest_state) {
  EXPECT_EQ(bottoms(graph({{1, 2, 3}, {4}, {}, {3}, {1}})), (Sets{{1, 4}, {2}, {3}}));
}

TEST(BottomSccs, all_of_a_graph_may_be_one) { EXPECT_EQ(bottoms(graph({{1}, {0}})), (Sets{{0, 1}})); }

TEST(BottomSccs, a_path_as_long_as_the_graph_does_no_harm) {
  EdgeLists edges;
  constexpr std::uint32_t size = 1'000'000;
  for (std::uint32_t s = 0; s < size; ++s) {
    std::vector<State> targets{State{s + 1 < size ? s + 1 : size / 2}};
    edges.append(targets);
  }
  auto components = bottom_sccs(edges, Stop{});
  ASSERT_EQ(components->size(), 1u);
  EXPECT_EQ((*components)[0].size(), size / 2);
}

TEST(BottomSccs, agree_with_mutual_reachability_on_random_graphs) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 10'000; ++round) {
    auto size = static_cast<std::uint32_t>(1 + random() % 12);
    auto most = 1 + random() % 4;
    EdgeLists edges;
    for (std::uint32_t s = 0; s < size; ++s) {
      std::vector<State> targets;
      for (auto n = random() % (most + 1); n > 0; --n) {
        targets.push_back(State{static_cast<std::uint32_t>(random() % size)});
      }
      auto special = random() % 40;
      if (special < 3) targets.push_back(State{beyond + static_cast<std::uint32_t>(special)});
      if (special == 3) targets.push_back(State{size});
      edges.append(targets);
    }
    std::vector<std::set<std::uint32_t>> reach(size);
    for (std::uint32_t s = 0; s < size; ++s) {
      std::vector<std::uint32_t> queue{s};
      reach[s].insert(s);
      for (std::size_t i = 0; i < queue.size(); ++i) {
        if (queue[i] >= size) continue;
        for (State target : edges[State{queue[i]}]) {
          if (reach[s].insert(index(target)).second) queue.push_back(index(target));
        }
      }
    }
    Sets expected;
    for (std::uint32_t s = 0; s < size; ++s) {
      bool bottom = std::ranges::all_of(reach[s], [&](auto t) { return t < size && reach[t].contains(s); });
      if (bottom && *reach[s].begin() == s) expected.emplace_back(reach[s].begin(), reach[s].end());
    }
    ASSERT_EQ(bottoms(edges), expected);
  }
}

}  // namespace
}  // namespace fermata::search
