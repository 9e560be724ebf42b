// SPDX-License-Identifier: Apache-2.0
#include "search/impossible_states.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "search/drawing.h"
#include "search/stuck.h"

namespace fermata::search {
namespace {

std::set<std::uint32_t> impossible_in(Drawing& drawing) {
  Exploration exploration(drawing);
  explore_all(exploration);
  std::set<std::uint32_t> vertices;
  for (State state : impossible_states(exploration)) vertices.insert(vertex_of(exploration, state));
  return vertices;
}

TEST(ImpossibleStates, are_those_that_can_only_get_to_one) {
  Drawing drawing(6);
  drawing.edge(0, 1).edge(0, 2).edge(1, 3).edge(2, 3).edge(2, 4).impossible(3).ended(4);
  EXPECT_EQ(impossible_in(drawing), (std::set<std::uint32_t>{1, 3}));
}

TEST(ImpossibleStates, are_not_those_that_can_go_round) {
  Drawing drawing(3);
  drawing.edge(0, 1).edge(1, 1).edge(1, 2).impossible(2);
  EXPECT_EQ(impossible_in(drawing), (std::set<std::uint32_t>{2}));
}

TEST(ImpossibleStates, are_not_those_that_can_fail_or_are_dead_ends) {
  Drawing drawing(5);
  drawing.edge(0, 1).edge(0, 3).edge(1, {.fails = true}).edge(1, 2).edge(3, 2).edge(3, 4).impossible(2);
  EXPECT_EQ(impossible_in(drawing), (std::set<std::uint32_t>{2}));
}

TEST(ImpossibleStates, may_be_all) {
  Drawing drawing(3);
  drawing.edge(0, 1).edge(0, 2).impossible(1).impossible(2);
  EXPECT_EQ(impossible_in(drawing), (std::set<std::uint32_t>{0, 1, 2}));
}

TEST(ImpossibleStates, are_no_dead_ends_and_hide_what_leads_to_them) {
  Drawing drawing(2);
  drawing.edge(0, 1).edge(0, 0).impossible(1);
  Exploration exploration(drawing);
  Stop stop;
  for (bool more = true; more;) {
    const auto pause = exploration.advance(stop);
    EXPECT_FALSE(std::holds_alternative<DeadEnd>(pause));
    more = !std::holds_alternative<Closed>(pause);
  }
  EXPECT_TRUE(std::holds_alternative<NothingStuck>(find_stuck(exploration, {}, stop)));
}

/// By the definition: every run from here is finite, and ends in an impossible dead end.
TEST(ImpossibleStates, of_random_graphs_are_those_of_the_definition) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    std::mt19937 random(seed);
    const auto n = static_cast<std::uint32_t>(2 + random() % 8);
    Drawing drawing(n);
    for (std::uint32_t v = 0; v < n; ++v) {
      const auto edges = random() % 3;
      for (unsigned e = 0; e < edges; ++e) drawing.edge(v, static_cast<std::uint32_t>(random() % n));
      if (edges == 0) (random() % 3 == 0 ? drawing.ended(v) : drawing.impossible(v));
    }
    Exploration exploration(drawing);
    explore_all(exploration);
    std::set<std::uint32_t> reached, expected;
    for (std::uint32_t s = 0; s < exploration.states(); ++s) reached.insert(vertex_of(exploration, State{s}));
    // All runs of n steps are over by then, or go round.
    const auto doomed = [&](auto& self, std::uint32_t v, std::uint32_t steps) -> bool {
      if (drawing[v].edges.empty()) return drawing[v].impossible;
      if (steps == 0) return false;
      for (const DrawnEdge& e : drawing[v].edges)
        if (!self(self, e.to, steps - 1)) return false;
      return true;
    };
    for (std::uint32_t v : reached)
      if (doomed(doomed, v, n)) expected.insert(v);
    ASSERT_EQ(impossible_in(drawing), expected) << "seed " << seed;
  }
}

}  // namespace
}  // namespace fermata::search
