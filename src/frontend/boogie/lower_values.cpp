// SPDX-License-Identifier: Apache-2.0
// Expressions. An int is 64 bits wide, and whoever leaves them is not followed any further: the run ends in
// `unmodelled`.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

#include "base/require.h"
#include "frontend/boogie/lower_body.h"
#include "frontend/boogie/resolve.h"

namespace fermata::frontend::boogie {

using ir::Op;
using ir::Operand;
using Kind = Expression::Kind;

namespace {

constexpr ir::Type i1 = ir::integer(1), i64 = ir::integer(64);
constexpr int input = 0;  // FERMATA_INPUT

bool constant(const Operand& o) { return o.kind == Operand::Kind::constant; }
std::int64_t number(const Operand& o) { return static_cast<std::int64_t>(o.bits); }
Operand of_number(std::int64_t n) { return Operand::constant(static_cast<std::uint64_t>(n)); }
std::uint16_t memory_bits(const Storage& s) { return static_cast<std::uint16_t>(s.bytes * 8); }

}  // namespace

// --- variables

Operand Body::value(const Expression& e) {
  if (functions_open_ > 0 || !bound_values_.empty()) all_.count(e.at);
  if (all_.failed()) return Operand::constant(0);
  if (const auto known = all_.constants().value(e, bound_values_)) {
    const std::uint16_t bits = ir_type(e.type).bits;
    const auto mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    return Operand::constant(static_cast<std::uint64_t>(*known) & mask);
  }
  switch (e.kind) {
    case Kind::boolean:
    case Kind::number:
    case Kind::bits: break;  // known
    case Kind::name: return variable(e);
    case Kind::select: return element(e);
    case Kind::update:
      all_.refuse(e.at, "a map as a value is not modelled", "write m[i] := e for m := m[i := e]");
      break;
    case Kind::apply: return apply(e);
    case Kind::not_: return not_(value(e.parts[0]));
    case Kind::minus: return checked(Op::ssubo, Operand::constant(0), value(e.parts[0]));
    case Kind::binary: return binary(e);
    case Kind::conditional: return conditional(e);
    case Kind::extract: {
      const auto from = static_cast<std::uint16_t>(e.parts[0].type.number),
                 to = static_cast<std::uint16_t>(e.high - e.low);
      Operand v = value(e.parts[0]);
      if (e.low > 0) v = to_.compute(Op::lshr, ir::integer(from), {v, Operand::constant(e.low)});
      return to_.convert(Op::trunc, v, from, to);
    }
    case Kind::forall:
    case Kind::exists: return quantified(e);
  }
  return Operand::constant(0);
}

Operand Body::variable(const Expression& e) {
  const Variable& v = *e.variable;
  if (const auto found = bound_.find(&v); found != bound_.end()) return found->second;
  if (const auto found = registers_.find(&v); found != registers_.end()) return Operand::of(found->second);
  if (v.type.is(Type::Kind::map)) {
    all_.refuse(e.at, fmt::format("the map '{}' as a value is not modelled", v.name), "read and assign its elements");
    return Operand::constant(0);
  }
  return element(e);
}

std::optional<Body::Address> Body::address(const Expression& e) {
  const Element element = element_of(e);
  if (!element.variable) {
    all_.refuse(e.at, "a map as a value is not modelled", "read elements of variables");
    return {};
  }
  const Storage* s = all_.storage(*element.variable);
  if (!s) {
    all_.refuse(e.at,
                fmt::format("'{}' is a map that is no global variable, which is not modelled", element.variable->name),
                "make it a global one");
    return {};
  }
  if (element.indexes.size() != s->shape.dimensions.size()) {
    all_.refuse(e.at,
                fmt::format("a part of '{}' that is itself a map is not modelled as a value", element.variable->name),
                "read and assign its elements");
    return {};
  }
  Operand flat = Operand::constant(0);
  for (std::size_t i = 0; i < element.indexes.size(); ++i) {
    const Dimension& d = s->shape.dimensions[i];
    const Expression& index = *element.indexes[i];
    Operand k = to_.convert(Op::zext, value(index), ir_type(index.type).bits, 64);
    if (all_.failed()) return {};
    if (index.type.is(Type::Kind::integer)) {
      const std::int64_t last = d.first + static_cast<std::int64_t>(d.count - 1);
      const std::string what = fmt::format("an index of '{}' outside of {}..{}", element.variable->name, d.first, last);
      if (constant(k)) {
        const bool outside = number(k) < d.first || number(k) > last;
        if (outside) to_.unmodelled(what);
        k = of_number(outside ? 0 : number(k) - d.first);
      } else {
        const Operand below = to_.compare(Op::slt, i64, k, of_number(d.first));
        const Operand above = to_.compare(Op::sgt, i64, k, of_number(last));
        to_.unmodelled_if(to_.compute(Op::or_, i1, {below, above}), what);
        if (d.first != 0) k = to_.compute(Op::sub, i64, {k, of_number(d.first)});
      }
    }
    if (constant(flat) && constant(k)) {
      flat = of_number(number(flat) * static_cast<std::int64_t>(d.count) + number(k));
    } else if (constant(flat) && number(flat) == 0) {
      flat = k;
    } else {
      const Operand row = to_.compute(Op::mul, i64, {flat, of_number(static_cast<std::int64_t>(d.count))});
      flat = to_.compute(Op::add, i64, {row, k});
    }
  }
  return Address{s, flat};
}

Operand Body::address_in(ir::GlobalId memory, Operand flat, std::uint32_t bytes) {
  if (constant(flat)) return Operand::address(memory, static_cast<std::uint64_t>(number(flat)) * bytes);
  const ir::Register result = to_.fresh(ir::pointer);
  to_.emit(Op::offset, {}, {result}, {Operand::address(memory), flat, Operand::constant(bytes), Operand::constant(0)})
      .from = i64;
  return Operand::of(result);
}

Operand Body::element(const Expression& e) {
  const auto at = address(e);
  if (!at) return Operand::constant(0);
  stand_at(e.kind == Kind::select ? e.parts[0].at : e.at);
  if (at->storage->assigned) {
    const Operand there = to_.load(address_in(*at->storage->assigned, at->flat, 1), ir::integer(8));
    to_.unmodelled_if(to_.compare(Op::eq, ir::integer(8), there, Operand::constant(0)),
                      fmt::format("'{}' is read where it has no value yet (assume at the beginning which it has)",
                                  element_of(e).variable->name));
  }
  const std::uint16_t bits = memory_bits(*at->storage);
  const Operand loaded = to_.load(address_in(at->storage->memory, at->flat, at->storage->bytes), ir::integer(bits));
  return to_.convert(Op::trunc, loaded, bits, ir_type(e.type).bits);
}

void Body::set(const Expression& target, Operand value) {
  if (all_.failed()) return;
  if (target.kind == Kind::name)
    if (const auto found = registers_.find(target.variable); found != registers_.end())
      return to_.copy(found->second, value);
  const auto at = address(target);
  if (!at) return;
  stand_at(target.kind == Kind::select ? target.parts[0].at : target.at);
  const std::uint16_t bits = memory_bits(*at->storage);
  to_.store(to_.convert(Op::zext, value, ir_type(target.type).bits, bits),
            address_in(at->storage->memory, at->flat, at->storage->bytes), ir::integer(bits));
  if (at->storage->assigned)
    to_.store(Operand::constant(1), address_in(*at->storage->assigned, at->flat, 1), ir::integer(8));
}

void Body::store(const Variable& variable, Operand value) {
  Expression name{.kind = Kind::name, .at = variable.at, .text = variable.name};
  name.type = variable.type;
  name.variable = &variable;
  set(name, value);
}

Operand Body::any(const Type& type) {
  const auto of_bits_and_sign = [&](std::uint16_t bits, bool has_sign) {
    return to_.intrinsic(ir::Intrinsic::input, {Operand::constant(bits), Operand::constant(has_sign)});
  };
  const auto one_of = [&](std::uint64_t count, std::uint16_t bits) {
    const Operand taken = to_.intrinsic(ir::Intrinsic::choose, {Operand::constant(count), Operand::constant(input)});
    return to_.convert(Op::trunc, taken, 32, bits);
  };
  switch (type.kind) {
    case Type::Kind::boolean: return one_of(2, 1);
    case Type::Kind::integer: return of_bits_and_sign(64, true);
    case Type::Kind::bits: {
      const auto bits = static_cast<std::uint16_t>(type.number);
      return to_.convert(Op::trunc, of_bits_and_sign(bits, false), 64, bits);
    }
    case Type::Kind::finite: all_.has_no_other_values(type); return one_of(all_.source().types[type.number].values, 32);
    default: return Operand::constant(0);
  }
}

void Body::assume_value(const Expression& condition) {
  each_conjunct(condition, [&](const Expression& e) {
    if (all_.initial().used_up(e)) return;
    narrow(e);
    hold(value(e), false);
  });
}

/// Of x == 1 || x == 7 it is assumed first that x is between them: whoever tries all inputs needs to know that.
void Body::narrow(const Expression& condition) {
  if (condition.kind != Kind::binary || condition.text != "||") return;
  std::set<const Variable*> seen;
  const std::function<void(const Expression&)> visit = [&](const Expression& e) {
    for (const Expression& part : e.parts) visit(part);
    if (e.kind != Kind::name || !e.type.is(Type::Kind::integer) || !seen.insert(e.variable).second) return;
    const Bounds bounds = bounds_of(all_.constants(), condition, *e.variable);
    if (bounds.first) hold(to_.compare(Op::sge, i64, value(e), of_number(*bounds.first)), false);
    if (bounds.last) hold(to_.compare(Op::sle, i64, value(e), of_number(*bounds.last)), false);
  };
  visit(condition);
}

/// Goes on only where the condition holds. Who waits cannot take this step now, and may be able to later.
void Body::hold(Operand condition, bool waits) {
  if (constant(condition) && condition.bits != 0) return;
  to_.intrinsic(waits ? ir::Intrinsic::block_until : ir::Intrinsic::assume, {to_.convert(Op::zext, condition, 1, 32)});
}

// --- operators

Operand Body::not_(Operand a) {
  return constant(a) ? Operand::constant(a.bits ^ 1) : to_.compute(Op::xor_, i1, {a, Operand::constant(1)});
}

Operand Body::binary(const Expression& e) {
  if (e.text == "&&" || e.text == "||" || e.text == "==>") return logic(e);
  if (e.text == "++") {
    const ir::Type type = ir_type(e.type);
    const Operand high = to_.convert(Op::zext, value(e.parts[0]), ir_type(e.parts[0].type).bits, type.bits);
    const Operand low = to_.convert(Op::zext, value(e.parts[1]), ir_type(e.parts[1].type).bits, type.bits);
    return to_.compute(Op::or_, type,
                       {to_.compute(Op::shl, type, {high, Operand::constant(e.parts[1].type.number)}), low});
  }
  const bool equality = e.text == "==" || e.text == "!=" || e.text == "<==>";
  const bool order = e.text == "<" || e.text == "<=" || e.text == ">" || e.text == ">=";
  if (!equality && !order) return arithmetic(e);
  const Operand a = value(e.parts[0]), b = value(e.parts[1]);
  const Op op = e.text == "!="   ? Op::ne
                : equality       ? Op::eq
                : e.text == "<"  ? Op::slt
                : e.text == "<=" ? Op::sle
                : e.text == ">"  ? Op::sgt
                                 : Op::sge;
  const ir::Type type = ir_type(e.parts[0].type);
  if (constant(a) && constant(b) && equality) return Operand::constant((a.bits == b.bits) == (op == Op::eq));
  return to_.compare(op, type, a, b);
}

Operand Body::arithmetic(const Expression& e) {
  const Operand a = value(e.parts[0]), b = value(e.parts[1]);
  if (e.text == "+") return checked(Op::saddo, a, b);
  if (e.text == "-") return checked(Op::ssubo, a, b);
  if (e.text == "*") return checked(Op::smulo, a, b);
  return euclidean(e.text == "div", a, b);
}

Operand Body::checked(Op op, Operand a, Operand b) {
  const ir::Register result = to_.fresh(i64), over = to_.fresh(i1);
  to_.emit(op, i64, {result, over}, {a, b});
  to_.unmodelled_if(Operand::of(over), "an integer that leaves 64 bits");
  return Operand::of(result);
}

/// Boogie's div and mod are Euclid's: a == b * (a div b) + a mod b, and 0 <= a mod b.
Operand Body::euclidean(bool quotient, Operand a, Operand b) {
  const bool known = constant(b);
  if (!known || number(b) == 0)
    to_.unmodelled_if(known ? Operand::constant(1) : to_.compare(Op::eq, i64, b, Operand::constant(0)),
                      "a division by zero");
  if (known && number(b) == 0) return Operand::constant(0);
  if (!known || number(b) == -1) {
    const Operand least = to_.compare(Op::eq, i64, a, of_number(std::numeric_limits<std::int64_t>::min()));
    const Operand minus = known ? Operand::constant(1) : to_.compare(Op::eq, i64, b, of_number(-1));
    to_.unmodelled_if(to_.compute(Op::and_, i1, {least, minus}), "an integer that leaves 64 bits");
  }
  const Operand rest = to_.compute(Op::srem, i64, {a, b});
  const Operand below = to_.compare(Op::slt, i64, rest, Operand::constant(0));
  const Operand negative =
      known ? Operand::constant(number(b) < 0) : to_.compare(Op::slt, i64, b, Operand::constant(0));
  const auto pick = [&](Operand if_negative, Operand if_not) {
    if (known) return negative.bits != 0 ? if_negative : if_not;
    return to_.compute(Op::select, i64, {negative, if_negative, if_not});
  };
  if (quotient) {
    const Operand whole = to_.compute(Op::sdiv, i64, {a, b});
    const Operand by = to_.compute(Op::select, i64, {below, pick(of_number(1), of_number(-1)), Operand::constant(0)});
    return to_.compute(Op::add, i64, {whole, by});
  }
  const Operand minus_b = known ? of_number(static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(number(b))))
                                : to_.compute(Op::sub, i64, {Operand::constant(0), b});
  const Operand by = to_.compute(Op::select, i64, {below, pick(minus_b, b), Operand::constant(0)});
  return to_.compute(Op::add, i64, {rest, by});
}

/// What could leave what is modelled is looked at only where it matters.
Operand Body::logic(const Expression& e) {
  const bool is_and = e.text == "&&", implies = e.text == "==>";
  Operand a = value(e.parts[0]);
  if (implies) a = not_(a);  // !a || b
  if (constant(a)) return (a.bits != 0) == is_and ? value(e.parts[1]) : a;
  if (may_be_unmodelled(e.parts[1])) return lazily(a, is_and, e.parts[1], Operand::constant(!is_and));
  const Operand b = value(e.parts[1]);
  if (constant(b)) return (b.bits != 0) == is_and ? a : b;
  return to_.compute(is_and ? Op::and_ : Op::or_, i1, {a, b});
}

/// `then` if the condition is `when`.
Operand Body::lazily(Operand condition, bool when, const Expression& then, Operand otherwise) {
  const ir::Register result = to_.fresh(ir_type(then.type));
  to_.copy(result, otherwise);
  const ir::BlockId look = to_.add_block("look"), done = to_.add_block("looked");
  if (when)
    to_.branch(condition, look, done);
  else
    to_.branch(condition, done, look);
  to_.go_to(look);
  to_.copy(result, value(then));
  to_.jump(done);
  to_.go_to(done);
  return Operand::of(result);
}

Operand Body::conditional(const Expression& e) {
  const Operand condition = value(e.parts[0]);
  if (constant(condition)) return value(e.parts[condition.bits != 0 ? 1 : 2]);
  const ir::Type type = ir_type(e.type);
  if (may_be_unmodelled(e.parts[1]) || may_be_unmodelled(e.parts[2])) {
    const ir::Register result = to_.fresh(type);
    const ir::BlockId yes = to_.add_block("then"), no = to_.add_block("else"), done = to_.add_block("chosen");
    to_.branch(condition, yes, no);
    for (const auto& [block, part] : {std::pair{yes, 1u}, std::pair{no, 2u}}) {
      to_.go_to(block);
      to_.copy(result, value(e.parts[part]));
      to_.jump(done);
    }
    to_.go_to(done);
    return Operand::of(result);
  }
  const Operand a = value(e.parts[1]), b = value(e.parts[2]);
  return to_.compute(Op::select, type, {condition, a, b});
}

// --- functions

Operand Body::apply(const Expression& e) {
  const Function& f = *e.function;
  for (std::string_view name : {"bvbuiltin", "builtin"})
    if (const Attribute* a = attribute(f.attributes, name); a && !a->values.empty())
      return of_bits(e, a->values[0].text);
  if (f.body.empty()) {
    all_.refuse(e.at, fmt::format("the function '{}' has no body, which is not modelled", f.name),
                "give it one, or say {:bvbuiltin \"bvadd\"} and the like");
    return Operand::constant(0);
  }
  constexpr unsigned deepest = 30;
  if (functions_open_ == deepest) {
    all_.refuse(e.at, fmt::format("the function '{}' is defined by itself, which is not modelled", f.name),
                "write a procedure");
    return Operand::constant(0);
  }
  std::vector<Operand> arguments;
  for (const Expression& part : e.parts) arguments.push_back(value(part));
  auto outside = bound_;
  for (std::size_t i = 0; i < arguments.size(); ++i) bound_[&f.parameters[i]] = arguments[i];
  ++functions_open_;
  const Operand result = value(f.body[0]);
  --functions_open_;
  bound_ = std::move(outside);
  return result;
}

/// The functions of SMT-LIB on bit vectors.
Operand Body::of_bits(const Expression& e, std::string_view name) {
  struct Row {
    std::string_view name;
    Op op;
    bool compares = false;
  };
  static constexpr Row rows[] = {
      {"bvadd", Op::add},       {"bvsub", Op::sub},       {"bvmul", Op::mul},       {"bvand", Op::and_},
      {"bvor", Op::or_},        {"bvxor", Op::xor_},      {"bvshl", Op::shl},       {"bvlshr", Op::lshr},
      {"bvashr", Op::ashr},     {"bvudiv", Op::udiv},     {"bvurem", Op::urem},     {"bvult", Op::ult, true},
      {"bvule", Op::ule, true}, {"bvugt", Op::ugt, true}, {"bvuge", Op::uge, true}, {"bvslt", Op::slt, true},
      {"bvsle", Op::sle, true}, {"bvsgt", Op::sgt, true}, {"bvsge", Op::sge, true}};
  const auto fits = [&](std::size_t parts) {
    const bool bits = std::ranges::all_of(e.parts, [](const Expression& p) { return p.type.is(Type::Kind::bits); });
    if (e.parts.size() == parts && bits) return true;
    all_.refuse(e.at, fmt::format("'{}' as \"{}\" does not take these arguments", e.text, name));
    return false;
  };
  const auto gives = [&](const Type& type) {
    if (e.type == type) return true;
    all_.refuse(e.at, fmt::format("'{}' as \"{}\" does not give a {}", e.text, name, shown(all_.source(), e.type)));
    return false;
  };
  for (const Row& row : rows) {
    if (row.name != name) continue;
    const Type wanted = row.compares ? Type{.kind = Type::Kind::boolean} : e.parts.empty() ? Type{} : e.parts[0].type;
    if (!fits(2) || !gives(wanted) || !(e.parts[0].type == e.parts[1].type)) {
      if (!all_.failed()) fits(3);
      return Operand::constant(0);
    }
    const ir::Type type = ir_type(e.parts[0].type);
    const Operand a = value(e.parts[0]), b = value(e.parts[1]);
    if (row.op == Op::udiv || row.op == Op::urem)
      to_.unmodelled_if(
          constant(b) ? Operand::constant(b.bits == 0) : to_.compare(Op::eq, type, b, Operand::constant(0)),
          "a division by zero");
    if ((row.op == Op::udiv || row.op == Op::urem) && constant(b) && b.bits == 0) return Operand::constant(0);
    return row.compares ? to_.compare(row.op, type, a, b) : to_.compute(row.op, type, {a, b});
  }
  if (name == "bvnot" || name == "bvneg") {
    if (!fits(1) || !gives(e.parts[0].type)) return Operand::constant(0);
    const ir::Type type = ir_type(e.type);
    const Operand a = value(e.parts[0]);
    const auto ones = type.bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << type.bits) - 1;
    return name == "bvneg" ? to_.compute(Op::sub, type, {Operand::constant(0), a})
                           : to_.compute(Op::xor_, type, {a, Operand::constant(ones)});
  }
  if (name.starts_with("zero_extend") || name.starts_with("sign_extend")) {
    if (!fits(1)) return Operand::constant(0);
    if (!e.type.is(Type::Kind::bits) || e.type.number < e.parts[0].type.number)
      return gives(e.parts[0].type), Operand::constant(0);
    const std::uint16_t from = ir_type(e.parts[0].type).bits, to = ir_type(e.type).bits;
    const Op op = name.starts_with("zero") ? Op::zext : Op::sext;
    return to_.convert(op, to_.copied(value(e.parts[0]), ir::integer(from)), from, to);
  }
  all_.refuse(e.at, fmt::format("the built-in function \"{}\" is not modelled", name),
              "bvadd, bvsub, bvult and the like are");
  return Operand::constant(0);
}

// --- quantifiers: a condition for each value

Operand Body::quantified(const Expression& e) {
  std::vector<Range> ranges;
  std::int64_t count = 1;
  for (const Variable& v : e.bound) {
    if (v.type.is(Type::Kind::finite)) all_.has_no_other_values(v.type);
    const auto range = range_of(all_.source(), all_.constants(), e, v, bound_values_);
    if (!range) {
      all_.refuse(e.at, fmt::format("a quantifier over '{}' without bounds is not modelled", v.name),
                  "say which values it has: (forall i: int :: 0 <= i && i < 4 ==> ...)");
      return Operand::constant(0);
    }
    ranges.push_back(*range);
    count *= std::max<std::int64_t>(range->last - range->first + 1, 0);
    if (count > most_values) {
      all_.refuse(e.at, fmt::format("a quantifier over more than {} values is not modelled", most_values));
      return Operand::constant(0);
    }
  }
  const ir::Register result = to_.fresh(i1);
  const ir::BlockId decided = to_.add_block("decided");
  expand(e, 0, bound_values_, ranges, result, decided);
  to_.copy(result, Operand::constant(e.kind == Kind::forall));
  to_.jump(decided);
  to_.go_to(decided);
  return Operand::of(result);
}

void Body::expand(const Expression& e, std::size_t which, const Values& values, const std::vector<Range>& ranges,
                  ir::Register result, ir::BlockId decided) {
  if (which < e.bound.size()) {
    Values more = values;
    for (std::int64_t i = ranges[which].first; i <= ranges[which].last && !all_.failed(); ++i) {
      more[&e.bound[which]] = i;
      expand(e, which + 1, more, ranges, result, decided);
    }
    return;
  }
  const Values outside = bound_values_;
  bound_values_ = values;
  const bool all = e.kind == Kind::forall;
  const Operand holds = value(e.parts[0]);
  bound_values_ = outside;
  if (constant(holds) && (holds.bits != 0) == all) return;
  const ir::BlockId next = to_.add_block("next"), decides = to_.add_block("decides");
  if (all)
    to_.branch(holds, next, decides);
  else
    to_.branch(holds, decides, next);
  to_.go_to(decides);
  to_.copy(result, Operand::constant(!all));
  to_.jump(decided);
  to_.go_to(next);
}

// --- what an expression does besides having a value

unsigned Body::accesses(const Expression& e) const {
  if (all_.constants().value(e, bound_values_)) return 0;
  unsigned n = 0;
  if (e.kind == Kind::name || e.kind == Kind::select) {
    const Element element = element_of(e);
    const bool in_register = e.kind == Kind::name && (bound_.contains(e.variable) || registers_.contains(e.variable));
    const Storage* s = element.variable && !in_register ? all_.storage(*element.variable) : nullptr;
    if (s) n += s->assigned ? 2 : 1;
    for (const Expression* index : element.indexes) n += accesses(*index);
    return std::min(n, 2u);
  }
  for (const Expression& part : e.parts) n += accesses(part);
  if (e.function && all_.reads_memory(*e.function)) n = 2;
  if (e.kind == Kind::forall || e.kind == Kind::exists) n *= 2;
  return std::min(n, 2u);
}

bool Body::reads_shared(const Expression& e) const {
  if (e.variable && !bound_.contains(e.variable) && is_shared(*e.variable)) return true;
  if (e.function && all_.reads_shared(*e.function)) return true;
  return std::ranges::any_of(e.parts, [&](const Expression& part) { return reads_shared(part); });
}

bool Body::may_be_unmodelled(const Expression& e) const {
  if (all_.constants().value(e, bound_values_)) return false;
  if (e.kind == Kind::minus || e.kind == Kind::select || e.kind == Kind::apply) return true;
  if (e.kind == Kind::binary && e.type.is(Type::Kind::integer)) return true;
  if (e.kind == Kind::name && e.variable && !registers_.contains(e.variable))
    if (const Storage* s = all_.storage(*e.variable); s && s->assigned) return true;
  return std::ranges::any_of(e.parts, [&](const Expression& part) { return may_be_unmodelled(part); });
}

}  // namespace fermata::frontend::boogie
