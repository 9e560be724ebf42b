// SPDX-License-Identifier: Apache-2.0
#include "search/can_reach_end.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace fermata::search {
namespace {

TEST(CanReachEnd, are_those_from_which_one_can_leave_the_graph) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 3000; ++round) {
    const auto size = static_cast<std::uint32_t>(1 + random() % 60);
    EdgeLists edges;
    for (std::uint32_t s = 0; s < size; ++s) {
      std::vector<State> targets;
      for (auto n = random() % 3; n > 0; --n) targets.push_back(State{static_cast<std::uint32_t>(random() % size)});
      if (random() % 25 == 0) targets.push_back(random() % 2 ? leads_to_end : State{size});
      edges.append(targets);
    }
    std::vector<bool> expected(size);
    for (bool more = true; more;) {
      more = false;
      for (std::uint32_t s = 0; s < size; ++s)
        if (!expected[s] &&
            std::ranges::any_of(edges[State{s}], [&](State t) { return index(t) >= size || expected[index(t)]; }))
          more = expected[s] = true;
    }
    CanReachEnd can_reach_end(edges);
    ASSERT_TRUE(can_reach_end.sweep(Stop{}));
    for (std::uint32_t s = 0; s < size; ++s)
      ASSERT_TRUE(expected[s] || !can_reach_end.states().contains(State{s})) << "round " << round;
    ASSERT_TRUE(can_reach_end.search(Stop{}));
    for (std::uint32_t s = 0; s < size; ++s)
      ASSERT_EQ(can_reach_end.states().contains(State{s}), expected[s]) << "round " << round;
  }
}

}  // namespace
}  // namespace fermata::search
