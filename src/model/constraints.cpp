// SPDX-License-Identifier: Apache-2.0
// What follows from the guard of an edge, as far as it can be had cheaply.
//
// Variables range over the few values that the fixpoint has found for them (Facts). A condition over variables with few
// values is decided by trying all; a guard over one variable narrows its values for the rest of the path. Whatever is
// not decided stays a guard: too little precision makes more edges, never wrong ones.
#include <algorithm>

#include "model/walk.h"

namespace fermata::model {

namespace {

using ir::Op;
using Values = std::vector<std::uint64_t>;

constexpr std::size_t most_valuations = 2048, most_shape_values = 64;

void tidy(Values& values) {
  std::ranges::sort(values);
  values.erase(std::ranges::unique(values).begin(), values.end());
}

}  // namespace

/// Nothing: there are too many.
const Values* Walk::candidates(const EdgePart& edge, VariableId variable) const {
  if (const auto found = edge.candidates.find(variable); found != edge.candidates.end()) return &found->second;
  const ValueSet& set = facts_.values(variable);
  return set.all() ? nullptr : &set.values();
}

TermId Walk::resolved(const EdgePart& edge, TermId term) {
  if (terms_.known(term) || edge.guard.empty()) return term;
  if (const auto found = edge.known.find(term); found != edge.known.end())
    return terms_.constant(terms_.width(term), found->second);
  for (VariableId v : terms_.variables(term)) {
    const Values* all = candidates(edge, v);
    if (!all || all->size() != 1) return term;
  }
  return terms_.constant(terms_.width(term),
                         terms_.evaluate(term, [&](VariableId v) { return candidates(edge, v)->front(); }));
}

/// Calls visit(value of term) for each valuation of its variables that the guard allows, as far as the guard is about
/// these variables. False: there are too many, or visit has returned false.
template <class Visit>
bool Walk::each_valuation(const EdgePart& edge, TermId term, std::size_t most, const Visit& visit) {
  const auto& variables = terms_.variables(term);
  std::vector<const Values*> ranges;
  std::size_t product = 1;
  for (VariableId v : variables) {
    ranges.push_back(candidates(edge, v));
    if (!ranges.back()) return false;
    product *= ranges.back()->size();
    if (product > most) return false;
  }
  if (product == 0) return true;
  std::vector<TermId> relevant;
  if (variables.size() > 1)
    for (TermId guard : edge.guard)
      if (terms_.variables(guard).size() > 1 && std::ranges::includes(variables, terms_.variables(guard)))
        relevant.push_back(guard);
  std::vector<std::size_t> at(variables.size(), 0);
  const auto value_of = [&](VariableId v) {
    const auto k = static_cast<std::size_t>(std::ranges::lower_bound(variables, v) - variables.begin());
    return (*ranges[k])[at[k]];
  };
  while (true) {
    if (std::ranges::all_of(relevant, [&](TermId guard) { return terms_.evaluate(guard, value_of) != 0; }) &&
        !visit(terms_.evaluate(term, value_of)))
      return false;
    std::size_t k = 0;
    while (k < at.size() && ++at[k] == ranges[k]->size()) at[k++] = 0;
    if (k == at.size()) return true;
  }
}

std::optional<Values> Walk::values(const EdgePart& edge, TermId term) {
  if (const auto known = terms_.known(term)) return Values{*known};
  if (const auto found = edge.known.find(term); found != edge.known.end()) return Values{found->second};
  Values all;
  if (each_valuation(edge, term, most_valuations, [&](std::uint64_t value) {
        all.push_back(value);
        return true;
      })) {
    tidy(all);
    if (all.size() <= ValueSet::most) return all;
    return std::nullopt;
  }
  return shape_values(edge, term);
}

/// What its outermost operations say, whatever the variables are.
std::optional<Values> Walk::shape_values(const EdgePart& edge, TermId id) {
  const Term term = terms_[id];
  if (term.kind != Term::Kind::operation) {
    if (term.kind == Term::Kind::constant) return Values{term.value};
    const Values* all = candidates(edge, VariableId{static_cast<std::uint32_t>(term.value)});
    if (all && all->size() <= most_shape_values) return *all;
    return std::nullopt;
  }
  if (term.width == 1) return Values{0, 1};
  const auto up_to = [&](std::uint64_t end) -> std::optional<Values> {
    if (end > most_shape_values) return std::nullopt;
    Values all;
    for (std::uint64_t k = 0; k < end; ++k) all.push_back(k);
    return all;
  };
  const auto second = term.arity > 1 ? terms_.known(term.operands[1]) : std::nullopt;
  if (term.op == Op::urem && second) return up_to(*second);
  if (term.op == Op::and_ && second && *second < most_shape_values) return up_to(*second + 1);
  if (term.op == Op::srem && second && sign_extended(*second, term.width) > 0 && *second <= most_shape_values / 2) {
    Values all;
    for (std::uint64_t k = 0; k < *second; ++k) all.push_back(k), all.push_back(low_bits(0 - k, term.width));
    tidy(all);
    return all;
  }
  const auto combine = [&](const Values& a, const Values& b, auto apply) -> std::optional<Values> {
    if (a.size() * b.size() > most_valuations) return std::nullopt;
    Values all;
    for (std::uint64_t x : a)
      for (std::uint64_t y : b) all.push_back(apply(x, y));
    tidy(all);
    if (all.size() > most_shape_values) return std::nullopt;
    return all;
  };
  const auto first = shape_values(edge, term.operands[term.op == Op::select ? 1 : 0]);
  if (!first) return std::nullopt;
  const unsigned from = terms_.width(term.operands[0]);
  switch (term.op) {
    case Op::zext: return first;
    case Op::sext:
      return combine(*first, {0}, [&](std::uint64_t x, std::uint64_t) {
        return low_bits(static_cast<std::uint64_t>(sign_extended(x, from)), term.width);
      });
    case Op::trunc:
      return combine(*first, {0}, [&](std::uint64_t x, std::uint64_t) { return low_bits(x, term.width); });
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::and_:
    case Op::or_:
    case Op::xor_:
    case Op::lshr:
    case Op::umin:
    case Op::umax:
    case Op::smin:
    case Op::smax: {
      const auto other = shape_values(edge, term.operands[1]);
      if (!other) return std::nullopt;
      return combine(*first, *other, [&](std::uint64_t x, std::uint64_t y) { return fold(term.op, term.width, x, y); });
    }
    case Op::select: {
      const auto other = shape_values(edge, term.operands[2]);
      if (!other) return std::nullopt;
      Values both = *first;
      both.insert(both.end(), other->begin(), other->end());
      tidy(both);
      if (both.size() > most_shape_values) return std::nullopt;
      return both;
    }
    default: return std::nullopt;
  }
}

std::optional<bool> Walk::decide(const EdgePart& edge, TermId condition) {
  if (const auto known = terms_.known(condition)) return *known != 0;
  if (const auto found = edge.known.find(condition); found != edge.known.end()) return found->second != 0;
  bool seen[2] = {false, false};
  if (each_valuation(edge, condition, most_valuations,
                     [&](std::uint64_t value) {
                       seen[value & 1] = true;
                       return !(seen[0] && seen[1]);
                     }) &&
      seen[0] != seen[1])
    return seen[1];
  return std::nullopt;
}

/// False: the guard and the condition exclude each other.
bool Walk::assume(EdgePart& edge, TermId condition) {
  if (const auto decided = decide(edge, condition)) return *decided;
  const Term term = terms_[condition];
  if (term.kind == Term::Kind::operation && term.op == Op::and_)
    return assume(edge, term.operands[0]) && assume(edge, term.operands[1]);
  edge.guard.push_back(condition);
  edge.known[condition] = 1;
  edge.known[terms_.negation(condition)] = 0;
  if (term.kind == Term::Kind::operation && term.op == Op::eq) {
    if (const auto number = terms_.known(term.operands[1])) edge.known[term.operands[0]] = *number;
  }
  const auto& variables = terms_.variables(condition);
  if (variables.size() != 1) return true;
  const VariableId v = variables.front();
  if (const Values* all = candidates(edge, v)) {
    Values left;
    for (std::uint64_t value : *all)
      if (terms_.evaluate(condition, [&](VariableId) { return value; }) != 0) left.push_back(value);
    if (left.empty()) return false;
    edge.candidates[v] = std::move(left);
  } else if (const auto found = edge.known.find(facts_.term(v)); found != edge.known.end()) {
    edge.candidates[v] = {found->second};
  }
  return true;
}

bool Walk::may_be_address(const EdgePart& edge, TermId id) {
  const Term term = terms_[id];
  switch (term.kind) {
    case Term::Kind::constant: return term.width == 64 && objects_.names_something(term.value);
    case Term::Kind::variable: {
      if (term.width < 64) return false;
      const VariableId variable{static_cast<std::uint32_t>(term.value)};
      const Values* all = candidates(edge, variable);
      if (!all) all = facts_.first_places(variable);
      return all && std::ranges::any_of(*all, [&](std::uint64_t value) { return objects_.names_something(value); });
    }
    case Term::Kind::operation: break;
  }
  if (term.width < 64 || term.op == Op::zext || term.op == Op::sext) return false;
  if (term.op == Op::select) return may_be_address(edge, term.operands[1]) || may_be_address(edge, term.operands[2]);
  if (term.op == Op::sub) return may_be_address(edge, term.operands[0]) && !may_be_address(edge, term.operands[1]);
  if (term.op == Op::add) return may_be_address(edge, term.operands[0]) || may_be_address(edge, term.operands[1]);
  return false;
}

ReusedPlaces::PointsInto Walk::points_into(const EdgePart& edge, TermId id) {
  const Term term = terms_[id];
  ReusedPlaces::PointsInto into;
  const auto look = [&](std::uint64_t value) {
    const auto target = objects_.object_at(value & ((std::uint64_t{1} << 47) - 1));
    if (target && places_.comes_and_goes(target->object)) into.objects.insert(target->object);
  };
  const auto look_into = [&](TermId operand) {
    auto one = points_into(edge, operand);
    into.objects.merge(one.objects);
    return one.all;
  };
  if (term.width < 64) return into;
  switch (term.kind) {
    case Term::Kind::constant: look(term.value); return into;
    case Term::Kind::variable: {
      const VariableId variable{static_cast<std::uint32_t>(term.value)};
      const Values* all = candidates(edge, variable);
      into.all = all != nullptr;
      if (!all) all = facts_.first_places(variable);
      if (all) std::ranges::for_each(*all, look);
      return into;
    }
    case Term::Kind::operation: break;
  }
  switch (term.op) {
    case Op::select: {
      const bool first = look_into(term.operands[1]), second = look_into(term.operands[2]);
      into.all = first && second;
      return into;
    }
    case Op::add:
    case Op::and_:
    case Op::or_:
    case Op::xor_: {  // an offset in an object, or marks
      const bool first = look_into(term.operands[0]), second = look_into(term.operands[1]);
      into.all = !into.objects.empty() || (first && second);
      return into;
    }
    case Op::sub: into.all = look_into(term.operands[0]); return into;
    default: return into;
  }
}

void Walk::note_comparison(const Path& path, TermId a, TermId b) {
  places_.compared(points_into(path.edge, a), points_into(path.edge, b), position(path.me));
}

}  // namespace fermata::model
