// SPDX-License-Identifier: Apache-2.0
// From bit vectors to integers, by cases.
//
// A value of several bits is the number that they are with sign, or without (Reading): each variable has one reading,
// and whoever asks for a term says which it wants. A value of one bit is 0 or 1. An operation whose result depends on
// another reading, or may wrap, is split into cases; remainders and quotients by constants get a fresh number for the
// quotient. What is not linear then is a fresh number in the range of its width: more can happen than in the program,
// never less. Intervals of variables decide most cases at once.
#include "engine/prove/letters.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "engine/prove/entailment.h"

namespace fermata::engine::prove {

using ir::Op;
using model::Term;
using model::TermId;
using model::ThreadSystem;
using model::VariableId;

namespace {

struct TooManyCases {};
constexpr std::size_t most_cases = 96;

using Conjunction = std::vector<Linear>;
struct Case {
  Conjunction where;
  Linear value;
};
using Cases = std::vector<Case>;

Wide power(unsigned exponent) { return Wide{1} << exponent; }

enum class Reading : std::uint8_t { with_sign, without_sign };
Reading reading(const model::Variable& variable) {
  return variable.without_sign ? Reading::without_sign : Reading::with_sign;
}
Wide least(unsigned width, Reading reading) {
  return width == 1 || reading == Reading::without_sign ? 0 : -power(width - 1);
}
Wide greatest(unsigned width, Reading reading) {
  return width == 1 || reading == Reading::without_sign ? power(width) - 1 : power(width - 1) - 1;
}

Conjunction both(const Conjunction& a, const Conjunction& b) {
  Conjunction all = a;
  for (const Linear& one : b)
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
  return all;
}

class Translation {
 public:
  Translation(const ThreadSystem& system, const std::vector<std::pair<VariableId, std::uint64_t>>& known)
      : system_(system), known_(known) {}

  Cases value(TermId id, Reading wanted) {
    const Term& term = system_.terms[id];
    if (const auto all = value_of(system_, id, known_))
      return {{{}, Linear::number(as_number(*all, term.width, wanted))}};
    // The same numbers stand for it wherever it is.
    const auto key = std::pair(id, term.width == 1 ? Reading::without_sign : wanted);
    if (const auto found = values_.find(key); found != values_.end()) return found->second;
    Cases all = wanted == natural(id) || term.width == 1 ? found_anew(id, term, wanted)
                                                         : each_wrapped(value(id, natural(id)), term.width, wanted);
    if (all.size() > most_cases) throw TooManyCases();
    return values_[key] = all;
  }

  std::vector<Conjunction> holds(TermId id, bool wanted) {
    const Term& term = system_.terms[id];
    if (const auto all = value_of(system_, id, known_)) return (*all != 0) == wanted ? one({}) : none();
    if (term.kind == Term::Kind::operation && term.arity == 2) {
      if (term.op >= Op::eq && term.op <= Op::sge) return compares(term, wanted);
      if (term.width == 1) {
        const TermId a = term.operands[0], b = term.operands[1];
        if (term.op == Op::and_ || term.op == Op::or_) {
          // Both, or one of them.
          if ((term.op == Op::and_) == wanted) return product(holds(a, wanted), holds(b, wanted));
          return join(holds(a, wanted), product(holds(a, !wanted), holds(b, wanted)));
        }
        if (term.op == Op::xor_)
          return join(product(holds(a, true), holds(b, !wanted)), product(holds(a, false), holds(b, wanted)));
      }
    }
    if (term.kind == Term::Kind::operation && term.op == Op::select)
      return join(product(holds(term.operands[0], true), holds(term.operands[1], wanted)),
                  product(holds(term.operands[0], false), holds(term.operands[2], wanted)));
    std::vector<Conjunction> all;
    for (const Case& one : value(id, Reading::without_sign)) {
      Conjunction where = one.where;
      where.push_back(wanted ? at_most(Linear::number(1), one.value) : at_most(one.value, Linear::number(0)));
      all.push_back(std::move(where));
    }
    return tidied(std::move(all));
  }

  /// Whatever was made up on the way, and its range.
  Conjunction ranges_of_fresh() const { return fresh_ranges_; }

 private:
  static Wide as_number(std::uint64_t value, unsigned width, Reading reading) {
    if (width == 1 || reading == Reading::without_sign) return static_cast<Wide>(model::low_bits(value, width));
    return Wide{model::sign_extended(value, width)};
  }

  /// The reading in which the term has the fewest cases.
  Reading natural(TermId id) const {
    const Term& term = system_.terms[id];
    if (term.kind == Term::Kind::variable) return reading(system_.variables[term.value]);
    if (term.kind == Term::Kind::constant) return Reading::with_sign;
    const auto of_first_open = [&](unsigned from) {
      for (unsigned k = from; k < term.arity; ++k)
        if (!value_of(system_, term.operands[k], known_)) return natural(term.operands[k]);
      return Reading::with_sign;
    };
    switch (term.op) {
      case Op::copy:
      case Op::add:
      case Op::sub:
      case Op::mul:
      case Op::shl: return of_first_open(0);
      case Op::select: return of_first_open(1);
      case Op::umin:
      case Op::umax:
      case Op::urem:
      case Op::udiv:
      case Op::lshr:
      case Op::and_: return Reading::without_sign;
      default: return Reading::with_sign;
    }
  }
  /// Of two terms that are compared for equality.
  Reading natural(TermId a, TermId b) const { return natural(value_of(system_, a, known_) ? b : a); }
  static std::vector<Conjunction> one(Conjunction c) { return {std::move(c)}; }
  static std::vector<Conjunction> none() { return {}; }

  Linear fresh(Wide from, std::optional<Wide> to) {
    const std::uint32_t v = first_fresh + count_++;
    const Linear it = Linear::of(v);
    fresh_ranges_.push_back(at_most(Linear::number(from), it));
    if (to) fresh_ranges_.push_back(at_most(it, Linear::number(*to)));
    intervals_.emplace_back(from, to.value_or(power(65)));
    return it;
  }
  Cases anything(unsigned width, Reading wanted) {
    return {{{}, fresh(least(width, wanted), greatest(width, wanted))}};
  }

  std::pair<Wide, Wide> interval(const Linear& sum) const {
    Wide low = sum.constant, high = sum.constant;
    for (const auto& [v, factor] : sum.terms) {
      const auto [from, to] = is_fresh(v) ? intervals_[v - first_fresh] : range(system_.variables[v]);
      low = plus(low, times(factor, factor > 0 ? from : to));
      high = plus(high, times(factor, factor > 0 ? to : from));
    }
    return {low, high};
  }

  /// Without what intervals refute or make superfluous.
  std::optional<Conjunction> tidied(const Conjunction& where) const {
    Conjunction all;
    for (const Linear& sum : where) {
      const auto [low, high] = interval(sum);
      if (low > 0) return std::nullopt;
      if (high > 0 && std::ranges::find(all, sum) == all.end()) all.push_back(sum);
    }
    return all;
  }
  std::vector<Conjunction> tidied(const std::vector<Conjunction>& some) const {
    std::vector<Conjunction> all;
    for (const Conjunction& one : some)
      if (auto kept = tidied(one)) all.push_back(std::move(*kept));
    if (all.size() > most_cases) throw TooManyCases();
    return all;
  }
  Cases tidied(const Cases& some) const {
    Cases all;
    for (const Case& one : some)
      if (auto kept = tidied(one.where)) all.push_back({std::move(*kept), one.value});
    return all;
  }
  std::vector<Conjunction> product(const std::vector<Conjunction>& a, const std::vector<Conjunction>& b) const {
    std::vector<Conjunction> all;
    for (const Conjunction& x : a)
      for (const Conjunction& y : b) {
        all.push_back(both(x, y));
        if (all.size() > 4 * most_cases) throw TooManyCases();
      }
    return tidied(all);
  }
  static std::vector<Conjunction> join(std::vector<Conjunction> a, std::vector<Conjunction> b) {
    a.insert(a.end(), b.begin(), b.end());
    if (a.size() > most_cases) throw TooManyCases();
    return a;
  }

  /// The number that the bits of this sum are, in this reading.
  Cases wrapped(const Case& from, unsigned width, Reading wanted) {
    const Linear low = Linear::number(least(width, wanted)), high = Linear::number(greatest(width, wanted));
    const auto [smallest, largest] = interval(from.value);
    const auto with = [&](Linear extra, Linear value) {
      Conjunction where = from.where;
      where.push_back(std::move(extra));
      return Case{std::move(where), std::move(value)};
    };
    Cases all{{from.where, from.value}};
    all[0].where.push_back(at_most(low, from.value));
    all[0].where.push_back(at_most(from.value, high));
    const Wide turn = power(width);
    const bool once = smallest >= least(width, wanted) - turn && largest <= greatest(width, wanted) + turn;
    const Linear over = once ? sum(from.value, Linear::number(-turn)) : anything(width, wanted)[0].value;
    const Linear under = once ? sum(from.value, Linear::number(turn)) : anything(width, wanted)[0].value;
    all.push_back(with(below(high, from.value), over));
    all.push_back(with(below(from.value, low), under));
    return tidied(all);
  }

  Cases with_sign(TermId id) {
    Cases all = value(id, Reading::with_sign);
    if (system_.terms.width(id) == 1)
      for (Case& one : all) one.value = scaled(one.value, -1);
    return all;
  }

  std::vector<Conjunction> compares(const Term& term, bool wanted) {
    Op op = term.op;
    const bool unsigned_ = op >= Op::ult && op <= Op::uge;
    const bool signed_ = op >= Op::slt && op <= Op::sge;
    const TermId a = term.operands[0], b = term.operands[1];
    const Reading both_as = unsigned_ ? Reading::without_sign : natural(a, b);
    const Cases left = signed_ ? with_sign(a) : value(a, both_as);
    const Cases right = signed_ ? with_sign(b) : value(b, both_as);
    std::vector<Conjunction> all;
    const auto add = [&](Conjunction where, Linear extra) {
      where.push_back(std::move(extra));
      all.push_back(std::move(where));
    };
    for (const Case& x : left)
      for (const Case& y : right) {
        const Conjunction where = both(x.where, y.where);
        const Linear less = below(x.value, y.value), more = below(y.value, x.value);
        const Linear not_more = at_most(x.value, y.value), not_less = at_most(y.value, x.value);
        switch (op) {
          case Op::eq:
          case Op::ne:
            if ((op == Op::eq) == wanted) {
              Conjunction equal = where;
              equal.push_back(not_more);
              add(std::move(equal), not_less);
            } else {
              add(where, less);
              add(where, more);
            }
            break;
          case Op::ult:
          case Op::slt: add(where, wanted ? less : not_less); break;
          case Op::ule:
          case Op::sle: add(where, wanted ? not_more : more); break;
          case Op::ugt:
          case Op::sgt: add(where, wanted ? more : not_more); break;
          default: add(where, wanted ? not_less : less); break;
        }
        if (all.size() > 4 * most_cases) throw TooManyCases();
      }
    return tidied(all);
  }

  /// Division of what has no sign by a constant.
  Cases divided(TermId id, Wide by, bool quotient) {
    Cases all;
    for (Case one : value(id, Reading::without_sign)) {
      const Linear q = fresh(0, std::nullopt);
      const Linear rest = sum(one.value, q, -by);
      one.where.push_back(at_most(Linear::number(0), rest));
      one.where.push_back(at_most(rest, Linear::number(by - 1)));
      one.value = quotient ? q : rest;
      all.push_back(std::move(one));
    }
    return all;
  }
  Cases each_wrapped(const Cases& some, unsigned width, Reading wanted) {
    Cases all;
    for (const Case& one : some)
      for (Case& wrapped_one : wrapped(one, width, wanted)) all.push_back(std::move(wrapped_one));
    return all;
  }

  /// `wanted` is the natural reading of the term.
  Cases found_anew(TermId id, const Term& term, Reading wanted) {
    const unsigned width = term.width;
    if (term.kind == Term::Kind::variable) {
      const auto v = static_cast<std::uint32_t>(term.value);
      if (system_.variables[v].width != width) return anything(width, wanted);
      return {{{}, Linear::of(v)}};
    }
    if (term.op == Op::select) {
      Cases all;
      for (bool yes : {true, false})
        for (const Conjunction& where : holds(term.operands[0], yes))
          for (const Case& one : value(term.operands[yes ? 1 : 2], wanted))
            all.push_back({both(where, one.where), one.value});
      return tidied(all);
    }
    if (width == 1 && term.op != Op::trunc && term.op != Op::copy && term.op != Op::add && term.op != Op::sub) {
      const bool logical = term.arity == 2 && ((term.op >= Op::eq && term.op <= Op::sge) || term.op == Op::and_ ||
                                               term.op == Op::or_ || term.op == Op::xor_);
      if (!logical) return anything(1, wanted);
      Cases all;
      for (bool yes : {true, false})
        for (Conjunction& where : holds(id, yes)) all.push_back({std::move(where), Linear::number(yes)});
      return all;
    }
    switch (term.op) {
      case Op::copy: return value(term.operands[0], wanted);
      case Op::zext: return each_wrapped(value(term.operands[0], Reading::without_sign), width, wanted);
      case Op::sext: return with_sign(term.operands[0]);
      case Op::trunc: return each_wrapped(value(term.operands[0], natural(term.operands[0])), width, wanted);
      default: break;
    }
    if (term.arity != 2) return anything(width, wanted);
    const TermId a = term.operands[0], b = term.operands[1];
    const auto known = value_of(system_, b, known_);
    switch (term.op) {
      case Op::add:
      case Op::sub: {
        Cases all;
        for (const Case& x : value(a, wanted))
          for (const Case& y : value(b, wanted))
            for (Case& one :
                 wrapped({both(x.where, y.where), sum(x.value, y.value, term.op == Op::add ? 1 : -1)}, width, wanted))
              all.push_back(std::move(one));
        return all;
      }
      case Op::mul: {
        const auto left = value_of(system_, a, known_);
        if (!known && !left) return anything(width, wanted);
        Cases all = value(known ? a : b, wanted);
        const Wide factor = as_number(known ? *known : *left, width, Reading::with_sign);
        for (Case& one : all) one.value = scaled(one.value, factor);
        return each_wrapped(all, width, wanted);
      }
      case Op::shl: {
        if (!known || *known >= width) return anything(width, wanted);
        Cases all = value(a, wanted);
        for (Case& one : all) one.value = scaled(one.value, power(static_cast<unsigned>(*known)));
        return each_wrapped(all, width, wanted);
      }
      case Op::urem:
      case Op::udiv:
        if (!known || *known == 0) return anything(width, wanted);
        return divided(a, static_cast<Wide>(*known), term.op == Op::udiv);
      case Op::lshr:
        if (!known || *known >= width) return anything(width, wanted);
        return divided(a, power(static_cast<unsigned>(*known)), true);
      case Op::and_:
        if (!known || *known == 0 || !std::has_single_bit(*known + 1)) return anything(width, wanted);
        return divided(a, static_cast<Wide>(*known) + 1, false);
      case Op::smin:
      case Op::smax:
      case Op::umin:
      case Op::umax: {
        const bool no_sign = term.op == Op::umin || term.op == Op::umax;
        const bool min = term.op == Op::smin || term.op == Op::umin;
        Cases all;
        for (const Case& x : no_sign ? value(a, wanted) : with_sign(a))
          for (const Case& y : no_sign ? value(b, wanted) : with_sign(b)) {
            const Conjunction where = both(x.where, y.where);
            all.push_back({both(where, {min ? at_most(x.value, y.value) : at_most(y.value, x.value)}), x.value});
            all.push_back({both(where, {min ? below(y.value, x.value) : below(x.value, y.value)}), y.value});
          }
        return tidied(all);
      }
      default: return anything(width, wanted);
    }
  }

  const ThreadSystem& system_;
  const std::vector<std::pair<VariableId, std::uint64_t>>& known_;
  std::uint32_t count_ = 0;
  std::map<std::pair<TermId, Reading>, Cases> values_;
  Conjunction fresh_ranges_;
  std::vector<std::pair<Wide, Wide>> intervals_;  // of fresh numbers
};

}  // namespace

std::pair<Wide, Wide> range(const model::Variable& variable) {
  if (variable.range) return {variable.range->first, variable.range->second};
  if (!variable.values || variable.width == 1)
    return {least(variable.width, reading(variable)), greatest(variable.width, reading(variable))};
  Wide low = variable.number(variable.initial), high = low;
  for (std::uint64_t value : *variable.values) {
    low = std::min<Wide>(low, variable.number(value));
    high = std::max<Wide>(high, variable.number(value));
  }
  return {low, high};
}

std::optional<Linear> Letter::after(const Linear& before) const {
  Linear result = Linear::number(before.constant);
  for (const auto& [v, factor] : before.terms) {
    const auto found = std::ranges::find(update, v, &decltype(update)::value_type::first);
    if (found == update.end())
      result = sum(result, Linear::of(v), factor);
    else if (!found->second)
      return std::nullopt;
    else
      result = sum(result, *found->second, factor);
  }
  return result;
}

std::vector<Letter> Letters::of(const Situation& situation) const {
  const model::Edge& edge = system_[situation.edge];
  Translation translation(system_, situation.known);
  std::vector<Letter> all{{}};
  try {
    for (TermId guard : edge.guard) {
      std::vector<Letter> more;
      for (const auto& where : translation.holds(guard, true))
        for (const Letter& before : all) {
          more.push_back(before);
          more.back().guard = both(before.guard, where);
        }
      if (more.size() > most_cases) throw TooManyCases();
      all = std::move(more);
    }
    for (const auto& [variable, term] : edge.update) {
      const Cases cases = translation.value(term, reading(system_[variable]));
      std::vector<Letter> more;
      for (const Case& one : cases)
        for (const Letter& before : all) {
          Letter next = before;
          next.guard = both(before.guard, one.where);
          next.update.emplace_back(index(variable), one.value);
          if (cases.size() > 1) {
            std::vector<Linear> rows = next.guard;
            const auto limits = ranges(next.guard);
            rows.insert(rows.end(), limits.begin(), limits.end());
            const auto made = translation.ranges_of_fresh();
            rows.insert(rows.end(), made.begin(), made.end());
            if (impossible(rows)) continue;
          }
          more.push_back(std::move(next));
        }
      if (more.size() > most_cases) throw TooManyCases();
      all = std::move(more);
    }
  } catch (const TooManyCases&) {
    all.assign(1, {});
    for (const auto& [variable, term] : edge.update) all[0].update.emplace_back(index(variable), std::nullopt);
  } catch (const Overflow&) {
    all.assign(1, {});
    for (const auto& [variable, term] : edge.update) all[0].update.emplace_back(index(variable), std::nullopt);
  }
  const auto made = translation.ranges_of_fresh();
  for (Letter& letter : all) letter.guard.insert(letter.guard.end(), made.begin(), made.end());
  return all;
}

std::optional<Letters::Refuted> Letters::refuted(const std::vector<TermId>& guards,
                                                 const std::vector<std::pair<VariableId, std::uint64_t>>& known) const
    try {
  Translation translation(system_, known);
  Refuted all;
  for (TermId guard : guards) all.guards.push_back(translation.holds(guard, false));
  all.fresh = translation.ranges_of_fresh();
  return all;
} catch (const TooManyCases&) {
  return std::nullopt;
} catch (const Overflow&) {
  return std::nullopt;
}

bool Letters::is_input(std::uint32_t variable) const {
  return system_.variables[variable].role == model::Variable::Role::input;
}

bool Letters::may_rank(std::uint32_t variable) const {
  return !is_fresh(variable) && !is_input(variable) && !std::ranges::binary_search(followed_, VariableId{variable});
}

std::vector<Linear> Letters::ranges(const std::vector<Linear>& sums) const {
  std::set<std::uint32_t> seen;
  for (const Linear& sum : sums)
    for (const auto& [v, factor] : sum.terms)
      if (!is_fresh(v)) seen.insert(v);
  std::vector<Linear> all;
  for (std::uint32_t v : seen) {
    const auto [low, high] = range(system_.variables[v]);
    all.push_back(at_most(Linear::number(low), Linear::of(v)));
    all.push_back(at_most(Linear::of(v), Linear::number(high)));
  }
  return all;
}

}  // namespace fermata::engine::prove
