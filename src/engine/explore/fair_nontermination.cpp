// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/fair_nontermination.h"

#include <functional>
#include <utility>

namespace fermata::engine::explore {

namespace {

using verdict::Fairness;

search::Fairness level(Fairness fairness) {
  switch (fairness) {
    case Fairness::none: return search::Fairness::none;
    case Fairness::weak: return search::Fairness::weak;
    case Fairness::strong: return search::Fairness::strong;
    case Fairness::await:
    case Fairness::inescapable: break;
  }
  return search::Fairness::await;
}

using Find = std::function<search::FairCycleAnswer(search::Fairness)>;

FairLassoAnswer fairest(Fairness asked, const Find& find) {
  auto answer = find(level(asked));
  if (auto* stopped = std::get_if<search::Stopped>(&answer)) return std::move(*stopped);
  auto* cycle = std::get_if<search::FairCycle>(&answer);
  if (!cycle) return search::NoFairCycle{};
  FairLasso best{std::move(*cycle), asked};
  for (Fairness fairer : {Fairness::await, Fairness::strong, Fairness::weak}) {
    if (fairer <= asked) break;
    auto another = find(level(fairer));
    if (std::holds_alternative<search::Stopped>(another)) break;
    auto* better = std::get_if<search::FairCycle>(&another);
    if (better) return FairLasso{std::move(*better), fairer};
  }
  return best;
}

}  // namespace

FairLassoAnswer find_fair_lasso(search::Exploration& exploration, Fairness asked, const Stop& stop) {
  return fairest(asked, [&](search::Fairness f) { return search::find_fair_cycle(exploration, f, stop); });
}

FairLassoAnswer find_fair_lasso_among(search::Exploration& exploration, std::span<const search::State> states,
                                      Fairness asked, const Stop& stop) {
  return fairest(asked,
                 [&](search::Fairness f) { return search::find_fair_cycle_among(exploration, states, f, stop); });
}

}  // namespace fermata::engine::explore
