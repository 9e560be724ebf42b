// SPDX-License-Identifier: Apache-2.0
// Terms as circuits. What a variable can hold is known for most: then only the bits that tell these values apart are
// literals. Of a lock that is free, or one of two threads', these are two, though its word has 32.
//
// A term is computed again only if a variable in it has a new version. Versions are numbered through, so the largest
// number among its variables says whether that is so.
#include "engine/bounded/values.h"

#include <algorithm>
#include <optional>

#include "base/require.h"

namespace fermata::engine::bounded {

using ir::Op;
using model::Term;
using model::TermId;
using model::VariableId;
using smt::Bits;
using smt::Literal;

Values::Values(const model::ThreadSystem& system, smt::Circuit& circuit, std::span<const std::uint64_t> first)
    : system_(system),
      circuit_(circuit),
      arithmetic_(circuit),
      columns_(system.variables.size()),
      impossible_(system.variables.size()) {
  for (std::size_t v = 0; v < system.variables.size(); ++v) {
    const model::Variable& variable = system.variables[v];
    now_.push_back({versions_, arithmetic_.number(variable.width, first[v])});
    std::vector<Column>& columns = columns_[v];
    columns.resize(variable.width);
    if (!variable.values) continue;
    std::vector<std::uint64_t> all = *variable.values;
    all.push_back(first[v]);
    const auto bit = [&](std::size_t k, unsigned of) { return (all[k] >> of & 1) != 0; };
    for (unsigned k = 0; k < variable.width; ++k) {
      const auto relates = [&](auto agrees) {
        for (std::size_t value = 0; value < all.size(); ++value)
          if (!agrees(value)) return false;
        return true;
      };
      Column& column = columns[k];
      if (relates([&](std::size_t i) { return bit(i, k) == bit(0, k); })) {
        column = {.kind = Column::Kind::constant, .value = bit(0, k)};
        continue;
      }
      for (unsigned before = 0; before < k && column.kind == Column::Kind::own; ++before) {
        if (columns[before].kind != Column::Kind::own) continue;
        if (relates([&](std::size_t i) { return bit(i, k) == bit(i, before); }))
          column = {.kind = Column::Kind::same, .as = before};
        else if (relates([&](std::size_t i) { return bit(i, k) != bit(i, before); }))
          column = {.kind = Column::Kind::opposite, .as = before};
      }
    }
    constexpr std::size_t most_own = 5;
    std::vector<unsigned> own;
    for (unsigned k = 0; k < variable.width; ++k)
      if (columns[k].kind == Column::Kind::own) own.push_back(k);
    if (own.size() > most_own) continue;
    for (std::uint64_t pattern = 0; pattern < std::uint64_t{1} << own.size(); ++pattern) {
      std::vector<bool> bits;
      for (std::size_t k = 0; k < own.size(); ++k) bits.push_back((pattern >> k & 1) != 0);
      const auto has_it = [&](std::size_t i) {
        for (std::size_t k = 0; k < own.size(); ++k)
          if (bit(i, own[k]) != bits[k]) return false;
        return true;
      };
      bool possible = false;
      for (std::size_t i = 0; i < all.size() && !possible; ++i) possible = has_it(i);
      if (!possible) impossible_[v].push_back(std::move(bits));
    }
  }
}

/// The bits that are literals of their own are given; the others follow from them.
Bits Values::whole(VariableId variable, Bits bits) const {
  const std::vector<Column>& columns = columns_[index(variable)];
  for (std::size_t k = 0; k < bits.size(); ++k) {
    const Column& column = columns[k];
    switch (column.kind) {
      case Column::Kind::own: break;
      case Column::Kind::constant: bits[k] = circuit_.constant(column.value); break;
      case Column::Kind::same: bits[k] = bits[column.as]; break;
      case Column::Kind::opposite: bits[k] = !bits[column.as]; break;
    }
  }
  return bits;
}

void Values::assign(VariableId variable, std::span<const std::pair<Literal, Bits>> values) {
  Bits next = now_[index(variable)].bits;
  const std::vector<Column>& columns = columns_[index(variable)];
  for (const auto& [condition, value] : values)
    for (std::size_t k = 0; k < next.size(); ++k)
      if (columns[k].kind == Column::Kind::own) next[k] = circuit_.choose(condition, value[k], next[k]);
  next = whole(variable, std::move(next));
  if (next == now_[index(variable)].bits) return;
  now_[index(variable)] = {++versions_, std::move(next)};
  exclude_others(variable);
}

/// Three values take two bits, and the fourth that these could be is none of them: true of every run, but a solver
/// would have to follow it to the beginning to see that.
void Values::exclude_others(VariableId variable) const {
  const Bits& bits = (*this)[variable];
  for (const std::vector<bool>& none : impossible_[index(variable)]) {
    std::vector<Literal> clause;
    std::size_t k = 0;
    for (std::size_t b = 0; b < bits.size(); ++b)
      if (columns_[index(variable)][b].kind == Column::Kind::own) clause.push_back(none[k++] ? !bits[b] : bits[b]);
    circuit_.require_any_of(clause);
  }
}

Literal Values::is(VariableId variable, std::uint64_t value) const {
  return arithmetic_.equal((*this)[variable], arithmetic_.number(system_[variable].width, value));
}

void Values::guess_shared() {
  for (std::uint32_t v = 0; v < now_.size(); ++v)
    if (!system_.variables[v].owner) guess(VariableId{v});
}

void Values::guess_all() {
  for (std::uint32_t v = 0; v < now_.size(); ++v) guess(VariableId{v});
}

void Values::guess(VariableId variable) {
  Bits any;
  for (const Column& column : columns_[index(variable)])
    any.push_back(column.kind == Column::Kind::own ? circuit_.fresh() : circuit_.no());
  now_[index(variable)] = {++versions_, whole(variable, std::move(any))};
  exclude_others(variable);
}

const Bits& Values::value(TermId id) const {
  if (cache_.size() <= index(id)) cache_.resize(index(id) + 1);
  std::uint64_t stamp = 1;
  for (VariableId variable : system_.terms.variables(id)) stamp = std::max(stamp, now_[index(variable)].number);
  if (cache_[index(id)].stamp != stamp) {
    Bits bits = compute(id);  // which may let the cache grow
    if (cache_.size() <= index(id)) cache_.resize(index(id) + 1);
    cache_[index(id)] = {stamp, std::move(bits)};
  }
  return cache_[index(id)].bits;
}

Bits Values::compute(TermId id) const {
  const Term& term = system_.terms[id];
  switch (term.kind) {
    case Term::Kind::constant: return arithmetic_.number(term.width, term.value);
    case Term::Kind::variable: {
      Bits bits = (*this)[VariableId{static_cast<std::uint32_t>(term.value)}];
      bits.resize(term.width, circuit_.no());
      return bits;
    }
    case Term::Kind::operation: break;
  }
  switch (term.op) {
    case Op::mul:
    case Op::udiv:
    case Op::urem:
    case Op::sdiv:
    case Op::srem:
    case Op::ctpop:
      if (auto table = by_table(id)) return *table;
      break;
    default: break;
  }
  return operation(term);
}

/// What would be a large circuit, and has a variable with few values only: one case for each.
std::optional<Bits> Values::by_table(TermId id) const {
  constexpr std::size_t most_cases = 64;
  const auto& variables = system_.terms.variables(id);
  if (variables.size() != 1) return std::nullopt;
  const model::Variable& variable = system_[variables[0]];
  if (!variable.values || variable.values->size() > most_cases) return std::nullopt;
  const unsigned width = system_.terms.width(id);
  Bits result = arithmetic_.number(width, 0);
  for (std::uint64_t one : *variable.values) {
    const Literal is = arithmetic_.equal((*this)[variables[0]], arithmetic_.number(variable.width, one));
    const std::uint64_t value = system_.terms.evaluate(id, [&](VariableId) { return one; });
    result = arithmetic_.choose(is, arithmetic_.number(width, value), result);
  }
  return result;
}

Bits Values::operation(const Term& term) const {
  using Shift = smt::Arithmetic::Shift;
  // By value: what is computed next may move the cache.
  const Bits a = value(term.operands[0]);
  const Bits b = term.arity > 1 ? value(term.operands[1]) : Bits();
  const auto zero = [&](const Bits& of) { return arithmetic_.number(static_cast<unsigned>(of.size()), 0); };
  const auto unless_zero = [&](Bits quotient) {  // what would fail is 0, as in model/terms.h
    return arithmetic_.choose(arithmetic_.equal(b, zero(b)), zero(b), quotient);
  };
  switch (term.op) {
    case Op::add: return arithmetic_.add(a, b);
    case Op::sub: return arithmetic_.subtract(a, b);
    case Op::mul: return arithmetic_.multiply(a, b);
    case Op::udiv: return unless_zero(arithmetic_.divide(a, b).quotient);
    case Op::urem: return unless_zero(arithmetic_.divide(a, b).remainder);
    case Op::sdiv: return unless_zero(arithmetic_.divide_signed(a, b).quotient);
    case Op::srem: return unless_zero(arithmetic_.divide_signed(a, b).remainder);
    case Op::and_: return arithmetic_.conjunction(a, b);
    case Op::or_: return arithmetic_.disjunction(a, b);
    case Op::xor_: return arithmetic_.exclusive(a, b);
    case Op::shl: return arithmetic_.shift(Shift::left, a, b);
    case Op::lshr: return arithmetic_.shift(Shift::right, a, b);
    case Op::ashr: return arithmetic_.shift(Shift::right_signed, a, b);
    case Op::umin: return arithmetic_.choose(arithmetic_.less(a, b), a, b);
    case Op::umax: return arithmetic_.choose(arithmetic_.less(a, b), b, a);
    case Op::smin: return arithmetic_.choose(arithmetic_.less_signed(a, b), a, b);
    case Op::smax: return arithmetic_.choose(arithmetic_.less_signed(a, b), b, a);
    case Op::eq: return {arithmetic_.equal(a, b)};
    case Op::ne: return {!arithmetic_.equal(a, b)};
    case Op::ult: return {arithmetic_.less(a, b)};
    case Op::uge: return {!arithmetic_.less(a, b)};
    case Op::ugt: return {arithmetic_.less(b, a)};
    case Op::ule: return {!arithmetic_.less(b, a)};
    case Op::slt: return {arithmetic_.less_signed(a, b)};
    case Op::sge: return {!arithmetic_.less_signed(a, b)};
    case Op::sgt: return {arithmetic_.less_signed(b, a)};
    case Op::sle: return {!arithmetic_.less_signed(b, a)};
    case Op::select: return arithmetic_.choose(a[0], b, value(term.operands[2]));
    case Op::copy:
    case Op::trunc:
    case Op::zext: {
      Bits bits = a;
      bits.resize(term.width, circuit_.no());
      return bits;
    }
    case Op::sext: {
      Bits bits = a;
      bits.resize(term.width, a.back());
      return bits;
    }
    case Op::ctpop: return arithmetic_.count(a);
    case Op::cttz: return arithmetic_.trailing_zeros(a);
    case Op::ctlz: return arithmetic_.trailing_zeros(Bits(a.rbegin(), a.rend()));
    case Op::bitreverse: return Bits(a.rbegin(), a.rend());
    case Op::bswap: {
      Bits bits;
      for (std::size_t byte = a.size() / 8; byte-- > 0;)
        bits.insert(bits.end(), a.begin() + static_cast<std::ptrdiff_t>(8 * byte),
                    a.begin() + static_cast<std::ptrdiff_t>(8 * byte + 8));
      return bits;
    }
    case Op::abs: return arithmetic_.choose(a.back(), arithmetic_.negate(a), a);
    default: break;
  }
  FERMATA_REQUIRE(false, "terms have no other operations");
  return {};
}

}  // namespace fermata::engine::bounded
