// SPDX-License-Identifier: Apache-2.0
// Random walks.
//
//   C. West, "Protocol validation by random state exploration", PSTV 1986
//   S. Burckhardt et al., "A randomized scheduler with probabilistic guarantees of finding bugs", ASPLOS 2010
//
// A breadth-first search sees last what happens last, such as the end of a pool. If that refutes what was believed
// about locks, all was in vain; a few walks cost little and nearly always get there. And where most schedules hang, or
// many do, a walk to the end is a run that shows it, long before everything that is nearer has been seen.
//
// Most hangs need a thread that stands still at the wrong place while others go far, which hardly ever happens if each
// moves with the same probability. So threads have speeds, which change now and then. In every other walk lock holders
// are slow, and in every fourth they hardly move unless nobody else can: then each thread takes its first lock before
// one takes its second, which closes the longest ring of locks. Where we differ from Burckhardt et al.: no strict
// priorities, since the number of changes that a hang needs is not known.
#include "engine/explore/random_walk.h"

#include <algorithm>
#include <iterator>
#include <random>

namespace fermata::engine::explore {

namespace {

constexpr int longest = 4000;  // edges

/// How much slower than the slowest other thread a lock holder is, walk by walk; 0: it has a speed like any other.
constexpr std::uint32_t handicaps[] = {0, 16, 1024, 16};

/// How much more often some threads move than others.
class Speeds {
 public:
  explicit Speeds(std::minstd_rand& random) : random_(random) {}
  /// Takes one of them out, with a probability proportional to its speed.
  template <class HasLock>
  search::Agent take(std::vector<search::Agent>& agents, std::uint32_t handicap, HasLock has_lock) {
    std::uint32_t sum = 0;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < agents.size(); ++i) {
      const std::uint32_t speed = handicap == 0 ? of(agents[i]) : has_lock(agents[i]) ? 1 : handicap * of(agents[i]);
      sum += speed;
      if (random_() % sum < speed) chosen = i;  // so each of those seen so far is chosen as often as it deserves
    }
    const search::Agent agent = agents[chosen];
    agents.erase(agents.begin() + static_cast<std::ptrdiff_t>(chosen));
    return agent;
  }
  void change() {
    if (!speeds_.empty() && random_() % 8 == 0) speeds_[random_() % speeds_.size()] = draw();
  }

 private:
  std::uint32_t of(search::Agent agent) {
    while (agent >= speeds_.size()) speeds_.push_back(draw());
    return speeds_[agent];
  }
  std::uint32_t draw() { return 1u << 3 * (random_() % 3); }
  std::minstd_rand& random_;
  std::vector<std::uint32_t> speeds_;
};

struct Taken {
  std::vector<search::Word> source;
  search::Agent agent = 0;
  std::uint32_t outcome = 0;
};

/// Keeps the shorter one.
void keep(ProgramSpace& space, const std::vector<Taken>& path, const std::vector<search::Word>& end,
          std::optional<Walk>& best) {
  if (best && best->moves.size() <= path.size()) return;
  Walk walk{.moves = {}, .end = end};
  for (const Taken& t : path)
    std::ranges::move(space.moves(t.source, t.agent, t.outcome), std::back_inserter(walk.moves));
  if (!best || walk.moves.size() < best->moves.size()) best = std::move(walk);
}

}  // namespace

void random_walks(ProgramSpace& space, const WalkOptions& options, WalkFindings& findings, const Stop& stop) {
  std::minstd_rand random(options.seed);
  std::vector<search::Word> next;
  const std::uint64_t before = space.steps();
  std::uint64_t expansions = 0;  // some are found in a cache, and take no step
  const auto go_on = [&] { return expansions + (space.steps() - before) < options.steps && !stop.now(); };
  for (std::uint32_t walk = 0; walk < options.walks && go_on(); ++walk) {
    const std::uint32_t handicap = handicaps[walk % std::size(handicaps)];
    std::vector<Taken> taken;
    Speeds speeds(random);
    std::vector<search::Word> state = space.initial();
    for (int step = 0; step < longest && go_on(); ++step) {
      std::vector<search::Agent> waiting = space.alive(state);
      std::uint32_t outcomes = 0;  // of the one who moves
      Taken choice, failure;
      bool all = true, fails = false;
      while (outcomes == 0 && !waiting.empty()) {
        const search::Agent agent =
            speeds.take(waiting, handicap, [&](search::Agent a) { return space.has_lock(state, a); });
        search::OnEdge visit(
            [&](const search::Edge& edge, std::span<const search::Word> target) {
              if (edge.fails) {
                if (!fails) failure = {state, edge.agent, edge.outcome};
                fails = true;
              } else if (random() % ++outcomes == 0) {  // so each of those seen so far is chosen as often as the others
                next.assign(target.begin(), target.end());
                choice.agent = edge.agent;
                choice.outcome = edge.outcome;
              }
              return true;
            },
            search::Visitor::Wants::targets);
        all &= space.expand(state, agent, visit);
        ++expansions;
      }
      if (fails) {
        taken.push_back(std::move(failure));
        keep(space, taken, state, findings.failure);
        taken.pop_back();
      }
      if (outcomes == 0) {
        if (all && !fails && !space.ended(state) && !space.impossible(state))
          keep(space, taken, state, findings.dead_end);
        break;
      }
      speeds.change();
      choice.source = std::move(state);
      taken.push_back(std::move(choice));
      state = next;
    }
  }
}

}  // namespace fermata::engine::explore
