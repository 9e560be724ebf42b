// SPDX-License-Identifier: Apache-2.0
// An acyclic graph that grows by edges: an edge that would close a cycle is cut instead. There are only as many edges
// as nested pairs of locks in the program, so one depth-first search for each new edge is cheap enough.
#include "reduce/lock_order.h"

namespace fermata::reduce {

bool LockOrder::allows(vm::Address first, vm::Address second) {
  if (const auto known = recall(first, second)) return *known;
  if (first == second || leads(second, first)) {
    cuts_.insert({first, second});
    return false;
  }
  after_[first].insert(second);
  return true;
}

std::optional<bool> LockOrder::recall(vm::Address first, vm::Address second) const {
  if (cuts_.contains({first, second})) return false;
  if (const auto it = after_.find(first); it != after_.end() && it->second.contains(second)) return true;
  return std::nullopt;
}

bool LockOrder::leads(vm::Address from, vm::Address to) const {
  std::vector<vm::Address> todo{from};
  std::set<vm::Address> seen{from};
  while (!todo.empty()) {
    const auto it = after_.find(todo.back());
    todo.pop_back();
    if (it == after_.end()) continue;
    for (vm::Address next : it->second) {
      if (next == to) return true;
      if (seen.insert(next).second) todo.push_back(next);
    }
  }
  return false;
}

}  // namespace fermata::reduce
