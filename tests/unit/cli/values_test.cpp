// SPDX-License-Identifier: Apache-2.0
#include "cli/values.h"

#include <gtest/gtest.h>

#include <array>

namespace fermata::cli {
namespace {

using std::chrono::milliseconds;

TEST(Values, times_are_written_in_many_ways) {
  EXPECT_EQ(duration("500ms"), milliseconds(500));
  EXPECT_EQ(duration("60s"), milliseconds(60'000));
  EXPECT_EQ(duration("5m"), milliseconds(300'000));
  EXPECT_EQ(duration("1.5m"), milliseconds(90'000));
  EXPECT_EQ(duration("2h"), milliseconds(7'200'000));
  EXPECT_EQ(duration("60"), milliseconds(60'000));
  EXPECT_EQ(duration("0.25"), milliseconds(250));
}

TEST(Values, what_is_no_time_is_refused) {
  for (auto text : {"", "soon", "-1s", "0", "0s", "1 s", "5mm", "s", "nan", "inf", "1e3s", "99999999999999h", "+5"})
    EXPECT_FALSE(duration(text)) << text;
}

TEST(Values, a_time_is_shown_as_it_can_be_read) {
  for (auto text : {"500ms", "60s", "1500ms"}) EXPECT_EQ(shown(*duration(text)), text);
}

TEST(Values, sizes_are_powers_of_1024) {
  EXPECT_EQ(size("4G"), 4ull << 30);
  EXPECT_EQ(size("4GB"), 4ull << 30);
  EXPECT_EQ(size("4GiB"), 4ull << 30);
  EXPECT_EQ(size("4g"), 4ull << 30);
  EXPECT_EQ(size("512M"), 512ull << 20);
  EXPECT_EQ(size("0.5G"), 512ull << 20);
}

TEST(Values, a_size_without_a_unit_is_refused) {
  for (auto text : {"", "4", "4096", "G", "-1G", "0M", "4X", "4 G", "1e3G"}) EXPECT_FALSE(size(text)) << text;
}

TEST(Values, a_word_misspelt_is_recognised_and_another_is_not) {
  std::array<std::string_view, 3> words{"--time", "--timeouts", "--memory"};
  EXPECT_EQ(nearest("--tiem", words), "--time");
  EXPECT_EQ(nearest("--timeout", words), "--timeouts");
  EXPECT_EQ(nearest("--memry", words), "--memory");
  EXPECT_EQ(nearest("--fairness", words), "");
}

}  // namespace
}  // namespace fermata::cli
