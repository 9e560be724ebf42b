// SPDX-License-Identifier: Apache-2.0
#include "cli/frontends.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/require.h"
#include "ir/text.h"

namespace fermata::cli {
namespace {

class Frontends : public testing::Test {
 protected:
  Frontends() : folder(std::filesystem::temp_directory_path() / ("fermata-frontends-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder);
  }
  ~Frontends() override { std::filesystem::remove_all(folder); }

  std::string write(const std::string& name, std::string_view text) const {
    std::ofstream(folder / name, std::ios::binary) << text;
    return (folder / name).string();
  }

  Attempt<Loaded> of(const std::vector<std::string>& files, const std::vector<std::string>& clang_flags = {}) {
    return load({files, clang_flags, stop, std::uint64_t{4} << 30, sources});
  }
  Error error_of(const std::vector<std::string>& files, const std::vector<std::string>& clang_flags = {}) {
    auto loaded = of(files, clang_flags);
    if (!loaded) return std::get<Error>(loaded.error());
    ADD_FAILURE() << "this should have failed";
    return {};
  }

  std::filesystem::path folder;
  Stop stop;
  Sources sources;
};

bool mentions(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }
#define EXPECT_MENTIONS(text, part) EXPECT_TRUE(mentions(text, part)) << text

constexpr std::string_view valid = "func @main() {\n  ret\n}\n";
constexpr std::string_view invalid = "; a comment\nfunc @main() {\n  %x: i32 = add 1, 2\n  ret\n  ret\n}\n";

TEST_F(Frontends, the_extension_chooses_one) {
  auto ir = of({write("a.ir", valid)});
  ASSERT_TRUE(ir);
  EXPECT_TRUE(ir->text.has_value());
  auto c = of({write("a.c", "int main(void) { return 0; }\n")});
  ASSERT_TRUE(c);
  EXPECT_FALSE(c->text.has_value());
}

TEST_F(Frontends, an_extension_that_none_reads_is_answered_with_those_that_are_read) {
  Error error = error_of({write("program.java", "class A {}")});
  EXPECT_MENTIONS(error.what, "'.java'");
  EXPECT_MENTIONS(error.where, "program.java");
  for (const char* known : {".c ", ".cpp ", ".bc ", ".ll ", ".ir"}) EXPECT_MENTIONS(error.hint, known);
  EXPECT_MENTIONS(error_of({write("program", "")}).what, "no extension");
}

TEST_F(Frontends, files_of_two_are_not_linked) {
  Error error = error_of({write("a.c", "int main(void) { return 0; }\n"), write("b.ir", valid)});
  EXPECT_MENTIONS(error.where, "b.ir");
  EXPECT_MENTIONS(error.what, "a.c");
  EXPECT_MENTIONS(error_of({write("a.ir", valid), write("b.ir", valid)}).what, "one .ir file");
  EXPECT_MENTIONS(error_of({write("a.ir", valid)}, {"-O2"}).hint, "--");
}

TEST_F(Frontends, what_is_invalid_in_ir_is_an_error_of_the_user_with_its_line) {
  const std::string file = write("a.ir", invalid);
  Error error = error_of({file});
  EXPECT_EQ(error.where, file + ":4:3");
  EXPECT_MENTIONS(error.what, "a terminator stands in the middle of a block");
}

TEST_F(Frontends, what_is_invalid_in_a_lowered_program_is_an_error_of_ours) {
  constexpr std::string_view extensions[] = {".bpl"};
  const Frontend lowering[] = {{"Wrong", extensions, +[](const Input&) -> Attempt<Loaded> {
                                  return Loaded{.program = *ir::parse(invalid, "lowered")};
                                }}};
  const std::vector<std::string> files{"a.bpl"}, no_flags;
  try {
    (void)load_with(lowering, {files, no_flags, stop, 0, sources});
    FAIL() << "nothing was noticed";
  } catch (const InternalError& e) {
    EXPECT_MENTIONS(std::string(e.what()), "'Wrong' made an invalid program of a.bpl: in @main");
  }
}

TEST_F(Frontends, sources_are_opened_once) {
  const std::string file = write("a.txt", "one\ntwo\n\nfour");
  EXPECT_EQ(sources.line(file, 2), "two");
  write("a.txt", "changed\n");
  EXPECT_EQ(sources.line(file, 1), "one");
  EXPECT_EQ(sources.line(file, 3), "");
  EXPECT_EQ(sources.line(file, 4), "four");
  EXPECT_EQ(sources.line(file, 5), std::nullopt);
  EXPECT_EQ(sources.line(file, 0), std::nullopt);
  EXPECT_EQ(*sources.text(file), "one\ntwo\n\nfour");
  EXPECT_EQ(*sources.text(write("empty.txt", "")), "");
  EXPECT_EQ(sources.line("/dev/zero", 1), std::nullopt);
  EXPECT_MENTIONS(sources.text((folder / "nowhere").string()).error().what, "No such file");
}

}  // namespace
}  // namespace fermata::cli
