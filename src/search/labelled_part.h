// SPDX-License-Identifier: Apache-2.0
// A subgraph with the labels of its edges.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "base/stop.h"
#include "search/agent_set.h"
#include "search/exploration.h"
#include "search/fair_cycle.h"
#include "store/growing_array.h"

namespace fermata::search {

/// The number of a state in a part.
using Rank = std::uint32_t;

/// The edges among some states, with the labels that fairness depends on. The states are expanded again for them. 8
/// bytes for an edge, 12 and more for a state.
class LabelledPart {
 public:
  /// Edges of a state with equal labels and targets are merged.
  struct Label {
    Agent agent = 0;
    /// The agent makes no progress: it spins, or no other agent can notice the move and it makes the same move where it
    /// spins in this part.
    bool idles = false;
    AgentSet enabled_inside, disabled_inside, awake_inside;
    auto operator<=>(const Label&) const = default;
  };
  struct Step {
    Rank target = 0;
    std::uint32_t label = 0;
    bool operator==(const Step&) const = default;
  };

  /// `states` ascend and are expanded, and no path that leaves them comes back. Rare edges are steps only for
  /// Fairness::none. Who spins, and so who idles, is computed only for `await`, since it takes time. In a state of
  /// which not all edges are known, it is not known who is enabled: such a state has no steps here, and no step leads
  /// to it. Nothing, if told to stop.
  static std::optional<LabelledPart> read(Exploration& exploration, std::span<const State> states, Fairness fairness,
                                          const Stop& stop);

  Rank size() const { return static_cast<Rank>(states_.size()); }
  State state(Rank rank) const { return states_[rank]; }
  /// The steps that stay in the part.
  std::span<const Step> steps(Rank rank) const {
    return steps_.slice(starts_[rank], starts_[rank + 1] - starts_[rank]);
  }
  const Label& label(const Step& step) const { return *labels_[step.label]; }

  /// The agents that have an edge in this state, be it one that leaves the part or fails.
  const AgentSet& enabled(Rank rank) const { return *sets_[enabled_[rank]]; }
  /// The same without those that spin.
  const AgentSet& awake(Rank rank) const { return *sets_[awake_[rank]]; }

  /// Some edge of the exploration that this step stands for.
  Move move(Exploration& exploration, Rank source, const Step& step);

 private:
  template <class T>
  struct Interned {
    std::map<T, std::uint32_t> numbers;
    std::vector<const T*> values;  // keys of a map stay where they are
    std::uint32_t number(T value) {
      auto [at, fresh] = numbers.emplace(std::move(value), static_cast<std::uint32_t>(values.size()));
      if (fresh) values.push_back(&at->first);
      return at->second;
    }
    const T* operator[](std::uint32_t i) const { return values[i]; }
  };
  struct Found {
    Step step;
    std::uint32_t outcome;
  };

  std::optional<Rank> rank(State state) const;
  struct Seen;
  /// The edges of a state that stay in the part, who is enabled there, and who certainly does not spin.
  Seen expand(Exploration& exploration, Rank source);
  /// The steps of a state that stay in the part; `awake_` and `idle_fingerprints_` are complete by then.
  std::vector<Found> labelled_steps(Exploration& exploration, Rank source);

  bool with_rare_ = false, with_spinning_ = false;
  std::set<std::pair<Agent, std::uint64_t>> idle_fingerprints_;
  std::vector<State> states_;
  std::vector<bool> refuses_;
  std::vector<std::uint32_t> enabled_, awake_;
  store::GrowingArray<std::uint64_t> starts_;  // one more than there are states
  store::GrowingArray<Step> steps_;
  Interned<AgentSet> sets_;
  Interned<Label> labels_;
};

}  // namespace fermata::search
