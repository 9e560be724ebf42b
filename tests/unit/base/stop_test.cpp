// SPDX-License-Identifier: Apache-2.0
#include "base/stop.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace fermata {
namespace {

constexpr std::uint64_t mega = 1 << 20;

TEST(Stop, allows_everything_if_there_is_no_limit) {
  EXPECT_TRUE(Stop{}.allows(std::uint64_t{1} << 60));
  EXPECT_FALSE(Stop{}.memory_left());
}

TEST(Stop, allows_what_is_left_and_not_more) {
  const Stop stop(std::nullopt, resident_bytes() + 100 * mega);
  EXPECT_TRUE(stop.allows(50 * mega));
  EXPECT_FALSE(stop.allows(200 * mega));
  EXPECT_TRUE(stop.allows(50 * mega)) << "the first ones were not taken";
  const Stop none(std::nullopt, 1);
  EXPECT_FALSE(none.allows(1));
  EXPECT_EQ(none.memory_left(), 0u);
}

TEST(Stop, who_takes_what_is_allowed_ends_at_the_limit) {
  constexpr std::size_t most = 64;
  const Stop stop(std::nullopt, resident_bytes() + most * mega);
  std::atomic<std::size_t> taken = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 3; ++t)
      threads.emplace_back([&] {
        std::vector<std::vector<char>> kept;
        while (taken < 4 * most && stop.allows(mega)) kept.emplace_back(mega, 'x'), ++taken;
        while (taken < most - 8 && stop.allows(mega)) {}  // the others are still at it; what this thread has is not to be given back
      });
  }
  EXPECT_GT(taken, most - 8);
  EXPECT_LT(taken, most + 8);
}

TEST(Stop, has_a_reason_once_it_is_asked_to) {
  Stop stop;
  EXPECT_FALSE(stop.reason());
  stop.request();
  EXPECT_EQ(stop.reason(), "it was interrupted");
}

}  // namespace
}  // namespace fermata
