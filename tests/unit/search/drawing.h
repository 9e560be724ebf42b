// SPDX-License-Identifier: Apache-2.0
// Graphs drawn by hand, or at random.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "base/stop.h"
#include "search/exploration.h"
#include "search/state_space.h"

namespace fermata::search {

struct DrawnEdge {
  std::uint32_t to = 0;  // ignored if it fails
  Agent agent = 0;
  bool input = false;
  bool fails = false;
  std::set<Slot> closes = {};  // of the instances open before
  std::set<Slot> opens = {};   // instances begun on this edge that are still open after it
  std::set<Agent> enabled_inside = {}, disabled_inside = {}, awake_inside = {};
  std::optional<std::uint64_t> fingerprint = {};
  bool rare = false;
};

struct Vertex {
  std::vector<DrawnEdge> edges;
  std::set<Slot> open;
  bool ended = false;
  bool refuses = false;
  bool impossible = false;  // if it has no edges
};

/// Vertices 0, 1, ...; 0 is the initial one. Vertex v is written as a state of one to three words.
class Drawing final : public StateSpace {
 public:
  explicit Drawing(std::uint32_t vertices) : vertices_(vertices) {}

  Drawing& edge(std::uint32_t from, DrawnEdge edge) {
    vertices_.at(from).edges.push_back(std::move(edge));
    return *this;
  }
  Drawing& edge(std::uint32_t from, std::uint32_t to, Agent agent = 0) {
    return edge(from, DrawnEdge{.to = to, .agent = agent});
  }
  Drawing& ends(std::uint32_t vertex) {
    vertices_.at(vertex).ended = true;
    return *this;
  }
  Drawing& refuses(std::uint32_t vertex) {
    vertices_.at(vertex).refuses = true;
    return *this;
  }
  Drawing& impossible(std::uint32_t vertex) {
    vertices_.at(vertex).impossible = true;
    return *this;
  }
  Drawing& open(std::uint32_t vertex, std::set<Slot> slots) {
    vertices_.at(vertex).open = std::move(slots);
    return *this;
  }
  std::uint32_t add_vertex() {
    vertices_.emplace_back();
    return size() - 1;
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(vertices_.size()); }
  Vertex& operator[](std::uint32_t v) { return vertices_[v]; }
  const Vertex& operator[](std::uint32_t v) const { return vertices_[v]; }

  static std::vector<Word> words_of(std::uint32_t v) {
    std::vector<Word> words{v};
    words.resize(1 + v % 3, v / 3);
    return words;
  }

  std::vector<Word> initial() override { return words_of(0); }
  bool expand(std::span<const Word> state, Visitor& visitor) override {
    const Vertex& vertex = vertices_.at(state[0]);
    ++expansions;
    std::map<Agent, std::uint32_t> outcomes;
    for (const DrawnEdge& drawn : vertex.edges) {
      std::vector<Slot> closes(drawn.closes.begin(), drawn.closes.end());
      std::vector<Agent> enabled(drawn.enabled_inside.begin(), drawn.enabled_inside.end());
      std::vector<Agent> disabled(drawn.disabled_inside.begin(), drawn.disabled_inside.end());
      std::vector<Agent> awake(drawn.awake_inside.begin(), drawn.awake_inside.end());
      Edge edge{.agent = drawn.agent,
                .outcome = outcomes[drawn.agent]++,
                .input = drawn.input,
                .fails = drawn.fails,
                .rare = drawn.rare,
                .closes = closes,
                .enabled_inside = enabled,
                .disabled_inside = disabled,
                .awake_inside = awake,
                .fingerprint = drawn.fingerprint};
      std::vector<Word> target;
      if (!drawn.fails) target = words_of(drawn.to);
      if (!visitor.edge(edge, target)) return true;
    }
    return !vertex.refuses;
  }
  void facts(std::span<const Word> state, Facts& facts) override {
    const Vertex& vertex = vertices_.at(state[0]);
    facts.ended = vertex.ended;
    facts.open.assign(vertex.open.begin(), vertex.open.end());
  }

  bool impossible(std::span<const Word> state) override { return vertices_.at(state[0]).impossible; }

  std::uint64_t expansions = 0;

 private:
  std::vector<Vertex> vertices_;
};

/// Which vertex of the drawing is this state?
inline std::uint32_t vertex_of(const Exploration& exploration, State state) {
  std::vector<Word> words;
  exploration.words(state, words);
  return words.at(0);
}

/// Advances through all pauses to the end.
inline void explore_all(Exploration& exploration) {
  Stop stop;
  while (true) {
    auto pause = exploration.advance(stop);
    if (std::holds_alternative<Closed>(pause) || std::holds_alternative<Stopped>(pause)) return;
    if (std::holds_alternative<Refused>(pause) && exploration.expanded() == exploration.states()) return;
  }
}

/// A small random graph with sections that obeys the rules of slots: a walk over a random automaton
/// whose edges open and close slots; a vertex is a state of the automaton together with the open
/// slots.
inline Drawing random_drawing(std::mt19937_64& random, bool with_inputs) {
  auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  struct Raw {
    std::uint32_t to;
    Agent agent;
    bool input, fails;
    std::vector<Slot> touches;
  };
  auto states = 2 + below(7);
  auto slots = 1 + below(3);
  auto most_edges = 1 + below(with_inputs ? 5 : 3);
  auto ends = below(30), dead = below(25), fails = below(3) ? 0 : below(15), touching = 20 + below(70);
  auto inputs = with_inputs ? below(90) : 0;
  std::vector<std::vector<Raw>> automaton(states);
  std::vector<bool> ended(states);
  for (std::uint32_t s = 0; s < states; ++s) {
    if (s != 0 && below(100) < ends) {
      ended[s] = true;
      continue;
    }
    if (s != 0 && below(100) < dead) continue;
    for (auto n = 1 + below(most_edges); n > 0; --n) {
      Raw raw{below(states), below(3), below(100) < inputs, below(100) < fails, {}};
      while (raw.touches.size() < 3 && below(100) < touching) raw.touches.push_back(below(slots));
      automaton[s].push_back(std::move(raw));
    }
  }

  std::set<Slot> open;
  for (Slot slot = 0; slot < slots; ++slot) {
    if (below(4) == 0) open.insert(slot);
  }
  Drawing drawing(0);
  std::map<std::pair<std::uint32_t, std::set<Slot>>, std::uint32_t> vertices;
  std::vector<std::uint32_t> state_of;
  auto vertex = [&](std::uint32_t state, const std::set<Slot>& slots_open) {
    auto [at, fresh] = vertices.emplace(std::pair{state, slots_open}, drawing.size());
    if (fresh) {
      auto v = drawing.add_vertex();
      drawing.open(v, slots_open);
      if (ended[state]) drawing.ends(v);
      state_of.push_back(state);
    }
    return at->second;
  };
  vertex(0, open);
  for (std::uint32_t v = 0; v < drawing.size(); ++v) {
    for (const Raw& raw : automaton[state_of[v]]) {
      DrawnEdge edge{.agent = raw.agent, .input = raw.input, .fails = raw.fails};
      auto now = drawing[v].open;
      for (Slot slot : raw.touches) {  // an open slot is closed, a closed one opened
        if (!now.contains(slot)) {
          now.insert(slot);
          edge.opens.insert(slot);
        } else {
          now.erase(slot);
          // The instance is an older one, or was begun on this very edge.
          if (edge.opens.erase(slot) == 0) edge.closes.insert(slot);
        }
      }
      if (!edge.fails) edge.to = vertex(raw.to, now);
      drawing.edge(v, std::move(edge));
    }
  }
  return drawing;
}

}  // namespace fermata::search
