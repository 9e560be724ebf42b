// SPDX-License-Identifier: Apache-2.0
// A short fair cycle through a fair component.
//
//   E. Clarke, O. Grumberg, K. McMillan, X. Zhao, "Efficient generation of counterexamples and
//     witnesses in symbolic model checking", DAC 1995: finding a shortest one is NP-hard
//
// So this is greedy: as long as the path so far obliges some agents to move, it is extended by a shortest path to an
// edge that fulfils one of these obligations, of several to the one nearest to the start; then by a shortest path to
// the start. The extension may create new obligations. Each round fulfils one for good, so there are at most as many
// rounds as agents. In a small component every state is tried as the start, and the shortest run, stem and loop
// together, is taken.
//
// The obligations depend on the cycle, not on the component: a component may be fair because all agents move in it, and
// have a short cycle in which one agent is disabled throughout.
#include "search/fair_lasso.h"

#include <algorithm>
#include <optional>

#include "base/require.h"
#include "search/graph.h"

namespace fermata::search {

namespace {

// Trying every start takes time that grows with the square of this.
constexpr std::size_t small = 512;

struct Taken {
  Rank source = 0;
  LabelledPart::Step step;
};

/// The agents that have to move, or make progress, on a cycle, because of the path so far.
class Obligations {
 public:
  Obligations(const LabelledPart& part, Fairness fairness, Rank start)
      : part_(part), fairness_(fairness), always_enabled_(part.enabled(start)) {
    visit(start);
  }

  void visit(Rank rank) {
    enabled_.add(part_.enabled(rank));
    awake_.add(part_.awake(rank));
    always_enabled_.keep_only(part_.enabled(rank));
    update();
  }
  void take(const LabelledPart::Step& step) {
    const auto& label = part_.label(step);
    moved_.add(label.agent);
    if (!label.idles) progressed_.add(label.agent);
    enabled_.add(label.enabled_inside);
    awake_.add(label.awake_inside);
    always_enabled_.remove(label.disabled_inside);
    visit(step.target);
  }

  bool fulfilled() const { return must_move_.empty() && must_progress_.empty(); }
  bool fulfilled_by(const LabelledPart::Step& step) const {
    const auto& label = part_.label(step);
    if (must_move_.contains(label.agent)) return true;
    if (must_progress_.contains(label.agent) && !label.idles) return true;
    if (fairness_ != Fairness::weak) return false;
    // An agent that becomes disabled need not move.
    auto still = must_move_;
    still.keep_only(part_.enabled(step.target));
    still.remove(label.disabled_inside);
    return still != must_move_;
  }

 private:
  void update() {
    if (fairness_ == Fairness::none) return;
    must_move_ = fairness_ == Fairness::weak ? always_enabled_ : enabled_;
    must_move_.remove(moved_);
    if (fairness_ != Fairness::await) return;
    must_progress_ = awake_;
    must_progress_.remove(progressed_);
  }

  const LabelledPart& part_;
  Fairness fairness_;
  AgentSet enabled_, awake_, always_enabled_;
  AgentSet moved_, progressed_;
  AgentSet must_move_, must_progress_;
};

class Lassos {
 public:
  Lassos(const LabelledPart& part, const FairComponent& component, Fairness fairness)
      : part_(part),
        component_(component),
        fairness_(fairness),
        member_(part.size()),
        seen_(part.size()),
        discovered_by_(part.size()),
        distance_(part.size()) {
    for (Rank r : component.members) member_[r] = true;
    EdgeLists graph;
    std::vector<State> targets;
    for (Rank r = 0; r < part.size(); ++r) {
      targets.clear();
      for (const LabelledPart::Step& step : part.steps(r)) {
        if (member_[r] && stays(step)) targets.push_back(State{step.target});
      }
      graph.append(targets);
    }
    predecessors_.emplace(graph);
  }

  std::vector<Taken> from(Rank start) {
    std::vector<Taken> loop;
    Obligations obligations(part_, fairness_, start);
    compute_distances(start);
    Rank at = start;
    do {
      const bool close = obligations.fulfilled();
      auto path = nearest(at, [&](const LabelledPart::Step& step) {
        return close ? step.target == start : obligations.fulfilled_by(step);
      });
      for (const Taken& taken : path) {
        obligations.take(taken.step);
        loop.push_back(taken);
      }
      at = loop.back().step.target;
    } while (at != start || !obligations.fulfilled());
    return loop;
  }

 private:
  bool stays(const LabelledPart::Step& step) const {
    return member_[step.target] && allowed(part_.label(step), component_.movers, component_.progressing, fairness_);
  }

  void compute_distances(Rank start) {
    ++round_;
    seen_[start] = round_;
    distance_[start] = 0;
    queue_.assign(1, start);
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      for (State source : (*predecessors_)[State{queue_[next]}]) {
        if (seen_[index(source)] == round_) continue;
        seen_[index(source)] = round_;
        distance_[index(source)] = distance_[queue_[next]] + 1;
        queue_.push_back(index(source));
      }
    }
  }

  /// A shortest path whose last step is wanted; of several, the one that ends nearest to the start.
  template <class Wanted>
  std::vector<Taken> nearest(Rank from, Wanted wanted) {
    ++round_;
    seen_[from] = round_;
    queue_.assign(1, from);
    std::optional<Taken> best;
    std::size_t level_end = 1;  // in the queue; states before it have the same distance from `from`
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      if (next == level_end) {
        if (best) break;
        level_end = queue_.size();
      }
      for (const LabelledPart::Step& step : part_.steps(queue_[next])) {
        if (!stays(step)) continue;
        if (wanted(step) && (!best || distance_[step.target] < distance_[best->step.target]))
          best = Taken{queue_[next], step};
        if (seen_[step.target] == round_) continue;
        seen_[step.target] = round_;
        discovered_by_[step.target] = {queue_[next], step};
        queue_.push_back(step.target);
      }
    }
    FERMATA_REQUIRE(best, "a fair component fulfils all obligations, and is strongly connected");
    return path_to(*best, from);
  }

  std::vector<Taken> path_to(Taken last, Rank from) const {
    std::vector<Taken> path{last};
    while (path.back().source != from) path.push_back(discovered_by_[path.back().source]);
    std::ranges::reverse(path);
    return path;
  }

  const LabelledPart& part_;
  const FairComponent& component_;
  Fairness fairness_;
  std::vector<bool> member_;
  std::uint64_t round_ = 0;
  std::vector<std::uint64_t> seen_;      // in which round
  std::vector<Taken> discovered_by_;     // valid if seen in this round
  std::vector<std::uint32_t> distance_;  // to the start
  std::optional<Predecessors> predecessors_;
  std::vector<Rank> queue_;
};

}  // namespace

std::optional<FairCycle> fair_lasso(Exploration& exploration, LabelledPart& part, const FairComponent& component,
                                    Fairness fairness, const Stop& stop) {
  Lassos lassos(part, component, fairness);
  Rank best = component.members.front();
  auto shortest = lassos.from(best);
  if (component.members.size() <= small) {
    auto length = [&](Rank start, const std::vector<Taken>& loop) {
      return std::size_t{exploration.distance(part.state(start))} + loop.size();
    };
    auto least = length(best, shortest);
    for (Rank start : component.members) {
      if (stop.now()) break;
      auto loop = lassos.from(start);
      if (auto now = length(start, loop); now < least) {
        best = start, least = now;
        shortest = std::move(loop);
      }
    }
  }
  FairCycle cycle{.start = part.state(best), .loop = {}};
  for (const Taken& taken : shortest) {
    if (stop.now()) return std::nullopt;
    cycle.loop.push_back(part.move(exploration, taken.source, taken.step));
  }
  return cycle;
}

}  // namespace fermata::search
