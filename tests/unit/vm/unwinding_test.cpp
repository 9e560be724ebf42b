// SPDX-License-Identifier: Apache-2.0
// How frames end without returning.
#include <gtest/gtest.h>

#include <string>

#include "vm/names.h"
#include "vm/running.h"

namespace fermata::vm {
namespace {

TEST(Unwinding, a_caller_goes_on_at_its_landing_with_the_exception_and_the_selector_of_the_clause) {
  // The selector of a type is its number among the globals, plus 1.
  for (const auto& [clause, selector] : {std::pair("0", 2u), std::pair("1", 0u), std::pair("2", 255u)}) {
    Running r(R"(
      global @a: 8 const
      global @b: 8 const
      func @thrower(%clause: i32) {
        %e: ptr = copy ptr 77
        unwind 1, %clause, %e
      }
      func @main() entry {
        %kept: i32 = copy i32 5
        call @thrower()" +
              std::string(clause) + R"() unwind pad
        exit_process 1
      pad:
        %e: ptr, %s: i32 = landing catch @b, cleanup, catch_all
        %n: i64 = copy ptr %e
        %bad: i1 = ne i64 %n, 77
        branch %bad, wrong, right
      right:
        %kept_ok: i1 = eq i32 %kept, 5
        branch %kept_ok, good, wrong
      wrong:
        exit_process 99
      good:
        exit_process %s
      })");
    EXPECT_EQ(r.step(), Step::Outcome::moved) << r.last.failure.text;
    ASSERT_TRUE(r.ended());
    EXPECT_EQ(r.exit_code(), selector);
  }
}

TEST(Unwinding, the_clauses_of_callers_can_be_asked_for) {
  Running r(R"(
    global @type: 8 const
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
      %r: i32 = call @f() unwind pad
      exit_process %r
    pad:
      %e: ptr, %x: i32 = landing catch @type, catch_all
      exit_process 1
    })");
  EXPECT_EQ(r.step(), Step::Outcome::moved) << r.last.failure.text;
  EXPECT_EQ(r.exit_code(), 121u) << "the type, 'all', and behind main there is no caller";
}

TEST(Unwinding, a_handler_that_only_calls_terminate_is_told_apart) {
  Running r(R"(
    func @"__clang_call_terminate"(%e: ptr) {
      fail 1, 0
    }
    func @f() -> i32 {
      %a: i64 = clause 1, 0
      %r: i32 = trunc %a
      ret %r
    }
    func @main() entry {
      %r: i32 = call @f() unwind pad
      exit_process %r
    pad:
      %e: ptr, %x: i32 = landing catch_all
      %c: ptr = copy %e
      jump last
    last:
      call @"__clang_call_terminate"(%c)
      unreachable
    })");
  EXPECT_EQ(r.step(), Step::Outcome::moved) << r.last.failure.text;
  EXPECT_EQ(r.exit_code(), 3u);
}

TEST(Unwinding, several_functions_end_at_once_and_their_variables_are_gone) {
  Running r(R"(
    global @x: 8
    func @inner() {
      %local: ptr = alloca 4 "local"
      store ptr %local, @x
      unwind 2, 0, 0
    }
    func @middle() {
      %more: ptr = alloca 4 "more"
      call @inner()
      ret
    }
    func @main() entry {
      call @middle() unwind pad
      exit_process 1
    pad:
      %e: ptr, %s: i32 = landing cleanup
      %p: ptr = load @x
      store i32 1, %p
      exit_process 0
    })");
  EXPECT_EQ(r.step(), Step::Outcome::failed);
  EXPECT_EQ(r.last.failure.kind, "use-after-return");
}

// As a return does: others may still have used what vanishes.
TEST(Unwinding, belongs_to_the_step_before_unless_others_reach_what_vanishes) {
  const auto steps = [](const char* publishes) {
    Running r(R"(
      global @x: 8
      func @sleeper(%a: ptr) {
        atomic_begin
        block_until 0
        atomic_end
        ret
      }
      func @inner() {
        %local: ptr = alloca 4 "local"
        )" + std::string(publishes) +
              R"(
        unwind 1, 0, 0
      }
      func @main() entry {
        %t: i32 = spawn @sleeper, 0
        call @inner() unwind pad
        exit_process 1
      pad:
        %e: ptr, %s: i32 = landing cleanup
        exit_process 0
      })");
    int count = 0;
    while (!r.ended() && r.step() == Step::Outcome::moved) ++count;
    EXPECT_TRUE(r.ended()) << r.last.failure.text;
    EXPECT_EQ(r.exit_code(), 0u);
    return count;
  };
  const int when_private = steps("store ptr 0, @x"), when_shared = steps("store ptr %local, @x");
  EXPECT_EQ(when_shared, when_private + 1);
}

TEST(Unwinding, to_a_caller_that_has_nothing_to_do_is_a_mistake) {
  Running r(R"(
    func @f() {
      unwind 1, 0, 0
    }
    func @main() entry {
      call @f()
      exit_process 0
    })");
  EXPECT_EQ(r.step(), Step::Outcome::failed);
  EXPECT_EQ(r.last.failure.kind, "misuse");
}

TEST(Unwinding, a_frame_that_was_stored_goes_on_with_the_registers_that_its_landing_reads) {
  Running r(R"(
    global @x: 4
    func @sleeper(%a: ptr) {
      atomic_begin
      block_until 0
      atomic_end
      ret
    }
    func @f() {
      store i32 1, @x
      store i32 2, @x
      unwind 1, 0, 0
    }
    func @main() entry {
      %only_there: i32 = copy i32 9
      %t: i32 = spawn @sleeper, 0
      call @f() unwind pad
      exit_process 1
    pad:
      %e: ptr, %s: i32 = landing cleanup
      exit_process %only_there
    })");
  int steps = 0;
  while (!r.ended() && r.step() == Step::Outcome::moved) ++steps;
  EXPECT_GT(steps, 2);
  EXPECT_EQ(r.exit_code(), 9u);
}

TEST(Unwinding, names_of_types_in_what_a_failure_says_are_shown_as_people_write_them) {
  EXPECT_EQ(with_names_of_types("of type '_ZTSSt13runtime_error': disk full"),
            "of type 'std::runtime_error': disk full");
  EXPECT_EQ(with_names_of_types("'_ZTSi' and '_ZTSN4bank7NoMoneyE'"), "'int' and 'bank::NoMoney'");
  EXPECT_EQ(with_names_of_types("no type here"), "no type here");
  EXPECT_EQ(with_names_of_types("_ZTS"), "_ZTS");
}

}  // namespace
}  // namespace fermata::vm
