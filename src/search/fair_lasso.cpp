// SPDX-License-Identifier: Apache-2.0
// A short fair cycle through a fair component.
//
//   E. Clarke, O. Grumberg, K. McMillan, X. Zhao, "Efficient generation of counterexamples and
//     witnesses in symbolic model checking", DAC 1995: finding a shortest one is NP-hard
//
// So we are greedy: as long as somebody is owed a move because of what was seen so far, we go the
// shortest way to an edge that serves one of them, if there are several to the one that is nearest
// to home; then the shortest way home. On the way we may
// see others who are owed something. Each round serves somebody for good, so there are at most as
// many as agents. In a small component every state is tried as the start, and the shortest run,
// stem and loop together, is kept.
//
// Who is owed a move depends on the cycle, not on the component: a component may be fair because
// everybody moves in it, and have a short cycle in which one agent is disabled throughout.
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

/// What a cycle has seen, and what it owes.
class Ledger {
 public:
  Ledger(const LabelledPart& part, Fairness fairness, Rank start)
      : part_(part), fairness_(fairness), always_enabled_(part.enabled(start)) {
    visit(start);
  }

  void visit(Rank rank) {
    enabled_.add(part_.enabled(rank));
    awake_.add(part_.awake(rank));
    always_enabled_.keep_only(part_.enabled(rank));
    settle();
  }
  void take(const LabelledPart::Step& step) {
    const auto& label = part_.label(step);
    moved_.add(label.agent);
    if (!label.idles) worked_.add(label.agent);
    enabled_.add(label.enabled_inside);
    awake_.add(label.awake_inside);
    always_enabled_.remove(label.disabled_inside);
    visit(step.target);
  }

  bool settled() const { return owed_.empty() && owed_work_.empty(); }
  bool served_by(const LabelledPart::Step& step) const {
    const auto& label = part_.label(step);
    if (owed_.contains(label.agent)) return true;
    if (owed_work_.contains(label.agent) && !label.idles) return true;
    if (fairness_ != Fairness::weak) return false;
    // Somebody who is owed a move is disabled on the way, and so is owed nothing.
    auto still = owed_;
    still.keep_only(part_.enabled(step.target));
    still.remove(label.disabled_inside);
    return still != owed_;
  }

 private:
  void settle() {
    if (fairness_ == Fairness::none) return;
    owed_ = fairness_ == Fairness::weak ? always_enabled_ : enabled_;
    owed_.remove(moved_);
    if (fairness_ != Fairness::await) return;
    owed_work_ = awake_;
    owed_work_.remove(worked_);
  }

  const LabelledPart& part_;
  Fairness fairness_;
  AgentSet enabled_, awake_, always_enabled_;
  AgentSet moved_, worked_;
  AgentSet owed_, owed_work_;
};

class Lassos {
 public:
  Lassos(const LabelledPart& part, const FairComponent& component, Fairness fairness)
      : part_(part),
        component_(component),
        fairness_(fairness),
        member_(part.size()),
        seen_(part.size()),
        way_(part.size()),
        to_home_(part.size()) {
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
    into_.emplace(graph);
  }

  std::vector<Taken> from(Rank start) {
    std::vector<Taken> loop;
    Ledger ledger(part_, fairness_, start);
    measure_way_home(start);
    Rank at = start;
    do {
      const bool home = ledger.settled();
      auto way = nearest(
          at, [&](const LabelledPart::Step& step) { return home ? step.target == start : ledger.served_by(step); });
      for (const Taken& taken : way) {
        ledger.take(taken.step);
        loop.push_back(taken);
      }
      at = loop.back().step.target;
    } while (at != start || !ledger.settled());
    return loop;
  }

 private:
  bool stays(const LabelledPart::Step& step) const {
    return member_[step.target] && allowed(part_.label(step), component_.movers, component_.workers, fairness_);
  }

  void measure_way_home(Rank start) {
    ++round_;
    seen_[start] = round_;
    to_home_[start] = 0;
    queue_.assign(1, start);
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      for (State source : (*into_)[State{queue_[next]}]) {
        if (seen_[index(source)] == round_) continue;
        seen_[index(source)] = round_;
        to_home_[index(source)] = to_home_[queue_[next]] + 1;
        queue_.push_back(index(source));
      }
    }
  }

  /// The shortest way whose last step is as wanted.
  template <class Wanted>
  std::vector<Taken> nearest(Rank from, Wanted wanted) {
    ++round_;
    seen_[from] = round_;
    queue_.assign(1, from);
    std::optional<Taken> best;
    std::size_t level_end = 1;  // in the queue; all before it are equally far
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      if (next == level_end) {
        if (best) break;
        level_end = queue_.size();
      }
      for (const LabelledPart::Step& step : part_.steps(queue_[next])) {
        if (!stays(step)) continue;
        if (wanted(step) && (!best || to_home_[step.target] < to_home_[best->step.target]))
          best = Taken{queue_[next], step};
        if (seen_[step.target] == round_) continue;
        seen_[step.target] = round_;
        way_[step.target] = {queue_[next], step};
        queue_.push_back(step.target);
      }
    }
    FERMATA_REQUIRE(best, "a fair component can give everybody what is due, and is connected");
    return way_to(*best, from);
  }

  std::vector<Taken> way_to(Taken last, Rank from) const {
    std::vector<Taken> way{last};
    while (way.back().source != from) way.push_back(way_[way.back().source]);
    std::ranges::reverse(way);
    return way;
  }

  const LabelledPart& part_;
  const FairComponent& component_;
  Fairness fairness_;
  std::vector<bool> member_;
  std::uint64_t round_ = 0;
  std::vector<std::uint64_t> seen_;  // in which round
  std::vector<Taken> way_;           // there, if seen in this round
  std::vector<std::uint32_t> to_home_;
  std::optional<Predecessors> into_;
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
