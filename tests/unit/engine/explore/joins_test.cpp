// SPDX-License-Identifier: Apache-2.0
// Which joins of a daemon are excused, and by whom.
#include "engine/explore/joins.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "engine/explore/judging.h"

namespace fermata::engine::explore {
namespace {

using Joins = std::vector<Join>;

Joins joins(std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> pairs) {
  Joins all;
  for (const auto& [waiter, joined] : pairs) all.push_back({ThreadId{waiter}, ThreadId{joined}});
  return all;
}

Joins sorted(Joins all) {
  std::ranges::sort(all, {}, &Join::waiter);
  return all;
}

TEST(Joins, who_joins_a_thread_waits_for_it) {
  EXPECT_EQ(waiting_for(joins({{0, 1}, {2, 3}}), ThreadId{1}), joins({{0, 1}}));
}

TEST(Joins, who_joins_one_that_joins_a_thread_waits_for_it_too) {
  EXPECT_EQ(sorted(waiting_for(joins({{0, 1}, {1, 2}, {2, 3}, {4, 2}}), ThreadId{3})),
            joins({{0, 1}, {1, 2}, {2, 3}, {4, 2}}));
}

TEST(Joins, nobody_waits_for_one_that_is_not_joined) {
  EXPECT_TRUE(waiting_for(joins({{0, 1}, {1, 2}}), ThreadId{0}).empty());
}

TEST(Joins, a_cycle_waits_for_its_own_members_only) {
  const Joins all = joins({{0, 1}, {1, 2}, {2, 1}, {3, 4}});
  EXPECT_EQ(waiting_for(all, ThreadId{4}), joins({{3, 4}}));
  EXPECT_EQ(sorted(waiting_for(all, ThreadId{2})), joins({{0, 1}, {1, 2}, {2, 1}}));
}

TEST(Joins, are_followed_as_one_would_walk_along_them_on_random_graphs) {
  std::mt19937_64 random(3);
  int found = 0;
  for (int round = 0; round < 2000; ++round) {
    const auto threads = static_cast<std::uint32_t>(2 + random() % 6);
    Joins all;
    for (const ThreadId t : thread_ids(threads))
      if (random() % 3) all.push_back({t, static_cast<ThreadId>(random() % threads)});
    for (const ThreadId thread : thread_ids(threads)) {
      Joins expected;
      for (const Join& join : all) {
        ThreadId at = join.joined;
        bool there = at == thread;
        for (std::uint32_t step = 0; step < threads && !there; ++step) {
          const auto next = std::ranges::find(all, at, &Join::waiter);
          if (next == all.end()) break;
          at = next->joined;
          there = at == thread;
        }
        if (there) expected.push_back(join);
      }
      ASSERT_EQ(sorted(waiting_for(all, thread)), expected);
      found += !expected.empty();
    }
  }
  EXPECT_GT(found, 1000);
}

/// A daemon whose main joins a thread that does this for ever.
std::string joining(const std::string& body) {
  return "func @server(%a: ptr) {\n  jump again\nagain:\n" + body + "  jump again at 2\n}\n" + R"(
func @main() entry {
  %t: i32 = spawn @server, 0
  call @join(%t) at 1
  ret
})";
}

TEST(Joins, of_a_thread_that_writes_what_others_can_see_are_excused) {
  EXPECT_EQ(hang_kind(joining("  store i32 1, @x0\n  store i32 0, @x0\n"), as_daemon()), "holds");
  EXPECT_EQ(hang_kind(joining("  call @lock(@m0)\n  store i32 1, @x0\n  store i32 0, @x0\n  call @unlock(@m0)\n"),
                      as_daemon()),
            "holds")
      << "in one transaction, after which all is as it was";
}

TEST(Joins, of_a_thread_that_writes_what_was_there_before_are_not) {
  EXPECT_EQ(hang_kind(joining("  store i32 0, @x0\n"), as_daemon()), "stuck-loop");
}

TEST(Joins, of_a_thread_that_only_looks_are_not_excused) {
  EXPECT_EQ(hang_kind(joining("  %v: i32 = load @x0\n"), as_daemon()), "stuck-loop");
  EXPECT_EQ(hang_kind(joining("  call @lock(@m0)\n  %v: i32 = load @x0\n  call @unlock(@m0)\n"), as_daemon()),
            "stuck-loop");
}

TEST(Joins, of_a_thread_that_posts_a_semaphore_are_excused) {
  EXPECT_EQ(hang_kind(joining("  call @post(@units)\n  call @take(@units)\n"), as_daemon()), "holds");
}

TEST(Joins, are_a_hang_all_the_same_if_the_process_ought_to_end) {
  EXPECT_EQ(hang_kind(joining("  store i32 1, @x0\n  store i32 0, @x0\n")), "stuck-loop");
}

TEST(Joins, of_a_thread_that_serves_only_at_first_are_not_excused) {
  EXPECT_EQ(hang_kind(R"(
func @server(%a: ptr) {
  store i32 1, @x0
  store i32 2, @x0
  jump again
again:
  %v: i32 = load @x1 at 2
  jump again
}
func @main() entry {
  %t: i32 = spawn @server, 0
  call @join(%t) at 1
  ret
})",
                      as_daemon()),
            "stuck-loop");
}

TEST(Joins, of_a_thread_that_will_serve_whatever_the_input_is_are_excused) {
  EXPECT_EQ(hang_kind(joining("  %i: i32 = choose 2, 0\n  store %i, @x0\n  store i32 2, @x0\n"), as_daemon()), "holds");
}

TEST(Joins, of_a_thread_that_serves_only_if_the_right_input_comes_are_not) {
  EXPECT_EQ(hang_kind(joining("  %i: i32 = choose 2, 0\n  store %i, @x0\n"), as_daemon()), "stuck-loop")
      << "it may be 0 each time";
}

}  // namespace
}  // namespace fermata::engine::explore
