// SPDX-License-Identifier: Apache-2.0
#include "base/stop.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
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
  std::array<std::vector<std::vector<char>>, 3> kept;  // until all have ended: what one gives back, others could take
  {
    std::vector<std::jthread> threads;
    for (auto& mine : kept)
      threads.emplace_back([&] {
        while (taken < 4 * most && stop.allows(mega)) mine.emplace_back(mega, 'x'), ++taken;
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

TEST(Stop, of_one_of_several_can_be_dismissed_alone) {
  Stop all;
  Stop one(Stop::Part::with_all_memory, all);
  const Stop other(Stop::Part::with_all_memory, all);
  const Stop overtime(Stop::Overtime::of, one);
  one.dismiss("another had found it");
  EXPECT_EQ(one.reason(), "another had found it");
  EXPECT_FALSE(overtime.now()) << "there is a second to finish";
  EXPECT_FALSE(other.now());
  EXPECT_FALSE(all.now());
  all.request();
  EXPECT_EQ(other.reason(), "it was interrupted") << "which concerns all";
}

TEST(Stop, who_gets_half_of_the_memory_ends_when_half_is_taken) {
  const Stop all(std::nullopt, resident_bytes() * 3 / 2);
  const Stop one(Stop::Part::with_half_of_memory, all), other(Stop::Part::with_all_memory, all);
  EXPECT_TRUE(one.reason()->starts_with("half of the memory limit of "));
  EXPECT_FALSE(other.now());
}

TEST(Stop, is_enforced_by_an_exception) {
  Stop stop;
  EXPECT_NO_THROW(stop.enforce());
  EXPECT_NO_THROW(stop.claim(std::uint64_t{1} << 60));
  stop.request();
  EXPECT_THROW(stop.enforce(), LimitReached);
  const Stop little(std::nullopt, resident_bytes() + 10 * mega);
  EXPECT_THROW(little.claim(100 * mega), LimitReached);
  EXPECT_TRUE(little.now()) << "who was refused memory has come to the limit";
}

TEST(Stop, overtime_begins_where_the_time_of_the_search_ends) {
  const Stop search(std::chrono::milliseconds(1), std::nullopt);
  while (!search.now()) {
  }
  const Stop overtime(Stop::Overtime::of, search);
  EXPECT_FALSE(overtime.now());
  EXPECT_FALSE(Stop(Stop::Half::of, overtime).now());
  const Stop little(std::nullopt, resident_bytes() + mega);
  EXPECT_GT(Stop(Stop::Overtime::of, little).memory_left(), 2 * mega);
}

TEST(Stop, who_presses_ctrl_c_does_not_wait_for_long) {
  Stop search(std::chrono::milliseconds(3'600'000), std::nullopt);
  const Stop overtime(Stop::Overtime::of, search);
  search.request();
  EXPECT_TRUE(search.now());
  const auto start = Stop::Clock::now();
  while (!overtime.now() && Stop::Clock::now() - start < std::chrono::minutes(1)) {
  }
  EXPECT_EQ(overtime.reason(), "it was interrupted");
}

TEST(Stop, is_late_before_it_is_over) {
  EXPECT_FALSE(Stop{}.late());
  EXPECT_FALSE(Stop(std::chrono::milliseconds(3'600'000), std::nullopt).late());
  EXPECT_TRUE(Stop(std::chrono::milliseconds(0), std::nullopt).late());
}

}  // namespace
}  // namespace fermata
