// SPDX-License-Identifier: Apache-2.0
// Local nontermination on the plain state graph.
//
//   V. Still, J. Barnat, "Local nontermination detection for parallel C++ programs", SEFM 2019
//
// The paper adds, for each section instance, a copy of the graph in which that instance is the one
// to end, and looks for fully accepting terminal components of the product. Here the plain graph is
// enough: an instance can never end iff its slot is open in a bottom component, not one of an end,
// in which no edge closes that slot.
//   - If it cannot end from s, go from s to any bottom component: the slot is still open there, and
//     nothing closes it.
//   - If some edge reachable from s closes the slot, then the first such edge ends this very
//     instance, since an instance keeps its slot and a slot is not opened twice.
// A state without an edge is a component like any other; the paper needs blocking to be busy
// waiting.
//
// Reported is the nearest component. Closes are labels of edges, so its members are expanded again.
// For a daemon this may be every state of the graph, once; the labels of one component are never in
// memory together, only a bit for each slot.
#include "search/stuck.h"

#include <algorithm>
#include <optional>
#include <span>

#include "search/sccs.h"

namespace fermata::search {

namespace {

class SlotSet {
 public:
  void add(Slot slot) {
    if (slot >= bits_.size()) bits_.resize(std::size_t{slot} + 1);
    bits_[slot] = true;
  }
  bool contains(Slot slot) const { return slot < bits_.size() && bits_[slot]; }
  Slot end() const { return static_cast<Slot>(bits_.size()); }

 private:
  std::vector<bool> bits_;
};

// Nothing, if told to stop.
std::optional<std::vector<Slot>> stuck_slots(Exploration& exploration, std::span<const State> members,
                                             const Stop& stop) {
  SlotSet open, closed;
  Facts facts;
  OnEdge visit([&](const Edge& edge, std::span<const Word>) {
    for (Slot slot : edge.closes) closed.add(slot);
    return true;
  });
  for (State state : members) {
    if (stop.now()) return std::nullopt;
    exploration.facts(state, facts);
    for (Slot slot : facts.open) open.add(slot);
    exploration.expand(state, visit);
  }
  std::vector<Slot> stuck;
  for (Slot slot = 0; slot < open.end(); ++slot) {
    if (open.contains(slot) && !closed.contains(slot)) stuck.push_back(slot);
  }
  return stuck;
}

}  // namespace

StuckAnswer find_stuck(Exploration& exploration, const StuckOptions& options, const Stop& stop) {
  auto stopped = [&] { return Stopped{stop.reason().value_or("it was told to stop")}; };
  auto components = bottom_sccs(exploration.edges(), stop);
  if (!components) return stopped();
  for (std::size_t i = 0; i < components->size(); ++i) {
    auto members = (*components)[i];
    if (std::ranges::find(options.passed_over, members.front()) != options.passed_over.end()) continue;
    auto slots = stuck_slots(exploration, members, stop);
    if (!slots) return stopped();
    if (options.daemon && slots->empty()) continue;
    return StuckComponent{{members.begin(), members.end()}, std::move(*slots)};
  }
  return NothingStuck{};
}

}  // namespace fermata::search
