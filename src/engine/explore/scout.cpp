// SPDX-License-Identifier: Apache-2.0
// Random walks. A breadth-first search sees last what happens last, such as the end of a pool. If that refutes what was believed
// about locks, all was in vain; a few walks cost little and nearly always get there.
#include "engine/explore/scout.h"

#include <random>
#include <vector>

namespace fermata::engine::explore {

namespace {

constexpr int ways = 24;
constexpr int longest = 1000;  // edges
constexpr int most = 4 * longest;  // of all ways; an edge may stand for a thousand steps

}  // namespace

void scout(search::StateSpace& space, const Stop& stop) {
  std::minstd_rand random(1);
  std::vector<search::Word> state, next;
  int edges = 0;
  for (int way = 0; way < ways; ++way) {
    state = space.initial();
    for (int step = 0; step < longest && edges < most && !stop.reason(); ++step, ++edges) {
      std::uint32_t seen = 0;
      search::OnEdge visit([&](const search::Edge& edge, std::span<const search::Word> target) {
        // Each of those seen so far is chosen with the same probability.
        if (!edge.fails && random() % ++seen == 0) next.assign(target.begin(), target.end());
        return true;
      }, search::Visitor::Wants::targets);
      space.expand(state, visit);
      if (seen == 0) break;
      state.swap(next);
    }
  }
}

}  // namespace fermata::engine::explore
