// SPDX-License-Identifier: Apache-2.0
#include "search/spinning.h"

namespace fermata::search {

bool StateSpace::spins(std::span<const Word> state, Agent agent) {
  return comes_back_alone(state, [&](std::span<const Word> at, auto visit) {
    bool all = true;
    OnEdge own(
        [&](const Edge& edge, std::span<const Word> target) {
          if (edge.agent != agent) return true;
          all &= !edge.fails;
          if (all) visit(target);
          return all;
        },
        Visitor::Wants::targets);
    return expand(at, own) && all;
  });
}

}  // namespace fermata::search
