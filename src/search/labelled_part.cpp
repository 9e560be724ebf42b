// SPDX-License-Identifier: Apache-2.0
#include "search/labelled_part.h"

#include <algorithm>

#include "base/require.h"

namespace fermata::search {

struct LabelledPart::Seen {
  struct Inside {
    Rank target;
    Label label;
    std::uint32_t outcome;
    std::optional<std::uint64_t> fingerprint;
    bool rare;
  };
  std::vector<Inside> inside;
  AgentSet enabled, awake;
};

std::optional<LabelledPart> LabelledPart::read(Exploration& exploration, std::span<const State> states,
                                               Fairness fairness, const Stop& stop) {
  const bool with_spinning = fairness == Fairness::await;
  LabelledPart part;
  part.with_rare_ = fairness == Fairness::none;
  part.with_spinning_ = with_spinning;
  part.states_.assign(states.begin(), states.end());
  for (State state : states) {
    part.refuses_.push_back(exploration.edges()[state].contains(leads_beyond));
  }
  // Two passes: first who is awake in each state, and which moves are made where agents spin; then the labels, which
  // depend on both.
  for (Rank r = 0; r < part.size(); ++r) {
    if (stop.now()) return std::nullopt;
    Seen seen = part.expand(exploration, r);
    AgentSet spinning;
    for (const Seen::Inside& i : seen.inside) {
      const Agent agent = i.label.agent;
      if (seen.awake.contains(agent)) continue;
      const bool spins = with_spinning && (spinning.contains(agent) || exploration.spins(states[r], agent));
      (spins ? spinning : seen.awake).add(agent);
      if (spins && i.fingerprint) part.idle_fingerprints_.emplace(agent, *i.fingerprint);
    }
    part.enabled_.push_back(part.sets_.number(std::move(seen.enabled)));
    part.awake_.push_back(part.sets_.number(std::move(seen.awake)));
  }
  part.starts_.push_back(0);
  std::vector<Step> steps;
  for (Rank r = 0; r < part.size(); ++r) {
    if (stop.now()) return std::nullopt;
    steps.clear();
    for (const Found& found : part.labelled_steps(exploration, r)) {
      if (std::ranges::find(steps, found.step) == steps.end()) steps.push_back(found.step);
    }
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

LabelledPart::Seen LabelledPart::expand(Exploration& exploration, Rank source) {
  Seen seen;
  if (refuses_[source]) return seen;
  OnEdge visit(
      [&](const Edge& edge, std::span<const Word> target) {
        seen.enabled.add(edge.agent);
        auto state = edge.fails ? std::nullopt : exploration.find(target);
        auto to = state ? rank(*state) : std::nullopt;
        if (!to || refuses_[*to]) {
          seen.awake.add(edge.agent);  // it does not come back, or that is not known
          return true;
        }
        Label label{.agent = edge.agent};
        for (Agent agent : edge.enabled_inside) label.enabled_inside.add(agent);
        for (Agent agent : edge.disabled_inside) label.disabled_inside.add(agent);
        for (Agent agent : edge.awake_inside) label.awake_inside.add(agent);
        seen.inside.push_back({*to, std::move(label), edge.outcome, edge.fingerprint, edge.rare});
        return true;
      },
      with_spinning_ ? Visitor::Wants::awake : Visitor::Wants::all);
  exploration.expand(states_[source], visit);
  return seen;
}

std::vector<LabelledPart::Found> LabelledPart::labelled_steps(Exploration& exploration, Rank source) {
  std::vector<Found> found;
  for (Seen::Inside& i : expand(exploration, source).inside) {
    if (i.rare && !with_rare_) continue;
    const Agent agent = i.label.agent;
    i.label.idles =
        !awake(source).contains(agent) || (i.fingerprint && idle_fingerprints_.contains({agent, *i.fingerprint}));
    found.push_back({{i.target, labels_.number(std::move(i.label))}, i.outcome});
  }
  return found;
}

Move LabelledPart::move(Exploration& exploration, Rank source, const Step& step) {
  auto all = labelled_steps(exploration, source);
  auto found = std::ranges::find(all, step, &Found::step);
  FERMATA_REQUIRE(found != all.end(), "a space shows the same edges whenever it is asked");
  return {states_[source], label(step).agent, found->outcome};
}

}  // namespace fermata::search
