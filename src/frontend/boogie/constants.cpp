// SPDX-License-Identifier: Apache-2.0
#include "frontend/boogie/constants.h"

#include <algorithm>
#include <limits>

namespace fermata::frontend::boogie {

namespace {

using Kind = Expression::Kind;
using Number = std::optional<std::int64_t>;

Number arithmetic(const std::string& op, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (op == "+") return __builtin_add_overflow(a, b, &result) ? Number() : result;
  if (op == "-") return __builtin_sub_overflow(a, b, &result) ? Number() : result;
  if (op == "*") return __builtin_mul_overflow(a, b, &result) ? Number() : result;
  if (op == "div" || op == "mod") {  // Euclid's: the remainder is never negative
    if (b == 0 || (b == -1 && a == std::numeric_limits<std::int64_t>::min())) return {};
    const std::int64_t rest = a % b, quotient = a / b;
    if (op == "mod") return rest >= 0 ? rest : b > 0 ? rest + b : rest - b;
    return rest >= 0 ? quotient : b > 0 ? quotient - 1 : quotient + 1;
  }
  if (op == "<") return a < b;
  if (op == "<=") return a <= b;
  if (op == ">") return a > b;
  if (op == ">=") return a >= b;
  return {};
}

}  // namespace

void each_conjunct(const Expression& e, const std::function<void(const Expression&)>& visit) {
  if (e.kind != Kind::binary || e.text != "&&") return visit(e);
  each_conjunct(e.parts[0], visit);
  each_conjunct(e.parts[1], visit);
}

Constants::Constants(const Program& program) {
  std::map<std::uint32_t, std::int64_t> next;
  for (const Variable& v : program.globals)
    if (v.unique && v.type.is(Type::Kind::finite)) known_[&v] = next[v.type.number]++;
  for (bool more = true; more;) {
    more = false;
    for (const Expression& axiom : program.axioms) each_conjunct(axiom, [&](const Expression& e) { more |= learn(e); });
  }
}

bool Constants::learn(const Expression& axiom) {
  if (axiom.kind != Kind::binary || axiom.text != "==") return false;
  for (std::size_t side : {0, 1}) {
    const Variable* v = axiom.parts[side].variable;
    if (!v || v->role != Variable::Role::constant || known_.contains(v)) continue;
    if (const auto number = value(axiom.parts[1 - side])) return known_.emplace(v, *number).second;
  }
  return false;
}

std::optional<std::int64_t> Constants::value(const Expression& e, const Values& bound) const {
  const auto part = [&](std::size_t i) { return value(e.parts[i], bound); };
  switch (e.kind) {
    case Kind::boolean:
    case Kind::number:
    case Kind::bits: return e.number;
    case Kind::name: {
      if (const auto found = bound.find(e.variable); found != bound.end()) return found->second;
      const auto found = known_.find(e.variable);
      return found == known_.end() ? Number() : found->second;
    }
    case Kind::not_: {
      const Number a = part(0);
      return a ? Number(!*a) : Number();
    }
    case Kind::minus: {
      const Number a = part(0);
      return a ? arithmetic("-", 0, *a) : Number();
    }
    case Kind::conditional: {
      const Number c = part(0);
      return c ? part(*c ? 1 : 2) : Number();
    }
    case Kind::binary: {
      const Number a = part(0), b = part(1);
      if (e.text == "&&") return a && b ? Number(*a && *b) : (a && !*a) || (b && !*b) ? Number(0) : Number();
      if (e.text == "||") return a && b ? Number(*a || *b) : (a && *a) || (b && *b) ? Number(1) : Number();
      if (e.text == "==>") return a && b ? Number(!*a || *b) : (a && !*a) || (b && *b) ? Number(1) : Number();
      if (!a || !b) return {};
      if (e.text == "==" || e.text == "<==>") return *a == *b;
      if (e.text == "!=") return *a != *b;
      return arithmetic(e.text, *a, *b);
    }
    default: return {};
  }
}

namespace {

Bounds both(const Bounds& a, const Bounds& b) {
  Bounds all = a;
  if (b.first) all.first = std::max(a.first.value_or(*b.first), *b.first);
  if (b.last) all.last = std::min(a.last.value_or(*b.last), *b.last);
  return all;
}

}  // namespace

Bounds bounds_of(const Constants& constants, const Expression& e, const Variable& variable, const Values& others) {
  if (e.kind != Kind::binary) return {};
  if (e.text == "&&" || e.text == "||") {
    const Bounds a = bounds_of(constants, e.parts[0], variable, others);
    const Bounds b = bounds_of(constants, e.parts[1], variable, others);
    if (e.text == "&&") return both(a, b);
    Bounds either;
    if (a.first && b.first) either.first = std::min(*a.first, *b.first);
    if (a.last && b.last) either.last = std::max(*a.last, *b.last);
    return either;
  }
  Bounds all;
  for (std::size_t side : {0, 1}) {
    if (e.parts[side].kind != Kind::name || e.parts[side].variable != &variable) continue;
    const auto limit = constants.value(e.parts[1 - side], others);
    // The parser bounds numbers, so that one more or less is one, too, but for the outermost.
    if (!limit || *limit == std::numeric_limits<std::int64_t>::min() ||
        *limit == std::numeric_limits<std::int64_t>::max())
      continue;
    const bool left = side == 0;
    Bounds here;
    if (e.text == "==") here = {limit, limit};
    if (e.text == (left ? "<" : ">")) here.last = *limit - 1;
    if (e.text == (left ? "<=" : ">=")) here.last = limit;
    if (e.text == (left ? ">" : "<")) here.first = *limit + 1;
    if (e.text == (left ? ">=" : "<=")) here.first = limit;
    all = both(all, here);
  }
  return all;
}

std::optional<Range> range_of(const Program& program, const Constants& constants, const Expression& quantified,
                              const Variable& bound, const Values& others) {
  switch (bound.type.kind) {
    case Type::Kind::boolean: return Range{0, 1};
    case Type::Kind::finite: return Range{0, static_cast<std::int64_t>(program.types[bound.type.number].values) - 1};
    case Type::Kind::bits:
      if (bound.type.number > 12) return {};
      return Range{0, (std::int64_t{1} << bound.type.number) - 1};
    case Type::Kind::integer: break;
    default: return {};
  }
  Bounds all;
  const auto narrow = [&](const Expression& e) { all = both(all, bounds_of(constants, e, bound, others)); };
  const Expression* e = &quantified.parts[0];
  if (quantified.kind == Kind::exists) each_conjunct(*e, narrow);
  for (; quantified.kind == Kind::forall && e->kind == Kind::binary && e->text == "==>"; e = &e->parts[1])
    each_conjunct(e->parts[0], narrow);
  if (!all.first || !all.last) return {};
  if (*all.first > *all.last) return Range{};
  std::int64_t count = 0;
  if (__builtin_sub_overflow(*all.last, *all.first, &count) || count >= most_values) return {};
  return Range{*all.first, *all.last};
}

}  // namespace fermata::frontend::boogie
