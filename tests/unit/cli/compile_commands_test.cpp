// SPDX-License-Identifier: Apache-2.0
#include "cli/compile_commands.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace fermata::cli {
namespace {

namespace fs = std::filesystem;
using Flags = std::vector<std::string>;

class CompileCommands : public testing::Test {
 protected:
  CompileCommands()
      : folder_(fs::temp_directory_path() / ("fermata-commands-" + std::to_string(getpid()))),
        before_(fs::current_path()) {
    fs::create_directories(folder_ / "build");
    fs::create_directories(folder_ / "src");
    folder_ = fs::canonical(folder_);
    fs::current_path(folder_);
    for (const auto* file : {"src/a.cpp", "src/b.cpp"}) std::ofstream(file) << "int x;\n";
  }
  ~CompileCommands() override {
    fs::current_path(before_);
    fs::remove_all(folder_);
  }

  void has(const std::string& text) { std::ofstream("build/compile_commands.json") << text; }
  std::string entry(const std::string& command) {
    return R"([{"directory": ")" + (folder_ / "build").string() + R"(", "file": "../src/a.cpp", "command": ")" +
           command + R"("}])";
  }

  fs::path folder_, before_;
};

TEST_F(CompileCommands, what_says_what_the_source_means_is_kept_and_named_from_here) {
  has(
      entry("/usr/bin/ccache g++ -DNAME=\\\"a b\\\" -D X -I../include -isystem ext -std=c++17 -O2 -Wall -MD -MF a.d -o "
            "a.o -c ../src/a.cpp"));
  const auto flags = flags_in_build("build", {"src/a.cpp"});
  ASSERT_TRUE(flags);
  EXPECT_EQ(flags->at("src/a.cpp"),
            (Flags{"-DNAME=a b", "-D", "X", "-Iinclude", "-isystem", "build/ext", "-std=c++17"}));
}

TEST_F(CompileCommands, words_may_be_quoted_or_given_one_by_one) {
  has(entry(R"(g++ '-DA=\"x y\"' -DB=\\\"z\\\" ../src/a.cpp)"));
  EXPECT_EQ(flags_in_build("build", {"src/a.cpp"})->at("src/a.cpp"), (Flags{"-DA=\"x y\"", "-DB=\"z\""}));
  has(R"([{"directory": "..", "file": "src/a.cpp", "arguments": ["cc", "-DA=1 2", "-o", "-DX", "src/a.cpp"]}])");
  EXPECT_EQ(flags_in_build("build", {"src/a.cpp"})->at("src/a.cpp"), (Flags{"-DA=1 2"}));
}

TEST_F(CompileCommands, a_source_without_an_entry_is_left_out_unless_none_has_one) {
  has(entry("g++ -DA -c ../src/a.cpp"));
  const auto both = flags_in_build("build", {"src/a.cpp", "src/b.cpp"});
  ASSERT_TRUE(both);
  EXPECT_EQ(both->size(), 1u);
  const auto none = flags_in_build("build", {"src/b.cpp"});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().what, "it has no entry for src/b.cpp");
}

TEST_F(CompileCommands, what_is_no_list_of_commands_is_refused) {
  EXPECT_FALSE(flags_in_build("build", {"src/a.cpp"})) << "there is no such file";
  for (const auto* text : {"", "{}", "[1, \"x\", {\"file\": 3}]", "[{"}) {
    has(text);
    EXPECT_FALSE(flags_in_build("build", {"src/a.cpp"})) << text;
  }
}

}  // namespace
}  // namespace fermata::cli
