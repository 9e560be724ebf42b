// SPDX-License-Identifier: Apache-2.0
#include "report/layout.h"

#include <gtest/gtest.h>

namespace fermata::report {
namespace {

using Lines = std::vector<std::string>;

TEST(Layout, text_is_broken_at_spaces_and_never_inside_a_word) {
  EXPECT_EQ(wrapped("to be or not", 5), (Lines{"to be", "or", "not"}));
  EXPECT_EQ(wrapped("an extraordinary word", 4), (Lines{"an", "extraordinary", "word"}));
  EXPECT_EQ(wrapped("", 4), Lines{""});
  EXPECT_EQ(wrapped("a  b", 0), (Lines{"a", "b"}));
}

TEST(Layout, a_letter_of_two_bytes_takes_one_column) {
  EXPECT_EQ(columns("größe"), 5u);
  EXPECT_EQ(padded("ö", 3), "ö  ");
}

TEST(Layout, a_comment_ends_a_line_and_two_slashes_in_a_literal_do_not) {
  EXPECT_EQ(without_comment("x = 1;  // one"), "x = 1;  ");
  EXPECT_EQ(without_comment("x = 1;//one"), "x = 1;");
  EXPECT_EQ(without_comment("// all of it"), "");
  EXPECT_EQ(without_comment(R"(open("http://host", mode);  // "why")"), R"(open("http://host", mode);  )");
  EXPECT_EQ(without_comment(R"(say("\"// no");  // yes)"), R"(say("\"// no");  )");
  EXPECT_EQ(without_comment(R"(c = '"'; x();  // "quoted")"), R"(c = '"'; x();  )");
  EXPECT_EQ(without_comment("n = 1'000;  // don't"), "n = 1'000;  ");
  EXPECT_EQ(without_comment(R"__(f(R"x(a" // )x");  // b)__"), R"__(f(R"x(a" // )x");  )__");
  EXPECT_EQ(without_comment("a / b"), "a / b");
  EXPECT_EQ(without_comment("\"// never closed"), "\"// never closed");
}

TEST(Layout, numbers_have_thousands_and_nouns_their_plural) {
  EXPECT_EQ(counted(0), "0");
  EXPECT_EQ(counted(999), "999");
  EXPECT_EQ(counted(1000), "1,000");
  EXPECT_EQ(counted(1234567), "1,234,567");
  EXPECT_EQ(counted(1, "state"), "1 state");
  EXPECT_EQ(counted(12345, "state"), "12,345 states");
}

TEST(Layout, sizes_and_times_are_short) {
  EXPECT_EQ(bytes_shown(0), "0 bytes");
  EXPECT_EQ(bytes_shown(1'234'567'890), "1.2 GB");
  EXPECT_EQ(bytes_shown(30'400'000), "30 MB");
  EXPECT_EQ(seconds_shown(0.123), "0.12 s");
  EXPECT_EQ(seconds_shown(12.3), "12 s");
  EXPECT_EQ(seconds_shown(312), "5 min 12 s");
}

TEST(Layout, control_characters_and_broken_utf8_are_escaped) {
  EXPECT_EQ(printable("a\tb\r\x1b[0m"), "a b\\x0d\\x1b[0m");
  EXPECT_EQ(printable("größe"), "größe");
  EXPECT_EQ(printable("\xc3"), "\\xc3");
  EXPECT_EQ(printable("\xff!"), "\\xff!");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\xc2\\x9b31m");
}

}  // namespace
}  // namespace fermata::report
