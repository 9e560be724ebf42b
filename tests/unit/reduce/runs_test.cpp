// SPDX-License-Identifier: Apache-2.0
#include "reduce/runs.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace fermata::reduce {
namespace {

TEST(Runs, a_gigabyte_that_is_asked_for_as_a_whole_is_one_run) {
  Runs<int> runs;
  runs.each(0, 1 << 30, [](std::uint64_t, int& value) { value = 1; });
  runs.each(1 << 20, (1 << 20) + 4, [](std::uint64_t, int& value) { EXPECT_EQ(value++, 1); });
  EXPECT_EQ(runs.all().size(), 3u);
  EXPECT_EQ(runs.end(), 1u << 30);
}

TEST(Runs, are_as_a_value_for_each_byte) {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    constexpr std::uint64_t size = 40;
    Runs<int> runs;
    std::vector<int> bytes(size, 0);
    std::uint64_t asked = 0;
    for (int k = 1; k < 20; ++k) {
      const std::uint64_t begin = random() % size, end = begin + random() % (size - begin + 1);
      std::uint64_t next = begin;
      runs.each(begin, end, [&](std::uint64_t at, int& value) {
        ASSERT_EQ(at, next);
        ASSERT_EQ(value, bytes[at]);
        value += k;
        next = at;
        while (next < end && next < runs.all().at(at).end) bytes[next++] += k;
      });
      ASSERT_EQ(next, end);
      if (begin < end) asked = std::max(asked, end);
      ASSERT_EQ(runs.end(), asked);
    }
    std::uint64_t before = 0;
    for (const auto& [begin, run] : runs.all()) {
      ASSERT_GE(begin, before);
      for (before = begin; before < run.end; ++before) ASSERT_EQ(bytes[before], run.value);
    }
  }
}

}  // namespace
}  // namespace fermata::reduce
