// SPDX-License-Identifier: Apache-2.0
#include "vm/address.h"

#include <gtest/gtest.h>

#include <vector>

#include "vm/running.h"

namespace fermata::vm {
namespace {

constexpr std::uint64_t kilobyte = 1024, megabyte = 1024 * kilobyte;

struct Named {
  Region region;
  std::uint32_t arena, page;
};

const std::vector<Named> corners{{Region::heap, 0, 0},
                                 {Region::heap, max_threads - 1, max_pages - 1},
                                 {Region::stack, 0, 0},
                                 {Region::stack, 999, 17},
                                 {Region::stack, max_threads - 1, max_pages - 1}};

TEST(Addresses, of_every_object_fit_into_47_bits_and_are_aligned_to_64_kilobytes) {
  for (const Named& n : corners) {
    const Address a = address_of(object_key(n.region, n.arena, n.page));
    EXPECT_EQ(a >> 47, 0u);
    EXPECT_EQ(a % (64 * kilobyte), 0u);
  }
  for (Region region : {Region::function, Region::global, Region::constant})
    for (std::uint32_t page : {0u, max_static_pages - 1}) {
      EXPECT_EQ(address_of(static_key(region, page)) >> 47, 0u);
      EXPECT_EQ(address_of(static_key(region, page)) % (64 * kilobyte), 0u);
    }
}

TEST(Addresses, tell_the_region_the_thread_and_the_page) {
  for (const Named& n : corners) {
    const ObjectKey key = key_of(address_of(object_key(n.region, n.arena, n.page)));
    EXPECT_EQ(region_of(key), n.region);
    EXPECT_EQ(arena_of(key), n.arena);
    EXPECT_EQ(page_of(key), n.page);
  }
  for (Region region : {Region::function, Region::global, Region::constant})
    for (std::uint32_t page : {0u, max_static_pages - 1}) {
      const ObjectKey key = key_of(address_of(static_key(region, page)));
      EXPECT_EQ(region_of(key), region);
      EXPECT_EQ(static_page_of(key), page);
    }
}

TEST(Addresses, are_no_small_numbers) {
  for (Address a : {Address{0}, Address{1}, Address{4096}, Address{1} << 32, (Address{1} << 43) - 1})
    EXPECT_EQ(region_of(key_of(a)), Region::none) << a;
}

TEST(Addresses, with_a_tag_in_the_upper_bits_point_to_nothing_until_it_is_taken_off) {
  const Address a = address_of(object_key(Region::heap, 3, 5), 8);
  for (Address tag : {Address{1} << 47, Address{1} << 48, Address{0xabcd} << 48}) {
    EXPECT_EQ(region_of(key_of(a | tag)), Region::none);
    EXPECT_EQ(key_of((a | tag) & 0x7fff'ffff'ffff), key_of(a));
  }
}

TEST(Addresses, that_leave_their_object_by_less_than_64_kilobytes_are_in_no_other) {
  for (std::uint64_t size : {std::uint64_t{1}, 64 * kilobyte - 1, 64 * kilobyte, 64 * kilobyte + 1, 128 * kilobyte,
                             192 * kilobyte, 100 * megabyte, max_object_size}) {
    const ObjectKey key = object_key(Region::heap, 1, 10);
    const Address start = address_of(key), next = address_of(key + pages_for(size));
    EXPECT_GE(next - (start + size), 64 * kilobyte) << size;
    EXPECT_EQ(key_of(start - 64 * kilobyte), key) << size;
    EXPECT_LT(key_of(start + size), key + pages_for(size)) << size << ": to the end of it is still its own";
    EXPECT_EQ(offset_in(key, start + size), size);
  }
}

std::string failure_of(const std::string& body) {
  Running run("global @x: 8\nglobal @big: 200000\nglobal @y: 8\nfunc @main() {\n" + body + "\n  exit_process 0\n}\n");
  return run.step() == Step::Outcome::failed ? run.last.failure.kind + ": " + run.last.failure.text : "none";
}

TEST(Addresses, off_by_up_to_64_kilobytes_are_noticed_on_both_sides) {
  for (const char* start : {"  %p: ptr = alloc 100\n", "  %p: ptr = alloca 100 \"v\"\n"})
    for (int off : {-65535, -4096, -1, 100, 65535, 65600}) {
      const std::string text = std::string("  %b: ptr = alloc 100\n  %c: ptr = alloca 100 \"w\"\n") + start +
                               "  %d: ptr = alloc 100\n  %e: ptr = alloca 100 \"x\"\n  %q: ptr = offset %p, " +
                               std::to_string(off) + "\n  %v: i8 = load %q";
      EXPECT_TRUE(failure_of(text).starts_with("invalid-access")) << start << off << " " << failure_of(text);
    }
  EXPECT_EQ(failure_of("  %p: ptr = alloc 100\n  %q: ptr = offset %p, -4\n  %v: i32 = load %q"),
            "invalid-access: read of 4 bytes at offset -4 of an object of 100 bytes");
  EXPECT_EQ(failure_of("  %v: i8 = load @big+200000"),
            "invalid-access: read of 1 bytes at offset 200000 of an object of 200000 bytes");
}

TEST(Addresses, inside_an_object_of_many_pages_lead_to_it) {
  EXPECT_EQ(failure_of("  store i32 7, @big+199996\n  %v: i32 = load @big+199996\n  %w: i1 = eq i32 %v, 7\n  branch "
                       "%w, good, bad\nbad:\n  fail 0, @x\n  jump good\ngood:"),
            "none");
  EXPECT_EQ(result_of("  %a: ptr = alloc 16\n  %p: ptr = alloc 1000000\n  %b: ptr = alloc 16\n  %q: ptr = offset %p, "
                      "999996\n  store i32 41, %q\n"
                      "  store i32 1, %b\n  %r: i32 = load %q\n  %s: i32 = load %b\n  %r = add %r, %s"),
            42u);
}

TEST(Addresses, of_freed_objects_are_given_again_the_lowest_first_whatever_their_size) {
  // A small object takes the place of a large one; the next large one does not fit before it.
  EXPECT_EQ(result_of("  %a: ptr = alloc 1000000\n  %b: ptr = alloc 8\n  free %a\n  %c: ptr = alloc 8\n  %d: ptr = "
                      "alloc 900000\n  %e: ptr = alloc 1000000\n"
                      "  %one: i1 = eq ptr %a, %c\n  %two: i1 = ult ptr %d, %b\n  %three: i1 = ugt ptr %e, %b\n"
                      "  %x: i32 = zext %one\n  %y: i32 = zext %two\n  %z: i32 = zext %three\n  %r: i32 = add %x, %y\n "
                      " %r = add %r, %z"),
            3u);
}

TEST(Addresses, inside_what_was_freed_or_is_gone_lead_nowhere) {
  EXPECT_TRUE(
      failure_of(
          "  %p: ptr = alloc 1000000\n  %q: ptr = offset %p, 900000\n  store i8 1, %q\n  free %p\n  %v: i8 = load %q")
          .starts_with("use-after-free"));
  EXPECT_TRUE(
      failure_of("  %p: ptr = alloc 1000000\n  %q: ptr = offset %p, 900000\n  free %q").starts_with("invalid-free"));
  // The page of a freed large object belongs to a small one now.
  EXPECT_EQ(result_of("  %p: ptr = alloc 1000000\n  %q: ptr = offset %p, 131072\n  store i8 1, %q\n  free %p\n  %a: "
                      "ptr = alloc 8\n  %b: ptr = alloc 8\n"
                      "  store i32 9, %b\n  %r: i32 = load %b"),
            9u);
}

TEST(Addresses, in_a_loop_that_allocates_large_and_small_objects_come_back) {
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
  %p: ptr = alloc 500000
  %q: ptr = alloc 8
  free %p
  %r: ptr = alloc 8
  free %q
  free %r
  store i32 1, @x
  jump again
})");
  run.step();
  run.step();
  const auto once = run.state;
  run.step();
  EXPECT_EQ(run.state, once);
}

TEST(Addresses, that_are_stored_with_a_tag_make_the_object_known_to_others) {
  // Each thread reads what the other was given; an object that is still private there would be a trespass.
  for (const char* tag : {"0x7fff000000000000", "0xffff800000000000", "3", "0"}) {
    Running run(std::string(R"(
global @shared: 8
func @reader(%a: ptr) {
  %w: i64 = load @shared
  %t: i64 = xor i64 %w, )") +
                tag + R"(
  %p: ptr = copy i64 %t
  %v: i32 = load %p
  store i32 %v, @shared
  ret
}
func @main() {
  spawn @reader, 0
  %p: ptr = alloc 4
  store i32 5, %p
  %w: i64 = copy ptr %p
  %t: i64 = or i64 %w, )" +
                tag + R"(
  store i64 %t, @shared
  store i32 6, %p
  ret
})");
    run.step();
    run.step();
    EXPECT_EQ(run.step(1), Step::Outcome::moved) << tag;
    EXPECT_EQ(run.step(1), Step::Outcome::moved) << tag;
    EXPECT_EQ(run.step(1), Step::Outcome::moved) << tag;
  }
}

TEST(Addresses, are_not_seen_in_numbers_that_merely_resemble_them) {
  // 129.0, and a pair of numbers of which the second is 8192: without their upper bits both are on the first page of a
  // heap.
  for (const char* number : {"0x4060200000000000", "0x0000200000000010"}) {
    Running run(std::string("global @shared: 8\nfunc @other(%a: ptr) {\n  %w: i64 = load @shared\n  ret\n}\nfunc "
                            "@main() {\n  %p: ptr = alloc 4\n  spawn @other, 0\n  store i64 ") +
                number + ", @shared\n  store i32 5, %p\n  store i64 1, @shared\n  ret\n}");
    run.step();
    run.step();
    run.step();
    EXPECT_EQ(run.told(), "write shared = 1") << "what is at %p is still nobody else's";
  }
}

}  // namespace
}  // namespace fermata::vm
