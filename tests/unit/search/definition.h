// SPDX-License-Identifier: Apache-2.0
// The definition of `hang`, written down literally.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "search/drawing.h"

namespace fermata::search {

using Vertices = std::set<std::uint32_t>;
using Points = std::set<std::pair<std::uint32_t, Slot>>;

/// Everything that can be reached from `from` over edges that are allowed.
template <class Allowed>
std::vector<std::uint32_t> reachable(const Drawing& drawing, std::uint32_t from, Allowed allowed) {
  std::vector<std::uint32_t> queue{from};
  std::vector<bool> seen(drawing.size());
  seen[from] = true;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const DrawnEdge& edge : drawing[queue[i]].edges) {
      if (edge.fails || seen[edge.to] || !allowed(edge)) continue;
      seen[edge.to] = true;
      queue.push_back(edge.to);
    }
  }
  return queue;
}

/// The points (vertex, slot) of section instances from which no continuation ends the instance.
/// Entry by entry: an instance begins, runs on until an edge closes it, and ends there or with
/// everything else.
inline Points never_ending(const Drawing& drawing) {
  Points bad;
  Points entries;
  for (Slot slot : drawing[0].open) entries.emplace(0, slot);
  for (std::uint32_t v : reachable(drawing, 0, [](const DrawnEdge&) { return true; })) {
    for (const DrawnEdge& edge : drawing[v].edges) {
      for (Slot slot : edge.opens) {
        if (!edge.fails) entries.emplace(edge.to, slot);
      }
    }
  }
  std::map<std::pair<std::uint32_t, Slot>, bool> known;
  for (auto [entry, slot] : entries) {
    auto still_open = [slot = slot](const DrawnEdge& edge) { return !edge.closes.contains(slot); };
    auto can_end = [&, slot = slot](std::uint32_t from) {
      for (std::uint32_t v : reachable(drawing, from, still_open)) {
        if (drawing[v].ended) return true;
        for (const DrawnEdge& edge : drawing[v].edges) {
          if (edge.fails || edge.closes.contains(slot)) return true;
        }
      }
      return false;
    };
    for (std::uint32_t v : reachable(drawing, entry, still_open)) {
      auto [at, fresh] = known.emplace(std::pair{v, slot}, false);
      if (fresh) at->second = can_end(v);
      if (!at->second) bad.emplace(v, slot);
    }
  }
  return bad;
}

/// The vertices from which no continuation ends.
inline Vertices never_over(const Drawing& drawing) {
  Vertices result;
  auto any = [](const DrawnEdge&) { return true; };
  for (std::uint32_t v : reachable(drawing, 0, any)) {
    auto after = reachable(drawing, v, any);
    bool ends = std::ranges::any_of(after, [&](std::uint32_t w) {
      return drawing[w].ended || std::ranges::any_of(drawing[w].edges, &DrawnEdge::fails);
    });
    if (!ends) result.insert(v);
  }
  return result;
}

/// Does `edge` reach the goal: does it close the slot or, without one, end?
inline bool does(const DrawnEdge& edge, std::optional<Slot> slot) {
  return edge.fails || (slot && edge.closes.contains(*slot));
}

/// The vertices from which the scheduler can make it happen whatever the environment does. Round by
/// round: within n steps, for n = 0, 1, 2, ...
inline std::vector<bool> winning_by_rounds(const Drawing& drawing, std::optional<Slot> slot) {
  std::vector<bool> now(drawing.size()), next(drawing.size());
  for (std::uint32_t v = 0; v < drawing.size(); ++v) next[v] = drawing[v].ended;
  do {
    now = next;
    for (std::uint32_t v = 0; v < drawing.size(); ++v) {
      const auto& edges = drawing[v].edges;
      auto good = [&](const DrawnEdge& edge) { return does(edge, slot) || now[edge.to]; };
      for (const DrawnEdge& first : edges) {
        if (!first.input && good(first)) next[v] = true;
        if (first.input && std::ranges::all_of(edges, [&](const DrawnEdge& edge) {
              return !edge.input || edge.agent != first.agent || good(edge);
            })) {
          next[v] = true;
        }
      }
    }
  } while (now != next);
  return now;
}

/// The same by trying every strategy of the environment: for each vertex and agent, one of the
/// inputs. Nothing, if there are too many.
inline std::optional<std::vector<bool>> winning_by_strategies(const Drawing& drawing, std::optional<Slot> slot) {
  struct Choice {
    std::uint32_t vertex;
    std::vector<const DrawnEdge*> inputs;
    std::size_t taken = 0;
  };
  std::vector<Choice> choices;
  std::size_t strategies = 1;
  for (std::uint32_t v = 0; v < drawing.size(); ++v) {
    std::map<Agent, std::vector<const DrawnEdge*>> inputs;
    for (const DrawnEdge& edge : drawing[v].edges) {
      if (edge.input) inputs[edge.agent].push_back(&edge);
    }
    for (auto& [agent, edges] : inputs) {
      strategies *= edges.size();
      if (strategies > 64) return std::nullopt;
      choices.push_back({v, std::move(edges)});
    }
  }
  std::vector<bool> winning(drawing.size(), true);
  while (true) {
    std::set<const DrawnEdge*> taken;
    for (const Choice& choice : choices) taken.insert(choice.inputs[choice.taken]);
    auto allowed = [&](const DrawnEdge& edge) { return !edge.input || taken.contains(&edge); };
    for (std::uint32_t v = 0; v < drawing.size(); ++v) {
      auto after = reachable(drawing, v, allowed);
      bool happens = std::ranges::any_of(after, [&](std::uint32_t w) {
        return drawing[w].ended || std::ranges::any_of(drawing[w].edges, [&](const DrawnEdge& edge) {
                 return allowed(edge) && does(edge, slot);
               });
      });
      if (!happens) winning[v] = false;
    }
    // The next strategy, as one counts.
    std::size_t digit = 0;
    while (digit < choices.size() && ++choices[digit].taken == choices[digit].inputs.size()) choices[digit++].taken = 0;
    if (digit == choices.size()) return winning;
  }
}

}  // namespace fermata::search
