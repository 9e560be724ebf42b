// SPDX-License-Identifier: Apache-2.0
// Objects that are kept in chunks behave like all others. Chunks have 256 bytes, the lowest nodes 16 KB.
#include <gtest/gtest.h>

#include "base/stop.h"
#include "vm/inspect.h"
#include "vm/running.h"

namespace fermata::vm {
namespace {

const std::string globals = R"(
global @k: 8 const = i32 1
global @big: 100000
global @more: 100000
global @huge: 2147483648
global @p: 8
)";

/// The exit code of a program that runs alone: `body` assigns %r: i32.
std::uint32_t exit_of(const std::string& body, const std::string& before = "") {
  Running run(globals + before + "func @main() {\n" + body + "\n  exit_process %r\n}\n");
  EXPECT_EQ(run.step(), Step::Outcome::moved) << run.last.failure.text;
  EXPECT_TRUE(run.ended());
  return run.exit_code();
}

std::string failure_of(const std::string& body) {
  Running run(globals + "func @main() {\n" + body + "\n  exit_process 0\n}\n");
  EXPECT_EQ(run.step(), Step::Outcome::failed);
  return run.last.failure.kind + ": " + run.last.failure.text;
}

TEST(LargeObjects, bytes_read_back_in_every_size_also_across_a_border) {
  EXPECT_EQ(exit_of("  store i64 0x0807060504030201, @big+252\n  %v: i16 = load @big+255\n  %r: i32 = zext %v\n"
                    "  %r = sub %r, 0x0500"),
            4u);
  EXPECT_EQ(exit_of("  store i128 0x05000000000000000000000000000003, @big+16380\n  %w: i128 = load @big+16380\n"
                    "  %w = lshr %w, 120\n  %r: i32 = trunc %w"),
            5u);
  EXPECT_EQ(exit_of("  store i32 77, @huge+2147483644\n  %r: i32 = load @huge+2147483644"), 77u);
  EXPECT_EQ(exit_of("  %r: i32 = load @huge+1073741823"), 0u);
}

TEST(LargeObjects, initial_values_and_addresses_are_where_they_belong) {
  const std::string table =
      "global @t: 1000000 = \"abcd\"\nglobal @q: 5000 = i64 0, ptr @t+3\nglobal @c: 1000000 const = i32 9\n";
  EXPECT_EQ(exit_of("  %v: i8 = load @t+3\n  %r: i32 = zext %v", table), 'd');
  EXPECT_EQ(exit_of("  %a: ptr = load @q+8\n  %v: i8 = load %a\n  %r: i32 = zext %v", table), 'd');
  EXPECT_EQ(exit_of("  %v: i8 = load @t+999999\n  %r: i32 = zext %v", table), 0u);
  EXPECT_EQ(exit_of("  copy_bytes @big+1, @c, 1000\n  %r: i32 = load @big+1", table), 9u);
}

TEST(LargeObjects, atomics_work_in_them) {
  EXPECT_EQ(exit_of("  store i32 5, @big+510\n  %o: i32 = rmw add @big+510, 3\n  %n: i32 = load @big+510\n"
                    "  %n = mul %n, 10\n  %r: i32 = add %n, %o"),
            85u);
  EXPECT_EQ(exit_of("  %o: i32, %d: i1 = cmpxchg @big+254, 0, 9\n  %n: i32 = load @big+254\n  %r: i32 = add %n, %o"),
            9u);
}

TEST(LargeObjects, copies_may_overlap_and_fills_end_where_they_should) {
  // big[0..299] = 1, big[300..] = 2 up to 599; moved up by 7, and down by 500.
  const std::string filled = "  fill_bytes @big, 1, 300\n  fill_bytes @big+300, 2, 300\n";
  const auto byte = [&](const std::string& what, int at) {
    return exit_of(filled + what + "  %v: i8 = load @big+" + std::to_string(at) + "\n  %r: i32 = zext %v");
  };
  EXPECT_EQ(byte("", 299), 1u);
  EXPECT_EQ(byte("", 599), 2u);
  EXPECT_EQ(byte("", 600), 0u);
  const std::string up = "  copy_bytes @big+7, @big, 600\n", down = "  copy_bytes @big, @big+500, 600\n";
  EXPECT_EQ(byte(up, 306), 1u);
  EXPECT_EQ(byte(up, 307), 2u);
  EXPECT_EQ(byte(up, 606), 2u);
  EXPECT_EQ(byte(up, 607), 0u);
  EXPECT_EQ(byte(down, 99), 2u);
  EXPECT_EQ(byte(down, 100), 0u);
  EXPECT_EQ(byte(down, 599), 0u);
}

TEST(LargeObjects, copies_go_between_large_and_small_ones) {
  EXPECT_EQ(exit_of("  %s: ptr = alloca 1000 \"s\"\n  fill_bytes @big+100, 3, 1000\n  copy_bytes %s, @big+101, 1000\n"
                    "  copy_bytes @more+50000, %s, 1000\n  %a: i16 = load @more+50998\n  %r: i32 = zext %a"),
            3u);
}

TEST(LargeObjects, accesses_outside_of_them_and_after_their_end_fail) {
  EXPECT_EQ(failure_of("  %v: i32 = load @big+99997"),
            "invalid-access: read of 4 bytes at offset 99997 of an object of 100000 bytes");
  EXPECT_EQ(failure_of("  store i8 1, @huge+2147483648"),
            "invalid-access: write of 1 bytes at offset 2147483648 of an object of 2147483648 bytes");
  EXPECT_EQ(failure_of("  fill_bytes @big+1, 0, 100000"),
            "invalid-access: write of 100000 bytes at offset 1 of an object of 100000 bytes");
  EXPECT_EQ(failure_of("  %p: ptr = alloc 1000000\n  free %p\n  %q: ptr = offset %p, 500000\n  %v: i32 = load %q"),
            "use-after-free: read of 4 bytes of memory that was freed");
  EXPECT_EQ(failure_of("  %p: ptr = alloc 1000000\n  free %p\n  free %p"),
            "double-free: memory that was freed before is freed again");
}

TEST(LargeObjects, a_new_one_is_zero_wherever_one_was_before) {
  EXPECT_EQ(exit_of("  %p: ptr = alloc 1000000\n  fill_bytes %p, 5, 1000000\n  free %p\n  %q: ptr = alloc 1000000\n"
                    "  %at: ptr = offset %q, 777777\n  %v: i8 = load %at\n  %same: i1 = eq %p, %q\n"
                    "  %s: i8 = zext %same\n  %v = add %v, %s\n  %r: i32 = zext %v"),
            1u);
}

const std::string two_writers = globals + R"(
func @one(%a: ptr) {
  store i8 7, @big+70000
  store i8 0, @big+70000
  ret
}
func @other(%a: ptr) {
  store i8 9, @big+300
  ret
}
func @main() {
  %t: i32 = spawn @one, 0
  %u: i32 = spawn @other, 0
  store i32 1, @p
  ret
})";

void start_both(Running& run) {
  while (run.machine().threads(run.state) < 3) ASSERT_EQ(run.step(), Step::Outcome::moved);
}

constexpr std::size_t big = 1;  // the word of @big, the first variable

TEST(LargeObjects, equal_bytes_are_equal_words_of_the_state_whatever_happened_before) {
  Running run(two_writers);
  start_both(run);
  const auto before = run.state;
  run.step(1);
  EXPECT_NE(run.state[big], before[big]);
  run.step(2);
  run.step(1);
  const auto after = run.state[big];
  run.state = before;
  run.step(2);
  EXPECT_EQ(run.state[big], after) << "the byte that is zero again has left no trace";
  EXPECT_NE(run.state[big], before[big]);
}

TEST(LargeObjects, a_step_costs_a_chunk_and_not_the_object) {
  Running run(R"(
global @big: 1000000
func @other(%a: ptr) {
  atomic_begin
  block_until 0
  atomic_end
  ret
}
func @main() {
  %t: i32 = spawn @other, 0
  %i: i64 = copy i64 0
  jump again
again:
  %p: ptr = offset @big, %i
  store i8 1, %p
  %i = add %i, 1000
  %i = urem %i, 1000000
  jump again
})");
  run.step();
  const std::uint64_t before = run.machine().bytes();
  for (int k = 0; k < 500; ++k) ASSERT_EQ(run.step(), Step::Outcome::moved);
  EXPECT_LT(run.machine().bytes() - before, 500u * 2000) << "it would be 500 MB";
}

TEST(LargeObjects, memory_that_is_not_touched_is_not_taken) {
  const std::uint64_t before = resident_bytes();
  Running run(globals + R"(
func @main() {
  %p: ptr = alloc 2000000000
  %q: ptr = alloca 2000000000 "q"
  store i8 1, @huge+5
  %a: ptr = offset %p, 1999999999
  store i8 2, %a
  copy_bytes %q, %p, 2000000000
  fill_bytes %p, 3, 1000000000
  fill_bytes %p, 0, 2000000000
  %b: ptr = offset %q, 1999999999
  %v: i8 = load %b
  %c: ptr = offset %p, 999999999
  %w: i8 = load %c
  %v = add %v, %w
  %r: i32 = zext %v
  exit_process %r
})");
  EXPECT_EQ(run.step(), Step::Outcome::moved);
  EXPECT_EQ(run.exit_code(), 2u);
  EXPECT_LT(resident_bytes(), before + (20u << 20));
}

TEST(LargeObjects, a_pointer_in_one_publishes_what_it_points_to) {
  Running run(globals + R"(
func @other(%a: ptr) {
  atomic_begin
  block_until 0
  atomic_end
  ret
}
func @main() {
  %t: i32 = spawn @other, 0
  %box: ptr = alloc 1000000
  %v: ptr = alloc 8
  %at: ptr = offset %box, 654320
  store ptr %v, %at
  store i32 5, %v
  store ptr %box, @p
  store i32 6, %v
  ret
})");
  run.step();
  EXPECT_EQ(run.step(), Step::Outcome::moved);
  EXPECT_EQ(run.told(), "write p = &an object on the heap") << "until then it is private";
  EXPECT_EQ(run.step(), Step::Outcome::moved);
  EXPECT_EQ(run.told(), "write an object on the heap = 6") << "now it is not";
}

TEST(LargeObjects, a_copy_to_one_that_is_shared_publishes_what_it_points_to) {
  Running run(globals + R"(
func @other(%a: ptr) {
  atomic_begin
  block_until 0
  atomic_end
  ret
}
func @main() {
  %t: i32 = spawn @other, 0
  %box: ptr = alloc 50000
  %v: ptr = alloc 8
  %at: ptr = offset %box, 30000
  store ptr %v, %at
  copy_bytes @big+8, %box, 50000
  store i32 6, %v
  ret
})");
  run.step();
  EXPECT_EQ(run.step(), Step::Outcome::moved);
  EXPECT_EQ(run.step(), Step::Outcome::moved);
  EXPECT_EQ(run.told(), "write an object on the heap = 6");
}

TEST(LargeObjects, the_pages_of_several_stay_apart) {
  // 1 GB, 3 pages, one page, 1 GB; the second is freed and its pages are taken by two small ones.
  EXPECT_EQ(exit_of(R"(
  %a: ptr = alloc 1000000000
  %b: ptr = alloc 300000
  %c: ptr = alloc 8
  %d: ptr = alloc 1000000000
  store i32 1, %a
  store i32 2, %c
  %e: ptr = offset %d, 999999996
  store i32 4, %e
  free %b
  %f: ptr = alloc 8
  %g: ptr = alloc 100000
  store i32 8, %f
  store i32 16, %g
  %same: i1 = eq %b, %f
  %r: i32 = zext %same
  %x: i32 = load %a
  %r = add %r, %x
  %x = load %c
  %r = add %r, %x
  %x = load %e
  %r = add %r, %x
  %x = load %f
  %r = add %r, %x
  %x = load %g
  %r = add %r, %x)"),
            1u + 1 + 2 + 4 + 8 + 16);
}

TEST(LargeObjects, pages_are_the_same_in_the_next_step) {
  Running run(globals + R"(
func @other(%a: ptr) {
  atomic_begin
  block_until 0
  atomic_end
  ret
}
func @main() {
  %t: i32 = spawn @other, 0
  %a: ptr = alloc 1000000000
  %b: ptr = alloc 300000
  %c: ptr = alloc 8
  store i32 1, @p
  free %b
  %d: ptr = alloc 8
  store i32 2, %c
  store i32 2, @p
  %e: ptr = offset %a, 900000000
  store i32 3, %e
  %f: ptr = alloc 300000
  %g: ptr = offset %f, 299996
  store i32 4, %g
  store i32 3, @p
  %same: i1 = eq %b, %d
  %r: i32 = zext %same
  %v: i32 = load %c
  %r = add %r, %v
  %v = load %e
  %r = add %r, %v
  %v = load %g
  %r = add %r, %v
  exit_process %r
})");
  while (!run.ended()) ASSERT_EQ(run.step(), Step::Outcome::moved) << run.last.failure.text;
  EXPECT_EQ(run.exit_code(), 10u);
}

TEST(LargeObjects, pieces_differ_where_their_bytes_do) {
  Running run(two_writers);
  start_both(run);
  std::vector<Piece> before, after;
  pieces(run.machine(), run.state, before);
  run.step(1);
  pieces(run.machine(), run.state, after);
  ASSERT_EQ(before[0].which, after[0].which);
  EXPECT_EQ(size_of(run.machine(), after[0]), 100000u);
  std::vector<std::uint32_t> where;
  each_difference(run.machine(), before[0], after[0], [&](std::uint32_t at) {
    where.push_back(at);
    return true;
  });
  EXPECT_EQ(where, std::vector<std::uint32_t>{70000});
  EXPECT_EQ(byte_of(run.machine(), before[0], 70000), 0);
  EXPECT_EQ(byte_of(run.machine(), after[0], 70000), 7);
}

}  // namespace
}  // namespace fermata::vm
