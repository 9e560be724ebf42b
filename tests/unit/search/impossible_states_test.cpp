// SPDX-License-Identifier: Apache-2.0
#include "search/impossible_states.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

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
  drawing.edge(0, 1).edge(0, 2).edge(1, 3).edge(2, 3).edge(2, 4).impossible(3).ends(4);
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

TEST(ImpossibleStates, are_those_that_can_go_round_only_on_rare_edges) {
  Drawing drawing(4);
  drawing.edge(0, 1).edge(1, {.to = 2, .rare = true}).edge(2, 1).edge(1, 3).impossible(3);
  EXPECT_EQ(impossible_in(drawing), (std::set<std::uint32_t>{0, 1, 2, 3}));
}

TEST(ImpossibleStates, are_not_those_that_come_to_a_way_round_on_a_rare_edge) {
  Drawing drawing(4);
  drawing.edge(0, 1).edge(1, {.to = 2, .rare = true}).edge(2, 2).edge(1, 3).edge(2, 3).impossible(3);
  EXPECT_EQ(impossible_in(drawing), (std::set<std::uint32_t>{3}));
}

TEST(ImpossibleStates, are_not_those_that_break_nothing_however_rare_their_edges) {
  Drawing drawing(3);
  drawing.edge(0, 1).edge(1, {.to = 1, .rare = true}).edge(0, 2).impossible(2);
  EXPECT_EQ(impossible_in(drawing), (std::set<std::uint32_t>{2}));
}

/// By the definition: each run from here that takes rare edges finitely often ends in an impossible dead end, and there
/// is a way to one.
TEST(ImpossibleStates, of_random_graphs_are_those_of_the_definition) {
  for (unsigned seed = 0; seed < 4000; ++seed) {
    std::mt19937 random(seed);
    const auto n = static_cast<std::uint32_t>(2 + random() % 8);
    const unsigned rare = seed % 2 == 0 ? 0 : 3;
    Drawing drawing(n);
    for (std::uint32_t v = 0; v < n; ++v) {
      const auto edges = random() % 3;
      for (unsigned e = 0; e < edges; ++e)
        drawing.edge(v, {.to = static_cast<std::uint32_t>(random() % n), .rare = random() % 4 < rare});
      if (edges == 0) (random() % 3 == 0 ? drawing.ends(v) : drawing.impossible(v));
    }
    // Where a path of at least one edge leads: any path, or one without rare edges.
    std::vector<std::vector<bool>> path(n, std::vector<bool>(n)), common(path);
    for (std::uint32_t v = 0; v < n; ++v)
      for (const DrawnEdge& e : drawing[v].edges) path[v][e.to] = true, common[v][e.to] = common[v][e.to] || !e.rare;
    for (auto* reached : {&path, &common})
      for (std::uint32_t k = 0; k < n; ++k)
        for (std::uint32_t v = 0; v < n; ++v)
          for (std::uint32_t w = 0; w < n; ++w)
            if ((*reached)[v][k] && (*reached)[k][w]) (*reached)[v][w] = true;
    const auto is_broken = [&](std::uint32_t v) { return drawing[v].edges.empty() && drawing[v].impossible; };
    const auto can_break = [&](std::uint32_t v) {
      for (std::uint32_t w = 0; w < n; ++w)
        if ((v == w || path[v][w]) && is_broken(w)) return true;
      return false;
    };
    const auto is_state = [&](std::uint32_t v) {
      for (std::uint32_t w = 0; w < n; ++w)
        if ((v == w || path[v][w]) && (!can_break(w) || common[w][w])) return true;
      return false;
    };
    std::set<std::uint32_t> expected;
    for (std::uint32_t v = 0; v < n; ++v)
      if ((v == 0 || path[0][v]) && !is_state(v)) expected.insert(v);
    ASSERT_EQ(impossible_in(drawing), expected) << "seed " << seed;
  }
}

}  // namespace
}  // namespace fermata::search
