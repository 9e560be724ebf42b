// SPDX-License-Identifier: Apache-2.0
// Hash-consed bit-vector terms.
//
// Simplification is local and keeps one normal form that the lift relies on: a constant summand stands outermost on the
// right, so that base + 4 * i + 8 is add(mul(i, 4), base + 8), and the object that an address points into can be read
// off. Nothing here is needed for soundness except that each rule keeps the value, which a test tries on random terms.
#include "model/terms.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "base/require.h"

namespace fermata::model {

namespace {

using ir::Op;

bool commutes(Op op) {
  switch (op) {
    case Op::add:
    case Op::mul:
    case Op::and_:
    case Op::or_:
    case Op::xor_:
    case Op::umin:
    case Op::umax:
    case Op::smin:
    case Op::smax:
    case Op::eq:
    case Op::ne: return true;
    default: return false;
  }
}

bool compares(Op op) { return op >= Op::eq && op <= Op::sge; }

Op opposite(Op comparison) {
  switch (comparison) {
    case Op::eq: return Op::ne;
    case Op::ne: return Op::eq;
    case Op::ult: return Op::uge;
    case Op::uge: return Op::ult;
    case Op::ule: return Op::ugt;
    case Op::ugt: return Op::ule;
    case Op::slt: return Op::sge;
    case Op::sge: return Op::slt;
    case Op::sle: return Op::sgt;
    default: return Op::sle;
  }
}

/// With its operands exchanged.
Op mirrored(Op comparison) {
  switch (comparison) {
    case Op::ult: return Op::ugt;
    case Op::ugt: return Op::ult;
    case Op::ule: return Op::uge;
    case Op::uge: return Op::ule;
    case Op::slt: return Op::sgt;
    case Op::sgt: return Op::slt;
    case Op::sle: return Op::sge;
    case Op::sge: return Op::sle;
    default: return comparison;
  }
}

std::uint64_t fold_unary(Op op, unsigned width, std::uint64_t a) {
  switch (op) {
    case Op::ctpop: return static_cast<std::uint64_t>(std::popcount(a));
    case Op::ctlz: return static_cast<std::uint64_t>(std::countl_zero(a)) - (64 - width);
    case Op::cttz: return std::min<std::uint64_t>(static_cast<std::uint64_t>(std::countr_zero(a)), width);
    case Op::bswap: {
      std::uint64_t result = 0;
      for (unsigned k = 0; k < width; k += 8) result |= ((a >> k) & 0xff) << (width - 8 - k);
      return result;
    }
    case Op::bitreverse: {
      std::uint64_t result = 0;
      for (unsigned k = 0; k < width; ++k) result |= ((a >> k) & 1) << (width - 1 - k);
      return result;
    }
    default: return sign_extended(a, width) < 0 ? low_bits(0 - a, width) : a;
  }
}

}  // namespace

std::uint64_t fold(Op op, unsigned width, std::uint64_t a, std::uint64_t b) {
  const std::int64_t x = sign_extended(a, width), y = sign_extended(b, width);
  switch (op) {
    case Op::add: return low_bits(a + b, width);
    case Op::sub: return low_bits(a - b, width);
    case Op::mul: return low_bits(a * b, width);
    case Op::udiv: return b == 0 ? 0 : a / b;
    case Op::urem: return b == 0 ? 0 : a % b;
    case Op::sdiv:
      return y == 0 ? 0 : y == -1 ? low_bits(0 - a, width) : low_bits(static_cast<std::uint64_t>(x / y), width);
    case Op::srem: return y == 0 || y == -1 ? 0 : low_bits(static_cast<std::uint64_t>(x % y), width);
    case Op::and_: return a & b;
    case Op::or_: return a | b;
    case Op::xor_: return a ^ b;
    case Op::shl: return b < width ? low_bits(a << b, width) : 0;
    case Op::lshr: return b < width ? a >> b : 0;
    case Op::ashr: return low_bits(static_cast<std::uint64_t>(x >> std::min<std::uint64_t>(b, width - 1)), width);
    case Op::umin: return std::min(a, b);
    case Op::umax: return std::max(a, b);
    case Op::smin: return x < y ? a : b;
    case Op::smax: return x < y ? b : a;
    case Op::eq: return a == b;
    case Op::ne: return a != b;
    case Op::ult: return a < b;
    case Op::ule: return a <= b;
    case Op::ugt: return a > b;
    case Op::uge: return a >= b;
    case Op::slt: return x < y;
    case Op::sle: return x <= y;
    case Op::sgt: return x > y;
    case Op::sge: return x >= y;
    default: FERMATA_REQUIRE(false, "only operations on two integers are folded"); return 0;
  }
}

std::size_t Terms::Hash::operator()(const Term& term) const {
  std::uint64_t hash = term.value * 0x9e3779b97f4a7c15u;
  const auto mix = [&](std::uint64_t part) { hash = (hash ^ part) * 0xff51afd7ed558ccdu, hash ^= hash >> 32; };
  mix(static_cast<std::uint64_t>(term.kind) << 24 | static_cast<std::uint64_t>(term.op) << 16 |
      static_cast<std::uint64_t>(term.width) << 8 | term.arity);
  for (TermId operand : term.operands) mix(index(operand));
  return hash;
}

Terms::Terms() = default;

TermId Terms::intern(const Term& term) {
  const auto [it, fresh] = numbers_.try_emplace(term, TermId{static_cast<std::uint32_t>(terms_.size())});
  if (!fresh) return it->second;
  terms_.push_back(term);
  std::vector<VariableId> variables;
  std::uint32_t size = term.arity > 0;
  if (term.kind == Term::Kind::variable) variables.push_back(VariableId{static_cast<std::uint32_t>(term.value)});
  for (unsigned k = 0; k < term.arity; ++k) {
    std::vector<VariableId> both;
    std::ranges::set_union(variables, variables_[index(term.operands[k])], std::back_inserter(both));
    variables = std::move(both);
    size = std::min(most_operations, size + sizes_[index(term.operands[k])]);
  }
  variables_.push_back(std::move(variables));
  sizes_.push_back(size);
  return it->second;
}

TermId Terms::constant(unsigned width, std::uint64_t value) {
  return intern(
      {.kind = Term::Kind::constant, .width = static_cast<std::uint8_t>(width), .value = low_bits(value, width)});
}

TermId Terms::variable(VariableId variable, unsigned width) {
  return intern({.kind = Term::Kind::variable, .width = static_cast<std::uint8_t>(width), .value = index(variable)});
}

std::uint64_t Terms::apply(const Term& term, std::uint64_t a, std::uint64_t b) const {
  switch (term.op) {
    case Op::zext: return a;
    case Op::sext: return low_bits(static_cast<std::uint64_t>(sign_extended(a, width(term.operands[0]))), term.width);
    case Op::trunc: return low_bits(a, term.width);
    default: break;
  }
  if (term.arity == 1) return fold_unary(term.op, term.width, a);
  return fold(term.op, width(term.operands[0]), a, b);
}

TermId Terms::binary(Op op, TermId a, TermId b) {
  if (compares(op)) return comparison(op, a, b);
  const unsigned w = width(a);
  auto x = known(a), y = known(b);
  if (x && y) return constant(w, fold(op, w, *x, *y));
  if (x && commutes(op)) std::swap(a, b), std::swap(x, y);
  const auto summand = [&](TermId t) -> std::optional<std::uint64_t> {
    const Term& term = terms_[index(t)];
    if (term.kind != Term::Kind::operation || term.op != Op::add) return std::nullopt;
    return known(term.operands[1]);
  };
  const auto inner = [&](TermId t) { return terms_[index(t)].operands[0]; };
  switch (op) {
    case Op::add:
      if (y == 0) return a;
      if (const auto c = summand(a)) {
        if (y) return binary(Op::add, inner(a), constant(w, *c + *y));
        return binary(Op::add, binary(Op::add, inner(a), b), constant(w, *c));
      }
      if (const auto c = summand(b)) return binary(Op::add, binary(Op::add, a, inner(b)), constant(w, *c));
      break;
    case Op::sub: {
      if (a == b) return constant(w, 0);
      if (y) return binary(Op::add, a, constant(w, 0 - *y));
      const auto c = summand(a), d = summand(b);
      if (c || d) {
        const TermId rest = binary(Op::sub, c ? inner(a) : a, d ? inner(b) : b);
        return binary(Op::add, rest, constant(w, c.value_or(0) - d.value_or(0)));
      }
      break;
    }
    case Op::mul:
      if (y == 0) return b;
      if (y == 1) return a;
      if (const auto c = summand(a); c && y) return binary(Op::add, binary(Op::mul, inner(a), b), constant(w, *c * *y));
      break;
    case Op::and_:
      if (y == 0) return b;
      if (y == low_bits(~std::uint64_t{0}, w) || a == b) return a;
      break;
    case Op::or_:
      if (y == 0 || a == b) return a;
      if (y == low_bits(~std::uint64_t{0}, w)) return b;
      break;
    case Op::xor_:
      if (y == 0) return a;
      if (a == b) return constant(w, 0);
      if (w == 1 && y == 1) return negation(a);
      break;
    case Op::shl:
      if (y == 0) return a;
      if (y && *y < w) return binary(Op::mul, a, constant(w, std::uint64_t{1} << *y));
      break;
    case Op::lshr:
    case Op::ashr:
      if (y == 0) return a;
      break;
    case Op::udiv:
    case Op::sdiv:
      if (y == 1) return a;
      break;
    case Op::umin:
    case Op::umax:
    case Op::smin:
    case Op::smax:
      if (a == b) return a;
      break;
    default: break;
  }
  return intern({.kind = Term::Kind::operation,
                 .op = op,
                 .width = static_cast<std::uint8_t>(w),
                 .arity = 2,
                 .operands = {a, b, TermId{}}});
}

TermId Terms::comparison(Op op, TermId a, TermId b) {
  const unsigned w = width(a);
  const auto x = known(a), y = known(b);
  if (x && y) return constant(1, fold(op, w, *x, *y));
  if (x) return comparison(mirrored(op), b, a);
  if (a == b) return constant(1, fold(op, w, 0, 0));
  if ((op == Op::eq || op == Op::ne) && y) return equality(op, a, *y);
  if (y == 0 && op == Op::ult) return constant(1, 0);
  if (y == 0 && op == Op::uge) return constant(1, 1);
  if (y == 0 && op == Op::ugt) return equality(Op::ne, a, 0);
  if (y == 0 && op == Op::ule) return equality(Op::eq, a, 0);
  if (y == 1 && op == Op::ult) return equality(Op::eq, a, 0);
  return intern({.kind = Term::Kind::operation, .op = op, .width = 1, .arity = 2, .operands = {a, b, TermId{}}});
}

/// Of `a`, which is not known, with a number.
TermId Terms::equality(Op op, TermId a, std::uint64_t b) {
  const unsigned w = width(a);
  if (w == 1) return (b == 1) == (op == Op::eq) ? a : negation(a);
  const Term term = terms_[index(a)];
  if (term.kind == Term::Kind::operation) {
    const TermId first = term.operands[0];
    switch (term.op) {
      case Op::zext:
        if (low_bits(b, width(first)) != b) return constant(1, op == Op::ne);
        return comparison(op, first, constant(width(first), b));
      case Op::sext: {
        const std::uint64_t low = low_bits(b, width(first));
        if (low_bits(static_cast<std::uint64_t>(sign_extended(low, width(first))), w) != b)
          return constant(1, op == Op::ne);
        return comparison(op, first, constant(width(first), low));
      }
      case Op::add:
        if (const auto c = known(term.operands[1])) return comparison(op, first, constant(w, b - *c));
        break;
      case Op::xor_:
        if (const auto c = known(term.operands[1])) return comparison(op, first, constant(w, b ^ *c));
        break;
      case Op::sub:
        if (b == 0) return comparison(op, first, term.operands[1]);
        break;
      case Op::select: {
        const auto yes = known(term.operands[1]), no = known(term.operands[2]);
        if (!yes || !no) break;
        const bool if_yes = (*yes == b) == (op == Op::eq), if_no = (*no == b) == (op == Op::eq);
        if (if_yes == if_no) return constant(1, if_yes);
        return if_yes ? first : negation(first);
      }
      default: break;
    }
  }
  return intern(
      {.kind = Term::Kind::operation, .op = op, .width = 1, .arity = 2, .operands = {a, constant(w, b), TermId{}}});
}

TermId Terms::unary(Op op, TermId a) {
  if (const auto x = known(a)) return constant(width(a), fold_unary(op, width(a), *x));
  return intern({.kind = Term::Kind::operation,
                 .op = op,
                 .width = static_cast<std::uint8_t>(width(a)),
                 .arity = 1,
                 .operands = {a, TermId{}, TermId{}}});
}

TermId Terms::convert(Op op, unsigned to, TermId a) {
  const unsigned from = width(a);
  if (from == to || op == Op::copy) return a;
  if (const auto x = known(a))
    return constant(to, op == Op::sext ? static_cast<std::uint64_t>(sign_extended(*x, from)) : *x);
  const Term term = terms_[index(a)];
  if (term.kind == Term::Kind::operation) {
    const TermId first = term.operands[0];
    if (op == Op::trunc && (term.op == Op::zext || term.op == Op::sext))
      return width(first) >= to ? convert(Op::trunc, to, first) : convert(term.op, to, first);
    if (op == Op::trunc && term.op == Op::trunc) return convert(Op::trunc, to, first);
    if (op != Op::trunc && term.op == Op::zext) return convert(Op::zext, to, first);
    if (op == Op::sext && term.op == Op::sext) return convert(Op::sext, to, first);
    if (term.op == Op::select && known(term.operands[1]) && known(term.operands[2]))
      return select(first, convert(op, to, term.operands[1]), convert(op, to, term.operands[2]));
  }
  return intern({.kind = Term::Kind::operation,
                 .op = op,
                 .width = static_cast<std::uint8_t>(to),
                 .arity = 1,
                 .operands = {a, TermId{}, TermId{}}});
}

TermId Terms::select(TermId condition, TermId yes, TermId no) {
  if (const auto c = known(condition)) return *c != 0 ? yes : no;
  if (yes == no) return yes;
  const unsigned w = width(yes);
  if (w == 1) {
    const auto x = known(yes), y = known(no);
    if (x && y) return *x != 0 ? condition : negation(condition);
    if (x) return *x != 0 ? binary(Op::or_, condition, no) : binary(Op::and_, negation(condition), no);
    if (y) return *y != 0 ? binary(Op::or_, negation(condition), yes) : binary(Op::and_, condition, yes);
  }
  return intern({.kind = Term::Kind::operation,
                 .op = Op::select,
                 .width = static_cast<std::uint8_t>(w),
                 .arity = 3,
                 .operands = {condition, yes, no}});
}

TermId Terms::negation(TermId condition) {
  const Term term = terms_[index(condition)];
  switch (term.kind) {
    case Term::Kind::constant: return constant(1, term.value ^ 1);
    case Term::Kind::variable: break;
    case Term::Kind::operation:
      if (compares(term.op)) return comparison(opposite(term.op), term.operands[0], term.operands[1]);
      if (term.op == Op::xor_ && known(term.operands[1])) return term.operands[0];
      if (term.op == Op::and_ || term.op == Op::or_)
        return binary(term.op == Op::and_ ? Op::or_ : Op::and_, negation(term.operands[0]), negation(term.operands[1]));
      break;
  }
  return intern({.kind = Term::Kind::operation,
                 .op = Op::xor_,
                 .width = 1,
                 .arity = 2,
                 .operands = {condition, constant(1, 1), TermId{}}});
}

TermId Terms::extract(TermId a, unsigned from, unsigned w) {
  const unsigned all = width(a);
  return convert(Op::trunc, w, from == 0 ? a : binary(Op::lshr, a, constant(all, from)));
}

}  // namespace fermata::model
