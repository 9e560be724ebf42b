// SPDX-License-Identifier: Apache-2.0
// What `main` has for the others is in words of the state: StateShape::heap_lists_of_main, Layout::main_cells.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "vm/running.h"

namespace fermata::vm {
namespace {

std::size_t differences(const std::vector<Word>& one, const std::vector<Word>& other) {
  EXPECT_EQ(one.size(), other.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i) count += one[i] != other[i];
  return count;
}

/// Two threads write to different places of what is at %v; both orders lead to one state, by way of other words.
void expect_different_words(const std::string& variable) {
  Running run(R"(
global @g: 8
func @first(%v: ptr) {
  store i64 8, %v
  ret
}
func @second(%v: ptr) {
  %w: ptr = offset %v, 64
  store i64 9, %w
  ret
}
func @main() {
)" + variable +
              R"(
  %a: i32 = spawn @first, %v
  %b: i32 = spawn @second, %w
  atomic_begin
  block_until 0
  atomic_end
  ret
})");
  while (run.machine().threads(run.state) < 3) ASSERT_EQ(run.step(), Step::Outcome::moved);
  const auto before = run.state;
  run.step(1);
  EXPECT_EQ(differences(before, run.state), 2u) << "what is written, and the record of the thread";
  run.step(2);
  const auto both = run.state;
  EXPECT_EQ(differences(before, both), 4u);
  run.state = before;
  run.step(2);
  run.step(1);
  EXPECT_EQ(run.state, both);
}

TEST(MemoryOfMain, different_cells_of_a_variable_are_different_words) {
  expect_different_words("  %v: ptr = alloca 100 \"v\"\n  %w: ptr = copy ptr %v");
}

TEST(MemoryOfMain, objects_of_the_heap_that_are_eight_pages_apart_are_in_different_words) {
  std::string objects = "  %v: ptr = alloc 8\n";
  for (int k = 0; k < 7; ++k) objects += "  %p" + std::to_string(k) + ": ptr = alloc 8\n";
  expect_different_words(objects + "  %w: ptr = alloc 100\n  store ptr %v, @g\n  store ptr %w, @g");
}

TEST(MemoryOfMain, a_variable_that_is_gone_leaves_no_trace_in_the_state) {
  Running run(R"(
global @x: 4 = i32 1
global @p: 8
func @other(%a: ptr) {
  atomic_begin
  block_until 0
  atomic_end
  ret
}
func @main() {
  %s: ptr = stack_save
  %e: ptr = alloca 100 "expected"
  stack_restore %s
  %t: i32 = spawn @other, 0
  jump again
again:
  store i32 1, @x
  %v: ptr = alloca 100 "v"
  store ptr %v, @p
  store i64 5, %v
  store i64 0, @p
  stack_restore %s
  jump again
})");
  run.step();
  const auto once = run.state;
  run.step();
  EXPECT_NE(run.state, once);
  for (int k = 0; k < 8 && run.state != once; ++k) ASSERT_EQ(run.step(), Step::Outcome::moved);
  EXPECT_EQ(run.state, once);
}

TEST(MemoryOfMain, a_heap_with_many_pages_and_large_objects_is_found_again) {
  Running run(R"(
global @x: 4
func @other(%a: ptr) {
  atomic_begin
  block_until 0
  atomic_end
  ret
}
func @main() {
  %t: i32 = spawn @other, 0
  %first: ptr = alloc 8
  store i64 1, %first
  %i: i64 = copy i64 0
  jump again
again:
  %last: ptr = alloc 8
  store i64 %i, %last
  %i = add %i, 1
  %more: i1 = ult %i, 100
  branch %more, again, done
done:
  store i32 1, @x
  %large: ptr = alloc 400000
  %end: ptr = offset %large, 399992
  store i64 3, %end
  store i32 2, @x
  %a: i64 = load %last
  %b: i64 = load %end
  free %large
  store i32 3, @x
  %c: i64 = load %last
  %d: i64 = load %first
  %r: i64 = add %a, %b
  %r = add %r, %c
  %r = add %r, %d
  %code: i32 = trunc %r
  exit_process %code
})");
  for (int k = 0; k < 8 && !run.ended(); ++k) ASSERT_EQ(run.step(), Step::Outcome::moved) << run.last.failure.text;
  EXPECT_EQ(run.exit_code(), 99u + 3 + 99 + 1);
}

}  // namespace
}  // namespace fermata::vm
