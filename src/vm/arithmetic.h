// SPDX-License-Identifier: Apache-2.0
// Arithmetic as the instructions of ir define it: pure functions on values.
//
// A value of `width` bits is the low bits of an integer; the others are zero, in arguments and in results. Floats are
// their bits. The functions that the dispatch loop calls with a constant `op` are inlined into it, so that their switch
// costs nothing there.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "ir/program.h"

namespace fermata::vm {

constexpr std::uint64_t mask(std::uint32_t width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}
constexpr std::int64_t sign_extended(std::uint64_t value, std::uint32_t width) {
  const std::uint32_t up = 64 - std::min<std::uint32_t>(width, 64);
  return static_cast<std::int64_t>(value << up) >> up;
}

/// Integers of at most 64 bits: every operation that has one result for all operands. `b` is ignored where there is
/// only one operand.
[[gnu::always_inline]] constexpr std::uint64_t integer(ir::Op op, std::uint64_t a, std::uint64_t b,
                                                       std::uint32_t width) {
  using ir::Op;
  const auto sign = [width](std::uint64_t value) { return sign_extended(value, width); };
  switch (op) {
    case Op::add: return (a + b) & mask(width);
    case Op::sub: return (a - b) & mask(width);
    case Op::mul: return (a * b) & mask(width);
    case Op::and_: return a & b;
    case Op::or_: return a | b;
    case Op::xor_: return a ^ b;
    case Op::shl: return b >= width ? 0 : (a << b) & mask(width);
    case Op::lshr: return b >= width ? 0 : a >> b;
    case Op::ashr: return static_cast<std::uint64_t>(sign(a) >> std::min<std::uint64_t>(b, 63)) & mask(width);
    case Op::umin: return std::min(a, b);
    case Op::umax: return std::max(a, b);
    case Op::smin: return sign(a) < sign(b) ? a : b;
    case Op::smax: return sign(a) > sign(b) ? a : b;
    case Op::eq: return a == b;
    case Op::ne: return a != b;
    case Op::ult: return a < b;
    case Op::ule: return a <= b;
    case Op::ugt: return a > b;
    case Op::uge: return a >= b;
    case Op::slt: return sign(a) < sign(b);
    case Op::sle: return sign(a) <= sign(b);
    case Op::sgt: return sign(a) > sign(b);
    case Op::sge: return sign(a) >= sign(b);
    case Op::ctpop: return static_cast<std::uint64_t>(std::popcount(a));
    case Op::ctlz: return static_cast<std::uint64_t>(std::countl_zero(a)) - (64 - width);
    case Op::cttz: return a ? static_cast<std::uint64_t>(std::countr_zero(a)) : width;
    case Op::bswap: return __builtin_bswap64(a) >> (64 - width);
    case Op::bitreverse: {
      std::uint64_t reversed = 0;
      for (std::uint32_t k = 0; k < width; ++k) reversed |= (a >> k & 1) << (width - 1 - k);
      return reversed;
    }
    case Op::abs: return (sign(a) < 0 ? 0 - a : a) & mask(width);
    default: return 0;
  }
}

/// udiv, urem, sdiv and srem have no result for some operands.
enum class DivisionFault : std::uint8_t { none, by_zero, overflow };
constexpr DivisionFault division_fault(ir::Op op, std::uint64_t a, std::uint64_t b, std::uint32_t width) {
  if (b == 0) return DivisionFault::by_zero;
  const bool is_signed = op == ir::Op::sdiv || op == ir::Op::srem;
  const bool overflow = is_signed && sign_extended(b, width) == -1 && a == (std::uint64_t{1} << (width - 1));
  return overflow ? DivisionFault::overflow : DivisionFault::none;
}
/// Only where there is no fault.
constexpr std::uint64_t divided(ir::Op op, std::uint64_t a, std::uint64_t b, std::uint32_t width) {
  if (op == ir::Op::udiv) return a / b;
  if (op == ir::Op::urem) return a % b;
  const std::int64_t x = sign_extended(a, width), y = sign_extended(b, width);
  return static_cast<std::uint64_t>(op == ir::Op::sdiv ? x / y : x % y) & mask(width);
}

/// uaddo, saddo, usubo, ssubo, umulo, smulo.
struct Overflowing {
  std::uint64_t value = 0;
  bool overflow = false;
};
Overflowing overflowing(ir::Op op, std::uint64_t a, std::uint64_t b, std::uint32_t width);

/// Floats of 32 or 64 bits: arithmetic, rounding and comparisons.
std::uint64_t floating(ir::Op op, std::uint64_t a, std::uint64_t b, std::uint32_t width);

/// fptosi and fptoui (which saturate), sitofp, uitofp, fpext, fptrunc: from `from` bits to `width`.
std::uint64_t converted(ir::Op op, std::uint64_t value, std::uint32_t from, std::uint32_t width);

/// What a read-modify-write stores; bits above `width` mean nothing.
std::uint64_t modified(ir::Modify how, std::uint64_t old, std::uint64_t by, std::uint32_t width);

/// Integers of 65 to 128 bits.
using Wide = unsigned __int128;
Wide modified(ir::Modify how, Wide old, Wide by);
/// Arithmetic, comparisons and conversions. `from`: bits of the source of a conversion. Nothing if the operation is not
/// modelled at this width. A divisor is not 0.
std::optional<Wide> wide(ir::Op op, Wide a, Wide b, std::uint32_t width, std::uint32_t from);

}  // namespace fermata::vm
