// SPDX-License-Identifier: Apache-2.0
// A loop is told by its three sorts of threads: those that go round in it, those that wait all the
// while, and those that could move and are passed over. If there are threads of the third sort the
// scheduler is not strongly fair, and that is what the violation is called after.
#include "engine/explore/endless.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "base/require.h"
#include "engine/explore/diagnose.h"
#include "engine/explore/space.h"

namespace fermata::engine::explore {

namespace {

using verdict::Fairness;
using verdict::ThreadStatus;

constexpr const char* livelock = "livelock";
constexpr const char* starvation = "starvation";

search::Fairness level(Fairness fairness) {
  switch (fairness) {
    case Fairness::none: return search::Fairness::none;
    case Fairness::weak: return search::Fairness::weak;
    case Fairness::strong: return search::Fairness::strong;
    case Fairness::await:
    case Fairness::inescapable: break;
  }
  return search::Fairness::await;
}

using Find = std::function<search::FairCycleAnswer(search::Fairness)>;

EndlessAnswer fairest(Fairness asked, const Find& find) {
  auto answer = find(level(asked));
  if (auto* stopped = std::get_if<search::Stopped>(&answer)) return std::move(*stopped);
  auto* cycle = std::get_if<search::FairCycle>(&answer);
  if (!cycle) return search::NoFairCycle{};
  Endless best{std::move(*cycle), asked};
  for (Fairness fairer : {Fairness::await, Fairness::strong, Fairness::weak}) {
    if (fairer <= asked) break;
    auto another = find(level(fairer));
    if (std::holds_alternative<search::Stopped>(another)) break;
    auto* better = std::get_if<search::FairCycle>(&another);
    if (better) return Endless{std::move(*better), fairer};
  }
  return best;
}

/// Along a loop in which whoever can move does: does whoever does not spin somewhere get on?
bool all_get_on(vm::Machine& machine, const std::vector<std::vector<vm::Word>>& states,
                std::span<const verdict::Move> loop) {
  std::set<std::uint32_t> movers;
  for (const verdict::Move& move : loop) movers.insert(move.thread);
  return std::ranges::all_of(movers, [&](std::uint32_t t) {
    std::vector<std::size_t> awake;
    std::set<std::uint64_t> idle;
    for (std::size_t i = 0; i < states.size(); ++i) {
      bool enabled = false;
      if (machine.alive(states[i], t))
        machine.each_outcome(states[i], t,
                             [&](vm::Step& step) { return !(enabled = step.outcome != vm::Step::Outcome::blocked); });
      if (enabled && !spins(machine, states[i], t, &idle)) awake.push_back(i);
    }
    return awake.empty() || std::ranges::any_of(awake, [&](std::size_t i) {
             const auto done = local_step_fingerprint(machine, states[i], states[(i + 1) % states.size()], t);
             return loop[i].thread == t && !(done && idle.contains(*done));
           });
  });
}

Position first_place(const Story& story, std::uint32_t thread) {
  for (const verdict::Step& step : story.loop)
    if (step.thread == thread && step.at.known()) return step.at;
  return {};
}

std::string listed(const std::vector<std::string>& names) {
  if (names.size() < 2) return names.empty() ? "" : names.front();
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

}  // namespace

EndlessAnswer find_endless(search::Exploration& exploration, Fairness asked, const Stop& stop) {
  return fairest(asked, [&](search::Fairness f) { return search::find_fair_cycle(exploration, f, stop); });
}

EndlessAnswer find_endless_among(search::Exploration& exploration, std::span<const search::State> states,
                                 Fairness asked, const Stop& stop) {
  return fairest(asked,
                 [&](search::Fairness f) { return search::find_fair_cycle_among(exploration, states, f, stop); });
}

Roles roles_in(vm::Machine& machine, std::vector<vm::Word> state, std::span<const verdict::Move> loop) {
  Roles roles;
  std::set<std::uint32_t> moved, always;
  std::vector<std::vector<vm::Word>> states;
  vm::Step step;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    std::set<std::uint32_t> enabled;
    for (std::uint32_t t = 0; t < machine.threads(state); ++t) {
      if (!machine.alive(state, t)) continue;
      machine.each_outcome(state, t, [&](vm::Step& other) {
        if (other.outcome == vm::Step::Outcome::blocked) return true;
        enabled.insert(t);
        return false;
      });
    }
    if (i == 0) always = enabled;
    std::erase_if(always, [&](std::uint32_t t) { return !enabled.contains(t); });
    const std::uint32_t mover = loop[i].thread;
    if (moved.insert(mover).second) roles.movers.push_back(mover);
    roles.enabled.merge(enabled);
    states.push_back(state);
    machine.step(state, mover, loop[i].choices, step);
    FERMATA_REQUIRE(step.outcome == vm::Step::Outcome::moved, "the machine follows a loop it has made");
    state.swap(step.target);
  }
  if (!std::ranges::includes(moved, always))
    roles.fairness = Fairness::none;
  else if (!std::ranges::includes(moved, roles.enabled))
    roles.fairness = Fairness::weak;
  else
    roles.fairness = all_get_on(machine, states, loop) ? Fairness::await : Fairness::strong;
  return roles;
}

bool told_by_loop(std::string_view kind) { return kind == livelock || kind == starvation; }

void diagnose_endless(vm::Machine& machine, const Story& story, verdict::Finding& finding) {
  diagnose_threads(machine, story, finding);
  const Roles roles = roles_in(machine, story.end, finding.run.loop);
  finding.fairness = roles.fairness;
  auto moves = [&](std::uint32_t t) { return std::ranges::find(roles.movers, t) != roles.movers.end(); };
  auto quoted = [&](std::uint32_t t) {
    return fmt::format("'{}'", t < story.names.size() ? story.names[t] : fmt::format("thread#{}", t));
  };

  std::vector<std::string> movers, passed_over;
  const ThreadStatus* starved = nullptr;
  for (std::uint32_t t : roles.movers) movers.push_back(quoted(t));
  for (ThreadStatus& t : finding.threads) {
    // A thread may be started and finished inside the loop.
    t.in_loop = moves(t.id)                                ? ThreadStatus::Role::moves
                : t.status == ThreadStatus::Kind::finished ? ThreadStatus::Role::none
                : roles.enabled.contains(t.id)             ? ThreadStatus::Role::passed_over
                                                           : ThreadStatus::Role::waits;
    if (t.status == ThreadStatus::Kind::spinning) t.status = ThreadStatus::Kind::running;
    if (t.in_loop != ThreadStatus::Role::passed_over) continue;
    passed_over.push_back(quoted(t.id));
    if (!starved) starved = &t;
  }

  const std::string who = fmt::format("{} {}", movers.size() == 1 ? "thread" : "threads", listed(movers));
  if (passed_over.empty()) {
    finding.kind = livelock;
    finding.message = fmt::format("{} can go round forever although the scheduler is fair", who);
    finding.at = first_place(story, roles.movers.front());
  } else {
    finding.kind = starvation;
    finding.message = fmt::format("{} can go round forever while {} {} passed over", who, listed(passed_over),
                                  passed_over.size() == 1 ? "is" : "are");
    if (starved) finding.at = starved->at;
  }
  for (std::uint32_t t : roles.movers)
    if (Position at = first_place(story, t); at.known() && !(at == finding.at))
      finding.notes.push_back({at, fmt::format("{} goes round here", quoted(t))});
  for (const ThreadStatus& t : finding.threads) {
    if (t.in_loop == ThreadStatus::Role::waits && !t.waits_for.empty())
      finding.notes.push_back({t.at, fmt::format("'{}' waits for {}", t.name, t.waits_for)});
    if (t.in_loop == ThreadStatus::Role::passed_over && &t != starved)
      finding.notes.push_back({t.at, fmt::format("'{}' is passed over here", t.name)});
  }
}

}  // namespace fermata::engine::explore
