// SPDX-License-Identifier: Apache-2.0
// The analysis that finds values on which nothing depends, and the check of what it finds: each of its rules is needed,
// and confirm notices where one is left out.
#include "confirm/erased_values.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/explore/judging.h"
#include "ir/irrelevant_values.h"

namespace fermata::confirm {
namespace {

using ir::IrrelevanceRules;

ir::Program erase(const ir::Program& program, const IrrelevanceRules& rules = {}) {
  ir::Program erased = ir::without(program, ir::irrelevant_values(program, rules), rules);
  for (const Error& e : ir::validate(erased)) ADD_FAILURE() << e.where << ": " << e.what;
  return erased;
}

std::vector<std::string> left_out(const ir::Program& program, const IrrelevanceRules& rules = {}) {
  const ir::Program erased = erase(program, rules);
  EXPECT_EQ(wrongly_erased(program, erased, rules.changes_matter).value_or(""), "");
  return ir::names(program, ir::irrelevant_values(program, rules), rules);
}

using Names = std::vector<std::string>;

constexpr const char* variables = R"(
layout 1: signed 4 "int"
layout 2: record 8 "stats" (hits at 0: 1, misses at 4: 1)
global @n: 4 shown "n"
global @k: 4 shown "k"
global @wide: 8 shown "wide"
global @stats: 8 shown "stats" layout 2
global @mine: 4 thread_local shown "mine"
global @text: 4 const = "%d\00\00"
)";

ir::Program program(const std::string& rest) { return engine::explore::program_of(variables + rest); }

TEST(ErasedValues, a_counter_that_nobody_reads_is_left_out) {
  EXPECT_EQ(left_out(program(R"(
func @main() entry {
  %0: i32 = load @n
  %1: i32 = add %0, 1
  store i32 %1, @n
  %2: i32 = rmw atomic add @k, 1
  %3: i32 = load @mine
  %4: i32 = add %3, 2
  store i32 %4, @mine
  ret
})")),
            (Names{"k", "mine", "n"}));
}

TEST(ErasedValues, fields_count_for_themselves) {
  EXPECT_EQ(left_out(program(R"(
func @main() entry {
  store i32 5, @stats
  store i32 6, @stats+4
  %0: i32 = load @stats+4
  block_until %0
  ret
})")),
            (Names{"stats.hits"}));
}

TEST(ErasedValues, an_index_may_mean_any_element) {
  EXPECT_EQ(left_out(program(R"(
func @main() entry {
  %i: i32 = choose 2, 0
  %p: ptr = offset @stats, %i, 4
  store i32 5, %p
  %0: i32 = load @stats+4
  block_until %0
  ret
})")),
            (Names{}));
}

TEST(ErasedValues, what_is_only_shown_is_left_out) {
  EXPECT_EQ(left_out(program(R"(
func @main() entry {
  %0: i64 = load @wide
  %1: i64 = add %0, 1
  store i64 %1, @wide
  %2: i64 = shown %1
  %3: ptr = alloca 8
  store i64 %2, %3
  print %3, 8
  ret
})")),
            (Names{"wide"}));
}

/// Complete, the rules leave @n in; without one of them it is left out, and confirm says why that is wrong.
void expect_needed(const std::string& text, bool IrrelevanceRules::* rule, const std::string& complaint) {
  const ir::Program p = program(text);
  EXPECT_EQ(left_out(p), (Names{})) << text;
  IrrelevanceRules without_it;
  without_it.*rule = false;
  const auto wrong = wrongly_erased(p, erase(p, without_it), false);
  ASSERT_TRUE(wrong) << text;
  EXPECT_NE(wrong->find(complaint), wrong->npos) << *wrong;
}

TEST(ErasedValues, would_notice_that_something_is_divided_by_one) {
  expect_needed(R"(
func @main() entry {
  %0: i32 = load @n
  %1: i32 = sub %0, 1
  store i32 %1, @n
  %2: i32 = udiv 8, %1
  ret
})",
                &IrrelevanceRules::divisors, "divided by what is erased");
  expect_needed(R"(
func @main() entry {
  %0: i32 = load @n
  %1: i32 = sub %0, 1
  store i32 %1, @n
  %2: i32 = sdiv %1, -1
  ret
})",
                &IrrelevanceRules::divisors, "whether a division fails");
}

TEST(ErasedValues, a_dividend_matters_only_if_the_division_may_fail) {
  EXPECT_EQ(left_out(program(R"(
func @main() entry {
  %0: i32 = load @n
  %1: i32 = sdiv %0, 3
  store i32 %1, @n
  %2: i32 = udiv %0, -1
  store i32 %2, @k
  ret
})")),
            (Names{"k", "n"}));
}

TEST(ErasedValues, would_notice_that_one_is_passed_to_a_function_that_uses_it) {
  expect_needed(R"(
func @use(%a: i32) {
  block_until %a
  ret
}
func @main() entry {
  %0: i32 = load @n
  %1: i32 = add %0, 1
  store i32 %1, @n
  call @use(%1)
  ret
})",
                &IrrelevanceRules::calls, "passed to a function that uses it");
}

TEST(ErasedValues, would_notice_that_one_is_returned_to_a_function_that_uses_it) {
  expect_needed(R"(
func @count() -> i32 {
  %0: i32 = load @n
  %1: i32 = add %0, 1
  store i32 %1, @n
  ret %1
}
func @main() entry {
  %0: i32 = call @count()
  block_until %0
  ret
})",
                &IrrelevanceRules::returns, "returned to a function that uses it");
}

TEST(ErasedValues, would_notice_that_the_address_goes_elsewhere) {
  expect_needed(R"(
func @use(%a: ptr) {
  %0: i32 = load %a
  block_until %0
  ret
}
func @main() entry {
  store i32 1, @n
  call @use(@n)
  ret
})",
                &IrrelevanceRules::escapes, "the address of a variable with an erased value goes elsewhere");
}

TEST(ErasedValues, would_notice_that_a_pointer_is_stored) {
  expect_needed(R"(
func @main() entry {
  %0: ptr = alloc 8
  store ptr %0, @wide
  ret
})",
                &IrrelevanceRules::pointers, "shares what it points to");
}

TEST(ErasedValues, would_notice_that_an_update_reads) {
  expect_needed(R"(
func @main() entry {
  %0: i32 = rmw atomic add @n, 1
  block_until %0
  ret
})",
                &IrrelevanceRules::read_modify_write, "something erased is read, and the result is not");
}

TEST(ErasedValues, whatever_decides_is_kept) {
  for (const std::string use : {
           "%2: i1 = eq i32 %1, 3\n  branch %2, out, out\nout:",
           "switch i32 %1, out, 3: out\nout:",
           "%2: i32 = choose %1, 0",
           "block_until %1",
           "exit_process %1\nrest:",
           "store i32 %1, @k\n  %2: i32 = load @k\n  block_until %2",
           "%2: i64 = zext i32 %1\n  %3: ptr = alloc %2",
           "%2: i64 = zext i32 %1\n  fill_bytes @text, 0, %2",
           "%2: ptr = offset @text, %1\n  %3: i8 = load %2",
           "%2: i32 = umin %1, 7\n  %3: i1 = slt i32 %2, 3\n  %4: i32 = select %3, 1, 0\n  block_until %4",
           "%2: i32, %3: i1 = cmpxchg @k, %1, 0",
           "%2: ptr = copy ptr @main\n  call %2(%1)",
           "section_begin %1, @k",
           "%2: ptr = alloca 4\n  store i32 %1, %2\n  %3: i64 = copy ptr %2\n  %4: i32 = load %2\n  block_until %4",
       })
    EXPECT_EQ(left_out(program(
                  "func @main() entry {\nb:\n  %0: i32 = load @n\n  %1: i32 = add %0, 1\n  store i32 %1, @n\n  " + use +
                  "\n  ret\n}")),
              (Names{}))
        << use;
}

TEST(ErasedValues, a_global_variable_that_others_point_to_is_kept) {
  EXPECT_EQ(left_out(program(R"(
global @to: 8 = ptr @n
func @main() entry {
  store i32 1, @n
  ret
})")),
            (Names{}));
}

TEST(ErasedValues, a_thread_returns_to_whoever_joins_it) {
  EXPECT_EQ(left_out(program(R"(
func @worker(%a: ptr) -> i32 {
  %0: i32 = load @n
  %1: i32 = add %0, 1
  store i32 %1, @n
  ret %1
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  ret
})")),
            (Names{}));
}

TEST(ErasedValues, of_a_daemon_counters_still_change_and_nothing_else_is_left_out) {
  const ir::Program p = program(R"(
func @main() entry {
  %0: i32 = load @n
  %1: i32 = add %0, 1
  store i32 %1, @n
  %2: i32 = choose 3, 0
  store i32 %2, @k
  store i32 7, @stats
  ret
})");
  const IrrelevanceRules daemon{.changes_matter = true};
  EXPECT_EQ(left_out(p, daemon), (Names{"n"}));
  const auto instructions = erase(p, daemon).functions.back().blocks[0].instructions;
  EXPECT_EQ(instructions[2].op, ir::Op::read_modify_write);
  EXPECT_EQ(instructions[2].modify, ir::Modify::xor_);
  EXPECT_EQ(instructions[5].operands[0], ir::Operand::constant(7));
  EXPECT_TRUE(wrongly_erased(p, erase(p), true)) << "zero is zero, however often it is written";
}

/// The programs make the same steps, which is what makes the runs of one those of the other.
TEST(ErasedValues, a_program_with_a_counter_has_the_verdict_of_the_one_without) {
  const char* spins = R"(
func @worker(%a: ptr) {
  store i32 1, @x0
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  jump look
look:
  %0: i32 = load @x0
  %1: i1 = eq i32 %0, 0
  branch %1, again, out
again:
  %2: i64 = load @wide
  %3: i64 = add %2, 1
  store i64 %3, @wide
  jump look
out:
  exit_process 0
})";
  const auto verdict = engine::explore::verdict_of(program(spins));
  EXPECT_EQ(engine::explore::finding(verdict, verdict::Property::hang).answer, verdict::Answer::holds);
  EXPECT_EQ(verdict.not_in_state, (Names{"wide"}));
}

}  // namespace
}  // namespace fermata::confirm
