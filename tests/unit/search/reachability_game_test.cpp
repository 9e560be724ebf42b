// SPDX-License-Identifier: Apache-2.0
#include "search/reachability_game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "search/component_checks.h"
#include "search/definition.h"
#include "search/drawing.h"

namespace fermata::search {
namespace {

struct Found {
  Vertices members;
  std::vector<Slot> slots;
  bool operator==(const Found&) const = default;
};

template <class Analysis>
std::optional<Found> ask(Analysis analysis, Drawing drawing, bool daemon) {
  Exploration exploration(drawing);
  explore_all(exploration);
  auto answer = analysis(exploration, {daemon}, Stop{});
  auto* component = std::get_if<StuckComponent>(&answer);
  if (!component) return std::nullopt;
  Found found{{}, component->slots};
  for (State state : component->members) found.members.insert(vertex_of(exploration, state));
  return found;
}
std::optional<Found> solve(const Drawing& drawing, bool daemon = false) {
  return ask(solve_reachability_game, drawing, daemon);
}
std::optional<Found> stuck(const Drawing& drawing, bool daemon = false) { return ask(find_stuck, drawing, daemon); }

TEST(ReachabilityGame, a_wait_that_only_a_kind_input_ends_is_stuck) {
  Drawing drawing(2);
  drawing.edge(0, {.to = 0, .input = true}).edge(0, {.to = 1, .input = true}).ends(1);
  EXPECT_EQ(solve(drawing), (Found{{0}, {}}));
  EXPECT_FALSE(stuck(drawing)) << "there every edge is a choice of the scheduler";
}

TEST(ReachabilityGame, an_input_that_ends_it_either_way_is_fine) {
  Drawing drawing(3);
  drawing.edge(0, {.to = 1, .input = true}).edge(0, {.to = 2, .input = true}).ends(1).ends(2);
  EXPECT_FALSE(solve(drawing));
}

TEST(ReachabilityGame, a_choice_of_the_scheduler_may_be_the_right_one) {
  Drawing drawing(2);
  drawing.edge(0, 0).edge(0, 1).ends(1);
  EXPECT_FALSE(solve(drawing));
}

TEST(ReachabilityGame, another_agent_may_help_against_an_unkind_input) {
  Drawing drawing(2);
  drawing.edge(0, {.to = 0, .agent = 0, .input = true}).edge(0, {.to = 1, .agent = 0, .input = true});
  drawing.edge(0, {.to = 1, .agent = 1}).ends(1);
  EXPECT_FALSE(solve(drawing));
}

TEST(ReachabilityGame, inputs_of_two_agents_are_two_choices) {
  Drawing drawing(2);
  drawing.edge(0, {.to = 0, .agent = 0, .input = true}).edge(0, {.to = 1, .agent = 1, .input = true}).ends(1);
  EXPECT_FALSE(solve(drawing)) << "agent 1 has one input only";
}

TEST(ReachabilityGame, of_an_agent_with_both_a_free_outcome_is_enough) {
  Drawing drawing(2);
  drawing.edge(0, {.to = 0, .input = true}).edge(0, {.to = 1}).ends(1);
  EXPECT_FALSE(solve(drawing));
}

TEST(ReachabilityGame, a_failing_input_is_an_end_but_the_other_one_may_not_be) {
  Drawing drawing(1);
  drawing.edge(0, {.input = true, .fails = true});
  EXPECT_FALSE(solve(drawing));
  drawing.edge(0, {.to = 0, .input = true});
  EXPECT_TRUE(solve(drawing));
}

TEST(ReachabilityGame, inputs_that_take_turns_are_seen_through) {
  // From 0 and from 1 some input goes on to the end, but the environment can go back and forth for
  // ever.
  Drawing drawing(3);
  drawing.edge(0, {.to = 1, .input = true}).edge(0, {.to = 2, .input = true});
  drawing.edge(1, {.to = 2, .input = true}).edge(1, {.to = 0, .input = true}).ends(2);
  EXPECT_EQ(solve(drawing), (Found{{0, 1}, {}}));
}

TEST(ReachabilityGame, a_slot_that_only_a_kind_input_closes_is_stuck_in_a_daemon) {
  Drawing drawing(2);
  drawing.open(0, {5}).edge(0, {.to = 0, .input = true}).edge(0, {.to = 1, .input = true, .closes = {5}});
  drawing.edge(1, {.to = 0, .opens = {5}});
  EXPECT_EQ(solve(drawing, true), (Found{{0}, {5}}));
  EXPECT_FALSE(stuck(drawing, true));
}

TEST(ReachabilityGame, a_slot_that_every_input_closes_is_not) {
  Drawing drawing(2);
  drawing.open(0, {5}).edge(0, {.to = 0, .input = true, .closes = {5}, .opens = {5}});
  drawing.edge(0, {.to = 1, .input = true, .closes = {5}}).edge(1, {.to = 0, .opens = {5}});
  EXPECT_FALSE(solve(drawing, true));
}

TEST(ReachabilityGame, the_witness_cycle_takes_no_input_that_would_help) {
  // Both inputs stay in 0, but one of them closes the slot for a moment.
  Drawing drawing(1);
  drawing.open(0, {5}).edge(0, {.to = 0, .input = true, .closes = {5}, .opens = {5}}).edge(0, {.to = 0, .input = true});
  Exploration exploration(drawing);
  explore_all(exploration);
  auto answer = solve_reachability_game(exploration, {.daemon = true}, Stop{});
  auto& component = std::get<StuckComponent>(answer);
  EXPECT_EQ(witness_cycle(exploration, component, Stop{}), (std::vector<Move>{{State{0}, 0, 1}}));
}

TEST(ReachabilityGame, told_to_stop_it_claims_nothing) {
  Drawing drawing(1);
  Exploration exploration(drawing);
  explore_all(exploration);
  Stop stop;
  stop.request();
  EXPECT_TRUE(std::holds_alternative<NothingStuck>(solve_reachability_game(exploration, {.daemon = true}, Stop{})));
  EXPECT_TRUE(std::holds_alternative<StuckComponent>(solve_reachability_game(exploration, {}, Stop{})));
  EXPECT_TRUE(std::holds_alternative<Stopped>(solve_reachability_game(exploration, {}, stop)));
}

constexpr Slot all_slots = 3;

// Where an open slot cannot be closed against the environment.
Points lost_points(const Drawing& drawing) {
  Points lost;
  for (Slot slot = 0; slot < all_slots; ++slot) {
    auto winning = winning_by_rounds(drawing, slot);
    for (std::uint32_t v = 0; v < drawing.size(); ++v) {
      if (drawing[v].open.contains(slot) && !winning[v]) lost.emplace(v, slot);
    }
  }
  return lost;
}

TEST(ReachabilityGameOnRandomGraphs, two_simple_ways_to_solve_the_game_agree) {
  std::mt19937_64 random(12);
  int compared = 0;
  for (int round = 0; round < 2'000; ++round) {
    auto drawing = random_drawing(random, true);
    for (std::optional<Slot> slot : {std::optional<Slot>{}, std::optional<Slot>{0}}) {
      auto tried = winning_by_strategies(drawing, slot);
      if (!tried) continue;
      ++compared;
      ASSERT_EQ(*tried, winning_by_rounds(drawing, slot));
    }
  }
  EXPECT_GT(compared, 500);
}

TEST(ReachabilityGameOnRandomGraphs, is_what_the_game_says) {
  std::mt19937_64 random(13);
  constexpr int rounds = 20'000;
  int hangs = 0, daemon_hangs = 0, because_of_inputs = 0;
  for (int round = 0; round < rounds; ++round) {
    auto drawing = random_drawing(random, true);
    Exploration exploration(drawing);
    explore_all(exploration);
    auto lost = lost_points(drawing);
    auto winning = winning_by_rounds(drawing, std::nullopt);
    bool some_never_end = std::ranges::find(winning, false) != winning.end();
    for (bool daemon : {false, true}) {
      auto answer = solve_reachability_game(exploration, {daemon}, Stop{});
      auto* component = std::get_if<StuckComponent>(&answer);
      ASSERT_EQ(component != nullptr, daemon ? !lost.empty() : some_never_end || !lost.empty());
      (daemon ? daemon_hangs : hangs) += component != nullptr;
      if (!component) continue;
      ASSERT_TRUE(!daemon || !component->slots.empty());
      expect_trap(drawing, exploration, *component);
      expect_witness_cycle(drawing, exploration, *component);
      for (State state : component->members) {
        auto vertex = vertex_of(exploration, state);
        ASSERT_FALSE(winning[vertex]);
        for (Slot slot : component->slots) ASSERT_TRUE(lost.contains({vertex, slot}));
      }
      because_of_inputs += std::holds_alternative<NothingStuck>(find_stuck(exploration, {daemon}, Stop{}));
    }
  }
  EXPECT_GT(hangs, rounds / 10);
  EXPECT_LT(hangs, rounds * 9 / 10);
  EXPECT_GT(daemon_hangs, rounds / 10);
  EXPECT_LT(daemon_hangs, rounds * 9 / 10);
  EXPECT_GT(because_of_inputs, rounds / 50);
}

TEST(ReachabilityGameOnRandomGraphs, without_inputs_it_is_stuck) {
  std::mt19937_64 random(14);
  for (int round = 0; round < 5'000; ++round) {
    auto drawing = random_drawing(random, false);
    for (bool daemon : {false, true}) ASSERT_EQ(solve(drawing, daemon), stuck(drawing, daemon));
  }
}

TEST(ReachabilityGameOnRandomGraphs, an_unfinished_exploration_never_reports_what_can_escape) {
  std::mt19937_64 random(15);
  int early = 0;
  for (int round = 0; round < 2'000; ++round) {
    auto drawing = random_drawing(random, true);
    auto lost = lost_points(drawing);
    auto winning = winning_by_rounds(drawing, std::nullopt);
    if (round % 5 == 0) drawing.refuses(static_cast<std::uint32_t>(random() % drawing.size()));
    Exploration exploration(drawing, {.next_milestone = 1 + random() % 4});
    Stop stop;
    while (exploration.expanded() < exploration.states()) {
      exploration.advance(stop);
      for (bool daemon : {false, true}) {
        auto answer = solve_reachability_game(exploration, {daemon}, stop);
        auto* component = std::get_if<StuckComponent>(&answer);
        if (!component) continue;
        early += exploration.expanded() < exploration.states();
        expect_trap(drawing, exploration, *component);
        for (State state : component->members) {
          ASSERT_FALSE(winning[vertex_of(exploration, state)]);
          for (Slot slot : component->slots) ASSERT_TRUE(lost.contains({vertex_of(exploration, state), slot}));
        }
      }
    }
  }
  EXPECT_GT(early, 100);
}

TEST(ReachabilityGameOnRandomGraphs, would_notice_a_wrong_rule) {
  struct Misreading {
    const char* what;
    void (*misread)(DrawnEdge&);
  };
  constexpr Misreading misreadings[] = {
      {"inputs are choices of the scheduler", [](DrawnEdge& edge) { edge.input = false; }},
      {"choices of the scheduler are inputs", [](DrawnEdge& edge) { edge.input = true; }},
      {"inputs of all agents are one choice",
       [](DrawnEdge& edge) {
         if (edge.input) edge.agent = 0;
       }},
  };
  for (bool daemon : {false, true}) {
    for (const auto& [what, misread] : misreadings) {
      std::mt19937_64 random(16);
      bool noticed = false;
      for (int round = 0; round < 2000 && !noticed; ++round) {
        auto drawing = random_drawing(random, true);
        auto winning = winning_by_rounds(drawing, std::nullopt);
        auto expected = daemon ? !lost_points(drawing).empty() : std::ranges::find(winning, false) != winning.end();
        for (std::uint32_t v = 0; v < drawing.size(); ++v) {
          for (DrawnEdge& edge : drawing[v].edges) misread(edge);
        }
        noticed = solve(drawing, daemon).has_value() != expected;
      }
      EXPECT_TRUE(noticed) << what << (daemon ? ", daemon" : "");
    }
  }
}

}  // namespace
}  // namespace fermata::search
