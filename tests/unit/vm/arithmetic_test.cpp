// SPDX-License-Identifier: Apache-2.0
#include "vm/arithmetic.h"

#include <gtest/gtest.h>

#include <random>

#include "vm/running.h"

namespace fermata::vm {
namespace {

std::string text_of(unsigned __int128 v) {
  char digits[40];
  int n = 0;
  std::string text = "0x";
  do digits[n++] = "0123456789abcdef"[static_cast<int>(v & 15)], v >>= 4;
  while (v);
  while (n) text += digits[--n];
  return text;
}

struct Operation {
  const char* name;
  unsigned __int128 (*meaning)(unsigned __int128 a, unsigned __int128 b, int width);
};
using Bits = unsigned __int128;
__int128 sign(Bits v, int w) { return static_cast<__int128>(v << (128 - w)) >> (128 - w); }

const Operation operations[] = {
    {"add", [](Bits a, Bits b, int) { return a + b; }},
    {"sub", [](Bits a, Bits b, int) { return a - b; }},
    {"mul", [](Bits a, Bits b, int) { return a * b; }},
    {"and", [](Bits a, Bits b, int) { return a & b; }},
    {"or", [](Bits a, Bits b, int) { return a | b; }},
    {"xor", [](Bits a, Bits b, int) { return a ^ b; }},
    {"shl", [](Bits a, Bits b, int w) { return b >= Bits(w) ? 0 : a << int(b); }},
    {"lshr", [](Bits a, Bits b, int w) { return b >= Bits(w) ? 0 : a >> int(b); }},
    {"ashr", [](Bits a, Bits b, int w) { return Bits(sign(a, w) >> (b >= Bits(w) ? w - 1 : int(b))); }},
    {"udiv", [](Bits a, Bits b, int) { return a / b; }},
    {"urem", [](Bits a, Bits b, int) { return a % b; }},
    {"sdiv", [](Bits a, Bits b, int w) { return Bits(sign(a, w) / sign(b, w)); }},
    {"srem", [](Bits a, Bits b, int w) { return Bits(sign(a, w) % sign(b, w)); }},
    {"umin", [](Bits a, Bits b, int) { return a < b ? a : b; }},
    {"umax", [](Bits a, Bits b, int) { return a < b ? b : a; }},
    {"smin", [](Bits a, Bits b, int w) { return sign(a, w) < sign(b, w) ? a : b; }},
    {"smax", [](Bits a, Bits b, int w) { return sign(a, w) < sign(b, w) ? b : a; }},
};
const Operation comparisons[] = {
    {"eq", [](Bits a, Bits b, int) { return Bits(a == b); }},
    {"ne", [](Bits a, Bits b, int) { return Bits(a != b); }},
    {"ult", [](Bits a, Bits b, int) { return Bits(a < b); }},
    {"uge", [](Bits a, Bits b, int) { return Bits(a >= b); }},
    {"slt", [](Bits a, Bits b, int w) { return Bits(sign(a, w) < sign(b, w)); }},
    {"sge", [](Bits a, Bits b, int w) { return Bits(sign(a, w) >= sign(b, w)); }},
    {"sgt", [](Bits a, Bits b, int w) { return Bits(sign(a, w) > sign(b, w)); }},
    {"ule", [](Bits a, Bits b, int) { return Bits(a <= b); }},
};

TEST(Arithmetic, agrees_with_the_host_on_random_values_of_every_width) {
  std::mt19937_64 random(1);
  for (int width : {1, 7, 8, 16, 31, 32, 63, 64, 65, 100, 128}) {
    const Bits mask = width == 128 ? ~Bits{0} : (Bits{1} << width) - 1;
    std::string body = "  %r: i32 = add i32 0, 0\n  %ok: i1 = eq i32 0, 0\n  %w: i32 = zext %ok\n  %v: i" +
                       std::to_string(width) + " = add 0, 0\n";
    auto expect = [&](const std::string& line) {
      body += line + "  %w = zext i1 %ok\n  %w = xor %w, 1\n  %r = or %r, %w\n";
    };
    const std::string type = "i" + std::to_string(width);
    for (int round = 0; round < 6; ++round) {
      Bits a = (Bits{random()} << 64 | random()) & mask, b = (Bits{random()} << 64 | random()) & mask;
      if (round == 0) b = a;
      if (round == 1) a = 0;
      if (round == 2) b = Bits(random() % width);
      const Bits divisor = b == 0 || b == mask ? 1 & mask : b;
      for (const Operation& op : operations) {
        const std::string name = op.name;
        const bool divides = name.find("div") != name.npos || name.find("rem") != name.npos;
        if (divides && width == 1 && name[0] == 's') continue;  // -1 / -1 overflows
        const Bits y = divides ? divisor : b;
        expect("  %v = " + name + " " + text_of(a) + ", " + text_of(y) + "\n  %ok = eq %v, " +
               text_of(op.meaning(a, y, width) & mask) + "\n");
      }
      for (const Operation& op : comparisons) {
        const bool holds = op.meaning(a, b, width) != 0;
        expect("  %ok = " + std::string(op.name) + " " + type + " " + text_of(a) + ", " + text_of(b) + "\n" +
               (holds ? "" : "  %ok = xor i1 %ok, 1\n"));
      }
    }
    EXPECT_EQ(result_of(body), 0u) << "width " << width;
  }
}

TEST(Arithmetic, overflow_is_told_apart) {
  EXPECT_EQ(result_of("  %v: i32, %o: i1 = saddo 0x7fffffff, 1\n  %r: i32 = zext %o"), 1u);
  EXPECT_EQ(result_of("  %v: i32, %o: i1 = saddo -1, 1\n  %r: i32 = zext %o"), 0u);
  EXPECT_EQ(result_of("  %v: i32, %o: i1 = uaddo -1, 1\n  %r: i32 = zext %o"), 1u);
  EXPECT_EQ(result_of("  %v: i64, %o: i1 = umulo 0x100000000, 0x100000000\n  %r: i32 = zext %o"), 1u);
  EXPECT_EQ(result_of("  %v: i64, %o: i1 = smulo -1, 5\n  %r: i32 = zext %o"), 0u);
  EXPECT_EQ(result_of("  %v: i8, %o: i1 = usubo 3, 4\n  %r: i32 = zext %o"), 1u);
}

TEST(Arithmetic, bits_are_counted_within_the_width) {
  EXPECT_EQ(result_of("  %v: i8 = ctlz 1\n  %r: i32 = zext %v"), 7u);
  EXPECT_EQ(result_of("  %v: i16 = cttz 0\n  %r: i32 = zext %v"), 16u);
  EXPECT_EQ(result_of("  %v: i32 = bswap 0x01020304\n  %r: i32 = lshr %v, 24"), 4u);
  EXPECT_EQ(result_of("  %v: i8 = bitreverse 1\n  %r: i32 = zext %v"), 128u);
}

TEST(Arithmetic, floats_round_once) {
  EXPECT_EQ(result_of("  %a: f64 = fadd 1.5, 2.25\n  %a = fmul %a, 4.0\n  %r: i32 = fptosi %a"), 15u);
  EXPECT_EQ(result_of("  %a: f32 = fdiv 1.0, 3.0\n  %b: f64 = fpext %a\n  %b = fmul %b, 300.0\n  %r: i32 = fptosi %b"),
            100u);
  EXPECT_EQ(result_of("  %a: f64 = sitofp i32 -7\n  %c: i1 = folt %a, 0.0\n  %r: i32 = zext %c"), 1u);
}

TEST(Arithmetic, division_by_zero_fails) {
  Running run("global @x: 4\nfunc @main() {\n  %d: i32 = load @x\n  %r: i32 = sdiv 1, %d\n  exit_process %r\n}\n");
  EXPECT_EQ(run.step(), Step::Outcome::failed);
  EXPECT_EQ(run.last.failure.kind, "division-by-zero");
}

TEST(Arithmetic, needs_no_machine) {
  using ir::Op;
  static_assert(integer(Op::add, 250, 10, 8) == 4);
  static_assert(integer(Op::slt, 0xff, 1, 8) == 1 && integer(Op::ult, 0xff, 1, 8) == 0);
  static_assert(division_fault(Op::urem, 1, 0, 32) == DivisionFault::by_zero);
  static_assert(division_fault(Op::sdiv, 0x80, 0xff, 8) == DivisionFault::overflow);
  static_assert(division_fault(Op::udiv, 0x80, 0xff, 8) == DivisionFault::none);
  EXPECT_EQ(overflowing(Op::umulo, 16, 16, 8).overflow, true);
  EXPECT_EQ(overflowing(Op::ssubo, 0x80, 1, 8).value, 0x7fu);
  const Wide minus_one = ~Wide{0} >> 28;  // of 100 bits
  EXPECT_TRUE(wide(Op::sext, 0xff, 0, 100, 8) == minus_one);
  EXPECT_TRUE(wide(Op::slt, minus_one, 1, 100, 100) == Wide{1});
  EXPECT_FALSE(wide(Op::ctpop, 1, 0, 100, 100)) << "not modelled at this width";
}

}  // namespace
}  // namespace fermata::vm
