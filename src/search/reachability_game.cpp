// SPDX-License-Identifier: Apache-2.0
// Reachability games, solved backwards.
//
//   W. Thomas, "On the synthesis of strategies in infinite games", STACS 1995: attractors
//   V. Still, J. Barnat, "Local nontermination detection for parallel C++ programs", SEFM 2019:
//     what is to be reached
//
// The scheduler plays for an end, the environment against it. In a state the scheduler has options:
// every edge that is no input is one, and all inputs of one agent together are one, from which the
// environment picks the way.
//
//   can end:    ended, or there is an option all of whose ways fail or lead to what can end
//   can close:  the same for each slot; a way that closes it will do, and ending closes all slots
//
// 1. `can end` is the usual attractor over the stored edges. First the environment may choose all
//    edges of a state with inputs, which needs no labels; where it does not lose even then, the
//    state is expanded again.
// 2. The rest is small or empty as a rule. Only there, and for a daemon, `can close` is computed
//    for all slots at once, a bit for each, by repeating until nothing changes.
// 3. Where something cannot be reached, the environment has for each option a way to keep it so.
//    Let it always take the first such way: what remains is a graph without inputs, whose bottom
//    components are the answer.
//
// Ways into states that are not expanded yet count as won by the scheduler, so an answer for a part
// of the graph stays true for the whole.
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

/// Sets of slots that occur on edges, each stored once.
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

struct Way {
  State target{};            // or one of those that are no states
  std::uint32_t closes = 0;  // a number of SlotSets
};

/// The options of some states, found by expanding them again.
class Options {
 public:
  explicit Options(SlotSets& sets) : sets_(sets) { starts_.push_back(0); }

  void add(Exploration& exploration, State state) {
    std::vector<Way> free;
    std::map<Agent, std::vector<Way>> inputs;
    OnEdge visit([&](const Edge& edge, std::span<const Word> target) {
      Way way{edge.fails ? leads_to_failure : exploration.find(target).value_or(leads_beyond),
              sets_.number(edge.closes)};
      (edge.input ? inputs[edge.agent] : free).push_back(way);
      return true;
    });
    if (!exploration.expand(state, visit)) free.push_back({leads_beyond, sets_.number({})});
    for (const Way& way : free) add_option(std::span(&way, 1));
    for (const auto& [agent, ways] : inputs) add_option(ways);
    states_.push_back(starts_.size() - 1);
  }

  /// Of the i-th state that was added: is there an option for which `test(ways)` is true?
  template <class Test>
  bool any(std::size_t i, Test test) const {
    for (std::uint64_t option = i == 0 ? 0 : states_[i - 1]; option < states_[i]; ++option) {
      if (test(ways_.slice(starts_[option], starts_[option + 1] - starts_[option]))) return true;
    }
    return false;
  }
  template <class Act>
  void each(std::size_t i, Act act) const {
    any(i, [&](std::span<const Way> ways) {
      act(ways);
      return false;
    });
  }

 private:
  void add_option(std::span<const Way> ways) {
    ways_.append(ways);
    starts_.push_back(ways_.size());
  }

  SlotSets& sets_;
  store::GrowingArray<Way> ways_;
  store::GrowingArray<std::uint64_t> starts_;  // of options, in ways_; one more than there are options
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

  Selection asked;
  SlotSets sets;
  Options options(sets);
  won.each_other([&](State state) {
    if (!exploration.has_input(state) || stop.now()) return;
    asked.add(state);
    options.add(exploration, state);
  });
  if (stop.now()) return std::nullopt;
  auto has_winning_option = [&](State state) {
    if (!exploration.has_input(state)) return has_winning_edges(state);
    return options.any(*asked.rank(state),
                       [&](std::span<const Way> ways) { return std::ranges::all_of(ways, wins, &Way::target); });
  };
  if (asked.size() > 0 && !won.search(has_winning_option, stop)) return std::nullopt;

  Selection lost;
  won.each_other([&](State state) { lost.add(state); });
  return lost;
}

/// Steps 2 and 3, for the states that cannot end.
class Lost {
 public:
  Lost(Exploration& exploration, Selection states)
      : exploration_(exploration), states_(std::move(states)), options_(sets_) {}

  /// False, if told to stop; as with the other functions.
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

  /// Where the environment can prevent for ever that `slot` is closed or, without one, that
  /// anything ends: the nearest component of it, or nothing if told to stop.
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
  for (std::uint32_t i = 0; i < states_.size(); ++i) queue.push_back(State{i});  // the farthest come first
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
    options_.each(rank, [&](std::span<const Way> ways) {
      std::uint64_t all = ~std::uint64_t{0};
      for (const Way& way : ways) {
        auto target = states_.rank(way.target);
        if (!target) continue;  // will end
        all &= masks_[way.closes * width_ + w] | closable_[*target * width_ + w];
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
  auto stays = [&](const Way& way) { return trap.rank(way.target) && !(slot && contains(sets_[way.closes], *slot)); };
  // For each option, the way that the environment takes.
  auto each_way = [&](State state, auto act) {
    options_.each(*states_.rank(state), [&](std::span<const Way> ways) {
      auto way = std::ranges::find_if(ways, stays);
      FERMATA_REQUIRE(way != ways.end(), "else the scheduler would have won with this option");
      act(*way);
    });
  };

  EdgeLists graph;
  std::vector<State> targets;
  for (std::size_t i = 0; i < trap.size(); ++i) {
    if (stop.now()) return std::nullopt;
    targets.clear();
    each_way(trap[i],
             [&](const Way& way) { targets.push_back(State{static_cast<std::uint32_t>(*trap.rank(way.target))}); });
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
      each_way(state, [&](const Way& way) {
        const auto& closes = sets_[way.closes];
        closed.insert(closes.begin(), closes.end());
      });
    }
    std::ranges::set_difference(open, closed, std::back_inserter(component.slots));
    // What cannot be closed need not be open; then nothing is wrong here.
    if (!slot || std::ranges::binary_search(component.slots, *slot)) return component;
  }
  FERMATA_REQUIRE(false, "from where it is open and not closed there is a way to where it stays so");
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
