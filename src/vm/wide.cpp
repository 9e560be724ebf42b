// SPDX-License-Identifier: Apache-2.0
// Operations on integers of 65 to 128 bits. Rare: kept out of the inner loop.
#include "base/require.h"
#include "vm/interpreter.h"

namespace fermata::vm {

namespace {

using Bits = unsigned __int128;
using Signed = __int128;

Bits mask(std::uint32_t width) { return width >= 128 ? ~Bits{0} : (Bits{1} << width) - 1; }
Signed sign(Bits value, std::uint32_t width) { return static_cast<Signed>(value << (128 - width)) >> (128 - width); }

}  // namespace

void Interpreter::wide(const Instruction& i, std::uint64_t* r) {
  using ir::Op;
  auto get = [&](std::uint32_t s) { return Bits{r[s + 1]} << 64 | r[s]; };
  auto put = [&](Bits v) {
    v &= mask(i.width);
    r[i.d] = static_cast<std::uint64_t>(v);
    r[i.d + 1] = static_cast<std::uint64_t>(v >> 64);
  };
  auto flag = [&](bool v) { r[i.d] = v; };
  const std::uint32_t w = i.width;
  auto shift = [&] { return get(i.b) >= w ? w : static_cast<std::uint32_t>(get(i.b)); };
  switch (i.op) {
    case Op::add: return put(get(i.a) + get(i.b));
    case Op::sub: return put(get(i.a) - get(i.b));
    case Op::mul: return put(get(i.a) * get(i.b));
    case Op::and_: return put(get(i.a) & get(i.b));
    case Op::or_: return put(get(i.a) | get(i.b));
    case Op::xor_: return put(get(i.a) ^ get(i.b));
    case Op::shl: return put(shift() == w ? 0 : get(i.a) << shift());
    case Op::lshr: return put(shift() == w ? 0 : get(i.a) >> shift());
    case Op::ashr: return put(static_cast<Bits>(sign(get(i.a), w) >> std::min<std::uint32_t>(shift(), w - 1)));
    case Op::udiv:
    case Op::urem:
    case Op::sdiv:
    case Op::srem: {
      const Bits b = get(i.b);
      if (b == 0) {
        fail("division-by-zero", "division by zero", &i);
        return put(0);
      }
      if (i.op == Op::udiv) return put(get(i.a) / b);
      if (i.op == Op::urem) return put(get(i.a) % b);
      const Signed x = sign(get(i.a), w), y = sign(b, w);
      if (y == -1) return put(i.op == Op::sdiv ? Bits{0} - get(i.a) : 0);
      return put(static_cast<Bits>(i.op == Op::sdiv ? x / y : x % y));
    }
    case Op::umin: return put(std::min(get(i.a), get(i.b)));
    case Op::umax: return put(std::max(get(i.a), get(i.b)));
    case Op::smin: return put(sign(get(i.a), w) < sign(get(i.b), w) ? get(i.a) : get(i.b));
    case Op::smax: return put(sign(get(i.a), w) > sign(get(i.b), w) ? get(i.a) : get(i.b));
    case Op::eq: return flag(get(i.a) == get(i.b));
    case Op::ne: return flag(get(i.a) != get(i.b));
    case Op::ult: return flag(get(i.a) < get(i.b));
    case Op::ule: return flag(get(i.a) <= get(i.b));
    case Op::ugt: return flag(get(i.a) > get(i.b));
    case Op::uge: return flag(get(i.a) >= get(i.b));
    case Op::slt: return flag(sign(get(i.a), w) < sign(get(i.b), w));
    case Op::sle: return flag(sign(get(i.a), w) <= sign(get(i.b), w));
    case Op::sgt: return flag(sign(get(i.a), w) > sign(get(i.b), w));
    case Op::sge: return flag(sign(get(i.a), w) >= sign(get(i.b), w));
    case Op::zext: return put(i.from > 64 ? get(i.a) : Bits{r[i.a]});
    case Op::sext: return put(static_cast<Bits>(i.from > 64 ? sign(get(i.a), i.from) : sign(Bits{r[i.a]}, i.from)));
    case Op::trunc:
    case Op::copy: return put(get(i.a));
    case Op::select: return put(r[i.a] & 1 ? get(i.b) : get(i.c));
    default: unmodelled("this operation on integers of more than 64 bits", &i); return;
  }
}

}  // namespace fermata::vm
