// SPDX-License-Identifier: Apache-2.0
// A reachability game, solved by attractors.
//
//   W. Thomas, "On the synthesis of strategies in infinite games", STACS 1995: attractors
//   V. Still, J. Barnat, "Local nontermination detection for parallel C++ programs", SEFM 2019:
//     what is to be reached
//
// The scheduler wants to reach an end, the environment wants to prevent it. The scheduler chooses one of the options of
// a state: every edge that is no input is an option, and all inputs of one agent together are an option, from whose
// branches the environment chooses.
//
//   can end:    ended, or there is an option all of whose branches fail or lead to states that can end
//   can close:  the same for each slot; a branch that closes it is enough, and an end closes all slots
//
// 1. `can end` is the attractor over the stored edges. They have no labels, so at first the environment may choose all
//    edges of a state with inputs, which is to its advantage. States with inputs that it wins are expanded again.
// 2. The states that remain are few or none as a rule. Only for them, and only for a daemon, `can close` is computed as
//    a fixpoint for all slots at once, with a bit for each.
// 3. Where the goal cannot be reached, each option has a branch that the environment can choose. It always chooses the
//    first such branch: what remains is a graph without inputs, whose bottom components are the answer.
//
// Branches into states that are not expanded yet count as won by the scheduler, so an answer for a part of the graph is
// true for the whole graph.
#include "search/reachability_game.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "base/require.h"
#include "search/attractor.h"
#include "search/graph.h"
#include "search/sccs.h"
#include "store/growing_array.h"

namespace fermata::search {

namespace {

bool contains(std::span<const Slot> slots, Slot slot) { return std::ranges::find(slots, slot) != slots.end(); }

/// The sets of slots that occur on edges, each stored once.
class SlotSets {
 public:
  std::uint32_t number(std::span<const Slot> slots) {
    std::vector<Slot> set(slots.begin(), slots.end());
    auto [at, fresh] = numbers_.emplace(std::move(set), static_cast<std::uint32_t>(sets_.size()));
    if (fresh) sets_.push_back(&at->first);
    return at->second;
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(sets_.size()); }
  const std::vector<Slot>& operator[](std::uint32_t number) const { return *sets_[number]; }

 private:
  std::map<std::vector<Slot>, std::uint32_t> numbers_;
  std::vector<const std::vector<Slot>*> sets_;
};

struct Branch {
  State target{};            // or leads_to_failure, leads_beyond
  std::uint32_t closes = 0;  // a number of SlotSets
};

/// The options of some states, found by expanding them again.
class Options {
 public:
  explicit Options(SlotSets& sets) : sets_(sets) { starts_.push_back(0); }

  void add(Exploration& exploration, State state) {
    std::vector<Branch> free;
    std::map<Agent, std::vector<Branch>> inputs;
    OnEdge visit([&](const Edge& edge, std::span<const Word> target) {
      Branch branch{edge.fails ? leads_to_failure : exploration.find(target).value_or(leads_beyond),
                    sets_.number(edge.closes)};
      (edge.input ? inputs[edge.agent] : free).push_back(branch);
      return true;
    });
    if (!exploration.expand(state, visit)) free.push_back({leads_beyond, sets_.number({})});
    for (const Branch& branch : free) add_option(std::span(&branch, 1));
    for (const auto& [agent, branches] : inputs) add_option(branches);
    states_.push_back(starts_.size() - 1);
  }

  /// Of the i-th state that was added: is there an option for which `test(branches)` is true?
  template <class Test>
  bool any(std::size_t i, Test test) const {
    for (std::uint64_t option = i == 0 ? 0 : states_[i - 1]; option < states_[i]; ++option) {
      if (test(branches_.slice(starts_[option], starts_[option + 1] - starts_[option]))) return true;
    }
    return false;
  }
  template <class Act>
  void each(std::size_t i, Act act) const {
    any(i, [&](std::span<const Branch> branches) {
      act(branches);
      return false;
    });
  }

 private:
  void add_option(std::span<const Branch> branches) {
    branches_.append(branches);
    starts_.push_back(branches_.size());
  }

  SlotSets& sets_;
  store::GrowingArray<Branch> branches_;
  store::GrowingArray<std::uint64_t> starts_;  // of options, in branches_; one more than there are options
  store::GrowingArray<std::uint64_t> states_;  // for each state, the end of its options
};

/// An ascending list of states, in which each has a rank.
class Selection {
 public:
  void add(State state) { states_.push_back(state); }
  std::size_t size() const { return states_.size(); }
  State operator[](std::size_t rank) const { return states_[rank]; }
  std::optional<std::size_t> rank(State state) const {
    auto at = std::ranges::lower_bound(states_, state);
    if (at == states_.end() || *at != state) return std::nullopt;
    return static_cast<std::size_t>(at - states_.begin());
  }

 private:
  std::vector<State> states_;
};

/// Step 1: the states that cannot end, ascending. Nothing, if told to stop.
std::optional<Selection> cannot_end(Exploration& exploration, const Stop& stop) {
  const EdgeLists& edges = exploration.edges();
  Attractor won(edges);
  auto wins = [&](State target) { return !edges.listed(target) || won.contains(target); };
  auto has_winning_edges = [&](State state) {
    return exploration.has_input(state) ? std::ranges::all_of(edges[state], wins)
                                        : std::ranges::any_of(edges[state], wins);
  };
  if (!won.search(has_winning_edges, stop)) return std::nullopt;

  Selection with_inputs;
  SlotSets sets;
  Options options(sets);
  won.each_other([&](State state) {
    if (!exploration.has_input(state) || stop.now()) return;
    with_inputs.add(state);
    options.add(exploration, state);
  });
  if (stop.now()) return std::nullopt;
  auto has_winning_option = [&](State state) {
    if (!exploration.has_input(state)) return has_winning_edges(state);
    return options.any(*with_inputs.rank(state), [&](std::span<const Branch> branches) {
      return std::ranges::all_of(branches, wins, &Branch::target);
    });
  };
  if (with_inputs.size() > 0 && !won.search(has_winning_option, stop)) return std::nullopt;

  Selection lost;
  won.each_other([&](State state) { lost.add(state); });
  return lost;
}

/// Steps 2 and 3, for the states that cannot end.
class Lost {
 public:
  Lost(Exploration& exploration, Selection states)
      : exploration_(exploration), states_(std::move(states)), options_(sets_) {}

  /// This and the next one: false, if told to stop.
  bool read_options(const Stop& stop) {
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (stop.now()) return false;
      options_.add(exploration_, states_[i]);
    }
    return true;
  }

  bool compute_can_close(const Stop& stop);
  /// Slots that are open in some state in which they cannot be closed.
  std::vector<Slot> stuck_slots();

  /// The nearest component in which the environment can prevent for ever that `slot` is closed or, without a slot, that
  /// an end is reached. Nothing, if told to stop.
  std::optional<StuckComponent> prevent(std::optional<Slot> slot, const Stop& stop);

 private:
  bool can_close(std::size_t rank, Slot slot) const {
    auto bit = bits_.find(slot);
    return bit != bits_.end() && (closable_[rank * width_ + bit->second / 64] >> (bit->second % 64) & 1);
  }
  bool improve(std::size_t rank);

  Exploration& exploration_;
  Selection states_;
  SlotSets sets_;
  Options options_;

  std::map<Slot, std::size_t> bits_;     // the slots that are open in some of the states
  std::size_t width_ = 0;                // words for a set of bits
  std::vector<std::uint64_t> masks_;     // for each of sets_
  std::vector<std::uint64_t> closable_;  // for each state
};

bool Lost::compute_can_close(const Stop& stop) {
  Facts facts;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (stop.now()) return false;
    exploration_.facts(states_[i], facts);
    for (Slot slot : facts.open) bits_.emplace(slot, bits_.size());
  }
  width_ = (bits_.size() + 63) / 64;
  masks_.assign(sets_.size() * width_, 0);
  for (std::uint32_t set = 0; set < sets_.size(); ++set) {
    for (Slot slot : sets_[set]) {
      // A slot that is not open in any of these states does not matter.
      if (auto bit = bits_.find(slot); bit != bits_.end()) {
        masks_[set * width_ + bit->second / 64] |= std::uint64_t{1} << (bit->second % 64);
      }
    }
  }
  closable_.assign(states_.size() * width_, 0);

  EdgeLists inside;
  std::vector<State> targets;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    targets.clear();
    for (State target : exploration_.edges()[states_[i]]) {
      if (auto rank = states_.rank(target)) targets.push_back(State{static_cast<std::uint32_t>(*rank)});
    }
    inside.append(targets);
  }
  Predecessors predecessors(inside);
  std::vector<bool> waiting(states_.size(), true);
  std::vector<State> queue;
  for (std::uint32_t i = 0; i < states_.size(); ++i)
    queue.push_back(State{i});  // taken from the back: the farthest first
  while (!queue.empty()) {
    if (stop.now()) return false;
    auto state = queue.back();
    queue.pop_back();
    waiting[index(state)] = false;
    if (!improve(index(state))) continue;
    for (State source : predecessors[state]) {
      if (waiting[index(source)]) continue;
      waiting[index(source)] = true;
      queue.push_back(source);
    }
  }
  return true;
}

// True, if more can be closed than was known.
bool Lost::improve(std::size_t rank) {
  bool more = false;
  for (std::size_t w = 0; w < width_; ++w) {
    std::uint64_t some = 0;
    options_.each(rank, [&](std::span<const Branch> branches) {
      std::uint64_t all = ~std::uint64_t{0};
      for (const Branch& branch : branches) {
        auto target = states_.rank(branch.target);
        if (!target) continue;  // it can end
        all &= masks_[branch.closes * width_ + w] | closable_[*target * width_ + w];
      }
      some |= all;
    });
    auto& known = closable_[rank * width_ + w];
    more |= (some & ~known) != 0;
    known |= some;
  }
  return more;
}

std::vector<Slot> Lost::stuck_slots() {
  std::vector<Slot> stuck;
  Facts facts;
  for (std::size_t i = 0; i < states_.size() && stuck.size() < bits_.size(); ++i) {
    exploration_.facts(states_[i], facts);
    for (Slot slot : facts.open) {
      if (!can_close(i, slot) && !contains(stuck, slot)) stuck.push_back(slot);
    }
  }
  return stuck;
}

std::optional<StuckComponent> Lost::prevent(std::optional<Slot> slot, const Stop& stop) {
  Selection trap;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (!slot || !can_close(i, *slot)) trap.add(states_[i]);
  }
  auto stays = [&](const Branch& branch) {
    return trap.rank(branch.target) && !(slot && contains(sets_[branch.closes], *slot));
  };
  // For each option, the branch that the environment chooses.
  auto each_branch = [&](State state, auto act) {
    options_.each(*states_.rank(state), [&](std::span<const Branch> branches) {
      auto branch = std::ranges::find_if(branches, stays);
      FERMATA_REQUIRE(branch != branches.end(), "otherwise the scheduler wins with this option");
      act(*branch);
    });
  };

  EdgeLists graph;
  std::vector<State> targets;
  for (std::size_t i = 0; i < trap.size(); ++i) {
    if (stop.now()) return std::nullopt;
    targets.clear();
    each_branch(trap[i], [&](const Branch& branch) {
      targets.push_back(State{static_cast<std::uint32_t>(*trap.rank(branch.target))});
    });
    graph.append(targets);
  }
  auto components = bottom_sccs(graph, stop);
  if (!components) return std::nullopt;

  Facts facts;
  for (std::size_t c = 0; c < components->size(); ++c) {
    StuckComponent component;
    std::set<Slot> open, closed;
    for (State local : (*components)[c]) {
      auto state = trap[index(local)];
      component.members.push_back(state);
      exploration_.facts(state, facts);
      open.insert(facts.open.begin(), facts.open.end());
      each_branch(state, [&](const Branch& branch) {
        const auto& closes = sets_[branch.closes];
        closed.insert(closes.begin(), closes.end());
      });
    }
    std::ranges::set_difference(open, closed, std::back_inserter(component.slots));
    // A slot that cannot be closed need not be open; then nothing is stuck here.
    if (!slot || std::ranges::binary_search(component.slots, *slot)) return component;
  }
  FERMATA_REQUIRE(false, "an open slot that cannot be closed stays open in some bottom component");
  return std::nullopt;
}

}  // namespace

StuckAnswer solve_reachability_game(Exploration& exploration, const StuckOptions& options, const Stop& stop) {
  auto stopped = [&] { return Stopped{stop.reason().value_or("it was told to stop")}; };
  auto states = cannot_end(exploration, stop);
  if (!states) return stopped();
  if (states->size() == 0) return NothingStuck{};

  Lost lost(exploration, std::move(*states));
  if (!lost.read_options(stop)) return stopped();
  if (!options.daemon) {
    auto component = lost.prevent(std::nullopt, stop);
    if (!component) return stopped();
    return std::move(*component);
  }

  if (!lost.compute_can_close(stop)) return stopped();
  std::optional<StuckComponent> nearest;
  for (Slot slot : lost.stuck_slots()) {
    auto component = lost.prevent(slot, stop);
    if (!component) return stopped();
    if (!nearest || component->members.front() < nearest->members.front()) nearest = std::move(component);
  }
  if (!nearest) return NothingStuck{};
  return std::move(*nearest);
}

}  // namespace fermata::search
