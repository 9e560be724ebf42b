// SPDX-License-Identifier: Apache-2.0
#include "model/verdicts.h"

#include <chrono>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "model/lift.h"
#include "model/run.h"
#include "search/exploration.h"
#include "search/fair_cycle.h"
#include "search/stuck.h"

namespace fermata::model {

namespace {


/// The automata as a graph.
class AutomataSpace final : public search::StateSpace {
 public:
  explicit AutomataSpace(const ThreadSystem& system) : system_(system), run_(system) {}

  std::vector<search::Word> initial() override { return words(run_.initial()); }

  bool expand(std::span<const search::Word> state, search::Visitor& visitor) override {
    const RunState here = read(state);
    if (run_.ended(here)) return true;
    bool complete = true;
    for (ThreadId thread : thread_ids(system_.threads.size())) {
      std::uint32_t outcome = 0;
      for (EdgeId id : run_.possible(here, thread)) {
        const Edge& edge = system_[id];
        search::Edge shown{.agent = index(thread), .outcome = outcome++, .input = edge.input, .rare = edge.spurious};
        const Location::Kind kind = system_[edge.to].kind;
        if (kind == Location::Kind::unmodelled || kind == Location::Kind::refused) {
          complete = false;
          continue;
        }
        if (kind == Location::Kind::failed) {
          shown.fails = true;
          if (!visitor.edge(shown, {})) return complete;
          continue;
        }
        if (!visitor.edge(shown, words(run_.after(here, id)))) return complete;
      }
    }
    return complete;
  }

  void facts(std::span<const search::Word> state, search::Facts& facts) override { facts.ended = run_.ended(read(state)); }

 private:
  std::vector<search::Word> words(const RunState& state) {
    // Nothing else of an ended process matters.
    if (run_.ended(state)) return {1};
    std::vector<search::Word> all{0};
    for (const auto& place : state.places) all.push_back(place ? index(*place) + 1 : 0);
    for (std::uint64_t value : state.values) {
      all.push_back(static_cast<search::Word>(value));
      all.push_back(static_cast<search::Word>(value >> 32));
    }
    return all;
  }
  RunState read(std::span<const search::Word> words) const {
    RunState state;
    state.places.resize(system_.threads.size());
    state.values.resize(system_.variables.size());
    if (words[0] == 1) return state;
    std::size_t k = 1;
    for (auto& place : state.places) {
      if (words[k] != 0) place = LocationId{words[k] - 1};
      ++k;
    }
    for (auto& value : state.values) {
      value = words[k] | std::uint64_t{words[k + 1]} << 32;
      k += 2;
    }
    return state;
  }

  const ThreadSystem& system_;
  Run run_;
};

const char* hang(search::Exploration& exploration, const Stop& stop) {
  if (exploration.saw_input()) return "unknown";
  const auto answer = search::find_stuck(exploration, {}, stop);
  if (std::holds_alternative<search::StuckComponent>(answer)) return "violated";
  return std::holds_alternative<search::NothingStuck>(answer) ? "holds" : "unknown";
}

const char* termination(search::Exploration& exploration, search::Fairness fairness, const char* hang, const Stop& stop) {
  if (std::string_view(hang) != "holds") return hang;
  const auto answer = search::find_fair_cycle(exploration, fairness, stop);
  if (std::holds_alternative<search::FairCycle>(answer)) return "violated";
  return std::holds_alternative<search::NoFairCycle>(answer) ? "holds" : "unknown";
}

std::string complaint(const std::variant<Error, Stopped>& why) {
  if (const auto* stopped = std::get_if<Stopped>(&why)) return stopped->reason;
  return std::get<Error>(why).what;
}

}  // namespace

std::string verdicts(const ir::Program& program, const Semantics& semantics, const Stop& stop) {
  const auto begin = std::chrono::steady_clock::now();
  auto system = lift(program, {.semantics = semantics}, stop);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  if (!system) return "not lifted: " + complaint(system.error());
  std::size_t refused = 0, like = 0;
  std::string first;
  for (const Location& location : system->locations)
    if (location.kind == Location::Kind::refused && ++refused == 1)
      first = fmt::format(" first refused: {} at line {}", location.what, program[location.at].line);
  for (const Thread& thread : system->threads) like += thread.like.has_value();

  AutomataSpace space(*system);
  search::Exploration exploration(space);
  exploration.pause_at({.failures = false, .dead_ends = false});
  bool closed = false, going = true;
  while (going) {
    const auto pause = exploration.advance(stop);
    closed = std::holds_alternative<search::Closed>(pause);
    going = !closed && !std::holds_alternative<search::Stopped>(pause) && !std::holds_alternative<search::Refused>(pause);
  }
  const char* stuck = closed ? hang(exploration, stop) : "unknown";
  const auto fair = [&](search::Fairness fairness) {
    return closed ? termination(exploration, fairness, stuck, stop) : "unknown";
  };
  return fmt::format(
      "threads {} like {} locations {} edges {} variables {} rounds {} refused {} seconds {:.3f} states {} hang {} strong {} weak {}{}",
      system->threads.size(), like, system->locations.size(), system->edges.size(), system->variables.size(), system->rounds,
      refused, took.count(), exploration.states(), stuck, fair(search::Fairness::strong), fair(search::Fairness::weak), first);
}

}  // namespace fermata::model
