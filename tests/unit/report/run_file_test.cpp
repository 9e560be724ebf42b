// SPDX-License-Identifier: Apache-2.0
#include "report/run_file.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "report/samples.h"

namespace fermata::report {
namespace {

RunFile sample() {
  auto run = samples::stuck_loop().findings[0].run;
  return {
      "1.2.3", {"src/queue.cpp"}, {"-DX=\"1\""}, {{"timeouts", "may"}}, {{verdict::Property::hang, "stuck-loop", run}}};
}

TEST(RunFile, what_was_written_is_read_back) {
  auto read = read_run(write_run(sample()), "run.json");
  ASSERT_TRUE(read) << read.error().what;
  auto run = sample();
  EXPECT_EQ(read->tool_version, run.tool_version);
  EXPECT_EQ(read->files, run.files);
  EXPECT_EQ(read->clang_flags, run.clang_flags);
  EXPECT_EQ(read->options, run.options);
  ASSERT_EQ(read->violations.size(), 1u);
  EXPECT_EQ(read->violations[0].property, verdict::Property::hang);
  EXPECT_EQ(read->violations[0].kind, "stuck-loop");
  EXPECT_EQ(read->violations[0].run.stem, run.violations[0].run.stem);
  EXPECT_EQ(read->violations[0].run.loop, run.violations[0].run.loop);
  EXPECT_EQ(read->violations[0].run.unending, run.violations[0].run.unending);
  EXPECT_EQ(read->violations[0].run.heap, run.violations[0].run.heap);
  EXPECT_EQ(read->violations[0].run.loop[1].choices, (std::vector<std::uint64_t>{2, 3}));
}

TEST(RunFile, texts_that_are_not_utf8_are_read_back_from_json_that_is) {
  auto run = sample();
  run.files = {"na\xefve.c", "gr\xc3\xbcn.c", std::string("\0\xff", 2)};
  run.clang_flags = {"-DNAME=\x80"};
  auto text = write_run(run);
  EXPECT_TRUE(nlohmann::json::accept(text));
  auto read = read_run(text, "run.json");
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(read->files, run.files);
  EXPECT_EQ(read->clang_flags, run.clang_flags);
}

TEST(RunFile, bytes_that_are_none_are_refused) {
  auto whole = nlohmann::json::parse(write_run(sample()));
  for (const char* digits : {"6", "6g", "g6", "6d6", " 6", "-1", "0x"}) {
    whole["files"][0] = {{"bytes", digits}};
    EXPECT_FALSE(read_run(whole.dump(), "run.json")) << digits;
  }
  for (const auto& wrong : {nlohmann::json::object(), nlohmann::json{{"bytes", 7}}, nlohmann::json::array()}) {
    whole["files"][0] = wrong;
    EXPECT_FALSE(read_run(whole.dump(), "run.json")) << wrong;
  }
}

TEST(RunFile, garbage_is_refused_with_the_name_of_the_file) {
  for (const char* text :
       {"", "{", "[]", "{}", "7", "\xff\xfe", R"({"schema": 1})", R"({"schema": "fermata-run/2"})"}) {
    auto read = read_run(text, "run.json");
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().where, "run.json");
    EXPECT_FALSE(read.error().hint.empty());
  }
}

TEST(RunFile, each_part_that_is_missing_or_wrong_is_refused) {
  auto whole = nlohmann::json::parse(write_run(sample()));
  for (const auto& [key, value] : whole.items()) {
    auto without = whole;
    without.erase(key);
    EXPECT_FALSE(read_run(without.dump(), "run.json")) << "without " << key;
    auto wrong = whole;
    wrong[key] = 7;
    EXPECT_FALSE(read_run(wrong.dump(), "run.json")) << "with a number as " << key;
  }
  for (const auto& [key, value] : whole["violations"][0].items()) {
    auto without = whole;
    without["violations"][0].erase(key);
    EXPECT_FALSE(read_run(without.dump(), "run.json")) << "without " << key;
    auto wrong = whole;
    wrong["violations"][0][key] = 7;
    EXPECT_FALSE(read_run(wrong.dump(), "run.json")) << "with a number as " << key;
  }
  for (const char* move : {"[]", "[-1]", "[0.5]", "[\"a\"]", "[4294967296]", "0"}) {
    auto wrong = whole;
    wrong["violations"][0]["stem"] = nlohmann::json::array({nlohmann::json::parse(move)});
    EXPECT_FALSE(read_run(wrong.dump(), "run.json")) << move;
  }
  // Choices are integers of any width; those that no machine of this version offers are refused by name.
  for (const auto& [choice, fine] : std::map<std::string, bool>{{"\"7\"", true},
                                                                {"-1", true},
                                                                {"18446744073709551615", true},
                                                                {"\"18446744073709551616\"", false},
                                                                {"\"340282366920938463463374607431768211456\"", false},
                                                                {"\"0x7\"", false},
                                                                {"\"\"", false}}) {
    auto changed = whole;
    changed["violations"][0]["stem"] = nlohmann::json::array({nlohmann::json::parse("[0, " + choice + "]")});
    const auto read = read_run(changed.dump(), "run.json");
    EXPECT_EQ(read.has_value(), fine) << choice;
    if (!fine && choice.size() > 10) {
      EXPECT_NE(read.error().what.find("is that large"), std::string::npos) << read.error().what;
    }
  }
  auto none = whole;
  none["violations"] = nlohmann::json::array();
  EXPECT_FALSE(read_run(none.dump(), "run.json"));
  auto nameless = whole;
  nameless["files"] = nlohmann::json::array();
  EXPECT_FALSE(read_run(nameless.dump(), "run.json")) << "there must be something to build";
  auto mystery = whole;
  mystery["violations"][0]["kind"] = "mystery";
  EXPECT_FALSE(read_run(mystery.dump(), "run.json"));
  auto odd = whole;
  odd["violations"][0]["property"] = "beauty";
  EXPECT_FALSE(read_run(odd.dump(), "run.json"));
}

}  // namespace
}  // namespace fermata::report
