// SPDX-License-Identifier: Apache-2.0
#include "engine/bounded/loop_edges.h"

#include "engine/bounded/drawing.h"

namespace fermata::engine::bounded {
namespace {

TEST(LoopEdges, are_those_on_a_cycle_of_their_thread) {
  Drawing drawing(2);
  drawing.edge(0, 0, 1).edge(0, 1, 2).edge(0, 2, 1).edge(0, 2, 3).edge(0, 3, Drawing::ended);
  drawing.edge(1, 0, 0).edge(1, 0, 1).edge(1, 1, Drawing::ended);
  // The first is the start.
  EXPECT_EQ(loop_edges(drawing.system()),
            (std::vector<bool>{false, false, true, true, false, false, true, false, false}));
}

TEST(LoopEdges, of_a_thread_that_ends_are_those_by_which_it_is_started_again_and_again) {
  for (bool again : {true, false}) {
    Drawing drawing(2);
    drawing.edge(1, 0, Drawing::ended);
    model::ThreadSystem system = drawing.system();
    const model::LocationId begin = system.edges[1].from, here = system.edges[0].to;
    const model::LocationId back = again ? here : model::LocationId{index(here) + 1};
    system.locations[index(here)].out.push_back(model::EdgeId{2});
    system.edges.push_back({.thread = main_thread, .from = here, .to = back, .starts = {{ThreadId{1}, begin}}});
    EXPECT_EQ(loop_edges(system), (std::vector<bool>{false, again, again}));
  }
}

TEST(LoopEdges, that_start_a_thread_which_never_ends_are_none) {
  Drawing drawing(2);
  drawing.edge(1, 0, 1).edge(1, 1, 0);
  model::ThreadSystem system = drawing.system();
  const model::LocationId begin = system.edges[1].from, here = system.edges[0].to;
  system.locations[index(here)].out.push_back(model::EdgeId{3});
  system.edges.push_back({.thread = main_thread, .from = here, .to = here, .starts = {{ThreadId{1}, begin}}});
  EXPECT_EQ(loop_edges(system), (std::vector<bool>{false, true, true, false}));
}

}  // namespace
}  // namespace fermata::engine::bounded
