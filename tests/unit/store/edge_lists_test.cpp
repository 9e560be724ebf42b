// SPDX-License-Identifier: Apache-2.0
#include "store/edge_lists.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace fermata::store {
namespace {

std::vector<State> list(const TargetList& targets) {
  std::vector<State> states;
  for (State s : targets) states.push_back(s);
  return states;
}

TEST(Offsets, may_exceed_the_bits_they_are_stored_in) {
  std::mt19937_64 random(1);
  Offsets<4> offsets;
  std::vector<std::uint64_t> plain;
  std::uint64_t offset = 0;
  for (int i = 0; i < 1000; ++i) {
    offsets.push_back(offset);
    plain.push_back(offset);
    offset += random() % 3 == 0 ? random() % 50 : random() % 3;
  }
  for (std::size_t i = 0; i < plain.size(); ++i) ASSERT_EQ(offsets[i], plain[i]);
}

TEST(EdgeLists, lists_are_ascending_without_duplicates_and_what_is_no_state_comes_last) {
  EdgeLists graph;
  std::vector<State> targets{leads_to_failure, State{3}, State{1}, State{3}, leads_beyond};
  graph.append(targets);
  EXPECT_EQ(list(graph[State{0}]), (std::vector{State{1}, State{3}, leads_beyond, leads_to_failure}));
  EXPECT_TRUE(graph.listed(State{0}));
  EXPECT_FALSE(graph.listed(State{1}) || graph.listed(leads_to_end));
}

TEST(EdgeLists, give_back_whatever_was_put_in_near_and_far) {
  std::mt19937_64 random(3);
  EdgeLists graph;
  std::vector<std::vector<State>> lists;
  std::uint64_t edges = 0;
  for (std::uint32_t s = 0; s < 3000; ++s) {
    std::set<State> targets;
    for (auto n = random() % 6; n > 0; --n) {
      const auto far = static_cast<std::uint32_t>(random());
      targets.insert(State{random() % 3 == 0 ? far : random() % 2 ? s + far % 300 : s - std::min(s, far % 300)});
    }
    if (random() % 20 == 0) targets.insert(leads_to_end);
    lists.emplace_back(targets.begin(), targets.end());
    edges += targets.size();
    std::vector<State> copy = lists.back();
    std::ranges::shuffle(copy, random);
    graph.append(copy);
  }
  for (std::uint32_t s = 0; s < 3000; ++s) {
    const TargetList targets = graph[State{s}];
    ASSERT_EQ(list(targets), lists[s]);
    ASSERT_EQ(targets.empty(), lists[s].empty());
    auto it = targets.begin();
    for (State target : lists[s]) {
      EXPECT_TRUE(targets.contains(target));
      EXPECT_FALSE(targets.contains(State{index(target) ^ 0x8000}) &&
                   !std::ranges::binary_search(lists[s], State{index(target) ^ 0x8000}));
      EXPECT_EQ(*targets.at(targets.mark(it)), target);
      ++it;
    }
    EXPECT_TRUE(it == targets.end());
    EXPECT_TRUE(targets.at(targets.mark(it)) == targets.end());
  }
  EXPECT_EQ(graph.edges(), edges);
}

TEST(Predecessors, are_the_edges_against_their_direction) {
  std::mt19937_64 random(2);
  EdgeLists graph;
  std::set<std::pair<State, State>> edges, reversed;
  for (std::uint32_t s = 0; s < 500; ++s) {
    std::vector<State> targets;
    for (auto n = random() % 5; n > 0; --n) {
      State target{static_cast<std::uint32_t>(random() % 550)};  // some of them without a list
      targets.push_back(target);
      if (index(target) < 500) edges.emplace(State{s}, target);
    }
    if (random() % 10 == 0) targets.push_back(leads_to_end);
    graph.append(targets);
  }
  Predecessors predecessors(graph);
  for (std::uint32_t s = 0; s < 500; ++s) {
    for (State source : predecessors[State{s}]) EXPECT_TRUE(reversed.emplace(source, State{s}).second);
  }
  EXPECT_EQ(edges, reversed);
}

}  // namespace
}  // namespace fermata::store
