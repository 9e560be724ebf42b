// SPDX-License-Identifier: Apache-2.0
// What the machine insists on once a program has said who owns what.
#include <gtest/gtest.h>

#include "vm/inspect.h"
#include "vm/running.h"

namespace fermata::vm {
namespace {

/// `turn` says who owns `slot`: main if it is 0, the worker if it is 1.
constexpr const char* shared = R"(
global @turn: 4
global @slot: 4
global @other: 4
global @table: 968
global @main_by_turn: 40 const = ptr @slot, i64 4, ptr @equal, ptr @turn, i64 0
global @worker_by_turn: 40 const = ptr @slot, i64 4, ptr @equal, ptr @turn, i64 1
global @for_ever: 40 const = ptr @slot, i64 4, ptr @always, i64 0, i64 0
global @half: 40 const = ptr @slot, i64 2, ptr @always, i64 0, i64 0
func @equal(%p: ptr, %v: i32) -> i32 {
  %now: i32 = load %p
  %same: i1 = eq %now, %v
  %r: i32 = zext %same
  ret %r
}
func @always(%p: ptr) -> i32 {
  ret 1
}
)";

Running with(const std::string& worker, const std::string& main, const Options& options = {}) {
  return Running(shared + ("func @worker(%a: ptr) {\n  owns 1, @table, @worker_by_turn\n" + worker + "\n  ret\n}\n") +
                     ("func @main() entry {\n  owns 1, @table, @main_by_turn\n  spawn @worker, 0\n" + main +
                      "\n  exit_process 0\n}\n"),
                 options);
}

constexpr const char* stays = "  atomic_begin\n  block_until 0\n  atomic_end";
constexpr Step::Outcome moved = Step::Outcome::moved, failed = Step::Outcome::failed;

TEST(Ownership, the_owner_may_read_and_write) {
  auto run = with(stays, "  store i32 7, @slot\n  %v: i32 = load @slot");
  EXPECT_EQ(run.step(0), moved);  // starts the worker
  EXPECT_EQ(run.step(1), moved);  // declares
  EXPECT_EQ(run.step(0), moved);
  EXPECT_EQ(run.told(), "write slot = 7");
  EXPECT_EQ(run.step(0), moved);
}

TEST(Ownership, an_access_by_another_thread_is_a_breach_that_names_the_owner) {
  auto run = with("  %v: i32 = load @slot", "");
  EXPECT_EQ(run.step(0), moved);
  EXPECT_EQ(run.step(1), moved);
  EXPECT_EQ(run.step(1), failed);
  EXPECT_EQ(run.last.failure.kind, "ownership");
  EXPECT_EQ(run.last.failure.text, "reads 'slot', which it does not own");
  EXPECT_EQ(run.last.failure.other, main_thread);
}

TEST(Ownership, a_thread_that_has_declared_nothing_owns_nothing) {
  Running run(shared + std::string(R"(
func @worker(%a: ptr) {
  store i32 1, @slot
  ret
}
func @main() entry {
  owns 1, @table, @main_by_turn
  spawn @worker, 0
  store i32 1, @turn
  exit_process 0
})"));
  run.step(0);
  EXPECT_EQ(run.step(0), moved);  // gives it up: nobody owns it
  EXPECT_EQ(run.step(1), failed);
  EXPECT_EQ(run.last.failure.other, no_thread);
}

TEST(Ownership, before_it_is_declared_anybody_may_use_it) {
  auto run = with(stays, "  store i32 1, @turn\n  store i32 7, @other");
  run.step(0);
  EXPECT_EQ(run.step(0), moved);
  EXPECT_EQ(run.step(0), moved);
  EXPECT_EQ(run.step(1), moved);
}

TEST(Ownership, alone_one_may_do_anything) {
  Running run(
      shared +
      std::string(
          "func @main() entry {\n  owns 1, @table, @worker_by_turn\n  store i32 1, @slot\n  exit_process 0\n}\n"));
  EXPECT_EQ(run.step(0), moved);
  EXPECT_TRUE(run.ended());
}

TEST(Ownership, is_given_away_by_the_owner_and_taken_by_nobody) {
  auto gives = with(stays, "  store i32 1, @turn\n  store i32 7, @slot");
  gives.step(0), gives.step(1);
  EXPECT_EQ(gives.step(0), moved);
  EXPECT_EQ(gives.told(), "write turn = 1; hand over slot");
  EXPECT_EQ(gives.step(0), failed);

  auto takes = with("  store i32 1, @turn", "");
  takes.step(0), takes.step(1);
  EXPECT_EQ(takes.step(1), failed);
  EXPECT_EQ(takes.last.failure.text, "takes 'slot' away from its owner");
  EXPECT_EQ(takes.last.failure.other, main_thread);
}

TEST(Ownership, taken_and_given_back_inside_an_atomic_block_is_still_taken) {
  auto run = with("  atomic_begin\n  store i32 1, @turn\n  store i32 5, @slot\n  store i32 0, @turn\n  atomic_end", "");
  run.step(0), run.step(1);
  EXPECT_EQ(run.step(1), failed);
  EXPECT_EQ(run.last.failure.text, "takes 'slot' away from its owner");
}

TEST(Ownership, two_owners_are_a_breach_though_nobody_uses_it) {
  auto run = with("  owns 1, @table, @half", "");
  run.step(0), run.step(1);
  EXPECT_EQ(run.step(1), failed);
  EXPECT_EQ(run.last.failure.text, "makes a second owner of 'slot'");
  EXPECT_EQ(run.last.failure.other, main_thread);
}

TEST(Ownership, two_declarations_of_one_thread_are_an_or) {
  auto run = with(stays, "  owns 1, @table, @half\n  store i32 1, @turn\n  store i16 1, @slot\n  store i32 1, @slot");
  run.step(0);
  EXPECT_EQ(run.step(0), moved);  // declares the half
  EXPECT_EQ(run.step(0), moved);  // gives the other half
  EXPECT_EQ(run.step(0), moved);
  EXPECT_EQ(run.step(0), failed);
}

TEST(Ownership, what_is_declared_does_not_depend_on_who_spoke_first) {
  auto a = with(stays, "  owns 1, @table, @half\n  store i32 0, @other"),
       b = with(stays, "  owns 1, @table, @half\n  store i32 0, @other");
  EXPECT_EQ(a.step(0), moved);
  EXPECT_EQ(a.step(0), moved);
  EXPECT_EQ(a.step(1), moved);
  EXPECT_EQ(b.step(0), moved);
  EXPECT_EQ(b.step(1), moved);
  EXPECT_EQ(b.step(0), moved);
  const auto globals = [](Running& run) {
    std::vector<Piece> all;
    pieces(run.machine(), run.state, all);
    std::vector<std::uint8_t> bytes;
    for (const Piece& piece : all)
      if (!piece.is_thread && region_of(piece.which) == Region::global)
        for (std::uint32_t k = 0; k < size_of(run.machine(), piece); ++k)
          bytes.push_back(byte_of(run.machine(), piece, k));
    return bytes;
  };
  EXPECT_EQ(globals(a), globals(b));
}

TEST(Ownership, a_word_can_be_taken_back_and_ends_with_its_thread) {
  auto back = with("  owns 0, @table, @worker_by_turn\n  store i32 1, @turn",
                   "  owns 0, @table, @main_by_turn\n  store i32 1, @other");
  back.step(0), back.step(1);
  EXPECT_EQ(back.step(0), moved);
  EXPECT_EQ(back.step(1), moved);
  EXPECT_EQ(back.step(1), moved);

  auto ends = with("", "  owns 0, @table, @main_by_turn\n  store i32 1, @slot\n  store i32 2, @slot");
  EXPECT_EQ(ends.step(0), moved);
  EXPECT_EQ(ends.step(0), moved);
  EXPECT_EQ(ends.step(0), moved);  // nobody has declared it
  EXPECT_EQ(ends.step(1), moved);  // declares
  const auto declared = ends.state;
  EXPECT_EQ(ends.step(0), Step::Outcome::failed);
  ends.state = declared;
  EXPECT_EQ(ends.step(1), moved);  // ends
  EXPECT_EQ(ends.step(0), moved);
}

TEST(Ownership, freed_memory_is_owned_by_nobody_and_only_its_owner_frees_it) {
  const std::string text = shared + std::string(R"(
func @worker(%p: ptr) {
  %v: i32 = load %p
  free %p
  ret
}
func @main() entry {
  %p: ptr = alloc 4
  %d: ptr = alloca 40
  store ptr %p, %d
  %size: ptr = offset %d, 8
  store i64 4, %size
  %f: ptr = offset %d, 16
  store ptr @equal, %f
  %me: ptr = offset %d, 24
  store ptr @turn, %me
  owns 1, @table, %d
  spawn @worker, %p
  free %p
  %q: ptr = alloc 4
  store ptr %q, @table2
  store i32 1, %q
  exit_process 0
}
global @table2: 8
)");
  Running worker(text);
  worker.step(0);
  EXPECT_EQ(worker.step(1), failed);
  EXPECT_EQ(worker.last.failure.kind, "ownership");
  Running owner(text);
  owner.step(0);
  EXPECT_EQ(owner.step(0), moved);  // frees
  EXPECT_EQ(owner.step(0), moved);  // in the same place: another object
  EXPECT_EQ(owner.step(0), moved);
}

std::string refused(const std::string& predicate) {
  Running run(std::string(shared) + predicate + R"(
global @d: 40 const = ptr @slot, i64 4, ptr @mine, ptr @turn, i64 0
global @tls: 4 thread_local
func @worker(%p: ptr) {
  ret
}
func @main() entry {
  spawn @worker, 0
  owns 1, @table, @d
  exit_process 0
})");
  run.step(0);
  const auto outcome = run.step(0);
  EXPECT_TRUE(outcome == Step::Outcome::unmodelled || outcome == failed);
  return run.last.failure.text;
}

TEST(Ownership, predicates_only_look) {
  const auto writes = refused("func @mine(%p: ptr) -> i32 {\n  store i32 1, %p\n  ret 1\n}");
  EXPECT_NE(writes.find("mine: it says who owns what, and writes to memory"), writes.npos) << writes;
  const auto waits = refused("func @mine(%p: ptr) -> i32 {\n  atomic_begin\n  atomic_end\n  ret 1\n}");
  EXPECT_NE(waits.find("does more than to look"), waits.npos) << waits;
  const auto loops = refused("func @mine(%p: ptr) -> i32 {\n  jump again\nagain:\n  jump again\n}");
  EXPECT_NE(loops.find("does not come to an end"), loops.npos) << loops;
  const auto keeps = refused("func @mine(%p: ptr) -> i32 {\n  %v: ptr = alloca 4\n  ret 1\n}");
  EXPECT_NE(keeps.find("keeps a variable in memory"), keeps.npos) << keeps;
  const auto peeks = refused("func @mine(%p: ptr) -> i32 {\n  %v: i32 = load @tls\n  ret %v\n}");
  EXPECT_NE(peeks.find("only one thread can see"), peeks.npos) << peeks;
  const auto fails = refused("func @mine(%p: ptr) -> i32 {\n  %v: i32 = load 0\n  ret %v\n}");
  EXPECT_NE(fails.find("null pointer"), fails.npos) << fails;
}

TEST(Ownership, a_predicate_that_calls_and_loops_is_fine) {
  Running run(std::string(shared) + R"(
global @d: 40 const = ptr @slot, i64 4, ptr @mine, ptr @turn, i64 0
func @once(%p: ptr) -> i32 {
  %v: i32 = load %p
  ret %v
}
func @mine(%p: ptr) -> i32 {
  %n: i32 = copy i32 3
  jump again
again:
  %v: i32 = call @once(%p)
  %n = sub %n, 1
  %more: i1 = ne %n, 0
  branch %more, again, done
done:
  %zero: i1 = eq %v, 0
  %r: i32 = zext %zero
  ret %r
}
func @worker(%p: ptr) {
  atomic_begin
  block_until 0
  atomic_end
  ret
}
func @main() entry {
  spawn @worker, 0
  owns 1, @table, @d
  store i32 1, @slot
  exit_process 0
})");
  run.step(0);
  EXPECT_EQ(run.step(0), moved);
  EXPECT_EQ(run.step(0), moved);
  EXPECT_EQ(run.told(), "write slot = 1");
}

TEST(Ownership, a_step_that_was_taken_before_is_checked_again_where_predicates_read_something_else) {
  auto run = with(
      std::string("  store i32 1, @other\n") + stays,
      "  jump again\nagain:\n  %v: i32 = load @slot\n  %t: i32 = load @other\n  store %t, @turn\n  jump again\nover:");
  run.machine().watch(false);  // then steps are looked up
  run.step(0), run.step(1);
  const auto before = run.state;
  for (int k = 0; k < 6; ++k) EXPECT_EQ(run.step(0), moved);
  EXPECT_EQ(run.state, before);
  EXPECT_EQ(run.step(1), moved);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(run.step(0), moved);  // now it is the worker's turn
  EXPECT_EQ(run.step(0), failed);
}

}  // namespace
}  // namespace fermata::vm
