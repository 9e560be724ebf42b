// SPDX-License-Identifier: Apache-2.0
#include "search/exploration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "search/census.h"
#include "search/drawing.h"
#include "search/sccs.h"
#include "search/stuck.h"

namespace fermata::search {
namespace {

template <class Kind>
bool is(const Pause& pause) {
  return std::holds_alternative<Kind>(pause);
}

TEST(Exploration, a_loop_is_closed_when_it_comes_back) {
  Drawing drawing(3);
  drawing.edge(0, 1).edge(1, 2).edge(2, 0);
  Exploration exploration(drawing);
  Stop stop;
  EXPECT_FALSE(exploration.closed());
  EXPECT_TRUE(is<Closed>(exploration.advance(stop)));
  EXPECT_TRUE(exploration.closed());
  EXPECT_EQ(exploration.states(), 3u);
  EXPECT_EQ(exploration.transitions(), 3u);
  EXPECT_TRUE(is<Closed>(exploration.advance(stop))) << "again and again";
}

TEST(Exploration, edges_to_the_same_state_are_counted_but_stored_once) {
  Drawing drawing(2);
  drawing.edge(0, 1).edge(0, 1, 1).edge(0, 1, 2).ends(1);
  Exploration exploration(drawing);
  explore_all(exploration);
  EXPECT_EQ(exploration.transitions(), 3u);
  EXPECT_EQ(std::ranges::distance(exploration.edges()[State{0}]), 1);
}

TEST(Exploration, pauses_at_a_dead_end_but_not_at_an_end) {
  Drawing drawing(3);
  drawing.edge(0, 1).edge(0, 2).ends(1);
  Exploration exploration(drawing);
  Stop stop;
  auto pause = exploration.advance(stop);
  ASSERT_TRUE(is<DeadEnd>(pause));
  EXPECT_EQ(vertex_of(exploration, std::get<DeadEnd>(pause).state), 2u);
  EXPECT_TRUE(is<Closed>(exploration.advance(stop)));
}

TEST(Exploration, pauses_at_each_failing_edge_and_goes_on) {
  Drawing drawing(2);
  drawing.edge(0, {.agent = 4, .fails = true}).edge(0, 1, 4).edge(0, {.agent = 4, .fails = true}).ends(1);
  Exploration exploration(drawing);
  Stop stop;
  auto first = exploration.advance(stop);
  ASSERT_TRUE(is<Failure>(first));
  EXPECT_EQ(std::get<Failure>(first).move, (Move{State{0}, 4, 0}));
  auto second = exploration.advance(stop);
  ASSERT_TRUE(is<Failure>(second));
  EXPECT_EQ(std::get<Failure>(second).move, (Move{State{0}, 4, 2}));
  EXPECT_TRUE(is<Closed>(exploration.advance(stop)));
  EXPECT_EQ(exploration.transitions(), 3u);
}

TEST(Exploration, a_state_whose_only_edge_fails_is_no_dead_end) {
  Drawing drawing(1);
  drawing.edge(0, {.fails = true});
  Exploration exploration(drawing);
  Stop stop;
  EXPECT_TRUE(is<Failure>(exploration.advance(stop)));
  EXPECT_TRUE(is<Closed>(exploration.advance(stop)));
}

TEST(Exploration, what_a_space_refuses_to_tell_keeps_the_exploration_from_ever_being_closed) {
  Drawing drawing(4);
  drawing.edge(0, 1).edge(0, 2).refuses(1).edge(1, 3).ends(2).ends(3);
  Exploration exploration(drawing);
  Stop stop;
  auto pause = exploration.advance(stop);
  ASSERT_TRUE(is<Refused>(pause));
  EXPECT_EQ(vertex_of(exploration, std::get<Refused>(pause).state), 1u);
  for (int again = 0; again < 3; ++again) EXPECT_TRUE(is<Refused>(exploration.advance(stop)));
  EXPECT_EQ(exploration.expanded(), 4u) << "the edge it did show is followed";
  EXPECT_FALSE(exploration.closed());
}

TEST(Exploration, a_state_that_refuses_without_an_edge_is_no_dead_end_and_not_stuck) {
  Drawing drawing(1);
  drawing.refuses(0);
  Exploration exploration(drawing);
  Stop stop;
  EXPECT_TRUE(is<Refused>(exploration.advance(stop)));
  EXPECT_TRUE(std::holds_alternative<NothingStuck>(find_stuck(exploration, {}, stop)));
}

TEST(Exploration, milestones_come_at_each_doubling) {
  Drawing drawing(100);
  for (std::uint32_t v = 0; v + 1 < 100; ++v) drawing.edge(v, v + 1);
  drawing.ends(99);
  Exploration exploration(drawing, {.next_milestone = 10});
  Stop stop;
  std::vector<std::uint32_t> at;
  while (!is<Closed>(exploration.advance(stop))) at.push_back(exploration.states());
  EXPECT_EQ(at, (std::vector<std::uint32_t>{10, 20, 40, 80}));
}

TEST(Exploration, remembers_where_the_environment_chooses) {
  Drawing drawing(3);
  drawing.edge(0, 1).edge(1, {.to = 2, .input = true}).ends(2);
  Exploration exploration(drawing);
  EXPECT_FALSE(exploration.saw_input());
  explore_all(exploration);
  EXPECT_TRUE(exploration.saw_input());
  EXPECT_FALSE(exploration.has_input(State{0}));
  EXPECT_TRUE(exploration.has_input(State{1}));
  EXPECT_FALSE(exploration.has_input(State{2}));
}

// A space in which something happens at some expansion.
class Interfering final : public StateSpace {
 public:
  Interfering(StateSpace& space, std::function<void(std::uint64_t)> act) : space_(space), act_(std::move(act)) {}
  std::vector<Word> initial() override { return space_.initial(); }
  bool expand(std::span<const Word> state, Visitor& visitor) override {
    act_(++count_);
    return space_.expand(state, visitor);
  }
  void facts(std::span<const Word> state, Facts& facts) override { space_.facts(state, facts); }

 private:
  StateSpace& space_;
  std::function<void(std::uint64_t)> act_;
  std::uint64_t count_ = 0;
};

TEST(Exploration, told_to_stop_it_claims_nothing_and_can_be_continued) {
  // A long way, with a dead end that only the far end shows.
  Drawing drawing(2000);
  for (std::uint32_t v = 0; v + 1 < 2000; ++v) drawing.edge(v, v + 1);
  Stop stop;
  Interfering space(drawing, [&](std::uint64_t n) {
    if (n == 300) stop.request();
  });
  Exploration exploration(space, {.next_milestone = 1 << 20});
  auto pause = exploration.advance(stop);
  ASSERT_TRUE(is<Stopped>(pause));
  EXPECT_EQ(std::get<Stopped>(pause).reason, "it was interrupted");
  EXPECT_FALSE(exploration.closed());
  EXPECT_LT(exploration.expanded(), 500u);
  Stop later;
  EXPECT_TRUE(std::holds_alternative<NothingStuck>(find_stuck(exploration, {}, later)));
  EXPECT_TRUE(std::holds_alternative<Stopped>(find_stuck(exploration, {}, stop)));
  EXPECT_TRUE(is<Stopped>(exploration.advance(stop)));
  EXPECT_TRUE(is<DeadEnd>(exploration.advance(later)));
  EXPECT_TRUE(is<Closed>(exploration.advance(later)));
  EXPECT_TRUE(std::holds_alternative<StuckComponent>(find_stuck(exploration, {}, later)));
}

TEST(Exploration, an_expansion_broken_off_for_want_of_memory_leaves_a_true_part_and_can_be_repeated) {
  constexpr std::uint32_t width = 200'000;
  Drawing drawing(width + 2);
  drawing.edge(0, 1).edge(1, {.fails = true});
  for (std::uint32_t v = 2; v < width + 2; ++v) drawing.edge(1, v).edge(v, 0);
  Exploration exploration(drawing, {.next_milestone = 1 << 30});
  Stop little(std::nullopt, resident_bytes() + (1 << 19));
  auto pause = exploration.advance(little);
  ASSERT_TRUE(is<Stopped>(pause));
  ASSERT_EQ(exploration.expanded(), 1u);
  ASSERT_GT(exploration.states(), 100u);
  EXPECT_EQ(exploration.transitions(), 1u);
  auto path = exploration.path_to(State{99});
  ASSERT_EQ(path.size(), 2u);
  EXPECT_EQ(path[1].source, State{1});
  EXPECT_TRUE(std::holds_alternative<NothingStuck>(find_stuck(exploration, {}, Stop{})));

  Stop unlimited;
  EXPECT_TRUE(is<Failure>(exploration.advance(unlimited))) << "told once";
  EXPECT_TRUE(is<Closed>(exploration.advance(unlimited)));
  EXPECT_EQ(exploration.states(), width + 2);
  EXPECT_EQ(exploration.transitions(), 2 + 2 * width);
  EXPECT_EQ(exploration.path_to(State{99}), path);
}

// Follows the moves from the initial vertex; returns the vertex they lead to.
std::uint32_t follow(const Drawing& drawing, const Exploration& exploration, const std::vector<Move>& moves) {
  std::uint32_t at = 0;
  for (const Move& move : moves) {
    EXPECT_EQ(vertex_of(exploration, move.source), at);
    std::uint32_t outcome = 0;
    const DrawnEdge* taken = nullptr;
    for (const DrawnEdge& edge : drawing[at].edges) {
      if (edge.agent == move.agent && outcome++ == move.outcome) taken = &edge;
    }
    if (!taken || taken->fails) {
      ADD_FAILURE() << "no such move";
      return at;
    }
    at = taken->to;
  }
  return at;
}

TEST(Exploration, paths_are_runs_and_as_short_as_those_of_a_plain_search) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 2000; ++round) {
    auto drawing = random_drawing(random, round % 2);
    std::map<std::uint32_t, std::size_t> distance{{0, 0}};
    std::vector<std::uint32_t> queue{0};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const DrawnEdge& edge : drawing[queue[i]].edges) {
        if (!edge.fails && distance.emplace(edge.to, distance[queue[i]] + 1).second) queue.push_back(edge.to);
      }
    }
    Exploration exploration(drawing);
    explore_all(exploration);
    ASSERT_EQ(exploration.states(), distance.size());
    std::size_t last = 0;
    for (std::uint32_t s = 0; s < exploration.states(); ++s) {
      auto path = exploration.path_to(State{s});
      auto vertex = vertex_of(exploration, State{s});
      ASSERT_EQ(path.size(), distance[vertex]);
      ASSERT_EQ(follow(drawing, exploration, path), vertex);
      ASSERT_GE(path.size(), last) << "states are numbered by distance";
      last = path.size();
    }
  }
}

TEST(Exploration, paths_are_shortest_in_a_graph_of_many_generations) {
  std::mt19937_64 random(4);
  constexpr std::uint32_t size = 5000;
  Drawing drawing(size);
  for (std::uint32_t v = 0; v < size; ++v) {
    drawing.edge(v, static_cast<std::uint32_t>(random() % std::min(size, v + 10)));
    drawing.edge(v, std::min(size - 1, v + 1 + static_cast<std::uint32_t>(random() % 3)), 1);
  }
  std::map<std::uint32_t, std::size_t> distance{{0, 0}};
  std::vector<std::uint32_t> queue{0};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const DrawnEdge& edge : drawing[queue[i]].edges) {
      if (distance.emplace(edge.to, distance[queue[i]] + 1).second) queue.push_back(edge.to);
    }
  }
  Exploration exploration(drawing);
  explore_all(exploration);
  ASSERT_EQ(exploration.states(), distance.size());
  for (std::uint32_t s = 0; s < exploration.states(); s += 37) {
    auto path = exploration.path_to(State{s});
    ASSERT_EQ(path.size(), distance[vertex_of(exploration, State{s})]);
    ASSERT_EQ(follow(drawing, exploration, path), vertex_of(exploration, State{s}));
  }
}

TEST(Census, counts_dead_ends_and_states_without_hope) {
  Drawing drawing(6);
  drawing.edge(0, 1).edge(0, 2).ends(1).edge(2, 3).edge(2, 4).edge(4, 5).edge(5, 4);
  Exploration exploration(drawing);
  explore_all(exploration);
  auto census = take_census(exploration.edges(), Stop{});
  EXPECT_EQ(census->dead_ends, 1u);
  EXPECT_EQ(census->cannot_end, 4u);
}

TEST(Census, a_way_to_the_end_may_lead_through_ever_lower_numbers) {
  Drawing drawing(100);
  for (std::uint32_t v = 1; v < 100; ++v) drawing.edge(0, v);
  for (std::uint32_t v = 3; v < 100; ++v) drawing.edge(v, v - 1);
  drawing.ends(2);
  Exploration exploration(drawing);
  explore_all(exploration);
  EXPECT_EQ(take_census(exploration.edges(), Stop{})->cannot_end, 1u);
}

TEST(Census, there_is_a_state_without_hope_iff_there_is_a_bottom_component) {
  std::mt19937_64 random(5);
  Stop stop;
  for (int round = 0; round < 5000; ++round) {
    auto drawing = random_drawing(random, false);
    Exploration exploration(drawing, {.next_milestone = 1 + random() % 8});
    for (auto pauses = random() % 4; pauses > 0; --pauses) exploration.advance(stop);
    auto census = take_census(exploration.edges(), stop);
    EXPECT_EQ(census->cannot_end > 0, !bottom_sccs(exploration.edges(), stop)->empty());
  }
}

}  // namespace
}  // namespace fermata::search
