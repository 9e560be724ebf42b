// SPDX-License-Identifier: Apache-2.0
// Bits have no sign, comparisons do. Who counts with a variable wants it to be read as it is compared: `i < n` of
// unsigned numbers is one linear inequality then, and not four.
//
// Variables that are given to one another, or compared for equality, are read alike (union and find). One that is
// compared for equality only has no sign: LLVM makes `left == 1` of `left - 1 > 0`. Any reading is right; a bad one
// only makes more cases.
#include "model/readings.h"

#include <numeric>
#include <set>

namespace fermata::model {

namespace {

using ir::Op;

class Readings {
 public:
  explicit Readings(const ThreadSystem& system)
      : system_(system),
        parents_(system.variables.size()),
        with_(parents_.size()),
        without_(parents_.size()),
        equal_(parents_.size()) {
    std::iota(parents_.begin(), parents_.end(), 0u);
    for (const Edge& edge : system.edges) {
      for (TermId guard : edge.guard) look(guard);
      for (const auto& [variable, value] : edge.update) {
        look(value);
        for (std::uint32_t source : carried(value)) unite(index(variable), source);
      }
    }
  }

  bool without_sign(std::uint32_t variable) {
    const std::uint32_t root = find(variable);
    return !with_[root] && (without_[root] || equal_[root]);
  }

 private:
  std::uint32_t find(std::uint32_t v) {
    while (parents_[v] != v) v = parents_[v] = parents_[parents_[v]];
    return v;
  }
  void unite(std::uint32_t a, std::uint32_t b) {
    if (system_.variables[a].width != system_.variables[b].width) return;
    a = find(a), b = find(b);
    parents_[a] = b;
    with_[b] = with_[b] || with_[a];
    without_[b] = without_[b] || without_[a];
    equal_[b] = equal_[b] || equal_[a];
  }

  /// Variables whose value goes into the term as a summand or as one of several.
  std::set<std::uint32_t> carried(TermId id) const {
    const Term& term = system_.terms[id];
    if (term.kind == Term::Kind::variable) {
      const auto v = static_cast<std::uint32_t>(term.value);
      if (system_.variables[v].width == term.width && term.width > 1) return {v};
      return {};
    }
    if (term.kind == Term::Kind::constant) return {};
    std::set<std::uint32_t> all;
    const auto add = [&](TermId part) { all.merge(carried(part)); };
    switch (term.op) {
      case Op::copy: add(term.operands[0]); break;
      case Op::select: add(term.operands[1]), add(term.operands[2]); break;
      case Op::add:
      case Op::sub:
      case Op::umin:
      case Op::umax:
      case Op::smin:
      case Op::smax: add(term.operands[0]), add(term.operands[1]); break;
      default: break;
    }
    return all;
  }

  void look(TermId id) {
    if (!looked_at_.insert(id).second) return;
    const Term& term = system_.terms[id];
    if (term.kind != Term::Kind::operation) return;
    for (unsigned k = 0; k < term.arity; ++k) look(term.operands[k]);
    const bool equality = term.op == Op::eq || term.op == Op::ne;
    const bool without = (term.op >= Op::ult && term.op <= Op::uge) || term.op == Op::umin || term.op == Op::umax;
    const bool with = (term.op >= Op::slt && term.op <= Op::sge) || term.op == Op::smin || term.op == Op::smax;
    if (!equality && !without && !with) return;
    std::set<std::uint32_t> all = carried(term.operands[0]);
    all.merge(carried(term.operands[1]));
    for (std::uint32_t v : all) {
      unite(v, *all.begin());
      const std::uint32_t root = find(v);
      if (without) without_[root] = true;
      if (with) with_[root] = true;
      if (equality) equal_[root] = true;
    }
  }

  const ThreadSystem& system_;
  std::vector<std::uint32_t> parents_;
  std::vector<bool> with_, without_, equal_;  // of roots
  std::set<TermId> looked_at_;
};

}  // namespace

void find_readings(ThreadSystem& system) {
  Readings readings(system);
  for (std::uint32_t v = 0; v < system.variables.size(); ++v) {
    Variable& variable = system.variables[v];
    const bool range_fits = !variable.range || variable.range->first >= 0;
    variable.without_sign = variable.width > 1 && range_fits && readings.without_sign(v);
  }
}

}  // namespace fermata::model
