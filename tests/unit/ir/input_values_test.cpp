// SPDX-License-Identifier: Apache-2.0
#include "ir/input_values.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <random>

#include "ir/text.h"

namespace fermata::ir {
namespace {

/// Of the first input of a function with this body.
InputValues values_of(const std::string& body) {
  auto program = parse("func @main() entry {\n" + body + "  ret\n}\n", "test.ir");
  EXPECT_TRUE(program) << (program ? "" : program.error().where + ": " + program.error().what) << "\n" << body;
  if (!program) return {};
  for (const Block& block : program->functions[0].blocks)
    for (const Instruction& i : block.instructions)
      if (i.op == Op::intrinsic && i.which == Intrinsic::input) return input_values(program->functions[0], i);
  return {};
}

std::string shown(const InputValues& v) {
  if (v.none) return "none";
  return fmt::format("{}..{}{}", v.shown(v.first), v.shown(v.last), v.narrowed ? "" : " of the type");
}

constexpr const char* an_int = "  %w: i64 = input 32, 1\n  %x: i32 = trunc %w\n";

TEST(InputValues, are_those_of_the_type_if_nothing_is_assumed) {
  EXPECT_EQ(shown(values_of(an_int)), "-2147483648..2147483647 of the type");
  EXPECT_EQ(shown(values_of("  %w: i64 = input 8, 0\n")), "0..255 of the type");
  EXPECT_EQ(shown(values_of("  %w: i64 = input 64, 0\n")), "0..18446744073709551615 of the type");
  EXPECT_EQ(shown(values_of("  %w: i64 = input 64, 1\n")), "-9223372036854775808..9223372036854775807 of the type");
  EXPECT_TRUE(values_of("  %w: i64 = input 8, 0\n").few());
  EXPECT_FALSE(values_of(an_int).few());
}

TEST(InputValues, are_what_all_assumptions_leave) {
  EXPECT_EQ(
      shown(values_of(std::string(an_int) + "  %a: i1 = sge %x, -3\n  %b: i1 = sgt i32 5, %x\n  %c: i1 = and %a, %b\n"
                                            "  %n: i32 = zext %c\n  assume %n\n")),
      "-3..4");
  EXPECT_EQ(shown(values_of(std::string(an_int) + "  %a: i1 = sge %x, -3\n  %n: i32 = zext %a\n  assume %n\n"
                                                  "  %b: i1 = slt %x, 2\n  %m: i32 = zext %b\n  assume %m\n")),
            "-3..1");
}

TEST(InputValues, are_found_in_the_spelling_of_llvm) {
  EXPECT_EQ(shown(values_of(std::string(an_int) +
                            "  %y: i32 = add %x, -1\n  %a: i1 = ult %y, 5\n  %n: i32 = zext %a\n  assume %n\n")),
            "1..5");
  EXPECT_EQ(
      shown(values_of(std::string(an_int) + "  %a: i1 = sge %x, 0\n  %b: i1 = slt %x, 9\n  %c: i1 = select %a, %b, 0\n"
                                            "  %n: i32 = zext %c\n  assume %n\n")),
      "0..8");
}

TEST(InputValues, are_found_of_a_short_number_that_llvm_extends_by_shifting) {
  EXPECT_EQ(shown(values_of("  %w: i64 = input 16, 1\n  %x: i32 = trunc %w\n  %u: i32 = shl %x, 16\n"
                            "  %s: i32 = ashr %u, 16\n  %y: i32 = add %s, 2\n  %a: i1 = ult %y, 5\n"
                            "  %n: i32 = zext %a\n  assume %n\n")),
            "-2..2");
}

TEST(InputValues, are_found_behind_a_mask_that_truncates) {
  const std::string unsigned_int = "  %w: i64 = input 32, 0\n";
  const std::string rest = "  %a: i1 = eq %m, 13\n  %n: i32 = zext %a\n  assume %n\n";
  EXPECT_EQ(shown(values_of(unsigned_int + "  %m: i64 = and %w, 4294967295\n" + rest)), "13..13");
  EXPECT_FALSE(values_of(unsigned_int + "  %m: i64 = and %w, 4294967294\n" + rest).narrowed);
}

TEST(InputValues, are_narrowed_by_each_part_of_a_conjunction) {
  const std::string two = std::string(an_int) + "  %v: i64 = input 32, 1\n  %y: i32 = trunc %v\n";
  const std::string parts = "  %a: i1 = ult %x, 10\n  %b: i1 = eq %x, %y\n";
  const std::string rest = "  %n: i32 = zext %c\n  assume %n\n";
  EXPECT_EQ(shown(values_of(two + parts + "  %c: i1 = and %a, %b\n" + rest)), "0..9");
  EXPECT_EQ(shown(values_of(two + parts + "  %c: i1 = and %b, %a\n" + rest)), "0..9");
  EXPECT_EQ(shown(values_of(two + parts + "  %c: i1 = select %b, %a, 0\n" + rest)), "0..9");
  EXPECT_FALSE(values_of(two + parts + "  %c: i1 = or %a, %b\n" + rest).narrowed);
  EXPECT_FALSE(values_of(two + parts + "  %d: i1 = and %a, %b\n  %c: i1 = xor %d, 1\n" + rest).narrowed);
  EXPECT_FALSE(values_of(two + parts + "  %c: i1 = select %b, %a, 1\n" + rest).narrowed);
  EXPECT_FALSE(values_of(two + parts + "  %d: i1 = and %a, %b\n  %c: i1 = select %d, 0, 1\n" + rest).narrowed);
}

TEST(InputValues, may_be_none) { EXPECT_EQ(shown(values_of(std::string(an_int) + "  assume 0\n")), "none"); }

TEST(InputValues, are_not_narrowed_by_what_comes_after_something_else) {
  const std::string assumption = "  %a: i1 = ult %x, 5\n  %n: i32 = zext %a\n  assume %n\n";
  EXPECT_EQ(shown(values_of(an_int + assumption)), "0..4");
  EXPECT_EQ(shown(values_of(an_int + ("  event 0, 0\n" + assumption))), "-2147483648..2147483647 of the type");
  EXPECT_EQ(shown(values_of(an_int + ("  %p: ptr = alloc 4\n" + assumption))), "-2147483648..2147483647 of the type");
  EXPECT_EQ(shown(values_of(an_int + ("  %v: i64 = input 32, 1\n" + assumption))), "0..4") << "another input";
}

TEST(InputValues, forget_a_register_that_is_written_again) {
  EXPECT_EQ(shown(values_of(std::string(an_int) + "  %z: i64 = input 32, 1\n  %x = trunc %z\n"
                                                  "  %a: i1 = ult %x, 5\n  %n: i32 = zext %a\n  assume %n\n")),
            "-2147483648..2147483647 of the type");
}

TEST(InputValues, can_be_cut_by_a_range_if_they_have_more_than_a_byte) {
  const InputRange range{-1, 300};
  EXPECT_EQ(shown(values_of(an_int).within(range)), "-1..300");
  EXPECT_EQ(shown(values_of("  %w: i64 = input 16, 0\n").within(range)), "0..300");
  EXPECT_EQ(shown(values_of("  %w: i64 = input 8, 1\n").within(InputRange{0, 1})), "-128..127 of the type");
  EXPECT_EQ(shown(values_of("  %w: i64 = input 64, 0\n").within(InputRange{-5, -1})), "none");
}

/// Something that is true or false of a number of 8 bits, as text and as a function.
struct Condition {
  std::string text;
  std::string result;
  std::function<bool(std::int64_t)> holds;
};

class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}
  Condition condition(int depth) {
    if (depth > 0 && below(3) != 0) {
      const Condition a = condition(depth - 1), b = condition(depth - 1);
      static constexpr const char* names[] = {"and", "or", "xor"};
      const auto pick = below(3);
      const std::string r = fresh();
      return {a.text + b.text + fmt::format("  {}: i1 = {} {}, {}\n", r, names[pick], a.result, b.result), r,
              [=](std::int64_t v) {
                const bool x = a.holds(v), y = b.holds(v);
                return pick == 0 ? x && y : pick == 1 ? x || y : x != y;
              }};
    }
    static constexpr const char* names[] = {"eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"};
    const auto pick = below(10);
    const bool wide = below(2) == 0, is_signed = below(2) == 0;
    const auto add = static_cast<std::uint8_t>(below(256));
    const std::uint32_t zeros = below(2) == 0 ? below(wide ? 12 : 5) : 0;  // with more there are too many pieces
    const std::uint32_t by = below(!wide ? 256 : zeros > 0 ? 65536 : 600);
    const std::string t = fresh(), s = fresh(), r = fresh();
    std::string text = fmt::format("  {}: i8 = trunc %w\n  {}: i8 = add {}, {}\n", t, s, t, add);
    std::string left = s;
    if (wide) {
      left = fresh();
      text += fmt::format("  {}: i16 = {} {}\n", left, is_signed ? "sext" : "zext", s);
    }
    if (zeros > 0) {
      const std::string shifted = fresh();
      text += fmt::format("  {}: {} = shl {}, {}\n", shifted, wide ? "i16" : "i8", left, zeros);
      left = shifted;
    }
    const auto back = zeros > 0 ? below(3) : 0;  // 1: shifted down again, 2: the same with its sign
    if (back > 0) {
      const std::string shifted = fresh();
      text +=
          fmt::format("  {}: {} = {} {}, {}\n", shifted, wide ? "i16" : "i8", back == 1 ? "lshr" : "ashr", left, zeros);
      left = shifted;
    }
    text += fmt::format("  {}: i1 = {} {} {}, {}\n", r, names[pick], wide ? "i16" : "i8", left, by);
    return {text, r, [=](std::int64_t v) {
              const auto sum = static_cast<std::uint8_t>(static_cast<std::uint8_t>(v) + add);
              const auto extended = is_signed ? static_cast<std::uint16_t>(static_cast<std::int8_t>(sum)) : sum;
              std::uint32_t u =
                  wide ? static_cast<std::uint16_t>(extended << zeros) : static_cast<std::uint8_t>(sum << zeros);
              if (back == 1) u >>= zeros;
              if (back == 2)
                u = wide ? static_cast<std::uint16_t>(static_cast<std::int16_t>(u) >> zeros)
                         : static_cast<std::uint8_t>(static_cast<std::int8_t>(u) >> zeros);
              const std::int32_t i = wide ? static_cast<std::int16_t>(u) : static_cast<std::int8_t>(u);
              const std::int32_t c = wide ? static_cast<std::int16_t>(by) : static_cast<std::int8_t>(by);
              const bool results[] = {u == by, u != by, u<by, u <= by, u> by, u >= by, i<c, i <= c, i> c, i >= c};
              return results[pick];
            }};
  }
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

 private:
  std::string fresh() { return fmt::format("%r{}", next_++); }
  std::mt19937 random_;
  int next_ = 0;
};

TEST(InputValues, of_random_assumptions_are_the_least_and_the_greatest_that_keep_them) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Draw draw(seed);
    const bool is_signed = draw.below(2) == 0;
    const Condition c = draw.condition(3);
    const std::string body = fmt::format("  %w: i64 = input 8, {}\n{}  %n: i32 = zext {}\n  assume %n\n",
                                         is_signed ? 1 : 0, c.text, c.result);
    const InputValues found = values_of(body);
    std::optional<std::int64_t> first, last;
    for (std::int64_t v = is_signed ? -128 : 0; v < (is_signed ? 128 : 256); ++v)
      if (c.holds(v)) last = v, first = first ? first : last;
    const std::string expected = first ? fmt::format("{}..{}", *first, *last) : "none";
    ASSERT_EQ(shown(found), expected) << "seed " << seed << "\n" << body;
  }
}

}  // namespace
}  // namespace fermata::ir
