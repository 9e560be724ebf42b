// SPDX-License-Identifier: Apache-2.0
// Lifts a program and explores the automata explicitly: the answers must be those of the explorer.
//
//   model_verdicts PROGRAM.ir [--spurious-wakeups off] [--seconds S] [--print] [--main FUNCTION]
//
// Prints one line: the size of the automata, then hang and termination with strong and with weak fairness, each as holds, violated or
// unknown. The algorithms on graphs are those of search; what is compared is the graph.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/require.h"
#include "ir/text.h"
#include "model/lift.h"
#include "model/run.h"
#include "search/exploration.h"
#include "search/fair_cycle.h"
#include "search/reachability_game.h"
#include "search/stuck.h"

namespace {

using namespace fermata;
using model::Location;

/// The automata as a graph.
class AutomataSpace final : public search::StateSpace {
 public:
  explicit AutomataSpace(const model::ThreadSystem& system) : system_(system), run_(system) {}

  std::vector<search::Word> initial() override { return words(run_.initial()); }

  bool expand(std::span<const search::Word> state, search::Visitor& visitor) override {
    const model::RunState here = read(state);
    if (run_.ended(here)) return true;
    bool complete = true;
    for (ThreadId thread : thread_ids(system_.threads.size())) {
      std::uint32_t outcome = 0;
      for (model::EdgeId id : run_.possible(here, thread)) {
        const model::Edge& edge = system_[id];
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
  std::vector<search::Word> words(const model::RunState& state) {
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
  model::RunState read(std::span<const search::Word> words) const {
    model::RunState state;
    state.places.resize(system_.threads.size());
    state.values.resize(system_.variables.size());
    if (words[0] == 1) return state;
    std::size_t k = 1;
    for (auto& place : state.places) {
      if (words[k] != 0) place = model::LocationId{words[k] - 1};
      ++k;
    }
    for (auto& value : state.values) {
      value = words[k] | std::uint64_t{words[k + 1]} << 32;
      k += 2;
    }
    return state;
  }

  const model::ThreadSystem& system_;
  model::Run run_;
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

}  // namespace

int main(int argc, char** argv) {
  FERMATA_REQUIRE(argc >= 2, "a file is named");
  std::ostringstream text;
  text << std::ifstream(argv[1]).rdbuf();
  auto program = ir::parse(text.str(), argv[1]);
  FERMATA_REQUIRE(program, "the file was written by fermata emit");
  model::Options options;
  long seconds = 20;
  for (int i = 2; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--spurious-wakeups") options.semantics.spurious_wakeups = std::string_view(argv[++i]) != "off";
    if (word == "--seconds") seconds = std::atol(argv[++i]);
  }
  const Stop stop(std::chrono::seconds(seconds), std::uint64_t{2} << 30);
  const auto begin = std::chrono::steady_clock::now();
  auto system = model::lift(*program, options, stop);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  if (!system) {
    std::cout << "not lifted: "
              << (std::holds_alternative<Stopped>(system.error()) ? std::get<Stopped>(system.error()).reason
                                                                  : std::get<Error>(system.error()).what)
              << std::endl;
    return 1;
  }
  std::size_t refused = 0, like = 0;
  std::string first;
  for (const Location& location : system->locations)
    if (location.kind == Location::Kind::refused && ++refused == 1)
      first = location.what + " at line " + std::to_string((*program)[location.at].line);
  for (const model::Thread& thread : system->threads) like += thread.like.has_value();
  std::cout << "threads " << system->threads.size() << " like " << like << " locations " << system->locations.size() << " edges "
            << system->edges.size() << " variables " << system->variables.size() << " rounds " << system->rounds << " refused "
            << refused << " seconds " << took.count();

  AutomataSpace space(*system);
  search::Exploration exploration(space);
  exploration.pause_at({.failures = false, .dead_ends = false});
  bool closed = false, going = true;
  while (going) {
    const auto pause = exploration.advance(stop);
    closed = std::holds_alternative<search::Closed>(pause);
    going = !closed && !std::holds_alternative<search::Stopped>(pause) && !std::holds_alternative<search::Refused>(pause);
  }
  std::cout << " states " << exploration.states();
  const char* stuck = closed ? hang(exploration, stop) : "unknown";
  std::cout << " hang " << stuck << " strong "
            << (closed ? termination(exploration, search::Fairness::strong, stuck, stop) : "unknown") << " weak "
            << (closed ? termination(exploration, search::Fairness::weak, stuck, stop) : "unknown");
  if (refused) std::cout << " first refused: " << first;
  std::cout << std::endl;
}
