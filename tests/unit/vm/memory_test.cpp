// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "vm/running.h"

namespace fermata::vm {
namespace {

std::string failure_of(const std::string& body) {
  Running run("global @x: 8\nglobal @k: 4 const = i32 1\nfunc @main() {\n" + body + "\n  exit_process 0\n}\n");
  EXPECT_EQ(run.step(), Step::Outcome::failed);
  return run.last.failure.kind;
}

TEST(Memory, an_access_outside_its_object_fails) {
  EXPECT_EQ(failure_of("  %v: i32 = load @x+8"), "invalid-access");
  EXPECT_EQ(failure_of("  %v: i64 = load @x+4"), "invalid-access");
  EXPECT_EQ(failure_of("  %p: ptr = alloc 16\n  store i8 1, 0\n"), "invalid-access");
  EXPECT_EQ(failure_of("  %p: ptr = alloc 16\n  %q: ptr = offset %p, -1\n  store i8 1, %q\n"), "invalid-access");
  EXPECT_EQ(failure_of("  store i32 1, @k"), "invalid-access");
}

TEST(Memory, a_constant_is_not_written_and_read_only_inside_its_bounds) {
  Running write("global @k: 4 const = i32 1\nfunc @main() {\n  store i32 1, @k\n  ret\n}\n");
  EXPECT_EQ(write.step(), Step::Outcome::failed);
  EXPECT_EQ(write.last.failure.text, "write of 4 bytes to a constant");
  Running read("global @k: 4 const = i32 1\nfunc @main() {\n  %v: i32 = load @k+4\n  ret\n}\n");
  EXPECT_EQ(read.step(), Step::Outcome::failed);
  EXPECT_EQ(read.last.failure.text, "read of 4 bytes at offset 4 of an object of 4 bytes");
}

TEST(Memory, what_was_freed_is_gone) {
  EXPECT_EQ(failure_of("  %p: ptr = alloc 4\n  free %p\n  %v: i32 = load %p"), "use-after-free");
  EXPECT_EQ(failure_of("  %p: ptr = alloc 4\n  free %p\n  free %p"), "double-free");
  EXPECT_EQ(failure_of("  %p: ptr = alloc 4\n  %q: ptr = offset %p, 1\n  free %q"), "invalid-free");
  EXPECT_EQ(failure_of("  free @x"), "invalid-free");
}

TEST(Memory, a_local_variable_ends_with_its_function) {
  Running run(R"(
func @leak() -> ptr {
  %p: ptr = alloca 4 "v"
  ret %p
}
func @main() {
  %p: ptr = call @leak()
  %v: i32 = load %p
  exit_process %v
})");
  EXPECT_EQ(run.step(), Step::Outcome::failed);
  EXPECT_EQ(run.last.failure.kind, "use-after-return");
}

TEST(Memory, a_loop_that_allocates_and_frees_comes_back_to_the_same_state) {
  Running run(R"(
global @x: 4
func @other(%a: ptr) {
  atomic_begin
  block_until 0
  atomic_end
  ret
}
func @main() {
  spawn @other, 0
  jump again
again:
  %p: ptr = alloc 24
  %q: ptr = alloc 8
  free %p
  free %q
  store i32 1, @x
  jump again
})");
  run.step();
  run.step();
  const auto once = run.state;
  run.step();
  EXPECT_EQ(run.state, once);
}

TEST(Memory, what_was_made_since_the_stack_was_saved_is_gone_once_it_is_restored) {
  EXPECT_EQ(failure_of("  %s: ptr = stack_save\n  %p: ptr = alloca 4 \"v\"\n  store i32 1, %p\n  stack_restore %s\n  "
                       "%v: i32 = load %p"),
            "use-after-return");
  EXPECT_EQ(result_of("  %a: ptr = alloca 4 \"v\"\n  store i32 5, %a\n  %s: ptr = stack_save\n  %p: ptr = alloca 4 "
                      "\"v\"\n  stack_restore %s\n  %r: i32 = load %a"),
            5u);
}

TEST(Memory, a_frame_never_restores_the_stack_of_its_caller) {
  Running run(R"(
func @f() {
  stack_restore 0
  ret
}
func @main() {
  %p: ptr = alloca 4 "v"
  store i32 7, %p
  call @f()
  %v: i32 = load %p
  exit_process %v
})");
  EXPECT_EQ(run.step(), Step::Outcome::moved);
  EXPECT_EQ(run.exit_code(), 7u);
}

TEST(Memory, a_loop_that_saves_and_restores_the_stack_comes_back_to_the_same_state) {
  Running run(R"(
global @x: 4
func @other(%a: ptr) {
  atomic_begin
  block_until 0
  atomic_end
  ret
}
func @main() {
  spawn @other, 0
  jump again
again:
  %s: ptr = stack_save
  %p: ptr = alloca 200000 "v"
  store i32 1, %p
  stack_restore %s
  store i32 1, @x
  jump again
})");
  run.step();
  run.step();
  const auto once = run.state;
  run.step();
  EXPECT_EQ(run.state, once);
}

TEST(Memory, bytes_read_back_in_every_size) {
  EXPECT_EQ(
      result_of("  store i64 0x0807060504030201, @x\n  %v: i16 = load @x+2\n  %v = lshr %v, 8\n  %r: i32 = zext %v"),
      4u);
  EXPECT_EQ(result_of("  store i128 0x05000000000000000000000000000003, @x\n  %w: i128 = load @x\n  %w = lshr %w, "
                      "120\n  %r: i32 = trunc %w"),
            5u);
  EXPECT_EQ(result_of("  store i1 1, @x\n  %v: i8 = load @x\n  %r: i32 = zext %v"), 1u);
  EXPECT_EQ(result_of("  fill_bytes @x, 7, 9\n  copy_bytes @x+1, @x, 8\n  %v: i8 = load @x+8\n  %r: i32 = zext %v"),
            7u);
}

TEST(Memory, read_modify_write_gives_the_old_value) {
  EXPECT_EQ(result_of("  store i32 5, @x\n  %o: i32 = rmw add @x, 3\n  %n: i32 = load @x\n  %n = mul %n, 10\n  %r: i32 "
                      "= add %n, %o"),
            85u);
  EXPECT_EQ(result_of("  store i8 -1, @x\n  %o: i8 = rmw max @x, 3\n  %n: i8 = load @x\n  %r: i32 = zext %n"), 3u);
  EXPECT_EQ(result_of("  store i8 -1, @x\n  %o: i8 = rmw umax @x, 3\n  %n: i8 = load @x\n  %r: i32 = zext %n"), 255u);
  EXPECT_EQ(result_of("  %o: i32, %d: i1 = cmpxchg @x, 0, 9\n  %n: i32 = load @x\n  %r: i32 = add %n, %o"), 9u);
  EXPECT_EQ(result_of("  %o: i32, %d: i1 = cmpxchg @x, 1, 9\n  %n: i32 = load @x\n  %r: i32 = zext %d"), 0u);
  EXPECT_EQ(
      result_of(
          "  store i128 2, @x\n  %o: i128, %d: i1 = cmpxchg @x, 2, 7\n  %n: i128 = load @x\n  %r: i32 = trunc %n"),
      7u);
}

TEST(Memory, recursion_without_end_is_a_stack_overflow) {
  Running run("func @f() {\n  call @f()\n  ret\n}\nfunc @main() {\n  call @f()\n  ret\n}\n");
  EXPECT_EQ(run.step(), Step::Outcome::failed);
  EXPECT_EQ(run.last.failure.kind, "stack-overflow");
}

}  // namespace
}  // namespace fermata::vm
