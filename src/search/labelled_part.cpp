// SPDX-License-Identifier: Apache-2.0
#include "search/labelled_part.h"

#include <algorithm>

#include "base/require.h"

namespace fermata::search {

std::optional<LabelledPart> LabelledPart::read(Exploration& exploration,
                                               std::span<const State> states, const Stop& stop) {
  LabelledPart part;
  part.states_.assign(states.begin(), states.end());
  for (State state : states) {
    part.refuses_.push_back(exploration.edges()[state].contains(leads_beyond));
  }
  part.starts_.push_back(0);
  std::vector<Step> steps;
  for (Rank r = 0; r < part.size(); ++r) {
    if (stop.reason()) return std::nullopt;
    AgentSet enabled, awake;
    steps.clear();
    for (const Found& found : part.look(exploration, r, enabled, awake)) {
      if (std::ranges::find(steps, found.step) == steps.end()) steps.push_back(found.step);
    }
    part.enabled_.push_back(part.sets_.number(std::move(enabled)));
    part.awake_.push_back(part.sets_.number(std::move(awake)));
    part.steps_.append(steps);
    part.starts_.push_back(part.steps_.size());
  }
  return part;
}

std::optional<Rank> LabelledPart::rank(State state) const {
  auto at = std::ranges::lower_bound(states_, state);
  if (at == states_.end() || *at != state) return std::nullopt;
  return static_cast<Rank>(at - states_.begin());
}

std::vector<LabelledPart::Found> LabelledPart::look(Exploration& exploration, Rank source,
                                                    AgentSet& enabled, AgentSet& awake) {
  struct Inside {
    Rank target;
    Label label;
    std::uint32_t outcome;
  };
  std::vector<Inside> inside;
  if (refuses_[source]) return {};
  OnEdge visit([&](const Edge& edge, std::span<const Word> target) {
    enabled.add(edge.agent);
    auto state = edge.fails ? std::nullopt : exploration.find(target);
    auto to = state ? rank(*state) : std::nullopt;
    // With something inside it is more than a look at what has not changed.
    bool back = to == source && edge.enabled_inside.empty() && edge.disabled_inside.empty();
    if (!back) awake.add(edge.agent);
    if (!to || refuses_[*to]) return true;
    Label label{.agent = edge.agent};
    for (Agent agent : edge.enabled_inside) label.enabled_inside.add(agent);
    for (Agent agent : edge.disabled_inside) label.disabled_inside.add(agent);
    inside.push_back({*to, std::move(label), edge.outcome});
    return true;
  });
  exploration.expand(states_[source], visit);

  std::vector<Found> found;
  for (Inside& i : inside) {
    i.label.spins = !awake.contains(i.label.agent);
    found.push_back({{i.target, labels_.number(std::move(i.label))}, i.outcome});
  }
  return found;
}

Move LabelledPart::move(Exploration& exploration, Rank source, const Step& step) {
  AgentSet enabled, awake;
  auto all = look(exploration, source, enabled, awake);
  auto found = std::ranges::find(all, step, &Found::step);
  FERMATA_REQUIRE(found != all.end(), "a space shows the same edges whenever it is asked");
  return {states_[source], label(step).agent, found->outcome};
}

}  // namespace fermata::search
