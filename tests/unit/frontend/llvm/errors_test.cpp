// SPDX-License-Identifier: Apache-2.0
// Mistakes in the input and what the user is told about them; and that correct input gets through.
#include <gtest/gtest.h>

#include <filesystem>

#include "frontend/llvm/loading.h"

namespace fermata::frontend::llvm {
namespace {

using testing::Test;

Error error_of(const std::vector<File>& files, std::vector<std::string> flags = {}) {
  auto loaded = try_load(files, std::move(flags));
  if (loaded) {
    ADD_FAILURE() << "this should have failed";
    return {};
  }
  return loaded.error();
}

bool mentions(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }
#define EXPECT_MENTIONS(text, part) EXPECT_TRUE(mentions(text, part)) << text

TEST(Errors, of_clang_are_passed_on_with_their_lines) {
  Error error = error_of({{"wrong.c", "int main(void) {\n  return undeclared;\n}\n"}});
  EXPECT_MENTIONS(error.what, "wrong.c:2:10: error:");
  EXPECT_MENTIONS(error.what, "undeclared");
  EXPECT_MENTIONS(error.where, "wrong.c");
}

TEST(Errors, a_missing_header_gets_a_hint) {
  EXPECT_MENTIONS(error_of({{"a.c", "#include \"nowhere.h\"\nint main(void) { return 0; }\n"}}).hint, "-I");
}

TEST(Errors, the_first_of_several_files_that_fails_is_named) {
  Error error = error_of({{"a.c", "int main(void) { return 0; }\n"}, {"b.c", "int b(\n"}, {"c.c", "int c;\n"}});
  EXPECT_MENTIONS(error.where, "b.c");
}

TEST(Errors, flags_that_end_clang_early_are_suspected) {
  for (const char* flag : {"-E", "-fsyntax-only", "--help"}) {
    Error error = error_of({{"a.c", "int main(void) { return 0; }\n"}}, {flag});
    EXPECT_MENTIONS(error.what, "something else");
    EXPECT_MENTIONS(error.hint, flag);
  }
}

TEST(Errors, flags_that_choose_another_machine_or_library_are_refused_by_name) {
  const std::vector<File> fine = {{"a.cpp", "int main() { return 0; }\n"}};
  for (const char* flag : {"-m32", "-stdlib=libc++", "--target=aarch64-linux-gnu"})
    EXPECT_MENTIONS(error_of(fine, {flag}).what, flag);
  EXPECT_MENTIONS(error_of(fine, {"-target", "i386-linux-gnu"}).what, "-target i386-linux-gnu");
  EXPECT_TRUE(try_load(fine, {"--target=x86_64-linux-gnu", "-m64", "-stdlib=libstdc++"}));
}

TEST(Errors, what_was_preprocessed_is_read_unless_it_was_for_32_bits) {
  EXPECT_TRUE(try_load({{"a.i", "typedef unsigned long size_t;\nint main(void) { return 0; }\n"}}));
  EXPECT_TRUE(try_load({{"a.ii", "namespace n { int x; }\nint main() { return n::x; }\n"}}));
  EXPECT_MENTIONS(error_of({{"a.i", "typedef unsigned int size_t;\nint main(void) { return 0; }\n"}}).what, "32 bits");
}

TEST(Errors, a_file_that_is_not_there) {
  for (const char* file : {"no-such-file.c", "no-such-file.bc"}) {
    auto loaded = load_now({{file}, {}});
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().where, file);
    EXPECT_MENTIONS(loaded.error().what, "o such file");  // as clang says it, and as the C library does
  }
}

TEST(Errors, no_file_at_all) { EXPECT_FALSE(load_now({})); }

TEST(Errors, no_main) {
  Error error = error_of({{"part.c", "int part(void) { return 0; }\n"}});
  EXPECT_EQ(error.what, "there is no main");
  EXPECT_FALSE(error.hint.empty());
}

TEST(Errors, a_main_that_is_only_declared) {
  EXPECT_EQ(error_of({{"part.c", "int main(void); int f(void) { return main(); }\n"}}).what, "there is no main");
}

TEST(Errors, something_defined_in_two_files) {
  Error error = error_of({{"a.cpp", "int count(int) { return 1; }\nint main() { return count(1); }\n"},
                          {"b.cpp", "int count(int) { return 2; }\n"}});
  EXPECT_MENTIONS(error.what, "count(int)");
  EXPECT_MENTIONS(error.where, "b.cpp");
  EXPECT_MENTIONS(error.hint, "a.cpp");
}

TEST(Errors, bitcode_that_is_none) {
  EXPECT_MENTIONS(error_of({{"x.bc", "BC\xC0\xDE and then nonsense, long enough to be looked at"}}).what,
                  "LLVM 19 cannot read");
}

TEST(Errors, an_empty_file_of_bitcode) { EXPECT_MENTIONS(error_of({{"x.bc", ""}}).what, "empty"); }

TEST(Errors, assembly_with_a_mistake_is_told_its_line) {
  Error error = error_of({{"x.ll", "define i32 @main() {\n  ret i33 0\n}\n"}});
  EXPECT_MENTIONS(error.where, "x.ll:2:");
}

TEST(Errors, assembly_that_reads_well_and_is_not_correct) {
  Error error = error_of(
      {{"x.ll",
        "define i32 @main() {\n  br label %a\na:\n  %x = add i32 %y, 1\n  %y = add i32 %x, 1\n  ret i32 %x\n}\n"}});
  EXPECT_MENTIONS(error.what, "not a correct LLVM module");
}

TEST(Errors, bitcode_for_another_machine) {
  Error error = error_of({{"a.ll", "target triple = \"i386-pc-linux-gnu\"\ndefine i32 @main() { ret i32 0 }\n"}});
  EXPECT_MENTIONS(error.what, "i386");
}

TEST(Errors, leave_no_temporary_files_behind) {
  auto ours = [] {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::temp_directory_path())) {
      count += entry.path().filename().string().starts_with("fermata-") ? 1u : 0u;
    }
    return count;
  };
  // Other tests may run beside this one and have theirs; so the folder is our own.
  Folder folder;
  setenv("TMPDIR", folder.path("").c_str(), 1);
  error_of({{"wrong.c", "int main(void) { return undeclared; }\n"}});
  load_c("int main(void) { return 0; }\n");
  std::size_t left = ours();
  unsetenv("TMPDIR");
  EXPECT_EQ(left, 0u);
}

TEST(Flags, for_macros_headers_and_the_standard_get_through) {
  Folder folder;
  std::filesystem::create_directory(folder.path("include"));
  folder.write("include/answer.h", "#define ANSWER 42\n");
  std::string file = folder.write("a.cpp", R"(
#include <answer.h>
#if __cplusplus != 201703L || !defined TWO || TWO != 2
#error flags were lost
#endif
int main() { return ANSWER; }
)");
  auto loaded = load_now({{file}, {"-std=c++17", "-DTWO=2", "-I" + folder.path("include")}});
  EXPECT_TRUE(loaded) << loaded.error().what;
}

TEST(Flags, defaults_are_gnu17_and_gnucxx20_with_asserts) {
  load_c(
      "#if __STDC_VERSION__ != 201710L || defined NDEBUG || defined __STRICT_ANSI__\n#error\n#endif\nint main(void) { "
      "return 0; }\n");
  load_cxx(
      "#if __cplusplus != 202002L || defined NDEBUG || defined __STRICT_ANSI__\n#error\n#endif\nint main() { return 0; "
      "}\n");
}

TEST(Flags, for_linkers_sanitizers_and_fortification_change_nothing) {
  load_c("#include <stdio.h>\n#ifdef _FORTIFY_SOURCE\n#error\n#endif\nint main(void) { puts(\"\"); return 0; }\n",
         {"-Werror", "-Wall", "-lpthread", "-L", "/usr/lib", "-L/usr/lib", "-Wl,-z,now", "-fsanitize=thread",
          "-D_FORTIFY_SOURCE=2", "-O3", "-march=native"});
}

TEST(Flags, warnings_of_clang_are_kept_for_the_user) {
  auto loaded = try_load({{"a.c", "int main(void) { int unused; return 0; }\n"}}, {"-Wall"});
  ASSERT_TRUE(loaded);
  EXPECT_MENTIONS(loaded->warnings, "unused");
}

TEST(Linking, several_files_in_several_languages_make_one_program) {
  ir::Program program = load_program(
      {{"main.c", "int twice(int); int thrice(int);\nint main(int c, char **v) { return twice(c) + thrice(c); }\n"},
       {"twice.cpp", "extern \"C\" int twice(int n) { return 2 * n; }\n"},
       {"thrice.ll", "define i32 @thrice(i32 %n) {\n  %r = mul i32 %n, 3\n  ret i32 %r\n}\n"}});
  EXPECT_TRUE(instructions(function(program, "main"), ir::Op::call).empty()) << "both are inlined";
  EXPECT_FALSE(instructions(function(program, "main"), ir::Op::mul).empty());
}

TEST(Linking, of_bitcode_it_is_assumed_what_only_checks_in_the_source_could_show) {
  auto source = try_load({{"main.c", "int main(void) { return 0; }\n"}});
  ASSERT_TRUE(source);
  EXPECT_TRUE(source->assumptions.empty());
  auto assembly = try_load({{"main.ll", "define i32 @main() {\n  ret i32 0\n}\n"}});
  ASSERT_TRUE(assembly);
  ASSERT_EQ(assembly->assumptions.size(), 1u);
  EXPECT_MENTIONS(assembly->assumptions[0], "bitcode has no errors");
}

TEST(Linking, what_the_user_defines_wins_over_the_runtime) {
  ir::Program program = load_c(R"(
#include <stdlib.h>
static char pool[64];
int mine;
void *malloc(size_t n) { mine++; return pool; }
int main(void) { return *(char *)malloc(1); }
)");
  EXPECT_EQ(count_accesses(program, "mine"), 2u);
  EXPECT_TRUE(intrinsics(function(program, "main"), ir::Intrinsic::alloc).empty());
}

TEST(Linking, what_nobody_defines_is_declared_only) {
  ir::Program program =
      load_c("void elsewhere(int); extern int there[3];\nint main(void) { elsewhere(there[1]); return 0; }\n");
  EXPECT_TRUE(function(program, "elsewhere").blocks.empty());
  EXPECT_EQ(function(program, "elsewhere").parameters, 1u);
  const ir::Global* there = find_global(program, "there");
  ASSERT_NE(there, nullptr);
  EXPECT_EQ(there->size, 12u);
}

}  // namespace
}  // namespace fermata::frontend::llvm
