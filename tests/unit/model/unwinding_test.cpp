// SPDX-License-Identifier: Apache-2.0
// How frames end without returning, in automata. The machine has the same tests (tests/unit/vm/unwinding_test.cpp).
#include <string>

#include "model/lifting.h"

namespace fermata::model {

namespace {

const std::string sleeper = R"(
global @type: 8 const
global @other: 8 const
global @x: 8
func @sleeper(%a: ptr) {
  atomic_begin
  block_until 0
  atomic_end
  ret
}
)";

TEST(Unwinding, goes_on_at_the_landing_with_the_exception_and_the_selector_of_the_clause) {
  // The selector of a type is its number among the globals, plus 1.
  for (const auto& [clause, selector] : {std::pair("0", "2"), std::pair("1", "0"), std::pair("2", "2147483647")}) {
    const Outcome outcome = explored(lifted(sleeper + R"(
func @thrower(%clause: i32) {
  %e: ptr = copy ptr 77
  unwind 1, %clause, %e
}
func @main() entry {
  %t: i32 = spawn @sleeper, 0
  %kept: i32 = copy i32 5
  call @thrower()" + clause + R"() unwind pad
  fail 0, 0
pad:
  %e: ptr, %s: i32 = landing catch @other, cleanup, catch_all
  %n: i64 = copy ptr %e
  %right: i1 = eq i64 %n, 77
  branch %right, next, wrong
next:
  %selected: i1 = eq i32 %s, )" + selector + R"(
  branch %selected, last, wrong
last:
  %unchanged: i1 = eq i32 %kept, 5
  branch %unchanged, good, wrong
good:
  exit_process 0
wrong:
  fail 0, 0
})"));
    EXPECT_TRUE(outcome.ends);
    EXPECT_FALSE(outcome.fails) << clause;
    EXPECT_FALSE(outcome.refused);
  }
}

TEST(Unwinding, is_told_the_clauses_of_callers) {
  const Outcome outcome = explored(lifted(sleeper + R"(
func @f() -> i32 {
  %none: i64 = clause 0, 0
  %type: i64 = clause 1, 0
  %all: i64 = clause 1, 1
  %end: i64 = clause 1, 2
  %out: i64 = clause 2, 0
  %address: i64 = copy ptr @type
  %same: i1 = eq i64 %type, %address
  %s: i64 = zext i1 %same
  %s = add %s, %none
  %all = mul %all, 10
  %s = add %s, %all
  %s = add %s, %end
  %out = mul %out, 20
  %s = add %s, %out
  %r: i32 = trunc %s
  ret %r
}
func @main() entry {
  %t: i32 = spawn @sleeper, 0
  %r: i32 = call @f() unwind pad
  %right: i1 = eq %r, 121
  branch %right, good, wrong
pad:
  %e: ptr, %x: i32 = landing catch @type, catch_all
  jump wrong
good:
  exit_process 0
wrong:
  fail 0, 0
})"));
  EXPECT_TRUE(outcome.ends);
  EXPECT_FALSE(outcome.fails) << "the type, 'all', and behind main there is no caller";
}

TEST(Unwinding, tells_a_handler_apart_that_only_calls_terminate) {
  const Outcome outcome = explored(lifted(sleeper + R"(
func @"__clang_call_terminate"(%e: ptr) {
  fail 1, 0
}
func @f() -> i1 {
  %a: i64 = clause 1, 0
  %r: i1 = eq %a, 3
  ret %r
}
func @main() entry {
  %t: i32 = spawn @sleeper, 0
  %r: i1 = call @f() unwind pad
  branch %r, good, wrong
pad:
  %e: ptr, %x: i32 = landing catch_all
  %c: ptr = copy %e
  jump last
last:
  call @"__clang_call_terminate"(%c)
  unreachable
good:
  exit_process 0
wrong:
  fail 0, 0
})"));
  EXPECT_TRUE(outcome.ends);
  EXPECT_FALSE(outcome.fails);
}

// Another thread has the address of a local variable, and writes there: before the function ends, or after.
TEST(Unwinding, ends_several_functions_at_once_with_their_variables) {
  const std::string before = R"(
global @x: 8
func @writer(%a: ptr) {
  %p: ptr = load @x
  %none: i1 = eq i64 %p, 0
  branch %none, out, write
write:
  store i32 1, %p
  jump out
out:
  thread_exit 0
}
func @inner() {
  %local: ptr = alloca 4 "local"
  store ptr %local, @x
  store i32 2, %local
)";
  const std::string after = R"(
}
func @middle() {
  call @inner()
  ret
}
func @main() entry {
  %t: i32 = spawn @writer, 0
  call @middle() unwind pad
  jump last
pad:
  %e: ptr, %s: i32 = landing cleanup
  jump last
last:
  %n: i64 = load @x
  exit_process 0
})";
  const Outcome unwinds = explored(lifted(before + "  unwind 2, 0, 0" + after));
  const Outcome returns = explored(lifted(before + "  ret" + after));
  for (const Outcome& outcome : {unwinds, returns}) {
    EXPECT_TRUE(outcome.fails);
    EXPECT_TRUE(outcome.ends);
    EXPECT_FALSE(outcome.refused);
  }
  EXPECT_EQ(unwinds.states, returns.states);
}

TEST(Unwinding, leaves_a_block_before_what_comes_after_the_call) {
  const Outcome outcome = explored(lifted(sleeper + R"(
func @f() -> i32 {
  store i32 1, @x
  store i32 2, @x
  unwind 1, 0, 0
}
func @watcher(%a: ptr) {
  %seen: i32 = load @x
  thread_exit 0
}
func @main() entry {
  %t: i32 = spawn @watcher, 0
  %v: i32 = copy i32 9
  %w: i32 = copy i32 8
  %w = call @f() unwind pad
  %v = copy i32 1
  exit_process %v
pad:
  %e: ptr, %s: i32 = landing cleanup
  %sum: i32 = add %v, %w
  %right: i1 = eq %sum, 17
  branch %right, good, wrong
good:
  exit_process 0
wrong:
  fail 0, 0
})"));
  EXPECT_TRUE(outcome.ends);
  EXPECT_FALSE(outcome.fails) << "a register that is written only if the call returns has its old value";
}

TEST(Unwinding, to_a_caller_that_has_nothing_to_do_fails) {
  const Outcome outcome = explored(lifted(sleeper + R"(
func @f() {
  unwind 1, 0, 0
}
func @main() entry {
  %t: i32 = spawn @sleeper, 0
  call @f()
  exit_process 0
})"));
  EXPECT_TRUE(outcome.fails);
  EXPECT_FALSE(outcome.ends);
}

}  // namespace

}  // namespace fermata::model
