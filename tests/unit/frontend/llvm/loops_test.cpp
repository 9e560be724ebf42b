// SPDX-License-Identifier: Apache-2.0
// What a proof needs to see in a loop: its comparison as it was written, and what must not wrap.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "frontend/llvm/loading.h"

namespace fermata::frontend::llvm {
namespace {

using ir::NoWrap;
using ir::Op;

/// The comparisons of a loop around an access that others can see.
std::multiset<Op> comparisons(const std::string& loop) {
  const ir::Program program = load_c("volatile int seen, limit; int values[8];\nvoid f(void) {\n" + loop +
                                     "\n}\nvoid (*volatile keep)(void) = f;\nint main(void) { keep(); }\n");
  std::multiset<Op> found;
  for (const auto* i :
       instructions(function(program, "f"), [](const ir::Instruction& i) { return i.op >= Op::eq && i.op <= Op::sge; }))
    found.insert(i->op);
  return found;
}

bool has_order(const std::multiset<Op>& found) {
  return std::ranges::any_of(found, [](Op op) { return op >= Op::ult; });
}

TEST(Loops, keep_their_comparison) {
  EXPECT_TRUE(has_order(comparisons("int n = limit; for (int i = 0; i < n; i++) seen = i;"))) << "up";
  EXPECT_TRUE(has_order(comparisons("int n = limit; for (int i = n; i > 0; i--) seen = i;"))) << "down";
  EXPECT_TRUE(has_order(comparisons("int n = limit; for (int i = 0; i < n; i += 2) seen = i;"))) << "in steps of two";
  EXPECT_TRUE(has_order(comparisons("unsigned n = limit; for (unsigned i = 0; i < n; i++) seen = i;"))) << "unsigned";
  EXPECT_TRUE(has_order(comparisons("int n = limit; for (int *p = values; p < values + n; p++) seen = *p;")))
      << "a pointer";
  EXPECT_TRUE(has_order(comparisons("int n = limit, s = 0; for (int i = 0; i < n; i++) s = s * 3 + i; seen = s;")))
      << "nobody sees it";
}

std::vector<NoWrap> no_wraps(const std::string& body, Op op, std::vector<std::string> flags = {}) {
  const ir::Program program = load_c("int f(int a, int b, unsigned u, _Bool c) {\n" + body +
                                         "\n}\nint (*volatile keep)(int, int, unsigned, _Bool) = f;\n"
                                         "int main(void) { return keep(1, 2, 3, 1); }\n",
                                     std::move(flags));
  std::vector<NoWrap> found;
  for (const auto* i : instructions(function(program, "f"), op)) found.push_back(i->no_wrap);
  return found;
}

TEST(NoWrap, is_kept_for_signed_arithmetic_and_no_other) {
  EXPECT_EQ(no_wraps("return a + b;", Op::add), std::vector{NoWrap::signed_});
  EXPECT_EQ(no_wraps("return a - b;", Op::sub), std::vector{NoWrap::signed_});
  EXPECT_EQ(no_wraps("return a - 7;", Op::add), std::vector{NoWrap::signed_});
  EXPECT_EQ(no_wraps("return a * b;", Op::mul), std::vector{NoWrap::signed_});
  EXPECT_EQ(no_wraps("return u + a;", Op::add), std::vector{NoWrap::none});
  EXPECT_EQ(no_wraps("return a + b;", Op::add, {"-fwrapv"}), std::vector{NoWrap::none});
}

TEST(NoWrap, is_used_by_no_pass) {
  EXPECT_FALSE(no_wraps("return a + 1 > a;", Op::ne).empty()) << "false for the largest number, whose sum wraps";
  EXPECT_FALSE(no_wraps("return (a + b) - b == a ? (a + 3) / 3 : 0;", Op::add).empty());
}

/// Is one address still compared with the other, after all passes?
bool compares(const std::string& body) {
  const ir::Program program = load_c("struct pair { int a, b; };\nint f(struct pair *p, int *q, long n) {\n" + body +
                                     "\n}\nint (*volatile keep)(struct pair *, int *, long) = f;\n"
                                     "int main(void) { return keep(0, 0, 3); }\n");
  return !instructions(function(program, "f"), [](const ir::Instruction& i) {
            return i.op >= Op::eq && i.op <= Op::sge;
          }).empty();
}

TEST(NoWrap, of_addresses_is_used_by_no_pass) {
  EXPECT_TRUE(compares("return q + 1 > q;"));
  EXPECT_TRUE(compares("return p + 1 > p;")) << "that is no field";
  EXPECT_TRUE(compares("return &q[n + 1] > &q[n];"));
  EXPECT_TRUE(compares("return (q + n) - n == q ? q + n >= q : 2;"));
}

TEST(NoWrap, is_dropped_where_an_instruction_is_executed_earlier_or_has_other_operands) {
  for (NoWrap n : no_wraps("int r = a; if (c) r = a + b; return r;", Op::add)) EXPECT_EQ(n, NoWrap::none);
  for (NoWrap n : no_wraps("return (int)((unsigned)a + 7u) + 2;", Op::add)) EXPECT_EQ(n, NoWrap::none);
}

TEST(NoWrap, of_bitcode_is_not_trusted) {
  const ir::Program program = load_program({{"program.ll", R"(
@keep = global ptr @f
define i32 @f(i32 %a) {
  %r = add nsw i32 %a, 1
  ret i32 %r
}
define i32 @main() {
  %f = load volatile ptr, ptr @keep
  %r = call i32 %f(i32 1)
  ret i32 %r
}
)"}});
  for (const auto* i : instructions(function(program, "f"), Op::add)) EXPECT_EQ(i->no_wrap, NoWrap::none);
}

}  // namespace
}  // namespace fermata::frontend::llvm
