// SPDX-License-Identifier: Apache-2.0
// Dominators, loops and liveness are the textbook's (Aho, Lam, Sethi, Ullman, "Compilers", 9.2 and 9.6); dominators as
// in K. Cooper, T. Harvey, K. Kennedy, "A simple, fast dominance algorithm", 2001. Liveness goes from each use back to
// the assignments, one register at a time: what is not needed costs nothing (A. Appel, "Modern compiler
// implementation", 19.6).
#include "ir/flow_graph.h"

#include <algorithm>
#include <map>
#include <utility>

namespace fermata::ir {

FlowGraph::FlowGraph(const Function& function)
    : successors(function.blocks.size()), predecessors(function.blocks.size()), dominator(function.blocks.size()) {
  for (Number b = 0; b < function.blocks.size(); ++b)
    for (const Instruction& i : function.blocks[b].instructions) {
      for (BlockId target : i.targets) add(b, number(target));
      if (i.unwind) add(b, number(*i.unwind));
    }
  find_order();
  find_dominators();
}

bool FlowGraph::dominates(Number a, Number b) const {
  while (b != a && b != order.front()) b = dominator[b];
  return a == b;
}

std::set<FlowGraph::Number> FlowGraph::loop_headers() const {
  std::set<Number> found;
  for (const Number b : order)
    for (Number s : successors[b])
      if (dominates(s, b)) found.insert(s);
  return found;
}

void FlowGraph::add(Number from, Number to) {
  if (std::ranges::find(successors[from], to) != successors[from].end()) return;
  successors[from].push_back(to);
  predecessors[to].push_back(from);
}

void FlowGraph::find_order() {
  std::vector<bool> seen(successors.size());
  std::vector<std::pair<Number, std::size_t>> open{{0, 0}};
  seen[0] = true;
  while (!open.empty()) {
    auto& [block, next] = open.back();
    if (next == successors[block].size()) {
      order.push_back(block);
      open.pop_back();
    } else if (const Number to = successors[block][next++]; !seen[to]) {
      seen[to] = true;
      open.emplace_back(to, 0);
    }
  }
  std::ranges::reverse(order);
}

void FlowGraph::find_dominators() {
  std::vector<Number> rank(successors.size(), none);
  for (Number i = 0; i < order.size(); ++i) rank[order[i]] = i;
  std::ranges::fill(dominator, none);
  dominator[order.front()] = order.front();
  for (bool changed = true; changed;) {
    changed = false;
    for (const Number b : order) {
      if (b == order.front()) continue;
      Number common = none;
      for (Number p : predecessors[b]) {
        if (rank[p] == none || dominator[p] == none) continue;
        if (common == none) common = p;
        while (common != p) {
          while (rank[p] > rank[common]) p = dominator[p];
          while (rank[common] > rank[p]) common = dominator[common];
        }
      }
      changed |= std::exchange(dominator[b], common) != common;
    }
  }
}

std::vector<std::vector<bool>> live_at_begin(const Function& function, const FlowGraph& graph) {
  struct Needed {
    FlowGraph::Number block;
    Register which;
  };
  std::vector<std::vector<bool>> live(function.blocks.size(), std::vector<bool>(function.registers.size()));
  std::vector<std::map<Register, std::size_t>> first_assigned(function.blocks.size());
  std::vector<Needed> open;
  auto need = [&](FlowGraph::Number block, Register which) {
    if (live[block][which]) return;
    live[block][which] = true;
    open.push_back({block, which});
  };
  for (const FlowGraph::Number b : graph.order) {
    const auto& code = function.blocks[b].instructions;
    for (std::size_t i = 0; i < code.size(); ++i) {
      each_used(code[i], [&](Register r) {
        if (!first_assigned[b].contains(r)) need(b, r);
      });
      for (Register r : code[i].results) first_assigned[b].try_emplace(r, i);
    }
  }
  // A call that unwinds leaves in the middle of its block, before its result is assigned.
  auto passes = [&](FlowGraph::Number from, FlowGraph::Number to, Register which) {
    const auto assigned = first_assigned[from].find(which);
    if (assigned == first_assigned[from].end()) return true;
    const auto& code = function.blocks[from].instructions;
    return std::any_of(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(assigned->second) + 1,
                       [&](const Instruction& i) { return i.unwind && number(*i.unwind) == to; });
  };
  while (!open.empty()) {
    const auto [block, which] = open.back();
    open.pop_back();
    for (const FlowGraph::Number p : graph.predecessors[block])
      if (!live[p][which] && passes(p, block, which)) need(p, which);
  }
  return live;
}

}  // namespace fermata::ir
