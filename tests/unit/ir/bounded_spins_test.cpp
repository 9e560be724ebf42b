// SPDX-License-Identifier: Apache-2.0
// Which loops are bounded spins.
#include "ir/bounded_spins.h"

#include <gtest/gtest.h>

#include <string>

#include "ir/reading.h"

namespace fermata::ir {
namespace {

std::size_t spins(const std::string& body) {
  const Program program = read_valid("global @x: 4\nglobal @y: 4\nfunc @main() entry {\n" + body + "}\n");
  return bounded_spins(program.functions[0]).size();
}

/// Looks at @x; `test` decides on %n whether there is another round, `work` is done in between.
std::string loop(const std::string& test, const std::string& work = "", const std::string& step = "1",
                 const std::string& after = "") {
  return "  %n: i32 = copy i32 0\n  %b: i32 = load @y\n  jump head\nhead:\n  %more: i1 = " + test +
         "\n  branch %more, body, out\nbody:\n  %v: i32 = load atomic @x\n  %found: i1 = ne i32 %v, 0\n"
         "  branch %found, out, latch\nlatch:\n" +
         work + "  %n = add %n, " + step + "\n  jump head\nout:\n" + after + "  ret\n";
}

TEST(BoundedSpins, look_at_one_place_up_to_a_bound) {
  EXPECT_EQ(spins(loop("ult i32 %n, 10000")), 1u);
  EXPECT_EQ(spins(loop("slt i32 %n, %b")), 1u);
  EXPECT_EQ(spins(loop("ne i32 %n, %b")), 1u);
  EXPECT_EQ(spins(loop("ne i32 %n, 100", "", "-1")), 1u);
}

TEST(BoundedSpins, come_to_their_bound_whatever_it_is) {
  EXPECT_EQ(spins(loop("sle i32 %n, 100")), 1u);
  EXPECT_EQ(spins(loop("sle i32 %n, %b")), 0u) << "the bound may be the largest number";
  EXPECT_EQ(spins(loop("ule i32 %n, -1")), 0u);
  EXPECT_EQ(spins(loop("ult i32 %n, 100", "", "0")), 0u);
  EXPECT_EQ(spins(loop("ne i32 %n, 101", "", "2")), 0u) << "it is passed over";
  EXPECT_EQ(spins(loop("ult i32 %n, %n")), 0u);
  EXPECT_EQ(
      spins("  %n: i32 = copy i32 0\n  jump head\nhead:\n  %v: i32 = load atomic @x\n  %more: i1 = ult i32 %n, %v\n"
            "  %n = add %n, 1\n  branch %more, head, out\nout:\n  ret\n"),
      0u)
      << "others may move it";
}

TEST(BoundedSpins, do_the_same_in_each_round) {
  const auto with = [](const std::string& odd, const std::string& even) {
    return spins(loop("ult i32 %n, 9", "  %odd: i1 = trunc i32 %n\n  branch %odd, a, b\na:\n" + odd + "  jump c\nb:\n" +
                                           even + "  jump c\nc:\n"));
  };
  const std::string yield = "  atomic_begin\n  atomic_end\n";
  EXPECT_EQ(with("", yield), 1u) << "to yield is nothing";
  EXPECT_EQ(with("", "  branch %found, out, b2\nb2:\n"), 0u) << "some leave because of what they saw";
  EXPECT_EQ(with("  %w: i32 = load @y\n", ""), 0u);
  std::string elsewhere = loop("ult i32 %n, 9");
  const std::string place = "  %v: i32 = load atomic @x";
  elsewhere.replace(elsewhere.find(place), place.size(),
                    "  %odd: i1 = trunc i32 %n\n  %p: ptr = select %odd, @x, @y\n  %v: i32 = load atomic %p");
  EXPECT_EQ(spins(elsewhere), 0u);
}

TEST(BoundedSpins, may_read_what_nobody_uses_and_write_constants) {
  EXPECT_EQ(spins(loop("ult i32 %n, 9", "  %w: i32 = load @y\n  store i32 0, @y\n")), 1u);
  EXPECT_EQ(spins(loop("ult i32 %n, 9", "  %w: i32 = rmw atomic exchange @y, 0\n")), 1u);
  EXPECT_EQ(spins(loop("ult i32 %n, 9", "  %w: i32 = rmw atomic add @y, 1\n")), 0u);
  EXPECT_EQ(spins(loop("ult i32 %n, 9", "  %w: i32 = load @y\n", "1", "  store i32 %w, @x\n")), 0u);
}

TEST(BoundedSpins, count_in_each_round) {
  const auto counts = [](const std::string& before, const std::string& in_it) {
    return spins("  %n: i32 = copy i32 0\n" + before + "  jump head\nhead:\n  %v: i32 = load atomic @x\n" + in_it +
                 "  %n = copy i32 %t\n  %late: i1 = uge i32 %n, 9\n  %found: i1 = ne i32 %v, 0\n"
                 "  %end: i1 = or %late, %found\n  branch %end, out, head\nout:\n  ret\n");
  };
  EXPECT_EQ(counts("", "  %t: i32 = add %n, 1\n"), 1u);
  EXPECT_EQ(counts("  %t: i32 = add %n, 1\n", ""), 0u) << "it is 1 in all rounds but the first";
}

TEST(BoundedSpins, do_nothing_else_that_others_could_see) {
  EXPECT_EQ(spins(loop("ult i32 %n, 9", "  atomic_begin\n  atomic_end\n")), 1u) << "to yield is nothing";
  EXPECT_EQ(spins(loop("ult i32 %n, 9", "  %w: i32 = mul %n, %n\n")), 1u);
  EXPECT_EQ(spins(loop("ult i32 %n, 9", "  store i32 %v, @y\n")), 0u);
  EXPECT_EQ(spins(loop("ult i32 %n, 9", "  %w: i32 = udiv 7, %n\n")), 0u) << "it may fail";
  EXPECT_EQ(spins(loop("ult i32 %n, 9", "  %w: i32 = choose 2, 0\n")), 0u);
  EXPECT_EQ(spins(loop("ult i32 %n, 9", "  jump in\nin:\n  branch %found, in, on\non:\n")), 0u) << "a loop in it";
}

TEST(BoundedSpins, forget_the_counter) {
  EXPECT_EQ(spins(loop("ult i32 %n, 9", "", "1", "  store i32 %n, @y\n")), 0u);
  EXPECT_EQ(spins(loop("ult i32 %n, 9", "", "1", "  store i32 %b, @y\n")), 1u);
}

TEST(BoundedSpins, may_test_at_the_bottom_or_together_with_what_they_saw) {
  EXPECT_EQ(spins(R"(
  %n: i32 = copy i32 100
  jump head
head:
  %v: i32 = rmw atomic exchange @x, 1
  %busy: i1 = ne i32 %v, 0
  %n = sub %n, 1
  %left: i1 = ne i32 %n, 0
  %go: i1 = select %busy, %left, 0
  branch %go, head, out
out:
  ret
)"),
            1u);
}

TEST(BoundedSpins, may_try_in_an_atomic_block_that_leaves_if_it_succeeds) {
  EXPECT_EQ(spins(R"(
  %n: i32 = copy i32 0
  jump head
head:
  %more: i1 = ult i32 %n, 9
  branch %more, body, out
body:
  atomic_begin
  %v: i32 = load @x
  %free: i1 = eq i32 %v, 0
  branch %free, take, busy
take:
  store i32 1, @x
  atomic_end
  jump out
busy:
  %w: i32 = load @y
  atomic_end
  %n = add %n, 1
  jump head
out:
  ret
)"),
            1u);
}

}  // namespace
}  // namespace fermata::ir
