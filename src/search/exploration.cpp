// SPDX-License-Identifier: Apache-2.0
// Breadth-first search with stored edges.
//
//   E. Moore, "The shortest path through a maze", Int. Symp. on the Theory of Switching 1957
//
// The numbers of the states are the queue: they are given in the order of discovery, and states are expanded in the
// same order. Only the targets of edges are stored. Labels would cost several times as much, and are needed only on the
// few paths that are shown: the states on those are expanded again.
//
// The parent of a state in the search tree is not stored either. It is the first state that has an edge to it. States
// are discovered in the order in which their parents are expanded, so it is enough to store how many states there were
// at every 64th expansion: then the parent is one of 64 states.
#include "search/exploration.h"

#include <algorithm>
#include <unordered_set>

#include "base/require.h"

namespace fermata::search {

namespace {

constexpr std::uint32_t generation = 64;
constexpr std::uint32_t room_for_a_state = 1 << 14;  // pairs; more are needed only for very many edges

}  // namespace

Exploration::Exploration(StateSpace& space, Options options)
    : space_(space),
      options_(std::move(options)),
      table_(std::in_place, index(leads_beyond)),
      expander_(std::in_place, space_, *table_),
      batched_(space, *table_, options_.ahead.from),
      ahead_(space, *table_, options_.ahead) {
  auto place = table_->find_or_insert(space_.initial(), Stop{});
  FERMATA_REQUIRE(place && place->fresh, "an empty table has room for the first state");
}

// Stores the states again, once it is known which words change often. Other threads have not begun yet.
//
// Once only: a word that begins to change later has as many pairs above it as in a balanced tree, or a few more, where
// it could have two or three. Doing it after 16,384 states instead was tried on nine programs: 22 % fewer bytes for a
// state (barrier) to 36 % more (bakery), and no gain on average. Doing it again later would stop all threads.
void Exploration::arrange() {
  arranged_ = true;
  std::vector<std::vector<Word>> all(states());
  std::vector<std::unordered_set<Word>> values;
  for (std::uint32_t i = 0; i < states(); ++i) {
    table_->get(State{i}, all[i]);
    if (all[i].size() > values.size()) values.resize(all[i].size());
    for (std::size_t word = 0; word < all[i].size(); ++word)
      if (i == 0 || word >= all[i - 1].size() || all[i][word] != all[i - 1][word]) values[word].insert(all[i][word]);
  }
  std::vector<std::uint32_t> counts;
  for (const auto& seen : values) counts.push_back(static_cast<std::uint32_t>(seen.size()));
  expander_.reset();
  table_.emplace(index(leads_beyond), std::move(counts));
  store::TreeTable::Cursor cursor(*table_);  // which remembers pairs: neighbours agree on most
  for (const auto& words : all) {
    auto root = cursor.root_of(words);
    for (std::uint32_t more = room_for_a_state; !root && table_->make_room(more, Stop{}); more *= 2)
      root = cursor.root_of(words);
    const auto place = root ? table_->find_or_insert(*root, Stop{}) : table_->find_or_insert(words, Stop{});
    FERMATA_REQUIRE(place && place->fresh, "different states stay different");
  }
  expander_.emplace(space_, *table_);
}

std::uint64_t Exploration::bytes() const {
  return table_->bytes() + edges_.bytes() + ahead_.bytes() + born_.size() * sizeof(born_[0]) + input_.size() / 8;
}

Pause Exploration::advance(const Stop& stop) {
  while (pending_.empty()) {
    if (expanded() == states()) {
      if (first_refused_) return Refused{*first_refused_};
      return Closed{};
    }
    if (const auto& reason = stop.reason()) {
      ahead_.quiesce();
      return Stopped{*reason};
    }
    if (auto full = expand_next(stop)) {
      ahead_.quiesce();
      return Stopped{*full == store::Full::memory ? "the memory limit leaves no room for more states"
                                                  : "there are more states than can be numbered"};
    }
  }
  ahead_.quiesce();
  auto pause = std::move(pending_.back());
  pending_.pop_back();
  return pause;
}

std::expected<State, store::Full> Exploration::state_of(const Target& target, const Stop& stop) {
  if (target.state != leads_beyond) return target.state;
  const auto place = table_->find_or_insert(target.root, stop);
  if (!place) return std::unexpected(place.error());
  return place->state;
}

// If there is no room, the state stays unexpanded. Its targets are reachable all the same, and stay stored.
std::optional<store::Full> Exploration::expand_next(const Stop& stop) {
  State source{expanded()};
  if (!arranged_ && states() >= options_.ahead.from) arrange();
  if (tick()) pending_.emplace_back(Asked{});
  if (born_.size() == index(source) / generation) born_.push_back(states());
  bool all = true, input = false, ended = false;
  std::optional<store::Full> full;
  std::span<const Target> edges;
  if (const auto* found = ahead_.expansion_of(source, stop)) {
    edges = found->edges;
    input = found->input;
    ended = found->ended;
  } else if (const auto* batched = options_.ahead.threads < 2 ? batched_.expansion_of(source) : nullptr) {
    edges = batched->targets;
    input = batched->input;
    ended = batched->ended;
  } else {
    ahead_.quiesce();
    auto alone = expander_->expand(source, 1)[0];
    for (std::uint32_t more = room_for_a_state; !alone.room && !full; more *= 2) {
      if (more == 0 || !table_->make_room(more, stop))
        full = table_->has_numbers() ? store::Full::memory : store::Full::numbers;
      alone = expander_->expand(source, 1)[0];
    }
    if (alone.room) full.reset();
    edges = alone.targets;
    all = alone.all;
    input = alone.input;
    ended = alone.ended;
  }

  targets_.clear();
  for (const Target& edge : edges) {
    if (edge.state == leads_to_failure && wanted_.failures)
      pending_.emplace_back(Failure{{source, edge.agent(), edge.outcome()}});
    const auto state = state_of(edge, stop);
    if (!state) {
      full = state.error();
      break;
    }
    targets_.push_back(*state);
  }
  if (full) {
    pending_.clear();
    return full;
  }

  if (!all) {
    targets_.push_back(leads_beyond);
    pending_.emplace_back(Refused{source});
    if (!first_refused_) first_refused_ = source;
  } else if (targets_.empty()) {
    if (ended)
      targets_.push_back(leads_to_end);
    else if (is_impossible(source))
      targets_.push_back(leads_beyond), impossible_.push_back(source);
    else if (wanted_.dead_ends)
      pending_.emplace_back(DeadEnd{source});
  }
  edges_.append(targets_);
  transitions_ += edges.size();
  if (input) {
    input_.resize(index(source) + 1);
    input_.back() = true;
  }
  if (states() >= options_.next_milestone) {
    options_.next_milestone = 2 * std::uint64_t{states()};
    pending_.emplace_back(Milestone{});
  }
  std::ranges::reverse(pending_);
  return std::nullopt;
}

bool Exploration::tick() { return options_.tick && ++expansions_ % 64 == 0 && options_.tick(); }

bool Exploration::expand(State state, Visitor& visitor) {
  tick();
  std::vector<Word> words;
  table_->get(state, words);
  return space_.expand(words, visitor);
}

bool Exploration::is_impossible(State state) {
  ahead_.quiesce();
  std::vector<Word> words;
  table_->get(state, words);
  return space_.impossible(words);
}

bool Exploration::spins(State state, Agent agent) {
  std::vector<Word> words;
  table_->get(state, words);
  return space_.spins(words, agent);
}

void Exploration::facts(State state, Facts& facts) {
  std::vector<Word> words;
  table_->get(state, words);
  facts.ended = false;
  facts.open.clear();
  space_.facts(words, facts);
}

std::optional<State> Exploration::parent(State state) const {
  if (index(state) == 0) return std::nullopt;
  auto after = std::ranges::upper_bound(born_, index(state));
  FERMATA_REQUIRE(after != born_.begin(), "only the initial state was there before the first expansion");
  auto first = static_cast<std::uint32_t>(after - born_.begin() - 1) * generation;
  auto last = std::min(first + generation, expanded());
  for (auto s = first; s < last; ++s) {
    if (edges_[State{s}].contains(state)) return State{s};
  }
  // The state was discovered by the expansion that ended for lack of room.
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
    table_->get(state, wanted);
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
