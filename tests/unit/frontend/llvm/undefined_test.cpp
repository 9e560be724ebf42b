// SPDX-License-Identifier: Apache-2.0
// What has no meaning in C and C++ must reach the machine, which reports it, whatever the user asks of clang.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "frontend/llvm/loading.h"

namespace fermata::frontend::llvm {
namespace {

const std::vector<std::string> levels{"-O0", "-O1", "-O2", "-O3"};

std::size_t failures(const ir::Program& program) {
  return intrinsics(function(program, "main"), ir::Intrinsic::fail).size();
}

std::size_t divisions(const ir::Program& program) {
  return instructions(function(program, "main"),
                      [](const ir::Instruction& i) {
                        return i.op == ir::Op::sdiv || i.op == ir::Op::udiv || i.op == ir::Op::srem ||
                               i.op == ir::Op::urem;
                      })
      .size();
}

std::size_t stores_and_copies(const ir::Program& program) {
  return instructions(function(program, "main"),
                      [](const ir::Instruction& i) {
                        return i.op == ir::Op::store || i.op == ir::Op::copy_bytes || i.op == ir::Op::fill_bytes;
                      })
      .size();
}

TEST(Undefined, an_index_a_shift_and_a_length_are_checked_although_nothing_depends_on_them) {
  for (const char* line :
       {"int a[4]; (void)a[n];", "int x = 1 << n; (void)x;", "int a[n]; (void)a;", "int x = __builtin_ctz(n); (void)x;",
        "if (n == 3) __builtin_unreachable();", "__builtin_assume(n != 3);"}) {
    for (const std::string& level : levels) {
      ir::Program program = load_c(fmt::format("int n;\nint main(void) {{ {} return 0; }}\n", line), {level});
      EXPECT_EQ(failures(program), 1u) << line << " with " << level << "\n" << ir::to_text(program);
    }
  }
}

TEST(Undefined, a_check_carries_nothing_that_makes_a_variable_escape) {
  ir::Program program = load_c("int n;\nint main(void) { int a[4] = {0}; a[n] = 1; return a[0]; }\n");
  for (const ir::Instruction* access : instructions(function(program, "main"), ir::Op::store))
    EXPECT_TRUE(access->local);
  for (const ir::Global& global : program.globals)
    EXPECT_TRUE(global.name.find("ubsan") == std::string::npos && global.name != ".src") << global.name;
}

TEST(Undefined, two_checks_that_fail_alike_have_places_of_their_own) {
  ir::Program program = load_c("int n, m, a[4];\nint main(void) {\n  a[n] = 1;\n  a[m] = 1;\n  return 0;\n}\n");
  std::set<std::uint32_t> lines;
  for (const ir::Instruction* i : intrinsics(function(program, "main"), ir::Intrinsic::fail))
    lines.insert(program[i->at].line);
  EXPECT_EQ(lines, (std::set<std::uint32_t>{3, 4}));
}

TEST(Undefined, a_division_that_nobody_needs_is_made_if_it_can_fail) {
  for (const std::string& level : levels) {
    EXPECT_EQ(divisions(load_c("int n, m;\nint main(void) { int x = n / m; (void)x; return 0; }\n", {level})), 1u)
        << level;
    EXPECT_EQ(divisions(load_c("int n, m;\nint main(void) { int x = n / 7; (void)x; return 0; }\n", {level})), 0u)
        << level;
  }
}

TEST(Undefined, a_write_outside_of_a_local_variable_is_kept_and_one_inside_that_nobody_reads_is_not) {
  for (const std::string& level : levels) {
    EXPECT_EQ(stores_and_copies(load_c("int main(void) { int a[2]; int *p = a; p[2] = 1; return 0; }\n", {level})), 1u)
        << level;
    EXPECT_EQ(stores_and_copies(load_c("int main(void) { int a[2]; int *p = a; p[1] = 1; return 0; }\n", {level})), 0u)
        << level;
    EXPECT_EQ(stores_and_copies(load_c(
                  "static void set(int *p, int i) { p[i] = 1; }\nint main(void) { int x; set(&x, -1); return 0; }\n",
                  {level})),
              1u)
        << level;
    EXPECT_EQ(stores_and_copies(
                  load_c("int c; int main(void) { int a, b; int *p = c ? &a + 1 : &b; *p = 1; return 0; }\n", {level})),
              1u)
        << level;
  }
}

TEST(Undefined, constants_are_written_and_read_outside_of_their_bounds) {
  for (const std::string& level : levels) {
    EXPECT_EQ(count_accesses(load_c("const int k = 3;\nint main(void) { *(int *)&k = 3; return 0; }\n", {level}), "k"),
              1u)
        << level;
    EXPECT_EQ(count_accesses(
                  load_c("static const int k[2] = {1, 2};\nint main(void) { const int *p = k; return p[2] == 5; }\n",
                         {level}),
                  "k"),
              1u)
        << level;
  }
}

TEST(Undefined, a_constant_that_is_read_where_it_is_known_is_just_its_value) {
  ir::Program program =
      load_c("static const int k[2] = {1, 2};\nint main(void) { const int *p = k; return p[1] == 5; }\n");
  EXPECT_EQ(count_accesses(program, "k"), 0u);
}

TEST(Undefined, our_own_code_is_not_checked) {
  ir::Program program = load_c(
      "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) { return printf(\"%d\", atoi(argv[argc "
      "- 1])); }\n");
  EXPECT_EQ(failures(program), 0u);
}

TEST(Undefined, sanitizers_that_the_user_asks_for_change_nothing) {
  const std::string text = "int n;\nint main(void) { int a[4] = {0}; int *p = &n; return a[n] + *p; }\n";
  const std::string plain = ir::to_text(load_c(text));
  EXPECT_EQ(ir::to_text(load_c(text, {"-fsanitize=address,undefined", "-fsanitize-trap=all"})).size(), plain.size());
  EXPECT_EQ(ir::to_text(load_c(text, {"-fsanitize=thread", "-fno-sanitize=bounds", "-fsanitize-recover=all"})).size(),
            plain.size());
}

}  // namespace
}  // namespace fermata::frontend::llvm
