// SPDX-License-Identifier: Apache-2.0
// Checks of the components that an analysis returns.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "search/definition.h"
#include "search/drawing.h"
#include "search/stuck.h"

namespace fermata::search {

inline bool closes_one_of(const DrawnEdge& edge, const std::vector<Slot>& slots) {
  return std::ranges::any_of(slots, [&](Slot slot) { return edge.closes.contains(slot); });
}

/// Whatever the scheduler does, the environment can stay among the members and keep the slots open.
inline void expect_trap(const Drawing& drawing, const Exploration& exploration, const StuckComponent& component) {
  ASSERT_FALSE(component.members.empty());
  EXPECT_TRUE(std::ranges::is_sorted(component.members));
  EXPECT_TRUE(std::ranges::is_sorted(component.slots));
  Vertices members;
  for (State state : component.members) members.insert(vertex_of(exploration, state));
  for (std::uint32_t v : members) {
    EXPECT_FALSE(drawing[v].ended || drawing[v].refuses);
    for (Slot slot : component.slots) EXPECT_TRUE(drawing[v].open.contains(slot));
    auto stays = [&](const DrawnEdge& edge) {
      return !edge.fails && members.contains(edge.to) && !closes_one_of(edge, component.slots);
    };
    for (const DrawnEdge& edge : drawing[v].edges) {
      if (!edge.input) {
        EXPECT_TRUE(stays(edge));
        continue;
      }
      EXPECT_TRUE(std::ranges::any_of(drawing[v].edges, [&](const DrawnEdge& other) {
        return other.input && other.agent == edge.agent && stays(other);
      }));
    }
  }
}

/// A cycle through members on which every agent moves that can move in the first one, and no stuck
/// slot is closed.
inline void expect_witness_cycle(const Drawing& drawing, Exploration& exploration, const StuckComponent& component) {
  auto loop = witness_cycle(exploration, component, Stop{});
  auto home = component.members.front();
  auto home_vertex = vertex_of(exploration, home);
  if (drawing[home_vertex].edges.empty()) {
    EXPECT_TRUE(loop.empty());
    return;
  }
  ASSERT_FALSE(loop.empty());
  std::set<Agent> moved;
  auto at = home_vertex;
  for (const Move& move : loop) {
    EXPECT_TRUE(std::ranges::binary_search(component.members, move.source));
    ASSERT_EQ(vertex_of(exploration, move.source), at);
    std::uint32_t outcome = 0;
    const DrawnEdge* taken = nullptr;
    for (const DrawnEdge& edge : drawing[at].edges) {
      if (edge.agent == move.agent && outcome++ == move.outcome) taken = &edge;
    }
    ASSERT_TRUE(taken && !taken->fails);
    EXPECT_FALSE(closes_one_of(*taken, component.slots));
    moved.insert(move.agent);
    at = taken->to;
  }
  EXPECT_EQ(at, home_vertex);
  for (const DrawnEdge& edge : drawing[home_vertex].edges) EXPECT_TRUE(moved.contains(edge.agent));
}

}  // namespace fermata::search
