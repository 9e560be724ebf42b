// SPDX-License-Identifier: Apache-2.0
#include "confirm/integer_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

namespace fermata::confirm {

namespace {

using ir::Op;
using model::Term;
using model::TermId;

/// 2 to this power, in decimal; up to 64.
std::string power(unsigned exponent) {
  return exponent == 64 ? "18446744073709551616" : fmt::format("{}", std::uint64_t{1} << exponent);
}

std::string number(__int128 value) {
  if (value >= 0) return fmt::format("{}", static_cast<std::uint64_t>(value));
  return fmt::format("(- {})", static_cast<std::uint64_t>(-value));
}

/// A sum or difference of two numbers of this width, brought back to it.
std::string wrapped_once(const std::string& sum, unsigned width) {
  const std::string half = power(width - 1), all = power(width);
  return fmt::format("(let ((s {0})) (ite (>= s {1}) (- s {2}) (ite (< s (- {1})) (+ s {2}) s)))", sum, half, all);
}

/// Any integer.
std::string wrapped(const std::string& value, unsigned width) {
  if (width == 1) return fmt::format("(mod {} 2)", value);
  return fmt::format("(- (mod (+ {0} {1}) {2}) {1})", value, power(width - 1), power(width));
}

std::string as_unsigned(const std::string& a, unsigned width) {
  return width == 1 ? a : fmt::format("(ite (< {0} 0) (+ {0} {1}) {0})", a, power(width));
}
std::string as_signed(const std::string& a, unsigned width) { return width == 1 ? fmt::format("(- {})", a) : a; }
std::string truth(const std::string& condition) { return fmt::format("(ite {} 1 0)", condition); }

}  // namespace

std::string IntegerTerms::variable(model::VariableId id) {
  const std::string name = fmt::format("v{}", model::index(id));
  if (!known_.insert(name).second) return name;
  const model::Variable& about = system_[id];
  const unsigned width = about.width;
  text_ += fmt::format("(declare-const {} Int)\n", name);
  if (about.range)
    text_ += fmt::format("(assert (<= {} {} {}))\n", number(about.range->first), name, number(about.range->second));
  else if (width == 1)
    text_ += fmt::format("(assert (<= 0 {} 1))\n", name);
  else if (about.without_sign)
    text_ += fmt::format("(assert (and (<= 0 {0}) (< {0} {1})))\n", name, power(width));
  else
    text_ += fmt::format("(assert (and (<= (- {1}) {0}) (< {0} {1})))\n", name, power(width - 1));
  if (about.values) {
    // What it is given on edges, and what it is before the first of them.
    std::vector<std::uint64_t> all = *about.values;
    all.push_back(about.initial);
    std::string among;
    for (std::uint64_t value : all) among += fmt::format(" (= {} {})", name, number(about.number(value)));
    text_ += fmt::format("(assert (or{} false))\n", among);
  }
  return name;
}

std::string IntegerTerms::anything(TermId id, unsigned width) {
  const std::string name = fmt::format("o{}", model::index(id));
  text_ += fmt::format("(declare-const {} Int)\n", name);
  if (width == 1)
    text_ += fmt::format("(assert (<= 0 {} 1))\n", name);
  else
    text_ += fmt::format("(assert (and (<= (- {1}) {0}) (< {0} {1})))\n", name, power(width - 1));
  return name;
}

std::string IntegerTerms::given(model::VariableId id, TermId value) {
  return system_[id].without_sign ? as_unsigned(term(value), system_[id].width) : term(value);
}

std::string IntegerTerms::term(TermId id) {
  const Term& about = system_.terms[id];
  if (about.kind == Term::Kind::constant)
    return number(about.width == 1 ? static_cast<std::int64_t>(about.value)
                                   : model::sign_extended(about.value, about.width));
  if (about.kind == Term::Kind::variable) {
    const model::VariableId v{static_cast<std::uint32_t>(about.value)};
    // One that is read as narrower than it is.
    if (system_[v].width != about.width) return wrapped(variable(v), about.width);
    if (!system_[v].without_sign) return variable(v);
    const std::string name = fmt::format("s{}", model::index(v)), bits = variable(v);
    if (known_.insert(name).second)
      text_ += fmt::format("(define-fun {} () Int (ite (< {} {}) {} (- {} {})))\n", name, bits, power(about.width - 1),
                           bits, bits, power(about.width));
    return name;
  }
  const std::string name = fmt::format("t{}", model::index(id));
  if (known_.contains(name)) return name;
  std::string body = defined(about);
  if (body.empty()) body = anything(id, about.width);
  known_.insert(name);
  text_ += fmt::format("(define-fun {} () Int {})\n", name, body);
  return name;
}

/// Empty: it is not linear.
std::string IntegerTerms::defined(const Term& about) {
  const unsigned width = about.width, from = system_.terms.width(about.operands[0]);
  const std::string a = term(about.operands[0]);
  if (about.op == Op::select)
    return fmt::format("(ite (= 1 {}) {} {})", a, term(about.operands[1]), term(about.operands[2]));
  if (about.arity == 1) {
    switch (about.op) {
      case Op::copy: return a;
      case Op::zext: return width == from ? a : as_unsigned(a, from);
      case Op::sext: return width == from ? a : as_signed(a, from);
      case Op::trunc: return wrapped(a, width);
      case Op::abs:
        return width == 1 ? a : fmt::format("(ite (< {0} 0) {1} {0})", a, wrapped_once("(- " + a + ")", width));
      default: return "";
    }
  }
  const std::string b = term(about.operands[1]);
  const std::optional<std::uint64_t> known = system_.terms.known(about.operands[1]);
  const std::int64_t by = known ? model::sign_extended(*known, from) : 0;
  switch (about.op) {
    case Op::add:
    case Op::sub: {
      const std::string sum = fmt::format("({} {} {})", about.op == Op::add ? "+" : "-", a, b);
      return width == 1 ? wrapped(sum, 1) : wrapped_once(sum, width);
    }
    case Op::mul:
      if (const auto left = system_.terms.known(about.operands[0]); left && width > 1)
        return wrapped(fmt::format("(* {} {})", number(model::sign_extended(*left, width)), b), width);
      if (!known || width == 1) return "";
      return wrapped(fmt::format("(* {} {})", number(by), a), width);
    case Op::shl:
      if (!known || width == 1) return "";
      if (*known >= width) return "0";
      return wrapped(fmt::format("(* {} {})", power(static_cast<unsigned>(*known)), a), width);
    case Op::lshr:
      if (!known || width == 1) return "";
      if (*known >= width) return "0";
      if (*known == 0) return a;
      return fmt::format("(div {} {})", as_unsigned(a, width), power(static_cast<unsigned>(*known)));
    case Op::ashr:
      if (!known || width == 1) return "";
      return fmt::format("(div {} {})", a, power(static_cast<unsigned>(std::min<std::uint64_t>(*known, width - 1))));
    case Op::udiv:
      if (!known || width == 1) return "";
      if (*known == 0) return "0";
      return wrapped(fmt::format("(div {} {})", as_unsigned(a, width), *known), width);
    case Op::urem:
      if (!known || width == 1) return "";
      if (*known == 0) return "0";
      return wrapped(fmt::format("(mod {} {})", as_unsigned(a, width), *known), width);
    case Op::sdiv:
      if (!known || width == 1 || by <= 0) return "";
      return fmt::format("(ite (>= {0} 0) (div {0} {1}) (- (div (- {0}) {1})))", a, by);
    case Op::srem:
      if (!known || width == 1 || by <= 0) return "";
      return fmt::format("(ite (>= {0} 0) (mod {0} {1}) (- (mod (- {0}) {1})))", a, by);
    case Op::and_:
      if (width == 1) return fmt::format("(ite (= 1 {}) {} 0)", a, b);
      if (!known || *known == 0 || !std::has_single_bit(*known + 1) || by < 0) return "";
      return fmt::format("(mod {} {})", a, power(static_cast<unsigned>(std::countr_one(*known))));
    case Op::or_: return width == 1 ? fmt::format("(ite (= 1 {}) 1 {})", a, b) : "";
    case Op::xor_: return width == 1 ? fmt::format("(ite (= {} {}) 0 1)", a, b) : "";
    case Op::umin: return fmt::format("(ite (< {} {}) {} {})", as_unsigned(a, width), as_unsigned(b, width), a, b);
    case Op::umax: return fmt::format("(ite (< {} {}) {} {})", as_unsigned(a, width), as_unsigned(b, width), b, a);
    case Op::smin: return fmt::format("(ite (< {} {}) {} {})", as_signed(a, width), as_signed(b, width), a, b);
    case Op::smax: return fmt::format("(ite (< {} {}) {} {})", as_signed(a, width), as_signed(b, width), b, a);
    case Op::eq: return truth(fmt::format("(= {} {})", a, b));
    case Op::ne: return truth(fmt::format("(not (= {} {}))", a, b));
    case Op::ult: return truth(fmt::format("(< {} {})", as_unsigned(a, from), as_unsigned(b, from)));
    case Op::ule: return truth(fmt::format("(<= {} {})", as_unsigned(a, from), as_unsigned(b, from)));
    case Op::ugt: return truth(fmt::format("(> {} {})", as_unsigned(a, from), as_unsigned(b, from)));
    case Op::uge: return truth(fmt::format("(>= {} {})", as_unsigned(a, from), as_unsigned(b, from)));
    case Op::slt: return truth(fmt::format("(< {} {})", as_signed(a, from), as_signed(b, from)));
    case Op::sle: return truth(fmt::format("(<= {} {})", as_signed(a, from), as_signed(b, from)));
    case Op::sgt: return truth(fmt::format("(> {} {})", as_signed(a, from), as_signed(b, from)));
    case Op::sge: return truth(fmt::format("(>= {} {})", as_signed(a, from), as_signed(b, from)));
    default: return "";
  }
}

}  // namespace fermata::confirm
