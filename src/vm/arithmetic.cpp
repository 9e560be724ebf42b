// SPDX-License-Identifier: Apache-2.0
#include "vm/arithmetic.h"

#include <cmath>

namespace fermata::vm {

using ir::Op;

// --- integers of at most 64 bits ---------------------------------------------------------------

Overflowing overflowing(Op op, std::uint64_t a, std::uint64_t b, std::uint32_t width) {
  if (op == Op::umulo) {  // up to 128 bits: no room for a sign
    const Wide product = Wide{a} * b;
    const std::uint64_t low = static_cast<std::uint64_t>(product) & mask(width);
    return {low, product != low};
  }
  using Signed = __int128;
  const bool is_signed = op == Op::saddo || op == Op::ssubo || op == Op::smulo;
  const auto exact = [&](std::uint64_t v) { return is_signed ? Signed{sign_extended(v, width)} : Signed{v}; };
  const Signed x = exact(a), y = exact(b);
  const Signed v = op == Op::uaddo || op == Op::saddo ? x + y : op == Op::smulo ? x * y : x - y;
  const std::uint64_t low = static_cast<std::uint64_t>(v) & mask(width);
  return {low, v != exact(low)};
}

// --- floats ------------------------------------------------------------------------------------

namespace {

double to_double(std::uint64_t bits, std::uint32_t width) {
  return width == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits)) : std::bit_cast<double>(bits);
}
std::uint64_t from_double(double value, std::uint32_t width) {
  return width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value)) : std::bit_cast<std::uint64_t>(value);
}

std::uint64_t to_integer(double value, std::uint32_t width, bool is_signed) {
  if (std::isnan(value)) return 0;
  if (is_signed) {
    const double top = std::ldexp(1.0, static_cast<int>(width) - 1);
    if (value >= top) return mask(width) >> 1;
    if (value < -top) return std::uint64_t{1} << (width - 1);
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & mask(width);
  }
  if (value <= 0) return 0;
  if (value >= std::ldexp(1.0, static_cast<int>(width))) return mask(width);
  return static_cast<std::uint64_t>(value) & mask(width);
}

}  // namespace

std::uint64_t floating(Op op, std::uint64_t a, std::uint64_t b, std::uint32_t width) {
  const double x = to_double(a, width), y = to_double(b, width);
  const bool unordered = std::isnan(x) || std::isnan(y);
  if (width == 32) {  // one rounding, not two
    const float p = static_cast<float>(x), q = static_cast<float>(y);
    switch (op) {
      case Op::fadd: return from_double(p + q, 32);
      case Op::fsub: return from_double(p - q, 32);
      case Op::fmul: return from_double(p * q, 32);
      case Op::fdiv: return from_double(p / q, 32);
      default: break;
    }
  }
  switch (op) {
    case Op::fadd: return from_double(x + y, width);
    case Op::fsub: return from_double(x - y, width);
    case Op::fmul: return from_double(x * y, width);
    case Op::fdiv: return from_double(x / y, width);
    case Op::frem: return from_double(std::fmod(x, y), width);
    case Op::fmin: return from_double(std::fmin(x, y), width);
    case Op::fmax: return from_double(std::fmax(x, y), width);
    case Op::fneg: return a ^ (std::uint64_t{1} << (width - 1));
    case Op::fabs: return a & ~(std::uint64_t{1} << (width - 1));
    case Op::fsqrt: return from_double(std::sqrt(x), width);
    case Op::ffloor: return from_double(std::floor(x), width);
    case Op::fceil: return from_double(std::ceil(x), width);
    case Op::ftrunc: return from_double(std::trunc(x), width);
    case Op::fround: return from_double(std::round(x), width);
    case Op::frint: return from_double(std::nearbyint(x), width);
    case Op::foeq: return !unordered && x == y;
    case Op::fone: return !unordered && x != y;
    case Op::folt: return !unordered && x < y;
    case Op::fole: return !unordered && x <= y;
    case Op::fogt: return !unordered && x > y;
    case Op::foge: return !unordered && x >= y;
    case Op::ford: return !unordered;
    case Op::fueq: return unordered || x == y;
    case Op::fune: return unordered || x != y;
    case Op::fult: return unordered || x < y;
    case Op::fule: return unordered || x <= y;
    case Op::fugt: return unordered || x > y;
    case Op::fuge: return unordered || x >= y;
    case Op::funo: return unordered;
    default: return 0;
  }
}

std::uint64_t converted(Op op, std::uint64_t value, std::uint32_t from, std::uint32_t width) {
  switch (op) {
    case Op::fptosi: return to_integer(to_double(value, from), width, true);
    case Op::fptoui: return to_integer(to_double(value, from), width, false);
    case Op::sitofp:  // one rounding, not two
      return width == 32 ? from_double(static_cast<float>(sign_extended(value, from)), 32)
                         : from_double(static_cast<double>(sign_extended(value, from)), 64);
    case Op::uitofp:
      return width == 32 ? from_double(static_cast<float>(value), 32) : from_double(static_cast<double>(value), 64);
    case Op::fpext:
    case Op::fptrunc: return from_double(to_double(value, from), width);
    default: return 0;
  }
}

// --- read-modify-write -------------------------------------------------------------------------

std::uint64_t modified(ir::Modify how, std::uint64_t old, std::uint64_t by, std::uint32_t width) {
  switch (how) {
    case ir::Modify::exchange: return by;
    case ir::Modify::add: return old + by;
    case ir::Modify::sub: return old - by;
    case ir::Modify::and_: return old & by;
    case ir::Modify::nand: return ~(old & by);
    case ir::Modify::or_: return old | by;
    case ir::Modify::xor_: return old ^ by;
    case ir::Modify::max: return sign_extended(old, width) > sign_extended(by, width) ? old : by;
    case ir::Modify::min: return sign_extended(old, width) < sign_extended(by, width) ? old : by;
    case ir::Modify::umax: return std::max(old, by);
    case ir::Modify::umin: return std::min(old, by);
    case ir::Modify::fadd: return floating(Op::fadd, old, by, width);
    case ir::Modify::fsub: return floating(Op::fsub, old, by, width);
    case ir::Modify::uinc_wrap: return old >= by ? 0 : old + 1;
    case ir::Modify::udec_wrap: return old == 0 || old > by ? by : old - 1;
  }
  return by;
}

Wide modified(ir::Modify how, Wide old, Wide by) {
  using Signed = __int128;
  switch (how) {
    case ir::Modify::add: return old + by;
    case ir::Modify::sub: return old - by;
    case ir::Modify::and_: return old & by;
    case ir::Modify::nand: return ~(old & by);
    case ir::Modify::or_: return old | by;
    case ir::Modify::xor_: return old ^ by;
    case ir::Modify::max: return static_cast<Signed>(old) > static_cast<Signed>(by) ? old : by;
    case ir::Modify::min: return static_cast<Signed>(old) < static_cast<Signed>(by) ? old : by;
    case ir::Modify::umax: return std::max(old, by);
    case ir::Modify::umin: return std::min(old, by);
    default: return by;
  }
}

// --- integers of more than 64 bits -------------------------------------------------------------

namespace {

/// Bits above `width` mean nothing yet.
std::optional<Wide> uncut(Op op, Wide a, Wide b, std::uint32_t width, std::uint32_t from) {
  using Signed = __int128;
  const auto sign = [](Wide v, std::uint32_t bits) { return static_cast<Signed>(v << (128 - bits)) >> (128 - bits); };
  const Signed x = sign(a, width), y = sign(b, width);
  switch (op) {
    case Op::add: return a + b;
    case Op::sub: return a - b;
    case Op::mul: return a * b;
    case Op::and_: return a & b;
    case Op::or_: return a | b;
    case Op::xor_: return a ^ b;
    case Op::shl: return b >= width ? 0 : a << static_cast<std::uint32_t>(b);
    case Op::lshr: return b >= width ? 0 : a >> static_cast<std::uint32_t>(b);
    case Op::ashr: return static_cast<Wide>(x >> static_cast<std::uint32_t>(std::min<Wide>(b, width - 1)));
    case Op::udiv: return a / b;
    case Op::urem: return a % b;
    case Op::sdiv: return y == -1 ? Wide{0} - a : static_cast<Wide>(x / y);
    case Op::srem: return y == -1 ? Wide{0} : static_cast<Wide>(x % y);
    case Op::umin: return std::min(a, b);
    case Op::umax: return std::max(a, b);
    case Op::smin: return x < y ? a : b;
    case Op::smax: return x > y ? a : b;
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
    case Op::sext: return static_cast<Wide>(sign(a, from));
    case Op::zext:
    case Op::trunc:
    case Op::copy:
    case Op::select: return a;
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<Wide> wide(Op op, Wide a, Wide b, std::uint32_t width, std::uint32_t from) {
  const std::optional<Wide> result = uncut(op, a, b, width, from);
  return result && width < 128 ? *result & ((Wide{1} << width) - 1) : result;
}

}  // namespace fermata::vm
