// SPDX-License-Identifier: Apache-2.0
// Random walks.
//
//   C. West, "Protocol validation by random state exploration", PSTV 1986
//   S. Burckhardt et al., "A randomized scheduler with probabilistic guarantees of finding bugs", ASPLOS 2010
//
// A breadth-first search sees last what happens last, such as the end of a pool. If that refutes what was believed about locks, all
// was in vain; a few walks cost little and nearly always get there. And where most schedules hang, or many do, a walk to the end is a
// run that shows it, long before everything that is nearer has been seen.
//
// Most hangs need a thread that stands still at the wrong place while others go far, which hardly ever happens if each moves with the
// same probability. So threads have speeds, and now and then one gets another. Where we differ from Burckhardt et al.: no strict
// priorities, since nobody knows how many changes it takes.
#include "engine/explore/scout.h"

#include <random>

namespace fermata::engine::explore {

namespace {

constexpr int longest = 1000;  // edges

/// How much more often some threads move than others.
class Speeds {
 public:
  explicit Speeds(std::minstd_rand& random) : random_(random) {}
  std::uint32_t of(search::Agent agent) {
    while (agent >= speeds_.size()) speeds_.push_back(draw());
    return speeds_[agent];
  }
  void change() {
    if (!speeds_.empty() && random_() % 8 == 0) speeds_[random_() % speeds_.size()] = draw();
  }

 private:
  std::uint32_t draw() { return 1u << 3 * (random_() % 3); }
  std::minstd_rand& random_;
  std::vector<std::uint32_t> speeds_;
};

struct Taken {
  std::vector<search::Word> source;
  search::Agent agent = 0;
  std::uint32_t outcome = 0;
};

Chance chance(ProgramSpace& space, const std::vector<Taken>& way, std::vector<search::Word> end) {
  Chance result{.moves = {}, .end = std::move(end)};
  for (const Taken& t : way)
    for (verdict::Move& m : space.moves(t.source, t.agent, t.outcome)) result.moves.push_back(std::move(m));
  return result;
}

}  // namespace

void scout(ProgramSpace& space, const Ways& ways, Chances& chances, const Stop& stop) {
  std::minstd_rand random(ways.seed);
  std::vector<search::Word> next;
  std::uint64_t edges = 0;
  for (std::uint32_t way = 0; way < ways.most && edges < ways.edges; ++way) {
    std::vector<Taken> taken;
    Speeds speeds(random);
    std::vector<search::Word> state = space.initial();
    for (int step = 0; step < longest && edges < ways.edges && !stop.reason(); ++step, ++edges) {
      std::uint32_t seen = 0;  // the speeds of all edges together
      Taken choice, failure;
      bool fails = false;
      search::OnEdge visit([&](const search::Edge& edge, std::span<const search::Word> target) {
        if (edge.fails) {
          if (!fails) failure = {state, edge.agent, edge.outcome};
          fails = true;
          return true;
        }
        const std::uint32_t speed = speeds.of(edge.agent);
        seen += speed;
        if (random() % seen < speed) {  // so each of those seen so far is chosen as often as it deserves
          next.assign(target.begin(), target.end());
          choice.agent = edge.agent;
          choice.outcome = edge.outcome;
        }
        return true;
      }, search::Visitor::Wants::targets);
      const bool all = space.expand(state, visit);
      if (fails && !chances.failure) {
        taken.push_back(std::move(failure));
        chances.failure = chance(space, taken, state);
        taken.pop_back();
      }
      if (seen == 0) {
        if (all && !fails && !space.ended(state) && !chances.dead_end) chances.dead_end = chance(space, taken, state);
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
