// SPDX-License-Identifier: Apache-2.0
// Which accesses can come at the same time? What is told is confirmed each time.
#include "engine/explore/races.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "confirm/race.h"
#include "engine/explore/judging.h"

namespace fermata::engine::explore {
namespace {

Asked steps() { return {.transactions = false}; }

/// "x0 20-10", as many as there are, in transactions and in steps, with one thread and with two.
std::set<std::string> races(std::string_view text, const Asked& options = {}) {
  const ir::Program program = program_of(text);
  std::set<std::string> told;
  for (unsigned threads : {1u, 2u}) {
    Asked how = options;
    how.ahead = {.threads = threads, .from = 1};
    const verdict::Verdict verdict = verdict_of(program, how);
    std::set<std::string> found;
    for (const verdict::Warning& w : verdict.warnings) {
      EXPECT_EQ(w.id, "data-race");
      EXPECT_EQ(confirm::race(vm::Machine(program, how.machine), w, Stop()), confirm::RaceAnswer::confirmed);
      found.insert(w.variable + " " + std::to_string(w.first.at.line) + "-" + std::to_string(w.second.at.line));
    }
    if (threads > 1) {
      EXPECT_EQ(found, told);
    }
    told = found;
  }
  return told;
}

using Set = std::set<std::string>;

std::string two(const std::string& main, const std::string& worker) {
  return "func @worker(%a: ptr) {\n" + worker + "  ret\n}\nfunc @main() entry {\n  %t: i32 = spawn @worker, 0\n" +
         main + "  ret\n}\n";
}

TEST(Races, a_plain_write_and_a_plain_read_that_nothing_keeps_apart) {
  const auto text = two("  store i32 1, @x0 at 1\n", "  %v: i32 = load @x0 at 2\n");
  EXPECT_EQ(races(text), Set{"x0 10-20"});
  EXPECT_EQ(races(text, steps()), Set{"x0 10-20"});
}

TEST(Races, reads_do_not_race_nor_do_atomic_accesses_nor_different_bytes) {
  for (const auto& text : {two("  %w: i32 = load @x0 at 1\n", "  %v: i32 = load @x0 at 2\n"),
                           two("  store atomic i32 1, @x0 at 1\n", "  %v: i32 = load atomic @x0 at 2\n"),
                           two("  store i16 1, @x0 at 1\n", "  store i16 1, @x0+2 at 2\n")}) {
    EXPECT_EQ(races(text), Set{}) << text;
    EXPECT_EQ(races(text, steps()), Set{}) << text;
  }
}

TEST(Races, it_takes_two_to_be_atomic_and_volatile_is_not) {
  for (const char* sort : {"", "volatile "}) {
    const auto text = two(std::string("  store ") + sort + "i32 1, @x0 at 1\n", "  %v: i32 = load atomic @x0 at 2\n");
    EXPECT_EQ(races(text), Set{"x0 10-20"});
    EXPECT_EQ(races(text, steps()), Set{"x0 10-20"});
  }
}

TEST(Races, a_lock_that_both_have_keeps_them_apart_and_one_that_one_has_does_not) {
  const std::string locked =
      "  call @lock(@m0) at 2\n  store i32 2, @x1 at 3\n  store i32 2, @x0 at 2\n  call @unlock(@m0) at 2\n";
  const std::string mine = "  call @lock(@m0) at 1\n  store i32 1, @x0 at 1\n  call @unlock(@m0) at 1\n";
  EXPECT_EQ(races(two(mine, locked)), Set{});
  EXPECT_EQ(races(two(mine, locked), steps()), Set{});
  // In the midst of a transaction.
  EXPECT_EQ(races(two("  store i32 1, @x0 at 1\n", locked)), Set{"x0 10-20"});
  EXPECT_EQ(races(two("  store i32 1, @x0 at 1\n", locked), steps()), Set{"x0 10-20"});
}

TEST(Races, what_is_done_before_the_thread_starts_does_not_race) {
  const std::string text =
      "func @worker(%a: ptr) {\n  store i32 2, @x0 at 2\n  ret\n}\nfunc @main() entry {\n  store i32 1, @x0 at 1\n"
      "  %t: i32 = spawn @worker, 0\n  ret\n}\n";
  EXPECT_EQ(races(text), Set{});
  EXPECT_EQ(races(text, steps()), Set{});
}

TEST(Races, a_warning_that_is_not_so_is_refuted) {
  const ir::Program program = program_of(two("  store i32 1, @x0 at 1\n", "  %v: i32 = load @x0 at 2\n"));
  const auto verdict = verdict_of(program);
  ASSERT_EQ(verdict.warnings.size(), 1u);
  const verdict::Warning& right = verdict.warnings[0];
  auto refuted = [&](auto change) {
    verdict::Warning wrong = right;
    change(wrong);
    return confirm::race(vm::Machine(program, {}), wrong, Stop()) == confirm::RaceAnswer::refuted;
  };
  EXPECT_FALSE(refuted([](verdict::Warning&) {}));
  EXPECT_TRUE(refuted([](verdict::Warning& w) { w.stem.clear(); }));
  EXPECT_TRUE(refuted([](verdict::Warning& w) { w.first.at.line = 21; }));
  EXPECT_TRUE(refuted([](verdict::Warning& w) { w.first.write = w.second.write = false; }));
  EXPECT_TRUE(refuted([](verdict::Warning& w) { w.first.sort = w.second.sort = "atomic"; }));
  EXPECT_TRUE(refuted([](verdict::Warning& w) { w.second.thread = w.first.thread; }));
  EXPECT_TRUE(refuted([](verdict::Warning& w) { w.stem.push_back({w.first.thread, {}}); }));
}

}  // namespace
}  // namespace fermata::engine::explore
