// SPDX-License-Identifier: Apache-2.0
// Tries all values that the variables can have there (model/thread_modular.h): who is before an unlock owns the lock,
// and can go on. A solver would find out the same anew at each moment.
#include "engine/bounded/may_wait.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace fermata::engine::bounded {

using model::EdgeId;
using model::LocationId;
using model::TermId;
using model::VariableId;

namespace {

constexpr std::size_t most_cases = 1024;

bool always_goes_on(const model::ThreadSystem& system, const model::ReachableValues& reachable, LocationId location) {
  const std::vector<EdgeId>& out = system[location].out;
  if (std::ranges::any_of(out, [&](EdgeId e) { return system[e].guard.empty(); })) return true;
  std::set<VariableId> deciding;
  for (EdgeId e : out)
    for (TermId guard : system[e].guard)
      deciding.insert(system.terms.variables(guard).begin(), system.terms.variables(guard).end());
  std::vector<std::pair<VariableId, std::vector<std::uint64_t>>> cases;
  std::size_t number = 1;
  for (VariableId v : deciding) {
    auto values = reachable.values(location, v);
    if (!values) return false;
    number *= values->size();
    if (number > most_cases) return false;
    cases.emplace_back(v, std::move(*values));
  }
  std::map<VariableId, std::uint64_t> chosen;
  const auto possible = [&](EdgeId e) {
    return std::ranges::all_of(system[e].guard, [&](TermId guard) {
      return system.terms.evaluate(guard, [&](VariableId v) { return chosen.at(v); }) != 0;
    });
  };
  const auto in_all_cases = [&](const auto& self, std::size_t k) -> bool {
    if (k == cases.size()) return std::ranges::any_of(out, possible);
    return std::ranges::all_of(cases[k].second, [&](std::uint64_t value) {
      chosen[cases[k].first] = value;
      return self(self, k + 1);
    });
  };
  return in_all_cases(in_all_cases, 0);
}

}  // namespace

std::vector<bool> may_wait(const model::ThreadSystem& system, const model::ReachableValues& reachable) {
  std::vector<bool> may;
  for (std::uint32_t l = 0; l < system.locations.size(); ++l)
    may.push_back(!always_goes_on(system, reachable, LocationId{l}));
  return may;
}

}  // namespace fermata::engine::bounded
