// SPDX-License-Identifier: Apache-2.0
//
// Breadth first, with a std::map: as plain as it can be, since a certificate is believed because of it. No reduction.
#include "confirm/control_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fermata::confirm {

using model::Edge;
using model::EdgeId;
using model::Location;
using model::LocationId;
using model::TermId;
using model::ThreadSystem;
using model::VariableId;

namespace {

bool goes_on(Location::Kind kind) {
  return kind == Location::Kind::visible || kind == Location::Kind::silent || kind == Location::Kind::ended;
}

/// A variable without a list of values is given one that is not known.
struct NotFollowed {};

class Exploration {
 public:
  Exploration(const ThreadSystem& system, const std::vector<VariableId>& followed,
              const std::map<Situation, bool>& excluded, const Stop& stop)
      : system_(system), followed_(followed), excluded_(excluded), stop_(stop), reads_(system.edges.size()) {
    for (std::size_t e = 0; e < system.edges.size(); ++e)
      reads_[e] = ControlGraph::read_by(system, followed, system.edges[e].from, terms_of(system.edges[e]));
  }

  std::expected<ControlGraph, Stopped> run() {
    ControlGraph::Node first;
    first.places.assign(system_.threads.size(), ControlGraph::not_begun);
    first.places[index(main_thread)] = index(system_.start);
    for (VariableId v : followed_) first.values.push_back(system_[v].initial);
    forget_dead(first, system_.start);
    number(std::move(first));
    for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
      if (stop_.now()) return std::unexpected(Stopped{*stop_.reason()});
      if (graph_.nodes.size() > ControlGraph::most_nodes)
        return std::unexpected(
            Stopped{fmt::format("the threads have more than {} places together", graph_.nodes.size())});
      for (std::size_t t = 0; t < system_.threads.size(); ++t) {
        const std::uint32_t place = graph_.nodes[n].places[t];
        if (place == ControlGraph::not_begun) continue;
        for (EdgeId e : system_[LocationId{place}].out) follow(n, e);
      }
    }
    return std::move(graph_);
  }

 private:
  std::uint32_t number(ControlGraph::Node node) {
    const auto [it, fresh] = numbers_.try_emplace(std::move(node), static_cast<std::uint32_t>(graph_.nodes.size()));
    if (fresh) graph_.nodes.push_back(it->first);
    return it->second;
  }

  /// The value of the term, if all that it reads is known.
  std::optional<std::uint64_t> known(const Situation& at, TermId term) const {
    const auto& reads = reads_[index(at.edge)];
    for (VariableId v : system_.terms.variables(term))
      if (!std::ranges::binary_search(reads, v)) return std::nullopt;
    return system_.terms.evaluate(term, [&](VariableId v) {
      return at.values[static_cast<std::size_t>(std::ranges::lower_bound(reads, v) - reads.begin())];
    });
  }

  void forget_dead(ControlGraph::Node& node, LocationId location) const {
    const Location& about = system_[location];
    for (std::size_t k = 0; k < followed_.size(); ++k)
      if (system_[followed_[k]].owner == about.thread &&
          std::ranges::find(about.live, followed_[k]) == about.live.end())
        node.values[k] = 0;
  }

  void follow(std::uint32_t from, EdgeId id) {
    const Edge& edge = system_[id];
    Situation at{id, {}};
    for (VariableId v : reads_[index(id)]) at.values.push_back(graph_.nodes[from].values[place_of(followed_, v)]);
    for (TermId guard : edge.guard)
      if (known(at, guard) == std::uint64_t{0}) return;
    if (const auto found = excluded_.find(at); found != excluded_.end() && found->second) return;
    const auto [it, fresh] = situations_.try_emplace(at, static_cast<std::uint32_t>(graph_.situations.size()));
    if (fresh) graph_.situations.push_back(at);
    if (!goes_on(system_[edge.to].kind)) {
      graph_.last_steps.push_back({from, it->second});
      return;
    }

    std::vector<ControlGraph::Node> next{graph_.nodes[from]};
    next[0].places[index(edge.thread)] = index(edge.to);
    for (const auto& [thread, location] : edge.starts) next[0].places[index(thread)] = index(location);
    for (const auto& [variable, value] : edge.update) {
      if (!is_followed(followed_, variable)) continue;
      const std::size_t k = place_of(followed_, variable);
      std::vector<std::uint64_t> values;
      if (const auto one = known(at, value))
        values = {*one};
      else if (system_[variable].values)
        values = *system_[variable].values;
      else
        throw NotFollowed();
      std::vector<ControlGraph::Node> all;
      for (const ControlGraph::Node& node : next)
        for (std::uint64_t value_then : values) {
          all.push_back(node);
          all.back().values[k] = value_then;
        }
      next = std::move(all);
    }
    for (ControlGraph::Node& node : next) {
      forget_dead(node, edge.to);
      for (const auto& [thread, location] : edge.starts) forget_dead(node, location);
      graph_.steps.push_back({from, number(std::move(node)), it->second});
    }
  }

  const ThreadSystem& system_;
  const std::vector<VariableId>& followed_;
  const std::map<Situation, bool>& excluded_;
  const Stop& stop_;
  std::vector<std::vector<VariableId>> reads_;  // by edge
  std::map<ControlGraph::Node, std::uint32_t> numbers_;
  std::map<Situation, std::uint32_t> situations_;
  ControlGraph graph_;
};

}  // namespace

std::vector<TermId> terms_of(const Edge& edge) {
  std::vector<TermId> all = edge.guard;
  for (const auto& [variable, value] : edge.update) all.push_back(value);
  return all;
}

bool is_followed(const std::vector<VariableId>& followed, VariableId variable) {
  return std::ranges::binary_search(followed, variable);
}

std::size_t place_of(const std::vector<VariableId>& followed, VariableId variable) {
  return static_cast<std::size_t>(std::ranges::lower_bound(followed, variable) - followed.begin());
}

std::vector<VariableId> ControlGraph::read_by(const ThreadSystem& system, const std::vector<VariableId>& followed,
                                              LocationId location, const std::vector<TermId>& terms) {
  const Location& about = system[location];
  std::vector<VariableId> all;
  for (TermId term : terms)
    for (VariableId v : system.terms.variables(term))
      if (is_followed(followed, v) && (!system[v].owner || (*system[v].owner == about.thread &&
                                                            std::ranges::find(about.live, v) != about.live.end())))
        all.push_back(v);
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  return all;
}

bool ControlGraph::ended(const ThreadSystem& system, const Node& node) {
  return std::ranges::all_of(node.places, [&](std::uint32_t place) {
    return place == not_begun || system[LocationId{place}].kind == Location::Kind::ended;
  });
}

std::expected<ControlGraph, Stopped> ControlGraph::make(const ThreadSystem& system,
                                                        const std::vector<VariableId>& followed,
                                                        const std::map<Situation, bool>& excluded, const Stop& stop) {
  try {
    return Exploration(system, followed, excluded, stop).run();
  } catch (const NotFollowed&) {
    return std::unexpected(Stopped{"a variable is followed that may be given any value"});
  }
}

}  // namespace fermata::confirm
