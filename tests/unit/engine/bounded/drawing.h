// SPDX-License-Identifier: Apache-2.0
// Automata drawn by hand, and what exploring them state by state says.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/lifting.h"
#include "model/run.h"
#include "model/thread_system.h"

namespace fermata::engine::bounded {

/// Threads that are all there from the beginning: main, whose first step starts the others. Locations of a thread are
/// numbered from 0, where it begins; `ended` is where it ends.
class Drawing {
 public:
  static constexpr int ended = -1;

  explicit Drawing(unsigned threads) : begin_(threads), end_(threads) {
    for (ThreadId t : thread_ids(threads)) {
      system_.threads.push_back({.name = "t" + std::to_string(index(t)), .like = std::nullopt});
      end_[index(t)] = location(t, model::Location::Kind::ended);
      begin_[index(t)] = static_cast<std::uint32_t>(system_.locations.size());
      for (int k = 0; k < most_locations; ++k) location(t, model::Location::Kind::visible);
    }
    system_.start = location(main_thread, model::Location::Kind::visible);
    model::Edge start{.thread = main_thread, .from = system_.start, .to = at(0, 0)};
    for (std::uint32_t t = 1; t < threads; ++t) start.starts.emplace_back(ThreadId{t}, at(t, 0));
    add(start);
  }

  model::VariableId variable(unsigned width, std::uint64_t first,
                             std::optional<std::vector<std::uint64_t>> values = std::nullopt) {
    model::Variable one{.name = "v" + std::to_string(system_.variables.size()), .width = width, .initial = first};
    one.values = std::move(values);
    system_.variables.push_back(one);
    return model::VariableId{static_cast<std::uint32_t>(system_.variables.size() - 1)};
  }
  /// How it is read by who counts with it.
  Drawing& read(model::VariableId v, bool without_sign) {
    system_.variables[index(v)].without_sign = without_sign;
    return *this;
  }
  /// Free, or some thread's.
  model::VariableId lock() {
    std::vector<std::uint64_t> values;
    for (std::uint64_t t = 0; t <= system_.threads.size(); ++t) values.push_back(t);
    return variable(32, 0, values);
  }

  model::TermId term(model::VariableId v) { return terms().variable(v, system_[v].width); }
  model::TermId term(model::VariableId v, std::uint64_t value) { return terms().constant(system_[v].width, value); }
  model::TermId is(model::VariableId v, std::uint64_t value) {
    return terms().binary(ir::Op::eq, term(v), term(v, value));
  }
  model::TermId is_not(model::VariableId v, std::uint64_t value) {
    return terms().binary(ir::Op::ne, term(v), term(v, value));
  }
  model::Terms& terms() { return system_.terms; }

  using Update = std::vector<std::pair<model::VariableId, model::TermId>>;
  Drawing& edge(std::uint32_t thread, int from, int to, std::vector<model::TermId> guard = {}, Update update = {}) {
    return add({.thread = ThreadId{thread},
                .from = at(thread, from),
                .to = at(thread, to),
                .guard = std::move(guard),
                .update = std::move(update)});
  }
  Drawing& take(std::uint32_t thread, int from, int to, model::VariableId lock) {
    return edge(thread, from, to, {is(lock, 0)}, {{lock, term(lock, thread + 1)}});
  }
  Drawing& let_go(std::uint32_t thread, int from, int to, model::VariableId lock) {
    return edge(thread, from, to, {}, {{lock, term(lock, 0)}});
  }
  /// Instead of going on, the run is over.
  Drawing& fails(std::uint32_t thread, int from, model::Location::Kind how, std::vector<model::TermId> guard = {}) {
    return add({.thread = ThreadId{thread},
                .from = at(thread, from),
                .to = location(ThreadId{thread}, how),
                .guard = std::move(guard)});
  }

  const model::ThreadSystem& system() const { return system_; }

 private:
  static constexpr int most_locations = 12;

  model::LocationId location(ThreadId thread, model::Location::Kind kind) {
    system_.locations.push_back({.thread = thread, .kind = kind});
    return model::LocationId{static_cast<std::uint32_t>(system_.locations.size() - 1)};
  }
  model::LocationId at(std::uint32_t thread, int number) {
    if (number == ended) return end_[thread];
    return model::LocationId{begin_[thread] + static_cast<std::uint32_t>(number)};
  }
  Drawing& add(model::Edge edge) {
    system_.locations[index(edge.from)].out.push_back(model::EdgeId{static_cast<std::uint32_t>(system_.edges.size())});
    system_.edges.push_back(std::move(edge));
    return *this;
  }

  model::ThreadSystem system_;
  std::vector<std::uint32_t> begin_;
  std::vector<model::LocationId> end_;
};

/// Where these edges lead, each of which must be possible when it comes.
inline model::RunState follow(const model::ThreadSystem& system, std::span<const model::EdgeId> edges) {
  const model::Run run(system);
  model::RunState state = run.initial();
  for (model::EdgeId edge : edges) {
    const auto possible = run.possible(state, system[edge].thread);
    EXPECT_TRUE(std::ranges::find(possible, edge) != possible.end()) << "edge " << index(edge) << " is not possible";
    state = run.after(state, edge);
  }
  return state;
}

inline bool deadlocked(const model::ThreadSystem& system, const model::RunState& state) {
  const model::Run run(system);
  return !run.ended(state) && std::ranges::none_of(thread_ids(system.threads.size()),
                                                   [&](ThreadId t) { return !run.possible(state, t).empty(); });
}

}  // namespace fermata::engine::bounded
