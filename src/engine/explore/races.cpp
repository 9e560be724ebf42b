// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/races.h"

#include <algorithm>
#include <set>

namespace fermata::engine::explore {

namespace {

constexpr std::size_t longest_walk = 256;  // states of one thread that moves alone
constexpr std::uint32_t most_in_vain = 64;

bool share(std::span<const vm::Address> a, std::span<const vm::Address> b) {
  return std::ranges::any_of(a, [&](vm::Address lock) { return std::ranges::find(b, lock) != b.end(); });
}

/// Whoever has the one lock keeps the other away.
bool exclude(const vm::Operation& a, const vm::Operation& b) {
  return share(a.held, b.held) || share(a.held, b.shared) || share(a.shared, b.held);
}

bool races(const vm::Access& a, const vm::Access& b) {
  using Sort = vm::Access::Sort;
  if (a.object != b.object || a.origin != b.origin || !(a.write || b.write)) return false;
  if (a.sort == Sort::none || b.sort == Sort::none || (a.sort == Sort::atomic && b.sort == Sort::atomic)) return false;
  if (a.at == 0 || b.at == 0) return false;  // nobody's code
  return a.offset < b.offset + std::uint64_t{b.size} && b.offset < a.offset + std::uint64_t{a.size};
}

}  // namespace

RaceLog::Rank RaceLog::rank(const Race::Side& first, const Race::Side& second) {
  return {std::uint64_t{index(first.thread)} << 32 | index(second.thread),
          std::uint64_t{first.access.object} << 32 | first.access.offset, second.access.offset,
          std::uint64_t{first.access.write} << 1 | std::uint64_t{second.access.write}};
}

bool RaceLog::wants(const Places& places, const Rank& rank) {
  const std::lock_guard lock(mutex_);
  const Entry& entry = all_[places];
  if (entry.in_vain >= most_in_vain) return false;
  return entry.best.empty() || rank < RaceLog::rank(entry.best[0].first, entry.best[0].second);
}

void RaceLog::add(Race race) {
  const std::lock_guard lock(mutex_);
  Entry& entry = all_[{race.first.access.at, race.second.access.at}];
  if (entry.best.empty() || rank(race.first, race.second) < rank(entry.best[0].first, entry.best[0].second))
    entry.best.assign(1, std::move(race));
}

void RaceLog::in_vain(const Places& places) {
  const std::lock_guard lock(mutex_);
  ++all_[places].in_vain;
}

std::vector<Race> RaceLog::races() const {
  const std::lock_guard lock(mutex_);
  std::vector<Race> found;
  for (const auto& [places, entry] : all_) found.insert(found.end(), entry.best.begin(), entry.best.end());
  return found;
}

void RaceWatch::look_closely(std::span<const vm::Word> state, const Pair& pair) {
  bool done = done_.contains(pair);
  if (!done) {
    done = true;
    for (const vm::Footprint* a : *pair.a)
      for (const vm::Footprint* b : *pair.b) done &= try_pair(state, pair, *a, *b);
    if (done) done_.insert(pair);
  }
  if (done) recent_[pair.hash() % recents] = pair;
}

/// True: there is nothing to be found here any more.
bool RaceWatch::try_pair(std::span<const vm::Word> state, const Pair& pair, const vm::Footprint& a,
                         const vm::Footprint& b) {
  const vm::Operation &x = a.operations().front(), &y = b.operations().front();
  bool done = true;
  for (const vm::Access& mine : x.accesses)
    for (const vm::Access& other : y.accesses) {
      if (!races(mine, other)) continue;
      if (exclude(x, y)) return true;
      Race race{.first = {pair.t, mine}, .second = {pair.u, other}, .from = {}, .moves = {}};
      if (other.at < mine.at) std::swap(race.first, race.second);
      const RaceLog::Places places{race.first.access.at, race.second.access.at};
      if (!log_->wants(places, RaceLog::rank(race.first, race.second))) continue;
      if (!meet(state, a, b, race.moves)) {
        log_->in_vain(places);
        done = false;
        continue;
      }
      race.from.assign(state.begin(), state.end());
      log_->add(std::move(race));
    }
  return done;
}

/// Lets both go on, one after the other, to where these come next.
bool RaceWatch::meet(std::span<const vm::Word> state, const vm::Footprint& a, const vm::Footprint& b,
                     std::vector<verdict::Move>& moves) {
  std::vector<vm::Word> at(state.begin(), state.end());
  moves.clear();
  return walk(at, a, moves) && walk(at, b, moves) && comes_next(at, a);
}

bool RaceWatch::comes_next(std::span<const vm::Word> state, const vm::Footprint& footprint) {
  bool next = false;
  if (vm::Machine::ended(state) || !machine_.alive(state, footprint.thread)) return false;
  machine_.each_outcome(state, footprint.thread, [&](vm::Step& step) {
    next |= step.footprint == &footprint;
    return !next;
  });
  return next;
}

bool RaceWatch::walk(std::vector<vm::Word>& state, const vm::Footprint& until, std::vector<verdict::Move>& moves) {
  struct Stop {
    std::vector<vm::Word> state;
    std::vector<verdict::Move> moves;
  };
  std::vector<Stop> todo{{state, {}}};
  std::set<std::vector<vm::Word>> seen{state};
  for (std::size_t i = 0; i < todo.size() && i < longest_walk; ++i) {
    if (comes_next(todo[i].state, until)) {
      state = todo[i].state;
      std::ranges::move(todo[i].moves, std::back_inserter(moves));
      return true;
    }
    const Stop here = todo[i];
    machine_.each_outcome(here.state, until.thread, [&](vm::Step& step) {
      if (step.outcome != vm::Step::Outcome::moved || vm::Machine::ended(step.target)) return true;
      if (!machine_.alive(step.target, until.thread) || !seen.insert(step.target).second) return true;
      todo.push_back({step.target, here.moves});
      todo.back().moves.push_back({until.thread, step.choices});
      return true;
    });
  }
  return false;
}

}  // namespace fermata::engine::explore
