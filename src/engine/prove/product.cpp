// SPDX-License-Identifier: Apache-2.0
#include "engine/prove/product.h"

#include <algorithm>
#include <map>
#include <utility>

namespace fermata::engine::prove {

using model::Edge;
using model::EdgeId;
using model::Location;
using model::LocationId;
using model::TermId;
using model::ThreadSystem;
using model::VariableId;

namespace {

using Known = std::vector<std::pair<VariableId, std::uint64_t>>;

bool is_live(const Location& location, VariableId v) {
  return std::ranges::find(location.live, v) != location.live.end();
}

/// Those of its own that have no meaning at this location are 0.
void forget(const ThreadSystem& system, Product& all, Product::Node& node, LocationId at) {
  for (std::size_t k = 0; k < all.followed.size(); ++k)
    if (system[all.followed[k]].owner == system[at].thread && !is_live(system[at], all.followed[k])) node.values[k] = 0;
}

std::vector<TermId> terms_of(const Edge& edge) {
  std::vector<TermId> terms = edge.guard;
  for (const auto& update : edge.update) terms.push_back(update.second);
  return terms;
}

/// The nodes that the edge leads to: several, if a followed variable is given a value that is not known. Nothing: it
/// may be given any value.
std::optional<std::vector<Product::Node>> after(const ThreadSystem& system, Product& all, const Product::Node& node,
                                                const Edge& edge, const Known& known) {
  std::vector<Product::Node> next{node};
  next[0].places[index(edge.thread)] = index(edge.to);
  for (const auto& [thread, location] : edge.starts) next[0].places[index(thread)] = index(location);
  for (const auto& [variable, value] : edge.update) {
    const auto found = std::ranges::lower_bound(all.followed, variable);
    if (found == all.followed.end() || *found != variable) continue;
    const auto k = static_cast<std::size_t>(found - all.followed.begin());
    const auto one = value_of(system, value, known);
    if (!one && !system[variable].values) return std::nullopt;
    const std::vector<std::uint64_t> values = one ? std::vector{*one} : *system[variable].values;
    std::vector<Product::Node> more;
    for (const Product::Node& before : next)
      for (std::uint64_t v : values) {
        more.push_back(before);
        more.back().values[k] = v;
      }
    next = std::move(more);
  }
  for (Product::Node& one : next) {
    forget(system, all, one, edge.to);
    for (const auto& [thread, location] : edge.starts) forget(system, all, one, location);
  }
  return next;
}

}  // namespace

std::optional<std::uint64_t> value_of(const ThreadSystem& system, TermId term, const Known& known) {
  for (VariableId v : system.terms.variables(term))
    if (!std::ranges::binary_search(known, v, {}, &Known::value_type::first)) return std::nullopt;
  return system.terms.evaluate(
      term, [&](VariableId v) { return std::ranges::lower_bound(known, v, {}, &Known::value_type::first)->second; });
}

Known Product::known(const ThreadSystem& system, const Node& node, LocationId at,
                     const std::vector<TermId>& terms) const {
  Known all;
  for (TermId term : terms)
    for (VariableId v : system.terms.variables(term)) {
      const auto found = std::ranges::lower_bound(followed, v);
      if (found == followed.end() || *found != v) continue;
      if (system[v].owner && (*system[v].owner != system[at].thread || !is_live(system[at], v))) continue;
      all.emplace_back(v, node.values[static_cast<std::size_t>(found - followed.begin())]);
    }
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  return all;
}

std::optional<Product> product(const ThreadSystem& system, std::vector<VariableId> followed,
                               const std::set<Situation>& excluded, std::size_t most, const Stop& stop) {
  Product all;
  all.followed = std::move(followed);
  std::map<Product::Node, std::uint32_t> numbers;
  std::map<Situation, std::uint32_t> situations;
  const auto number = [&](Product::Node node) {
    const auto [it, fresh] = numbers.try_emplace(std::move(node), static_cast<std::uint32_t>(all.nodes.size()));
    if (fresh) all.nodes.push_back(it->first);
    return it->second;
  };
  Product::Node first;
  first.places.assign(system.threads.size(), Product::not_begun);
  first.places[index(main_thread)] = index(system.start);
  for (VariableId v : all.followed) first.values.push_back(system[v].initial);
  forget(system, all, first, system.start);
  number(std::move(first));
  for (std::uint32_t n = 0; n < all.nodes.size(); ++n) {
    stop.enforce();
    if (all.nodes.size() > most) return std::nullopt;
    const Product::Node node = all.nodes[n];
    for (std::uint32_t place : node.places) {
      if (place == Product::not_begun) continue;
      for (EdgeId e : system[LocationId{place}].out) {
        const Edge& edge = system[e];
        Situation here{e, all.known(system, node, edge.from, terms_of(edge))};
        if (std::ranges::any_of(edge.guard,
                                [&](TermId g) { return value_of(system, g, here.known) == std::uint64_t{0}; }))
          continue;
        if (excluded.contains(here)) continue;
        const auto [it, fresh] = situations.try_emplace(here, static_cast<std::uint32_t>(all.situations.size()));
        if (fresh) all.situations.push_back(here);
        const auto kind = system[edge.to].kind;
        if (kind != Location::Kind::visible && kind != Location::Kind::silent && kind != Location::Kind::ended)
          continue;
        auto nodes = after(system, all, node, edge, here.known);
        if (!nodes) return std::nullopt;
        for (Product::Node& next : *nodes) all.steps.push_back({n, number(std::move(next)), it->second});
      }
    }
  }
  return all;
}

}  // namespace fermata::engine::prove
