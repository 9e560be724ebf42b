// SPDX-License-Identifier: Apache-2.0
#include "search/fair_cycle.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <random>

#include "search/drawing.h"
#include "search/fairness_definition.h"
#include "search/stuck.h"

namespace fermata::search {
namespace {

constexpr std::array levels{Fairness::none, Fairness::weak, Fairness::strong, Fairness::await};

/// The vertices of the loop, from its start; nothing if there is none. Each loop is checked against the definition.
std::optional<std::vector<std::uint32_t>> loop(Drawing drawing, Fairness fairness) {
  Exploration exploration(drawing);
  explore_all(exploration);
  auto answer = find_fair_cycle(exploration, fairness, Stop{});
  auto* cycle = std::get_if<FairCycle>(&answer);
  if (!cycle) return std::nullopt;
  EXPECT_EQ(objection(drawing, exploration, *cycle, fairness), "");
  std::vector<std::uint32_t> vertices;
  for (const Move& move : cycle->loop) vertices.push_back(vertex_of(exploration, move.source));
  return vertices;
}

/// For none, weak, strong, await.
std::array<bool, 4> goes_on_by_level(const Drawing& drawing) {
  std::array<bool, 4> result{};
  for (std::size_t i = 0; i < levels.size(); ++i) result[i] = loop(drawing, levels[i]).has_value();
  return result;
}
using Levels = std::array<bool, 4>;

TEST(FairCycle, a_spin_that_another_agent_would_end_is_unfair) {
  // Agent 0 waits until agent 1 has moved.
  Drawing drawing(3);
  drawing.edge(0, 0, 0).edge(0, 1, 1).edge(1, 2, 0).ends(2);
  EXPECT_EQ(goes_on_by_level(drawing), (Levels{true, false, false, false}));
}

TEST(FairCycle, a_spin_that_no_agent_ends_is_fair_in_every_sense) {
  EXPECT_EQ(goes_on_by_level(Drawing(1).edge(0, 0, 0)), (Levels{true, true, true, true}));
}

TEST(FairCycle, without_a_cycle_there_is_none_and_no_state_is_expanded_again) {
  Drawing drawing(4);
  drawing.edge(0, 1).edge(0, 2, 1).edge(1, 3, 1).edge(2, 3, 0).ends(3);
  Exploration exploration(drawing);
  explore_all(exploration);
  auto before = drawing.expansions;
  EXPECT_TRUE(std::holds_alternative<NoFairCycle>(find_fair_cycle(exploration, Fairness::none, Stop{})));
  EXPECT_EQ(drawing.expansions, before);
}

TEST(FairCycle, who_can_move_now_and_then_is_starved_by_a_weakly_fair_scheduler_only) {
  // Agent 0 takes and releases a lock for ever; agent 1 wants it and would end it all.
  Drawing drawing(3);
  drawing.edge(0, 1, 0).edge(1, 0, 0).edge(0, 2, 1).ends(2);
  EXPECT_EQ(goes_on_by_level(drawing), (Levels{true, true, false, false}));
}

TEST(FairCycle, who_waits_busily_is_starved_by_a_strongly_fair_scheduler_too_unless_spinning_counts_as_waiting) {
  // The same with a spin lock: while it is taken, agent 1 can spin.
  Drawing drawing(3);
  drawing.edge(0, 1, 0).edge(1, 0, 0).edge(1, 1, 1).edge(0, 2, 1).ends(2);
  EXPECT_EQ(goes_on_by_level(drawing), (Levels{true, true, true, false}));
}

TEST(FairCycle, who_waits_busily_in_several_steps_spins_in_each_of_them) {
  // Agent 1 looks at two things, one after the other (0, 1 and 2, 3); agent 0 changes back and forth what it waits for.
  Drawing drawing(5);
  drawing.edge(0, 1, 1).edge(1, 0, 1).edge(2, 3, 1).edge(3, 4, 1).ends(4);
  drawing.edge(0, 2, 0).edge(2, 0, 0);
  EXPECT_EQ(goes_on_by_level(drawing), (Levels{true, true, true, false}));
  // If it is awake where it takes a step that comes to nothing, it has got on all the same.
  drawing.edge(3, 1, 0);
  EXPECT_EQ(goes_on_by_level(drawing), (Levels{true, true, true, true}));
}

TEST(FairCycle, an_unnoticed_move_that_is_also_made_while_spinning_is_no_progress) {
  for (bool same : {true, false}) {
    Drawing drawing(5);
    drawing.edge(0, DrawnEdge{.to = 1, .agent = 1, .fingerprint = 7}).edge(1, 0, 1);
    drawing.edge(2, DrawnEdge{.to = 3, .agent = 1, .fingerprint = same ? 7 : 8}).edge(3, 4, 1).ends(4);
    drawing.edge(0, 2, 0).edge(2, 0, 0).edge(3, 1, 0);
    EXPECT_EQ(goes_on_by_level(drawing), (Levels{true, true, true, !same}));
  }
}

TEST(FairCycle, who_has_many_places_to_go_alone_is_held_to_get_on) {
  for (std::uint32_t ring : {64u, 65u}) {
    // Agent 1 goes round in a ring, unless agent 0 has opened a way out of its first place.
    Drawing drawing(2 * ring + 1);
    for (std::uint32_t v = 0; v < ring; ++v) drawing.edge(v, (v + 1) % ring, 1);
    drawing.edge(0, ring, 0).edge(ring, 0, 0).edge(ring, 2 * ring, 1).ends(2 * ring);
    EXPECT_EQ(goes_on_by_level(drawing), (Levels{true, true, true, ring > 64}));
  }
}

TEST(FairCycle, two_who_keep_undoing_each_others_work_are_a_livelock_in_every_sense) {
  // Both try; each can finish if let alone at the right moment.
  Drawing drawing(4);
  drawing.edge(0, 1, 0).edge(1, 2, 1).edge(2, 0, 0).edge(2, 0, 1).edge(0, 3, 1).edge(1, 3, 0).ends(3);
  EXPECT_EQ(goes_on_by_level(drawing), (Levels{true, true, true, true}));
}

TEST(FairCycle, an_edge_that_fails_enables_and_is_no_way_to_go_on) {
  Drawing drawing(1);
  drawing.edge(0, 0, 0).edge(0, DrawnEdge{.agent = 1, .fails = true});
  EXPECT_EQ(goes_on_by_level(drawing), (Levels{true, false, false, false}));
}

TEST(FairCycle, the_environment_may_choose_what_keeps_it_going) {
  Drawing drawing(2);
  drawing.edge(0, DrawnEdge{.to = 0, .input = true}).edge(0, DrawnEdge{.to = 1, .input = true}).ends(1);
  EXPECT_EQ(goes_on_by_level(drawing), (Levels{true, true, true, true}));
}

TEST(FairCycle, strong_fairness_is_sought_in_parts_of_a_component) {
  // In 0 agent 2 could move but never does; 1 and 2 are fair without it.
  Drawing drawing(4);
  drawing.edge(0, 1, 0).edge(1, 2, 0).edge(2, 1, 1).edge(2, 0, 0).edge(1, 0, 1).edge(2, 1, 0).edge(1, 2, 1);
  drawing.edge(0, 3, 2).ends(3);
  EXPECT_EQ(loop(drawing, Fairness::strong), (std::vector<std::uint32_t>{1, 2}));
}

TEST(FairCycle, who_is_enabled_inside_an_edge_is_enabled) {
  Drawing drawing(1);
  drawing.edge(0, DrawnEdge{.to = 0, .agent = 0, .enabled_inside = {1}});
  EXPECT_EQ(goes_on_by_level(drawing), (Levels{true, true, false, false}));
}

TEST(FairCycle, who_is_disabled_inside_an_edge_is_disabled_now_and_then) {
  Drawing drawing(2);
  drawing.edge(0, DrawnEdge{.to = 0, .agent = 0, .disabled_inside = {1}}).edge(0, 1, 1).ends(1);
  EXPECT_EQ(goes_on_by_level(drawing), (Levels{true, true, false, false}));
}

TEST(FairCycle, a_state_that_cannot_tell_all_its_edges_is_on_no_cycle) {
  Drawing drawing(2);
  drawing.edge(0, 1).edge(1, 0).refuses(1);
  EXPECT_EQ(goes_on_by_level(drawing), (Levels{false, false, false, false}));
}

TEST(FairCycle, a_shorter_run_is_preferred_to_a_nearer_start) {
  // The fair part is entered at 1, where a loop takes four moves; from 3 it takes one.
  Drawing drawing(5);
  drawing.edge(0, 1).edge(1, 2).edge(2, 3).edge(3, 4).edge(4, 1).edge(3, 3);
  EXPECT_EQ(loop(drawing, Fairness::strong), (std::vector<std::uint32_t>{3}));
}

TEST(FairCycle, it_is_found_before_everything_is_explored) {
  Drawing drawing(40);
  drawing.edge(0, 1).edge(1, 0).edge(1, 2, 1);
  for (std::uint32_t v = 2; v + 1 < 40; ++v) drawing.edge(v, v + 1);
  drawing.edge(1, 0, 1);
  Exploration exploration(drawing, {.next_milestone = 4});
  ASSERT_TRUE(std::holds_alternative<Milestone>(exploration.advance(Stop{})));
  auto answer = find_fair_cycle(exploration, Fairness::strong, Stop{});
  auto* cycle = std::get_if<FairCycle>(&answer);
  ASSERT_TRUE(cycle);
  EXPECT_EQ(objection(drawing, exploration, *cycle, Fairness::strong), "");
}

TEST(FairCycle, told_to_stop_it_claims_nothing) {
  Drawing drawing(2);
  drawing.edge(0, 1).edge(1, 0);
  Exploration exploration(drawing);
  explore_all(exploration);
  Stop stop;
  stop.request();
  EXPECT_TRUE(std::holds_alternative<Stopped>(find_fair_cycle(exploration, Fairness::strong, stop)));
}

TEST(FairCycle, more_than_64_agents_are_told_apart) {
  Drawing drawing(2);
  drawing.edge(0, 0, 0).edge(0, 1, 64).ends(1);
  EXPECT_EQ(goes_on_by_level(drawing), (Levels{true, false, false, false}));
  Drawing other(2);
  other.edge(0, 0, 200).edge(0, 0, 8).edge(0, 1, 72).ends(1);
  EXPECT_EQ(goes_on_by_level(other), (Levels{true, false, false, false}));
}

TEST(FairCycle, a_loop_that_needs_a_rare_edge_is_no_fair_one) {
  // Agent 0 goes round by chance; otherwise it waits for agent 1, who then ends it.
  Drawing drawing(3);
  drawing.edge(0, DrawnEdge{.to = 0, .agent = 0, .rare = true}).edge(0, 1, 0).edge(1, 2, 1).ends(2);
  EXPECT_EQ(goes_on_by_level(drawing), (Levels{true, false, false, false}));
}

TEST(FairCycle, a_rare_edge_may_lead_to_a_loop) {
  Drawing drawing(2);
  drawing.edge(0, DrawnEdge{.to = 1, .agent = 0, .rare = true}).edge(1, 1, 0);
  EXPECT_EQ(goes_on_by_level(drawing), (Levels{true, true, true, true}));
}

TEST(FairCycle, who_has_a_rare_edge_is_enabled) {
  Drawing drawing(2);
  drawing.edge(0, 0, 0).edge(0, DrawnEdge{.to = 0, .agent = 1, .rare = true}).edge(0, 1, 1).ends(1);
  EXPECT_EQ(goes_on_by_level(drawing), (Levels{true, false, false, false}));
}

TEST(FairCycleOnRandomGraphs, agrees_with_the_definition_where_edges_are_rare) {
  std::mt19937_64 random(25);
  std::array<int, 4> found{}, fewer{};
  for (int round = 0; round < 3000; ++round) {
    auto drawing = random_fairness_drawing(random, 0, 30);
    auto answers = goes_on_by_level(drawing);
    auto often = drawing;
    for (std::uint32_t v = 0; v < often.size(); ++v)
      for (DrawnEdge& edge : often[v].edges) edge.rare = false;
    for (std::size_t i = 0; i < levels.size(); ++i) {
      ASSERT_EQ(answers[i], goes_on(drawing, levels[i])) << "round " << round << ", level " << i;
      found[i] += answers[i];
      fewer[i] += !answers[i] && goes_on(often, levels[i]);
    }
  }
  for (std::size_t i = 0; i < levels.size(); ++i) EXPECT_GT(found[i], 200);
  EXPECT_EQ(fewer[0], 0);
  for (std::size_t i = 1; i < levels.size(); ++i) EXPECT_GT(fewer[i], 100);
}

TEST(FairCycleOnRandomGraphs, agrees_with_the_definition_at_every_level) {
  std::mt19937_64 random(21);
  std::array<int, 4> found{};
  for (int round = 0; round < 6000; ++round) {
    auto drawing = random_fairness_drawing(random);
    auto answers = goes_on_by_level(drawing);
    for (std::size_t i = 0; i < levels.size(); ++i) {
      ASSERT_EQ(answers[i], goes_on(drawing, levels[i])) << "round " << round << ", level " << i;
      found[i] += answers[i];
      EXPECT_TRUE(i == 0 || answers[i] <= answers[i - 1]) << "each level contains the one before it";
    }
  }
  // Both answers occur often at each level, and no two levels are the same.
  for (std::size_t i = 0; i < levels.size(); ++i) {
    EXPECT_GT(found[i], 600);
    EXPECT_LT(found[i], 5400);
    EXPECT_TRUE(i == 0 || found[i] < found[i - 1] - 50) << found[i];
  }
}

TEST(FairCycleOnRandomGraphs, with_deeds_a_loop_is_what_it_is_said_to_be_and_there_is_none_that_was_not_there_before) {
  std::mt19937_64 random(24);
  int found = 0, fewer = 0;
  for (int round = 0; round < 4000; ++round) {
    auto drawing = random_fairness_drawing(random, 2);
    const bool goes = loop(drawing, Fairness::await).has_value(), went = goes_on(drawing, Fairness::await);
    ASSERT_LE(goes, went) << "round " << round;
    found += goes;
    fewer += goes < went;
  }
  EXPECT_GT(found, 400);
  EXPECT_GT(fewer, 10);
}

TEST(FairCycleOnRandomGraphs, a_stuck_component_is_a_dead_end_or_has_a_cycle_that_is_fair_in_every_sense) {
  std::mt19937_64 random(22);
  for (int round = 0; round < 4000; ++round) {
    auto drawing = random_fairness_drawing(random);
    Exploration exploration(drawing);
    explore_all(exploration);
    auto answer = find_stuck(exploration, {.daemon = false}, Stop{});
    auto* component = std::get_if<StuckComponent>(&answer);
    if (!component) continue;
    auto start = vertex_of(exploration, component->members.front());
    bool dead = drawing[start].edges.empty();
    bool inside = std::ranges::any_of(component->members, [&](State s) {
      return std::ranges::any_of(drawing[vertex_of(exploration, s)].edges,
                                 [](const DrawnEdge& e) { return !e.enabled_inside.empty(); });
    });
    // Somebody who is enabled only inside edges is a rule of its own.
    if (inside) continue;
    auto among = find_fair_cycle_among(exploration, component->members, Fairness::await, Stop{});
    ASSERT_EQ(std::holds_alternative<FairCycle>(among), !dead) << "round " << round;
    if (dead) continue;
    EXPECT_EQ(objection(drawing, exploration, std::get<FairCycle>(among), Fairness::await), "");
  }
}

/// Plausible but wrong rules, each of which must give another answer on some random graph.
TEST(FairCycleOnRandomGraphs, would_notice_a_wrong_rule) {
  struct Misreading {
    const char* what;
    Fairness fairness;
    std::function<bool(Drawing)> wrong;
  };
  auto drawn_otherwise = [](Fairness fairness, auto change) {
    return [=](Drawing drawing) {
      for (std::uint32_t v = 0; v < drawing.size(); ++v) change(drawing, drawing[v]);
      return loop(drawing, fairness).has_value();
    };
  };
  auto forget_edges = [&](Fairness fairness, auto which) {
    return drawn_otherwise(fairness, [=](Drawing& drawing, Vertex& vertex) {
      std::erase_if(vertex.edges, [&](const DrawnEdge& edge) { return which(drawing, edge); });
    });
  };
  const Misreading misreadings[] = {
      {"an edge that fails does not enable", Fairness::strong,
       forget_edges(Fairness::strong, [](const Drawing&, const DrawnEdge& e) { return e.fails; })},
      {"an edge to an end does not enable", Fairness::strong,
       forget_edges(Fairness::strong, [](const Drawing& d, const DrawnEdge& e) { return !e.fails && d[e.to].ended; })},
      {"an edge to an end does not enable, weakly", Fairness::weak,
       forget_edges(Fairness::weak, [](const Drawing& d, const DrawnEdge& e) { return !e.fails && d[e.to].ended; })},
      {"agent 2 is forgotten", Fairness::strong,
       forget_edges(Fairness::strong, [](const Drawing&, const DrawnEdge& e) { return e.agent == 2; })},
      {"enabled inside is forgotten", Fairness::strong,
       drawn_otherwise(Fairness::strong,
                       [](Drawing&, Vertex& v) {
                         for (auto& e : v.edges) e.enabled_inside.clear();
                       })},
      {"disabled inside is forgotten", Fairness::weak,
       drawn_otherwise(Fairness::weak,
                       [](Drawing&, Vertex& v) {
                         for (auto& e : v.edges) e.disabled_inside.clear();
                       })},
      {"disabled inside excuses under strong fairness", Fairness::strong,
       drawn_otherwise(Fairness::strong,
                       [](Drawing&, Vertex& v) {
                         for (auto& e : v.edges)
                           for (Agent a : e.disabled_inside) e.enabled_inside.erase(a);
                       })},
      {"who refuses is trusted", Fairness::strong,
       drawn_otherwise(Fairness::strong, [](Drawing&, Vertex& v) { v.refuses = false; })},
      {"weak instead of strong", Fairness::strong, [](Drawing d) { return loop(d, Fairness::weak).has_value(); }},
      {"strong instead of weak", Fairness::weak, [](Drawing d) { return loop(d, Fairness::strong).has_value(); }},
      {"none instead of weak", Fairness::weak, [](Drawing d) { return loop(d, Fairness::none).has_value(); }},
      {"strong instead of await", Fairness::await, [](Drawing d) { return loop(d, Fairness::strong).has_value(); }},
      {"await instead of strong", Fairness::strong, [](Drawing d) { return loop(d, Fairness::await).has_value(); }},
      {"a component is fair as a whole or not at all", Fairness::strong,
       [](const Drawing& d) {
         // All agents that are enabled somewhere among the states that reach one another must move there.
         auto any = [](const DrawnEdge&) { return true; };
         for (std::uint32_t v : reachable(d, 0, any)) {
           Agents enabled, moved;
           for (std::uint32_t w : reachable(d, v, any)) {
             auto back = reachable(d, w, any);
             if (std::ranges::find(back, v) == back.end()) continue;
             enabled.merge(enabled_at(d, w));
             for (const DrawnEdge& e : d[w].edges) {
               if (e.fails) continue;
               auto home = reachable(d, e.to, any);
               if (std::ranges::find(home, v) != home.end()) moved.insert(e.agent);
             }
           }
           if (!moved.empty() && subset(enabled, moved)) return true;
         }
         return false;
       }},
  };
  for (const auto& [what, fairness, wrong] : misreadings) {
    std::mt19937_64 random(23);
    bool noticed = false;
    for (int round = 0; round < 3000 && !noticed; ++round) {
      auto drawing = random_fairness_drawing(random);
      noticed = wrong(drawing) != goes_on(drawing, fairness);
    }
    EXPECT_TRUE(noticed) << what;
  }
}

}  // namespace
}  // namespace fermata::search
