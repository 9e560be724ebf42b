// SPDX-License-Identifier: Apache-2.0
// Emptiness of Streett and generalised Buechi conditions, on strongly connected components.
//
//   O. Lichtenstein, A. Pnueli, "Checking that finite state concurrent programs satisfy their
//     linear specification", POPL 1985
//   E. A. Emerson, C.-L. Lei, "Modalities for model checking", Sci. Comput. Program. 1987
//   M. F. Atig, A. Bouajjani, M. Emmi, A. Lal, "Detecting fair non-termination in multithreaded
//     programs", CAV 2012: what the property is for
//
//   none    Every component with an edge is fair.
//   weak    A component is fair if each agent moves on an edge of it or is disabled somewhere in it. If it is not fair,
//   no
//           part of it is.
//   strong  Let X be the agents that move on the edges of the component. A fair run cannot visit infinitely often a
//   state
//           or an edge where another agent is enabled. These are removed, and the components of the rest are treated in
//           the same way. If there is nothing to remove, the component is fair. X shrinks each time, so the depth is at
//           most the number of agents.
//   await   The same with a second condition for each agent: if it is infinitely often enabled without spinning, it
//           infinitely often makes progress.
//
// Where we differ from the papers:
//   - agents are enabled or disabled on edges as well as in states, since an edge can stand for several steps
//     (Edge::enabled_inside);
//   - labels are not stored. The states of one nontrivial component of the graph at a time are expanded again, so a
//     graph without cycles costs one pass of Tarjan's algorithm;
//   - the answer is the nearest component, by the number of its first state.
//
// Except for `none`, a fair run takes rare edges only finitely often: they are no steps of a cycle. Their agents are
// enabled all the same.
//
// A run in which an edge fails has ended. Such an edge is never on a cycle, but its agent is enabled.
#include "search/fair_cycle.h"

#include <algorithm>
#include <optional>
#include <queue>

#include "search/fair_lasso.h"
#include "search/graph.h"
#include "search/sccs.h"

namespace fermata::search {

bool allowed(const LabelledPart::Label& label, const AgentSet& movers, const AgentSet& progressing, Fairness fairness) {
  if (fairness < Fairness::strong) return true;
  return label.enabled_inside.within(movers) && (fairness != Fairness::await || label.awake_inside.within(progressing));
}

namespace {

class Emptiness {
 public:
  Emptiness(const LabelledPart& part, Fairness fairness)
      : part_(part), fairness_(fairness), owner_(part.size(), none) {}

  /// The nearest component in which a run can be fair, if there is one. False, if told to stop.
  bool solve(std::optional<FairComponent>& found, const Stop& stop) {
    Candidate everything;
    for (Rank r = 0; r < part_.size(); ++r) everything.members.push_back(r);
    everything.first_cut = true;
    if (!split(everything, stop)) return false;
    while (!queue_.empty()) {
      Candidate candidate = queue_.top();
      queue_.pop();
      auto judged = judge(candidate);
      if (judged == Judgement::fair) {
        found =
            FairComponent{std::move(candidate.members), std::move(candidate.movers), std::move(candidate.progressing)};
        return true;
      }
      if (judged == Judgement::perhaps_inside && !split(candidate, stop)) return false;
    }
    return true;
  }

 private:
  enum class Judgement { fair, unfair, perhaps_inside };
  static constexpr std::uint32_t none = 0xFFFF'FFFF;

  // Strongly connected by the steps that were allowed where it was cut out.
  struct Candidate {
    std::vector<Rank> members;  // ascending
    std::uint32_t name = none;
    AgentSet movers, progressing;                   // of the component that it was cut out of, then its own
    bool first_cut = false;                         // cut out of nothing: every step is allowed
    bool operator<(const Candidate& other) const {  // the nearest has the highest priority
      return members.front() > other.members.front();
    }
  };

  /// Calls act(source, step, label) for each step inside that was allowed when it was cut out.
  template <class Act>
  void each_step(const Candidate& c, Act act) const {
    for (Rank r : c.members) {
      for (const LabelledPart::Step& step : part_.steps(r)) {
        const auto& label = part_.label(step);
        if (owner_[step.target] == c.name && (c.first_cut || allowed(label, c.movers, c.progressing, fairness_)))
          act(r, step, label);
      }
    }
  }

  Judgement judge(Candidate& c) const {
    AgentSet movers, progressing, ever_disabled;
    each_step(c, [&](Rank, const LabelledPart::Step&, const LabelledPart::Label& label) {
      movers.add(label.agent);
      if (!label.idles) progressing.add(label.agent);
      ever_disabled.add(label.disabled_inside);
    });
    bool fair = true;
    if (fairness_ == Fairness::weak) {
      AgentSet always = part_.enabled(c.members.front());
      for (Rank r : c.members) always.keep_only(part_.enabled(r));
      always.remove(ever_disabled);
      fair = always.within(movers);
    } else if (fairness_ >= Fairness::strong) {
      for (Rank r : c.members) fair = fair && visitable(r, movers, progressing);
      each_step(c, [&](Rank, const LabelledPart::Step&, const LabelledPart::Label& label) {
        fair = fair && allowed(label, movers, progressing, fairness_);
      });
    }
    c.movers = std::move(movers);
    c.progressing = std::move(progressing);
    c.first_cut = false;
    if (fair) return Judgement::fair;
    return fairness_ == Fairness::weak ? Judgement::unfair : Judgement::perhaps_inside;
  }

  bool visitable(Rank r, const AgentSet& movers, const AgentSet& progressing) const {
    return part_.enabled(r).within(movers) && (fairness_ != Fairness::await || part_.awake(r).within(progressing));
  }

  /// Queues the components of what its movers can be fair in. False, if told to stop.
  bool split(const Candidate& c, const Stop& stop) {
    std::vector<Rank> kept;
    for (Rank r : c.members) {
      bool keep = c.first_cut || fairness_ < Fairness::strong || visitable(r, c.movers, c.progressing);
      owner_[r] = none;
      if (keep) kept.push_back(r);
    }
    const std::uint32_t here = next_name_++;
    for (Rank r : kept) owner_[r] = here;

    EdgeLists graph;
    std::vector<State> targets;
    for (Rank r : kept) {
      targets.clear();
      for (const LabelledPart::Step& step : part_.steps(r)) {
        if (owner_[step.target] != here) continue;
        if (!c.first_cut && !allowed(part_.label(step), c.movers, c.progressing, fairness_)) continue;
        auto at = std::ranges::lower_bound(kept, step.target);
        targets.push_back(State{static_cast<std::uint32_t>(at - kept.begin())});
      }
      graph.append(targets);
    }
    auto components = nontrivial_sccs(graph, stop);
    if (!components) return false;
    for (Rank r : kept) owner_[r] = none;
    for (std::size_t i = 0; i < components->size(); ++i) {
      Candidate smaller{.members = {},
                        .name = next_name_++,
                        .movers = c.movers,
                        .progressing = c.progressing,
                        .first_cut = c.first_cut};
      for (State local : (*components)[i]) smaller.members.push_back(kept[index(local)]);
      for (Rank r : smaller.members) owner_[r] = smaller.name;
      queue_.push(std::move(smaller));
    }
    return true;
  }

  const LabelledPart& part_;
  Fairness fairness_;
  std::vector<std::uint32_t> owner_;  // the name of the candidate that a state is in
  std::uint32_t next_name_ = 0;
  std::priority_queue<Candidate> queue_;
};

Stopped stopped(const Stop& stop) { return {stop.reason().value_or("it was told to stop")}; }

}  // namespace

FairCycleAnswer find_fair_cycle_among(Exploration& exploration, std::span<const State> states, Fairness fairness,
                                      const Stop& stop) {
  auto part = LabelledPart::read(exploration, states, fairness, stop);
  if (!part) return stopped(stop);
  std::optional<FairComponent> component;
  if (!Emptiness(*part, fairness).solve(component, stop)) return stopped(stop);
  if (!component) return NoFairCycle{};
  auto cycle = fair_lasso(exploration, *part, *component, fairness, stop);
  if (!cycle) return stopped(stop);
  return std::move(*cycle);
}

FairCycleAnswer find_fair_cycle(Exploration& exploration, Fairness fairness, const Stop& stop) {
  auto components = nontrivial_sccs(exploration.edges(), stop);
  if (!components) return stopped(stop);
  for (std::size_t i = 0; i < components->size(); ++i) {
    auto answer = find_fair_cycle_among(exploration, (*components)[i], fairness, stop);
    if (!std::holds_alternative<NoFairCycle>(answer)) return answer;
  }
  return NoFairCycle{};
}

}  // namespace fermata::search
