// SPDX-License-Identifier: Apache-2.0
#include "search/stuck.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "search/component_checks.h"
#include "search/definition.h"
#include "search/drawing.h"

namespace fermata::search {
namespace {

constexpr StuckOptions process{.daemon = false};
constexpr StuckOptions daemon_process{.daemon = true};

struct Found {
  Vertices members;
  std::vector<Slot> slots;
  bool operator==(const Found&) const = default;
};

std::optional<Found> stuck(Drawing drawing, const StuckOptions& options) {
  Exploration exploration(drawing);
  explore_all(exploration);
  auto answer = find_stuck(exploration, options, Stop{});
  auto* component = std::get_if<StuckComponent>(&answer);
  if (!component) return std::nullopt;
  Found found{{}, component->slots};
  for (State state : component->members) found.members.insert(vertex_of(exploration, state));
  return found;
}

TEST(Stuck, a_dead_end_hangs) {
  Drawing drawing(2);
  drawing.edge(0, 1);
  EXPECT_EQ(stuck(drawing, process), (Found{{1}, {}}));
}

TEST(Stuck, what_is_passed_over_does_not_hide_what_lies_behind_it) {
  Drawing drawing(3);
  drawing.edge(0, 1).edge(0, 2);
  const std::vector<State> first{State{1}}, both{State{1}, State{2}};
  EXPECT_EQ(stuck(drawing, {.passed_over = first}), (Found{{2}, {}}));
  EXPECT_FALSE(stuck(drawing, {.passed_over = both}));
}

TEST(Stuck, an_end_does_not) {
  Drawing drawing(2);
  drawing.edge(0, 1).ends(1);
  EXPECT_FALSE(stuck(drawing, process));
}

TEST(Stuck, an_end_closes_what_is_open) {
  Drawing drawing(2);
  drawing.edge(0, 1).ends(1).open(0, {3}).open(1, {3});
  EXPECT_FALSE(stuck(drawing, process));
  EXPECT_FALSE(stuck(drawing, daemon_process));
}

TEST(Stuck, a_loop_that_can_be_left_does_not_hang) {
  Drawing drawing(3);
  drawing.edge(0, 1).edge(1, 0).edge(1, 2).ends(2);
  EXPECT_FALSE(stuck(drawing, process));
}

TEST(Stuck, a_loop_that_cannot_be_left_hangs_unless_it_is_a_daemon) {
  Drawing drawing(2);
  drawing.edge(0, 1).edge(1, 0);
  EXPECT_EQ(stuck(drawing, process), (Found{{0, 1}, {}}));
  EXPECT_FALSE(stuck(drawing, daemon_process));
}

TEST(Stuck, a_daemon_hangs_where_an_open_slot_is_closed_by_nothing) {
  Drawing drawing(3);
  drawing.edge(0, 1).open(1, {7}).open(2, {7}).edge(1, 2, 1).edge(2, 1, 1);
  EXPECT_EQ(stuck(drawing, daemon_process), (Found{{1, 2}, {7}}));
}

TEST(Stuck, a_dead_end_of_a_daemon_with_nothing_open_is_its_rest) {
  Drawing drawing(2);
  drawing.edge(0, 1);
  EXPECT_FALSE(stuck(drawing, daemon_process));
  drawing.open(1, {0});
  EXPECT_EQ(stuck(drawing, daemon_process), (Found{{1}, {0}}));
}

TEST(Stuck, a_slot_that_is_closed_and_opened_again_on_one_edge_is_not_stuck) {
  Drawing drawing(1);
  drawing.open(0, {2}).edge(0, {.to = 0, .closes = {2}, .opens = {2}});
  EXPECT_FALSE(stuck(drawing, daemon_process));
}

TEST(Stuck, failing_is_an_end_for_this_property) {
  Drawing drawing(2);
  drawing.open(0, {1}).open(1, {1}).edge(0, 1).edge(1, 0).edge(1, {.fails = true});
  EXPECT_FALSE(stuck(drawing, process));
  EXPECT_FALSE(stuck(drawing, daemon_process));
}

TEST(Stuck, the_nearest_component_is_shown) {
  Drawing drawing(5);
  drawing.edge(0, 1).edge(0, 2).edge(1, 3).edge(2, 4).edge(4, 2);
  EXPECT_EQ(stuck(drawing, process), (Found{{2, 4}, {}}));
}

TEST(Stuck, a_daemon_skips_components_that_may_go_on) {
  Drawing drawing(4);
  drawing.edge(0, 1).edge(0, 2).edge(1, 1).edge(2, 3).open(3, {0});
  EXPECT_EQ(stuck(drawing, daemon_process), (Found{{3}, {0}}));
}

TEST(Stuck, a_daemon_is_expanded_again_once_and_not_more) {
  constexpr std::uint32_t size = 1000;
  Drawing drawing(size);
  for (std::uint32_t v = 0; v < size; ++v) drawing.edge(v, (v + 1) % size).open(v, {0});
  drawing[size - 1].edges[0].closes = {0};
  Exploration exploration(drawing);
  explore_all(exploration);
  auto before = drawing.expansions;
  EXPECT_TRUE(std::holds_alternative<NothingStuck>(find_stuck(exploration, daemon_process, Stop{})));
  EXPECT_EQ(drawing.expansions - before, size);
}

TEST(Demonstration, of_a_dead_end_is_empty) {
  Drawing drawing(2);
  drawing.edge(0, 1);
  Exploration exploration(drawing);
  explore_all(exploration);
  EXPECT_TRUE(witness_cycle(exploration, {{State{1}}, {}}, Stop{}).empty());
}

TEST(Demonstration, lets_every_agent_move_that_can) {
  // Agent 1 only turns round in place, agent 0 goes round, agent 2 cannot move at the start.
  Drawing drawing(3);
  drawing.edge(0, 1, 0).edge(0, 0, 1).edge(1, 2, 0).edge(1, 1, 2).edge(2, 0, 0);
  Exploration exploration(drawing);
  explore_all(exploration);
  auto loop = witness_cycle(exploration, {{State{0}, State{1}, State{2}}, {}}, Stop{});
  ASSERT_EQ(loop.size(), 4u);
  EXPECT_EQ(std::ranges::count(loop, 1u, &Move::agent), 1);
  EXPECT_EQ(std::ranges::count(loop, 2u, &Move::agent), 0);
}

TEST(Demonstration, comes_back_for_an_agent_that_another_one_locks_out) {
  // In 0 both can move, but each move leads to a state where the other agent cannot, and back.
  Drawing drawing(3);
  drawing.edge(0, 1, 0).edge(0, 2, 1).edge(1, 0, 0).edge(2, 0, 1);
  Exploration exploration(drawing);
  explore_all(exploration);
  EXPECT_EQ(witness_cycle(exploration, {{State{0}, State{1}, State{2}}, {}}, Stop{}).size(), 4u);
}

// What find_stuck should return, from the definition: states in breadth-first order, the first that
// lies in a component that is not left.
std::optional<Found> expected_stuck(const Drawing& drawing, const Points& bad, const Vertices& doomed,
                                    const StuckOptions& options) {
  auto any = [](const DrawnEdge&) { return true; };
  Vertices seen;  // in a component that was checked
  for (std::uint32_t v : reachable(drawing, 0, any)) {
    if (!doomed.contains(v) || seen.contains(v)) continue;
    auto after = reachable(drawing, v, any);
    bool bottom = std::ranges::all_of(after, [&](std::uint32_t w) {
      auto back = reachable(drawing, w, any);
      return std::ranges::find(back, v) != back.end();
    });
    if (!bottom) continue;
    seen.insert(after.begin(), after.end());
    std::set<Slot> slots;
    for (std::uint32_t w : after) {
      for (Slot slot : drawing[w].open) {
        if (bad.contains({w, slot})) slots.insert(slot);
      }
    }
    if (options.daemon && slots.empty()) continue;
    return Found{{after.begin(), after.end()}, {slots.begin(), slots.end()}};
  }
  return std::nullopt;
}

TEST(StuckOnRandomGraphs, is_what_the_definition_says) {
  std::mt19937_64 random(7);
  int hangs = 0, daemon_hangs = 0;
  constexpr int rounds = 20'000;
  for (int round = 0; round < rounds; ++round) {
    auto drawing = random_drawing(random, false);
    auto bad = never_ending(drawing);
    auto doomed = never_over(drawing);
    auto found = stuck(drawing, process);
    auto daemon_found = stuck(drawing, daemon_process);
    // Definition 1 itself; (b) implies (a) is not needed, and (a) implies (b) since ending ends
    // everything.
    ASSERT_EQ(found.has_value(), !bad.empty() || !doomed.empty());
    ASSERT_EQ(daemon_found.has_value(), !bad.empty());
    // Which component, and which slots.
    ASSERT_EQ(found, expected_stuck(drawing, bad, doomed, process));
    ASSERT_EQ(daemon_found, expected_stuck(drawing, bad, doomed, daemon_process));
    hangs += found.has_value();
    daemon_hangs += daemon_found.has_value();
  }
  // Both answers are common, or the comparison would mean little.
  EXPECT_GT(hangs, rounds / 10);
  EXPECT_LT(hangs, rounds * 9 / 10);
  EXPECT_GT(daemon_hangs, rounds / 10);
  EXPECT_LT(daemon_hangs, rounds * 9 / 10);
}

TEST(StuckOnRandomGraphs, components_are_traps_and_can_be_demonstrated) {
  std::mt19937_64 random(8);
  for (int round = 0; round < 5'000; ++round) {
    auto drawing = random_drawing(random, false);
    Exploration exploration(drawing);
    explore_all(exploration);
    auto answer = find_stuck(exploration, {.daemon = round % 2 == 0}, Stop{});
    if (auto* component = std::get_if<StuckComponent>(&answer)) {
      expect_trap(drawing, exploration, *component);
      expect_witness_cycle(drawing, exploration, *component);
    }
  }
}

TEST(StuckOnRandomGraphs, an_unfinished_exploration_never_reports_what_can_escape) {
  std::mt19937_64 random(9);
  int early = 0;
  for (int round = 0; round < 4'000; ++round) {
    auto drawing = random_drawing(random, false);
    if (round % 5 == 0) drawing.refuses(static_cast<std::uint32_t>(random() % drawing.size()));
    auto bad = never_ending(drawing);
    auto doomed = never_over(drawing);
    Exploration exploration(drawing, {.next_milestone = 1 + random() % 4});
    Stop stop;
    while (exploration.expanded() < exploration.states()) {
      exploration.advance(stop);
      for (bool daemon : {false, true}) {
        auto answer = find_stuck(exploration, {daemon}, stop);
        auto* component = std::get_if<StuckComponent>(&answer);
        if (!component) continue;
        early += exploration.expanded() < exploration.states();
        expect_trap(drawing, exploration, *component);
        ASSERT_TRUE(!daemon || !component->slots.empty());
        for (State state : component->members) {
          auto vertex = vertex_of(exploration, state);
          ASSERT_TRUE(doomed.contains(vertex));
          for (Slot slot : component->slots) ASSERT_TRUE(bad.contains({vertex, slot}));
        }
      }
    }
  }
  EXPECT_GT(early, 100) << "hangs are also found before the end";
}

// Wrong readings of the definition, as changes to the graph that find_stuck then sees.
struct Misreading {
  const char* what;
  std::function<void(Drawing&)> misread;
};

TEST(StuckOnRandomGraphs, would_notice_a_wrong_rule) {
  auto each_vertex = [](auto act) {
    return [act](Drawing& drawing) {
      for (std::uint32_t v = 0; v < drawing.size(); ++v) act(drawing, drawing[v]);
    };
  };
  const Misreading misreadings[] = {
      {"closes are what is open before and not after", each_vertex([](Drawing& drawing, Vertex& vertex) {
         for (DrawnEdge& edge : vertex.edges) {
           edge.closes = vertex.open;
           if (edge.fails) continue;
           for (Slot slot : drawing[edge.to].open) edge.closes.erase(slot);
         }
       })},
      {"a dead end counts as an end",
       each_vertex([](Drawing&, Vertex& vertex) { vertex.ended |= vertex.edges.empty(); })},
      {"an end counts as a dead end", each_vertex([](Drawing&, Vertex& vertex) { vertex.ended = false; })},
      {"what is open at an end is stuck", each_vertex([](Drawing&, Vertex& vertex) {
         if (vertex.ended && !vertex.open.empty()) vertex.ended = false;
       })},
      {"failing is no end", each_vertex([](Drawing&, Vertex& vertex) {
         std::erase_if(vertex.edges, [](const DrawnEdge& edge) { return edge.fails; });
       })},
      {"an edge closes at most one slot", each_vertex([](Drawing&, Vertex& vertex) {
         for (DrawnEdge& edge : vertex.edges) {
           while (edge.closes.size() > 1) edge.closes.erase(edge.closes.begin());
         }
       })},
      {"edges of agent 2 are forgotten", each_vertex([](Drawing&, Vertex& vertex) {
         std::erase_if(vertex.edges, [](const DrawnEdge& edge) { return edge.agent == 2; });
       })},
  };
  for (const auto& [what, misread] : misreadings) {
    std::mt19937_64 random(10);
    bool noticed = false;
    for (int round = 0; round < 2000 && !noticed; ++round) {
      auto drawing = random_drawing(random, false);
      auto expected = !never_ending(drawing).empty();
      misread(drawing);
      noticed = stuck(drawing, daemon_process).has_value() != expected;
    }
    EXPECT_TRUE(noticed) << what;
  }
}

TEST(StuckOnRandomGraphs, would_notice_components_that_can_be_left) {
  // "Some component, bottom or not, in which a slot is open that no edge inside closes."
  auto wrong = [](const Drawing& drawing) {
    auto any = [](const DrawnEdge&) { return true; };
    for (std::uint32_t v : reachable(drawing, 0, any)) {
      if (drawing[v].ended) continue;
      Vertices component;
      for (std::uint32_t w : reachable(drawing, v, any)) {
        auto back = reachable(drawing, w, any);
        if (std::ranges::find(back, v) != back.end()) component.insert(w);
      }
      std::set<Slot> open, closed;
      for (std::uint32_t w : component) {
        open.insert(drawing[w].open.begin(), drawing[w].open.end());
        for (const DrawnEdge& edge : drawing[w].edges) {
          if (!edge.fails && component.contains(edge.to)) closed.insert(edge.closes.begin(), edge.closes.end());
        }
      }
      if (!std::ranges::includes(closed, open)) return true;
    }
    return false;
  };
  std::mt19937_64 random(11);
  int noticed = 0;
  for (int round = 0; round < 200; ++round) {
    auto drawing = random_drawing(random, false);
    noticed += wrong(drawing) != !never_ending(drawing).empty();
  }
  EXPECT_GT(noticed, 0);
}

}  // namespace
}  // namespace fermata::search
