// SPDX-License-Identifier: Apache-2.0
#include "emit/terms.h"

#include <fmt/format.h>

#include "ir/ops.h"

namespace fermata::emit {

namespace {

using ir::Op;

constexpr std::int64_t limit = std::int64_t{1} << 30;  // of what is small

bool is_small(std::int64_t value) { return value >= -limit && value < limit; }
bool is_long(unsigned width) { return width > 32; }

// The int that stands for the low bits of `value`.
std::int64_t as_int(std::int64_t value, unsigned width) {
  if (is_long(width)) return value;
  if (width == 32) return static_cast<std::int32_t>(value);
  return value & ((std::int64_t{1} << width) - 1);
}

std::int64_t as_signed(std::int64_t value, unsigned width) {
  if (width >= 32) return value;
  const std::int64_t top = std::int64_t{1} << (width - 1);
  return (value ^ top) - top;
}

std::string masked(const std::string& text, unsigned width) {
  return width >= 32 ? text : fmt::format("({} & {})", text, (std::int64_t{1} << width) - 1);
}

std::string with_sign(const Term& t, unsigned width) {
  if (t.constant) return number(as_signed(*t.constant, width)).text;
  if (width >= 32) return t.text;
  return fmt::format("(({0} ^ {1}) - {1})", t.text, std::int64_t{1} << (width - 1));
}

// For comparisons without sign. Smaller ones have none.
std::string without_sign(const Term& t, unsigned width) {
  if (width < 32) return t.text;
  return fmt::format("({} ^ TOP)", t.text);
}

void need_small(const Term& t, Conditions& c) {
  if (!t.constant || !is_small(*t.constant)) c.known.push_back(fmt::format("SMALL({})", t.text));
}

std::unexpected<Error> no_word(const ir::Instruction& i) {
  return std::unexpected(
      Error{fmt::format("Promela has no word for '{}' of {} bits", ir::form(i.op).name, i.type.bits), "", ""});
}

std::optional<bool> compared(Op op, std::int64_t a, std::int64_t b, unsigned width) {
  const auto ua = static_cast<std::uint64_t>(a), ub = static_cast<std::uint64_t>(b);
  const std::int64_t sa = as_signed(a, width), sb = as_signed(b, width);
  switch (op) {
    case Op::eq: return a == b;
    case Op::ne: return a != b;
    case Op::ult: return ua < ub;
    case Op::ule: return ua <= ub;
    case Op::ugt: return ua > ub;
    case Op::uge: return ua >= ub;
    case Op::slt: return sa < sb;
    case Op::sle: return sa <= sb;
    case Op::sgt: return sa > sb;
    case Op::sge: return sa >= sb;
    default: return std::nullopt;
  }
}

std::string_view sign_of(Op op) {
  switch (op) {
    case Op::add: return "+";
    case Op::sub: return "-";
    case Op::mul: return "*";
    case Op::and_: return "&";
    case Op::or_: return "|";
    case Op::xor_: return "^";
    case Op::eq: return "==";
    case Op::ne: return "!=";
    case Op::ult:
    case Op::slt:
    case Op::umin:
    case Op::smin: return "<";
    case Op::ule:
    case Op::sle: return "<=";
    case Op::ugt:
    case Op::sgt:
    case Op::umax:
    case Op::smax: return ">";
    case Op::uge:
    case Op::sge: return ">=";
    case Op::udiv:
    case Op::sdiv: return "/";
    case Op::urem:
    case Op::srem: return "%";
    default: return "";
  }
}

Result<Term> shift(const ir::Instruction& i, const Term& a, const Term& b, Conditions& conditions, bool half) {
  const unsigned w = i.type.bits;
  const Term both[] = {a, b};
  if (!b.constant) {
    // Promela shifts ints: for an amount above 31 the model gives up.
    conditions.known.push_back(fmt::format("({0} >= 0 && {0} < {1})", b.text, std::min(w, 31u)));
    if (is_long(w)) need_small(a, conditions);
    switch (i.op) {
      case Op::shl:
        if (is_long(w))
          conditions.known.push_back(fmt::format("SMALL({0} << {1}) && (({0} << {1}) >> {1}) == {0}", a.text, b.text));
        return joined(masked(fmt::format("({} << {})", a.text, b.text), w), both);
      case Op::lshr:
        if (is_long(w)) conditions.known.push_back(fmt::format("({} >= 0)", a.text));
        if (w == 32) return joined(fmt::format("LSHR({}, {})", a.text, b.text), both);
        return joined(fmt::format("({} >> {})", a.text, b.text), both);
      default: return joined(masked(fmt::format("({} >> {})", with_sign(a, w), b.text), w), both);
    }
  }
  const auto by = static_cast<std::uint64_t>(*b.constant);
  if (by == 0) return a;
  switch (i.op) {
    case Op::shl: {
      if (by >= w) return number(0);
      if (is_long(w)) need_small(a, conditions);
      if (half) return a;
      if (is_long(w) && by >= 30) return a.constant == 0 ? Result<Term>(number(0)) : no_word(i);
      if (is_long(w))
        conditions.known.push_back(fmt::format("SMALL({0} << {1}) && (({0} << {1}) >> {1}) == {0}", a.text, by));
      return joined(masked(fmt::format("({} << {})", a.text, by), w), std::span(both, 1));
    }
    case Op::lshr:
      if (by >= w) return number(0);
      if (is_long(w)) {
        need_small(a, conditions);
        conditions.known.push_back(fmt::format("({} >= 0)", a.text));
        return by >= 30 ? number(0) : joined(fmt::format("({} >> {})", a.text, by), std::span(both, 1));
      }
      if (w == 32)
        return joined(fmt::format("(({} >> {}) & {})", a.text, by, (std::int64_t{1} << (32 - by)) - 1),
                      std::span(both, 1));
      return joined(fmt::format("({} >> {})", a.text, by), std::span(both, 1));
    default:
      if (half) {
        const auto rest = static_cast<unsigned>(w - by);
        return rest >= 32
                   ? a
                   : joined(with_sign(joined(masked(a.text, rest), std::span(both, 1)), rest), std::span(both, 1));
      }
      if (is_long(w)) need_small(a, conditions);
      return joined(masked(fmt::format("({} >> {})", with_sign(a, w), std::min<std::uint64_t>(by, 31)), w),
                    std::span(both, 1));
  }
}

Result<Term> division(const ir::Instruction& i, const Term& a, const Term& b, Conditions& conditions) {
  const unsigned w = i.type.bits;
  const Term both[] = {a, b};
  const bool has_sign = i.op == Op::sdiv || i.op == Op::srem;
  if (!b.constant || *b.constant == 0) conditions.right.push_back(fmt::format("({} != 0)", b.text));
  if (is_long(w)) need_small(a, conditions), need_small(b, conditions);
  if (!has_sign) {
    if (w >= 32)
      for (const Term& t : both)
        if (!t.constant || *t.constant < 0) conditions.known.push_back(fmt::format("({} >= 0)", t.text));
    return joined(fmt::format("({} {} {})", a.text, sign_of(i.op), b.text), both);
  }
  if (w <= 32 && (!b.constant || as_signed(*b.constant, w) == -1))
    conditions.right.push_back(fmt::format("!({} == {} && {} == (-1))", with_sign(a, w),
                                           w == 32 ? "TOP" : number(-(std::int64_t{1} << (w - 1))).text,
                                           with_sign(b, w)));
  return joined(masked(fmt::format("({} {} {})", with_sign(a, w), sign_of(i.op), with_sign(b, w)), w), both);
}

}  // namespace

Term number(std::int64_t value) {
  if (value == -(std::int64_t{1} << 31)) return {.text = "TOP", .constant = value, .reads = {}};
  return {.text = value < 0 ? fmt::format("({})", value) : fmt::format("{}", value), .constant = value, .reads = {}};
}

Term joined(std::string text, std::span<const Term> parts) {
  Term t{.text = std::move(text), .constant = std::nullopt, .reads = {}};
  for (const Term& part : parts) {
    t.reads.insert(part.reads.begin(), part.reads.end());
    t.memory |= part.memory;
  }
  return t;
}

std::optional<Term> constant(ir::Bits bits, unsigned width) {
  if (width > 64 || (width > 32 && width < 64)) return std::nullopt;
  const std::int64_t value = as_int(static_cast<std::int64_t>(static_cast<std::uint64_t>(bits)), width);
  if (is_long(width) && !is_small(value)) return std::nullopt;
  return number(value);
}

bool is_pure(Op op) {
  switch (op) {
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::udiv:
    case Op::sdiv:
    case Op::urem:
    case Op::srem:
    case Op::and_:
    case Op::or_:
    case Op::xor_:
    case Op::shl:
    case Op::lshr:
    case Op::ashr:
    case Op::umin:
    case Op::umax:
    case Op::smin:
    case Op::smax:
    case Op::eq:
    case Op::ne:
    case Op::ult:
    case Op::ule:
    case Op::ugt:
    case Op::uge:
    case Op::slt:
    case Op::sle:
    case Op::sgt:
    case Op::sge:
    case Op::ctpop:
    case Op::cttz:
    case Op::abs:
    case Op::zext:
    case Op::sext:
    case Op::trunc:
    case Op::copy:
    case Op::select:
    case Op::offset: return true;
    default: return false;
  }
}

Result<Term> pure_term(const ir::Instruction& i, unsigned from, std::span<const Term> x, Conditions& conditions,
                       bool half) {
  const unsigned w = i.type.bits;
  if (i.type.kind == ir::Type::Kind::floating || w > 64 || (w > 32 && w < 64) || from > 64 || (from > 32 && from < 64))
    return no_word(i);
  const Term& a = x[0];
  switch (i.op) {
    case Op::add:
    case Op::sub:
    case Op::and_:
    case Op::or_:
    case Op::xor_: {
      const Term& b = x[1];
      if (is_long(w)) need_small(a, conditions), need_small(b, conditions);
      if (a.constant && b.constant) {
        const std::int64_t p = *a.constant, q = *b.constant;
        return number(as_int(i.op == Op::add    ? p + q
                             : i.op == Op::sub  ? p - q
                             : i.op == Op::and_ ? p & q
                             : i.op == Op::or_  ? p | q
                                                : p ^ q,
                             w));
      }
      const std::string text = fmt::format("({} {} {})", a.text, sign_of(i.op), b.text);
      if (is_long(w) && (i.op == Op::add || i.op == Op::sub))
        conditions.known.push_back(fmt::format("SMALL({})", text));
      return joined(i.op == Op::add || i.op == Op::sub ? masked(text, w) : text, x);
    }
    case Op::mul:
      if (is_long(w))
        for (const Term& t : x)
          if (!t.constant || *t.constant < -32767 || *t.constant > 32767)
            conditions.known.push_back(fmt::format("({0} > -32768 && {0} < 32768)", t.text));
      return joined(masked(fmt::format("({} * {})", a.text, x[1].text), w), x);
    case Op::udiv:
    case Op::sdiv:
    case Op::urem:
    case Op::srem: return division(i, a, x[1], conditions);
    case Op::shl:
    case Op::lshr:
    case Op::ashr: return shift(i, a, x[1], conditions, half);
    case Op::eq:
    case Op::ne:
      if (a.constant && x[1].constant) return number(*compared(i.op, *a.constant, *x[1].constant, w));
      return joined(fmt::format("({} {} {})", a.text, sign_of(i.op), x[1].text), x);
    case Op::ult:
    case Op::ule:
    case Op::ugt:
    case Op::uge:
    case Op::slt:
    case Op::sle:
    case Op::sgt:
    case Op::sge: {
      if (a.constant && x[1].constant) return number(*compared(i.op, *a.constant, *x[1].constant, w));
      // The order of two different objects in memory is not defined.
      if (is_long(w)) conditions.known.push_back(fmt::format("COMPARABLE({}, {})", a.text, x[1].text));
      const bool has_sign = i.op >= Op::slt && i.op <= Op::sge;
      auto side = [&](const Term& t) { return has_sign ? with_sign(t, w) : without_sign(t, w); };
      return joined(fmt::format("({} {} {})", side(a), sign_of(i.op), side(x[1])), x);
    }
    case Op::umin:
    case Op::umax:
    case Op::smin:
    case Op::smax: {
      if (is_long(w)) need_small(a, conditions), need_small(x[1], conditions);
      const bool has_sign = i.op == Op::smin || i.op == Op::smax;
      auto side = [&](const Term& t) { return has_sign ? with_sign(t, w) : without_sign(t, w); };
      return joined(fmt::format("({} {} {} -> {} : {})", side(a), sign_of(i.op), side(x[1]), a.text, x[1].text), x);
    }
    case Op::ctpop:
    case Op::cttz: {
      if (is_long(w)) {
        need_small(a, conditions);
        conditions.known.push_back(fmt::format("({} {} 0)", a.text, i.op == Op::cttz ? ">" : ">="));
      }
      if (i.op == Op::ctpop) return joined(fmt::format("BITS({})", a.text), x);
      if (w < 32) return joined(fmt::format("({0} == 0 -> {1} : BITS(({0} & -{0}) - 1))", a.text, w), x);
      return joined(fmt::format("BITS(({0} & -{0}) - 1)", a.text), x);
    }
    case Op::abs: {
      if (is_long(w)) need_small(a, conditions);
      return joined(masked(fmt::format("({0} < 0 -> -{0} : {0})", with_sign(a, w)), w), x);
    }
    case Op::zext: {
      if (a.constant && from < 32) return a;
      if (from == 32 && is_long(w)) conditions.known.push_back(fmt::format("({0} >= 0 && SMALL({0}))", a.text));
      return a;
    }
    case Op::sext: {
      if (a.constant) return number(as_int(as_signed(*a.constant, from), w));
      if (from == 32 && is_long(w)) conditions.known.push_back(fmt::format("SMALL({})", a.text));
      return joined(masked(with_sign(a, from), w), x);
    }
    case Op::trunc: {
      if (a.constant) return number(as_int(*a.constant, w));
      if (is_long(from)) need_small(a, conditions);
      return joined(masked(a.text, w), x);
    }
    case Op::copy: return a;
    case Op::select: {
      if (a.constant) return *a.constant & 1 ? x[1] : x[2];
      return joined(fmt::format("({} -> {} : {})", a.text, x[1].text, x[2].text), x);
    }
    case Op::offset: {
      const auto scale = static_cast<std::int64_t>(static_cast<std::uint64_t>(i.operands[2].bits));
      const auto shift =
          i.operands.size() > 3 ? static_cast<std::int64_t>(static_cast<std::uint64_t>(i.operands[3].bits)) : 0;
      const Term& b = x[1];
      if (!is_small(scale) || !is_small(shift)) return no_word(i);
      const auto parts = x.subspan(0, 2);
      if (b.constant) {
        const std::int64_t by = as_signed(*b.constant, from) * scale + shift;
        if (by == 0) return a;
        if (a.constant && *a.constant >= 0 && (*a.constant >> 16) == ((*a.constant + by) >> 16))
          return number(*a.constant + by);
        if (!is_small(by)) return no_word(i);
        conditions.known.push_back(fmt::format("({0} >> 16) == (({0} + {1}) >> 16)", a.text, number(by).text));
        Term moved = joined(fmt::format("({} + {})", a.text, number(by).text), parts);
        moved.page = a.page;
        return moved;
      }
      const std::int64_t most = scale == 0 ? 32767 : 32767 / (scale < 0 ? -scale : scale);
      conditions.known.push_back(fmt::format("({0} >= -{1} && {0} <= {1})", with_sign(b, from), most));
      std::string by = fmt::format("({} * {})", with_sign(b, from), number(scale).text);
      if (shift != 0) by = fmt::format("({} + {})", by, number(shift).text);
      Term moved = joined(fmt::format("({} + {})", a.text, by), parts);
      if (a.constant) {  // the object is known; the condition is about the offset only
        conditions.known.push_back(fmt::format("(({0} + {1}) >> 16) == 0", *a.constant & 0xffff, by));
        moved.page = *a.constant & ~std::int64_t{0xffff};
      } else {
        conditions.known.push_back(fmt::format("({0} >> 16) == (({0} + {1}) >> 16)", a.text, by));
        moved.page = a.page;
      }
      return moved;
    }
    default: return no_word(i);
  }
}

Result<Term> modified(ir::Modify how, unsigned width, const Term& old, const Term& by, Conditions& conditions) {
  auto as = [&](Op op) {
    ir::Instruction i{.op = op, .type = ir::integer(static_cast<std::uint16_t>(width))};
    const Term both[] = {old, by};
    return pure_term(i, 0, both, conditions);
  };
  switch (how) {
    case ir::Modify::exchange: return by;
    case ir::Modify::add: return as(Op::add);
    case ir::Modify::sub: return as(Op::sub);
    case ir::Modify::and_: return as(Op::and_);
    case ir::Modify::or_: return as(Op::or_);
    case ir::Modify::xor_: return as(Op::xor_);
    case ir::Modify::max: return as(Op::smax);
    case ir::Modify::min: return as(Op::smin);
    case ir::Modify::umax: return as(Op::umax);
    case ir::Modify::umin: return as(Op::umin);
    default: return std::unexpected(Error{fmt::format("Promela has no word for 'rmw {}'", ir::name(how)), "", ""});
  }
}

std::string term_macros() {
  std::string bits;
  for (int i = 0; i < 32; ++i)
    bits += fmt::format("{}(((x) >> {}) & 1)", i == 0 ? "" : i % 8 == 0 ? " + \\\n  " : " + ", i);
  return fmt::format(
      "#define TOP (1 << 31)\n"
      "#define SMALL(x) ((x) >= -1073741824 && (x) < 1073741824)\n"
      "#define COMPARABLE(x, y) (SMALL(x) && SMALL(y) || ((x) >> 16) == ((y) >> 16))\n"
      "#define LSHR(x, n) ((n) == 0 -> (x) : (((x) >> (n)) & ~(TOP >> ((n) - 1))))\n"
      "#define BITS(x) ({})\n",
      bits);
}

}  // namespace fermata::emit
