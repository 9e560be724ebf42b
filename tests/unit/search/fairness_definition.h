// SPDX-License-Identifier: Apache-2.0
// The definition of fair runs that never end, by exhaustive enumeration.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "search/definition.h"
#include "search/drawing.h"
#include "search/fair_cycle.h"

namespace fermata::search {

using Agents = std::set<Agent>;

inline bool subset(const Agents& a, const Agents& b) { return std::ranges::includes(b, a); }

inline Agents enabled_at(const Drawing& drawing, std::uint32_t v) {
  Agents agents;
  for (const DrawnEdge& edge : drawing[v].edges) agents.insert(edge.agent);
  return agents;
}

/// From every state that this agent can reach alone, it can come back here alone; and these are not too many.
inline bool spins_at(const Drawing& drawing, std::uint32_t v, Agent agent) {
  auto own = [&](const DrawnEdge& edge) { return edge.agent == agent && !edge.fails; };
  const auto places = reachable(drawing, v, own);
  if (places.size() > 64) return false;
  for (std::uint32_t w : places) {
    auto moves = [&](const DrawnEdge& edge) { return edge.agent == agent; };
    if (drawing[w].refuses || std::ranges::none_of(drawing[w].edges, moves)) return false;
    if (std::ranges::any_of(drawing[w].edges, [&](const DrawnEdge& e) { return moves(e) && e.fails; })) return false;
    auto back = reachable(drawing, w, own);
    if (std::ranges::find(back, v) == back.end()) return false;
  }
  return true;
}

inline Agents awake_at(const Drawing& drawing, std::uint32_t v) {
  Agents agents = enabled_at(drawing, v);
  std::erase_if(agents, [&](Agent agent) { return spins_at(drawing, v, agent); });
  return agents;
}

/// If the agent spins here: the fingerprints of its edges in all vertices that it can reach alone.
inline std::set<std::uint64_t> idle_fingerprints_at(const Drawing& drawing, std::uint32_t v, Agent agent) {
  std::set<std::uint64_t> fingerprints;
  if (!enabled_at(drawing, v).contains(agent) || !spins_at(drawing, v, agent)) return fingerprints;
  for (std::uint32_t w : reachable(drawing, v, [&](const DrawnEdge& e) { return e.agent == agent; })) {
    for (const DrawnEdge& edge : drawing[w].edges) {
      if (edge.agent == agent && edge.fingerprint) fingerprints.insert(*edge.fingerprint);
    }
  }
  return fingerprints;
}

inline Agents all_agents(const Drawing& drawing) {
  Agents agents;
  for (std::uint32_t v = 0; v < drawing.size(); ++v) {
    agents.merge(enabled_at(drawing, v));
    for (const DrawnEdge& edge : drawing[v].edges) {
      agents.insert(edge.enabled_inside.begin(), edge.enabled_inside.end());
    }
  }
  return agents;
}

inline std::vector<Agents> subsets(const Agents& agents) {
  std::vector<Agents> all{{}};
  for (Agent agent : agents) {
    auto with = all;
    for (Agents& one : with) one.insert(agent);
    all.insert(all.end(), with.begin(), with.end());
  }
  return all;
}

/// Is there a run in which, from some point on, exactly `movers` move and exactly `progressing` move without spinning,
/// each infinitely often, and no other agents are enabled (awake)?
inline bool stays_with(const Drawing& drawing, const Agents& movers, const Agents& progressing, Fairness fairness) {
  const bool await = fairness == Fairness::await;
  auto fine = [&](std::uint32_t v) {
    return !drawing[v].refuses && subset(enabled_at(drawing, v), movers) &&
           (!await || subset(awake_at(drawing, v), progressing));
  };
  auto all = reachable(drawing, 0, [](const DrawnEdge&) { return true; });
  for (std::uint32_t start : all) {
    if (!fine(start)) continue;
    auto takes = [&](std::uint32_t from, const DrawnEdge& edge) {
      return fine(from) && !edge.fails && !edge.rare && fine(edge.to) && subset(edge.enabled_inside, movers) &&
             (!await || (subset(edge.awake_inside, progressing)));
    };
    // Everything between `start` and `start`.
    std::vector<std::vector<bool>> reach(drawing.size(), std::vector<bool>(drawing.size()));
    for (std::uint32_t v = 0; v < drawing.size(); ++v) {
      for (const DrawnEdge& edge : drawing[v].edges) {
        if (takes(v, edge)) reach[v][edge.to] = true;
      }
    }
    for (std::uint32_t k = 0; k < drawing.size(); ++k) {
      for (std::uint32_t i = 0; i < drawing.size(); ++i) {
        for (std::uint32_t j = 0; j < drawing.size(); ++j) {
          if (reach[i][k] && reach[k][j]) reach[i][j] = true;
        }
      }
    }
    Agents moved, progressed;
    for (std::uint32_t v = 0; v < drawing.size(); ++v) {
      if (v != start && !(reach[start][v] && reach[v][start])) continue;
      for (const DrawnEdge& edge : drawing[v].edges) {
        if (!takes(v, edge) || !(edge.to == start || reach[edge.to][start])) continue;
        moved.insert(edge.agent);
        if (!spins_at(drawing, v, edge.agent)) progressed.insert(edge.agent);
      }
    }
    if (!moved.empty() && moved == movers && (!await || progressed == progressing)) return true;
  }
  return false;
}

/// Weak fairness with a counter: wait for agent 0 to move or be disabled, then for agent 1, ...;
/// a run is fair iff the counter starts again infinitely often. Vertices that refuse occur only finitely often, and so
/// do rare edges, unless `often`.
inline bool comes_round(const Drawing& drawing, const Agents& among, bool often) {
  const std::vector<Agent> agents(among.begin(), among.end());
  const auto turns = static_cast<std::uint32_t>(agents.size());
  Drawing product(drawing.size() * (turns + 1));
  auto vertex = [&](std::uint32_t v, std::uint32_t turn) { return v * (turns + 1) + turn; };
  for (std::uint32_t v = 0; v < drawing.size(); ++v) {
    const Agents enabled = enabled_at(drawing, v);
    for (std::uint32_t turn = 0; turn <= turns; ++turn) {
      for (const DrawnEdge& edge : drawing[v].edges) {
        if (edge.fails) continue;
        auto next = turn == turns ? 0 : turn;
        if (next < turns && (edge.agent == agents[next] || !enabled.contains(agents[next]) ||
                             edge.disabled_inside.contains(agents[next])))
          ++next;
        const bool once = drawing[v].refuses || drawing[edge.to].refuses || (edge.rare && !often);
        product.edge(vertex(v, turn), vertex(edge.to, next), once ? 1 : 0);
      }
    }
  }
  auto any = [](const DrawnEdge&) { return true; };
  auto again = [](const DrawnEdge& edge) { return edge.agent == 0; };
  for (std::uint32_t v : reachable(product, 0, any)) {
    if (v % (turns + 1) != turns) continue;
    for (const DrawnEdge& edge : product[v].edges) {
      if (!again(edge)) continue;
      auto after = reachable(product, edge.to, again);
      if (std::ranges::find(after, v) != after.end()) return true;
    }
  }
  return false;
}

/// Is there a fair run that never ends?
inline bool goes_on(const Drawing& drawing, Fairness fairness) {
  const Agents agents = all_agents(drawing);
  if (fairness == Fairness::none) return comes_round(drawing, {}, true);
  if (fairness == Fairness::weak) return comes_round(drawing, agents, false);
  for (const Agents& movers : subsets(agents)) {
    for (const Agents& progressing : subsets(fairness == Fairness::await ? movers : Agents{})) {
      if (stays_with(drawing, movers, progressing, fairness)) return true;
    }
  }
  return false;
}

/// Empty if `cycle` is one, and fair by itself; else what is wrong.
inline std::string objection(const Drawing& drawing, Exploration& exploration, const FairCycle& cycle,
                             Fairness fairness) {
  if (cycle.loop.empty()) return "the loop is empty";
  auto at = vertex_of(exploration, cycle.start);
  Agents enabled, awake, moved, progressed, disabled;
  std::map<Agent, std::set<std::uint64_t>> idle;
  std::vector<DrawnEdge> awake_moves;
  const Agents agents = all_agents(drawing);
  for (const Move& move : cycle.loop) {
    if (vertex_of(exploration, move.source) != at) return "a move does not begin where one is";
    if (drawing[at].refuses) return "not all edges of a state on it are known";
    for (Agent agent : agents) {
      if (!enabled_at(drawing, at).contains(agent)) disabled.insert(agent);
    }
    enabled.merge(enabled_at(drawing, at));
    awake.merge(awake_at(drawing, at));
    std::uint32_t outcome = 0;
    const DrawnEdge* taken = nullptr;
    for (const DrawnEdge& edge : drawing[at].edges) {
      if (edge.agent == move.agent && outcome++ == move.outcome) taken = &edge;
    }
    if (!taken || taken->fails) return "there is no such edge";
    if (taken->rare && fairness != Fairness::none) return "it takes a rare edge";
    moved.insert(taken->agent);
    if (!spins_at(drawing, at, taken->agent)) awake_moves.push_back(*taken);
    for (Agent agent : agents) idle[agent].merge(idle_fingerprints_at(drawing, at, agent));
    enabled.insert(taken->enabled_inside.begin(), taken->enabled_inside.end());
    awake.insert(taken->awake_inside.begin(), taken->awake_inside.end());
    disabled.insert(taken->disabled_inside.begin(), taken->disabled_inside.end());
    at = taken->to;
  }
  if (at != vertex_of(exploration, cycle.start)) return "it does not come back";
  for (const DrawnEdge& edge : awake_moves) {
    if (!edge.fingerprint || !idle[edge.agent].contains(*edge.fingerprint)) progressed.insert(edge.agent);
  }
  if (fairness == Fairness::weak) {
    for (Agent agent : enabled) {
      if (!moved.contains(agent) && !disabled.contains(agent)) return "an agent is always enabled and never moves";
    }
  }
  if (fairness >= Fairness::strong && !subset(enabled, moved)) return "an agent is enabled and never moves";
  if (fairness == Fairness::await && !subset(awake, progressed)) return "an agent is awake and never makes progress";
  return "";
}

/// Small graphs in which agents have one or two edges where they are enabled; often back to where they are.
inline Drawing random_fairness_drawing(std::mt19937_64& random, std::uint32_t fingerprints = 0,
                                       std::uint32_t rare = 0) {
  auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  auto vertices = 2 + below(7), agents = 1 + below(4);
  auto enabled = 15 + below(70), ahead = below(80), spins = below(40), ends = below(25),
       fails = below(3) ? 0 : below(20), inside = below(2) ? 0 : below(40);
  Drawing drawing(vertices);
  for (std::uint32_t v = 0; v < vertices; ++v) {
    if (v != 0 && below(100) < ends) {
      drawing.ends(v);
      continue;
    }
    if (below(60) == 0) drawing.refuses(v);
    for (Agent agent = 0; agent < agents; ++agent) {
      if (below(100) >= enabled) continue;
      for (auto n = 1 + (below(4) == 0); n > 0; --n) {
        DrawnEdge edge{.agent = agent, .input = below(10) == 0, .fails = below(100) < fails};
        edge.to = below(100) < spins   ? v
                  : below(100) < ahead ? std::min(vertices - 1, v + 1 + below(2))
                                       : below(vertices);
        for (Agent other = 0; other < agents; ++other) {
          if (other == agent || below(100) >= inside) continue;
          if (below(2)) edge.enabled_inside.insert(other);
          if (below(2) && edge.enabled_inside.contains(other)) edge.awake_inside.insert(other);
          if (below(2)) edge.disabled_inside.insert(other);
        }
        if (fingerprints != 0 && below(3) != 0) edge.fingerprint = below(fingerprints);
        if (rare != 0) edge.rare = below(100) < rare;
        if (!edge.fails)
          drawing.edge(v, edge);
        else
          drawing.edge(v, DrawnEdge{.agent = agent, .fails = true});
      }
    }
  }
  return drawing;
}

}  // namespace fermata::search
