// SPDX-License-Identifier: Apache-2.0
#include "model/fingerprint.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <vector>

namespace fermata::model {

namespace {

using Numbers = std::vector<std::uint64_t>;

void add(Numbers& all, const Term& term) {
  all.insert(all.end(), {static_cast<std::uint64_t>(term.kind), static_cast<std::uint64_t>(term.op), term.width,
                         term.arity, term.value});
}

void add(Numbers& all, const Terms& terms, TermId id) {
  const Term& term = terms[id];
  add(all, term);
  for (unsigned k = 0; k < term.arity; ++k) add(all, terms, term.operands[k]);
}

void add(Numbers& all, const Variable& variable) {
  all.insert(all.end(), {variable.width, static_cast<std::uint64_t>(variable.role), variable.initial,
                         variable.owner ? index(*variable.owner) + 1 : 0, variable.without_sign,
                         variable.values ? variable.values->size() : ~std::uint64_t{0}});
  if (variable.values) all.insert(all.end(), variable.values->begin(), variable.values->end());
  if (variable.range)
    all.insert(all.end(),
               {static_cast<std::uint64_t>(variable.range->first), static_cast<std::uint64_t>(variable.range->second)});
}

}  // namespace

std::uint64_t fingerprint(const ThreadSystem& system) {
  Numbers all{system.threads.size(), system.variables.size(), system.locations.size(), system.edges.size(),
              index(system.start)};
  for (const Variable& variable : system.variables) add(all, variable);
  for (const Location& location : system.locations) {
    all.insert(all.end(), {index(location.thread), static_cast<std::uint64_t>(location.kind), location.live.size()});
    for (VariableId v : location.live) all.push_back(index(v));
  }
  for (const Edge& edge : system.edges) {
    all.insert(all.end(), {index(edge.thread), index(edge.from), index(edge.to), edge.guard.size(), edge.update.size(),
                           edge.starts.size(), edge.spurious});
    for (TermId guard : edge.guard) add(all, system.terms, guard);
    for (const auto& [variable, value] : edge.update) {
      all.push_back(index(variable));
      add(all, system.terms, value);
    }
    for (const auto& [thread, location] : edge.starts) all.insert(all.end(), {index(thread), index(location)});
  }
  return XXH3_64bits(all.data(), all.size() * sizeof all[0]);
}

}  // namespace fermata::model
