// SPDX-License-Identifier: Apache-2.0
// Breadth-first search with stored edges.
//
//   E. Moore, "The shortest path through a maze", Int. Symp. on the Theory of Switching 1957
//
// The numbers of the states are the queue: they are handed out in the order of discovery and
// expanded in the same order. Only targets of edges are kept. Labels would cost several times as
// much, and are wanted only along the few paths that somebody will read: those are expanded again.
//
// The parent of a state in the search tree is not stored either. It is the first state that has an
// edge to it. States are discovered in the order in which their parents are expanded, so if we
// remember how many states there were at every 64th expansion, there are 64 lists to look through.
#include "search/exploration.h"

#include <algorithm>

#include "base/require.h"

namespace fermata::search {

namespace {

constexpr std::uint32_t generation = 64;

}  // namespace

Exploration::Exploration(StateSpace& space, std::uint64_t first_milestone)
    : space_(space), table_(index(leads_beyond)), milestone_(first_milestone) {
  auto place = table_.find_or_insert(space_.initial(), Stop{});
  FERMATA_REQUIRE(place && place->fresh, "an empty table has room for the first state");
}

std::uint64_t Exploration::bytes() const {
  return table_.bytes() + edges_.bytes() + born_.size() * sizeof(born_[0]) + input_.size() / 8;
}

Pause Exploration::advance(const Stop& stop) {
  while (pending_.empty()) {
    if (expanded() == states()) {
      if (first_refused_) return Refused{*first_refused_};
      return Closed{};
    }
    if (const auto& reason = stop.reason()) return Stopped{*reason};
    if (auto full = expand_next(stop)) {
      return Stopped{*full == Full::memory ? "the memory limit leaves no room for more states"
                                           : "there are more states than can be numbered"};
    }
  }
  auto pause = std::move(pending_.back());
  pending_.pop_back();
  return pause;
}

// If there is no room, the state stays unexpanded; what it led to is nevertheless reachable and
// stays stored.
std::optional<Full> Exploration::expand_next(const Stop& stop) {
  State source{expanded()};
  if (born_.size() == index(source) / generation) born_.push_back(states());
  table_.open(source, words_);
  targets_.clear();
  std::uint64_t seen = 0;
  bool input = false;
  std::optional<Full> full;

  OnEdge visit([&](const Edge& edge, std::span<const Word> target) {
    ++seen;
    input |= edge.input;
    if (edge.fails) {
      targets_.push_back(leads_to_failure);
      pending_.emplace_back(Failure{{source, edge.agent, edge.outcome}});
      return true;
    }
    auto place = edge.changed ? table_.find_or_insert(target, *edge.changed, stop) : table_.find_or_insert(target, stop);
    if (!place) {
      full = place.error();
      return false;
    }
    targets_.push_back(place->state);
    return true;
  });
  bool all = space_.expand(words_, visit);
  if (full) {
    pending_.clear();
    return full;
  }

  if (!all) {
    targets_.push_back(leads_beyond);
    pending_.emplace_back(Refused{source});
    if (!first_refused_) first_refused_ = source;
  } else if (targets_.empty()) {
    facts(source, facts_);
    if (facts_.ended) {
      targets_.push_back(leads_to_end);
    } else {
      pending_.emplace_back(DeadEnd{source});
    }
  }
  edges_.append(targets_);
  transitions_ += seen;
  if (input) {
    input_.resize(index(source) + 1);
    input_.back() = true;
  }
  if (states() >= milestone_) {
    milestone_ = 2 * std::uint64_t{states()};
    pending_.emplace_back(Milestone{});
  }
  std::ranges::reverse(pending_);
  return std::nullopt;
}

bool Exploration::expand(State state, Visitor& visitor) {
  std::vector<Word> words;
  table_.get(state, words);
  return space_.expand(words, visitor);
}

void Exploration::facts(State state, Facts& facts) {
  std::vector<Word> words;
  table_.get(state, words);
  facts.ended = false;
  facts.open.clear();
  space_.facts(words, facts);
}

std::optional<State> Exploration::parent(State state) const {
  if (index(state) == 0) return std::nullopt;
  auto after = std::ranges::upper_bound(born_, index(state));
  FERMATA_REQUIRE(after != born_.begin(),
                  "only the initial state was there before the first expansion");
  auto first = static_cast<std::uint32_t>(after - born_.begin() - 1) * generation;
  auto last = std::min(first + generation, expanded());
  for (auto s = first; s < last; ++s) {
    if (std::ranges::binary_search(edges_[State{s}], state)) return State{s};
  }
  // Found in an expansion that was broken off for want of room.
  return State{expanded()};
}

std::uint32_t Exploration::distance(State state) const {
  std::uint32_t steps = 0;
  for (auto before = parent(state); before; before = parent(*before)) ++steps;
  return steps;
}

std::vector<Move> Exploration::path_to(State state) {
  std::vector<Move> path;
  std::vector<Word> wanted;
  for (auto source = parent(state); source; source = parent(state)) {
    table_.get(state, wanted);
    bool found = false;
    OnEdge visit([&](const Edge& edge, std::span<const Word> target) {
      found = !edge.fails && std::ranges::equal(target, wanted);
      if (found) path.push_back({*source, edge.agent, edge.outcome});
      return !found;
    });
    expand(*source, visit);
    FERMATA_REQUIRE(found, "a space shows the same edges whenever it is asked");
    state = *source;
  }
  std::ranges::reverse(path);
  return path;
}

}  // namespace fermata::search
