// SPDX-License-Identifier: Apache-2.0
#include "frontend/boogie/loading.h"

namespace fermata::frontend::boogie {
namespace {

using ir::Intrinsic;

const std::string two_threads = "procedure {:entrypoint} main() { async call p(); async call p(); }\n";

/// The body of a thread that is not alone.
ir::Program with_thread(const std::string& body, const std::string& variables = "var x, y: bool where !x;\n") {
  return loaded(variables + two_threads + "procedure p() {\n" + body + "\n}\n").program;
}

TEST(Lowering, makes_one_step_of_a_statement) {
  EXPECT_EQ(count(with_thread("x := true;"), "p", Intrinsic::atomic_begin), 0) << "one access is a step by itself";
  EXPECT_EQ(count(with_thread("x := !x;"), "p", Intrinsic::atomic_begin), 1);
  EXPECT_EQ(count(with_thread("x, y := y, x;"), "p", Intrinsic::atomic_begin), 1);
  EXPECT_EQ(count(with_thread("if (x && y) {}"), "p", Intrinsic::atomic_begin), 1);
  EXPECT_EQ(count(with_thread("call corral_atomic_begin(); x := !x; call corral_atomic_end();"), "p",
                  Intrinsic::atomic_begin),
            1);
}

TEST(Lowering, waits_for_what_others_can_make_true) {
  const ir::Program shared = with_thread("assume x;");
  EXPECT_EQ(count(shared, "p", Intrinsic::block_until), 1);
  EXPECT_EQ(count(shared, "p", Intrinsic::assume), 0);
  const ir::Program local = with_thread("var l: bool; l := x; assume l;");
  EXPECT_EQ(count(local, "p", Intrinsic::block_until), 0);
  EXPECT_EQ(count(local, "p", Intrinsic::assume), 1);
  const ir::Program inside =
      with_thread("var l: bool; call corral_atomic_begin(); l := x; assume l; call corral_atomic_end();");
  EXPECT_EQ(count(inside, "p", Intrinsic::block_until), 1) << "the block can be tried again";
}

TEST(Lowering, does_not_wait_for_what_nobody_else_changes) {
  const std::string variables =
      "const c: bool; function f(): bool { c } var {:thread_local} own: bool; var x: bool where x;\n";
  EXPECT_EQ(count(with_thread("own := c; assume c; assume own; assume f();", variables), "p", Intrinsic::block_until),
            0);
  EXPECT_EQ(count(with_thread("assume c || x;", variables), "p", Intrinsic::block_until), 1);
}

TEST(Lowering, takes_the_least_integer) { loaded(in_main("assert -9223372036854775808 < 0;")); }

TEST(Lowering, follows_calls_that_multiply) {
  std::string text = "var x: int;\nprocedure p40() { x := 1; }\n";
  for (int i = 0; i < 40; ++i) {
    const std::string next = "call p" + std::to_string(i + 1) + "();";
    text += "procedure p" + std::to_string(i) + "() { " + next + next + " }\n";
  }
  loaded(text + in_main("call p0();"));  // at once
}

TEST(Lowering, assumes_as_long_as_there_is_one_thread) {
  const ir::Program program =
      loaded("var x: bool;\nprocedure p() {}\n" + in_main("if (x) {} assume x; async call p(); assume x;")).program;
  EXPECT_EQ(count(program, "main alone", Intrinsic::block_until), 1);
  EXPECT_EQ(count(program, "main alone", Intrinsic::assume), 1);
}

TEST(Lowering, knows_what_is_assumed_in_the_beginning) {
  const ir::Program program =
      loaded(
          "var x: int; var m: [int]bv8; var c: int;\n" +
          in_main("assume x == 7 && (forall i: int :: m[i] == 3bv8); c := 1; assert c == 1 && x == 7 && m[5] == 3bv8;"))
          .program;
  EXPECT_EQ(count(program, "start of the program", Intrinsic::input), 0);
  ASSERT_NE(global(program, "x"), nullptr);
  EXPECT_EQ(global(program, "x")->bytes[0], 7);
  EXPECT_EQ(global(program, "m")->bytes, std::vector<std::uint8_t>(32, 3));
  EXPECT_EQ(global(program, "m is assigned"), nullptr);
}

TEST(Lowering, begins_with_any_value_of_what_only_an_assumption_reads) {
  const std::string assigned = in_main("x, y := 1, 2;");
  const auto inputs = [](const std::string& text) {
    return count(loaded(text).program, "start of the program", Intrinsic::input);
  };
  EXPECT_EQ(inputs("var x, y: int;\n" + assigned), 0);
  EXPECT_EQ(inputs("var x: int where x >= 0; var y: int;\n" + assigned), 0) << "0 is as good as any";
  EXPECT_EQ(inputs("var x: int; var y: int where x > y;\n" + assigned), 2);
  EXPECT_EQ(inputs("var x: int; procedure p() requires x == 0; { x := 1; }\n" + in_main("call p();")), 1);
  EXPECT_EQ(inputs("var x: int; procedure p(a: int where a < x) { x := 1; }\n" + in_main("call p(1);")), 1);
  EXPECT_EQ(inputs("var x: int; var y: int where x > y;\n" + in_main("havoc y; x := 1; assert x > y;")), 2);
}

TEST(Lowering, begins_with_any_value_of_what_is_read_first) {
  EXPECT_EQ(
      count(loaded("var x: int;\n" + in_main("assert x == x;")).program, "start of the program", Intrinsic::input), 1);
  EXPECT_EQ(count(loaded("var x: int;\n" + in_main("x := 1; assert x == 1;")).program, "start of the program",
                  Intrinsic::input),
            0);
  EXPECT_EQ(count(loaded("var x: int;\n" + in_main("if (*) { x := 1; } assert x == 1;")).program,
                  "start of the program", Intrinsic::input),
            1);
  EXPECT_EQ(count(loaded(in_main("var l: int; assert l == 0;")).program, "main alone", Intrinsic::input), 1);
  EXPECT_NE(global(loaded("var m: [int]int;\n" + in_main("assert m[1] == 0;")).program, "m is assigned"), nullptr);
}

TEST(Lowering, says_that_a_type_has_no_values_but_its_constants) {
  const std::string type = "type T; const unique a, b: T; var t: T;\n";
  EXPECT_TRUE(loaded(type + in_main("t := a; assert t != b;")).assumptions.empty());
  EXPECT_EQ(loaded(type + in_main("havoc t; assert t == a || t == b;")).assumptions.size(), 1u);
  EXPECT_EQ(loaded(type + in_main("t := a; assert (exists x: T :: x == t);")).assumptions.size(), 1u);
}

TEST(Lowering, says_that_an_int_without_bounds_has_64_bits) {
  EXPECT_EQ(loaded("var x: int;\n" + in_main("assert x == x;")).assumptions.size(), 1u);
  EXPECT_TRUE(loaded("var x: int where 0 <= x && x < 4;\n" + in_main("assert x == x;")).assumptions.empty());
  EXPECT_TRUE(loaded(in_main("var l: int; havoc l; assume 0 <= l; assume l < 4; assert l < 4;")).assumptions.empty());
  EXPECT_EQ(loaded(in_main("var l: int; havoc l; assume 0 <= l; assert l >= 0;")).assumptions.size(), 1u);
}

TEST(Lowering, checks_every_operation_on_int) {
  const std::string local = "var a, b: int; a := 1; b := 2; while (a < b) { a := ";
  EXPECT_EQ(count(loaded(in_main(local + "a + 1; }")).program, "main alone", Intrinsic::unmodelled), 1);
  EXPECT_EQ(count(loaded(in_main(local + "a * b; }")).program, "main alone", Intrinsic::unmodelled), 1);
  EXPECT_EQ(count(loaded(in_main(local + "-a; }")).program, "main alone", Intrinsic::unmodelled), 1);
  EXPECT_EQ(count(loaded(in_main(local + "a div b; }")).program, "main alone", Intrinsic::unmodelled), 2)
      << "by zero, and the least by -1";
  EXPECT_EQ(count(loaded(in_main(local + "a mod 3; }")).program, "main alone", Intrinsic::unmodelled), 0);
}

TEST(Lowering, takes_a_choice_and_what_is_assumed_of_it_as_one_step) {
  const ir::Program either = with_thread("goto a, b; a: assume x; return; b: assume y; return;");
  EXPECT_EQ(count(either, "p", Intrinsic::block_until), 3)
      << "one for both, and one each for who comes there otherwise";
  EXPECT_EQ(count(either, "p", Intrinsic::choose), 1);
  const ir::Program twice = with_thread("goto a, b; a: assume x; assume !x; return; b: assume y; return;");
  EXPECT_EQ(count(twice, "p", Intrinsic::block_until), 4) << "before the second one others may have a turn";
  const ir::Program if_else = with_thread("goto a, b; a: assume x; return; b: assume !x; return;");
  EXPECT_EQ(count(if_else, "p", Intrinsic::block_until), 2) << "only for who comes there otherwise";
  EXPECT_EQ(count(if_else, "p", Intrinsic::choose), 0);
  const ir::Program chosen = with_thread("var l: bool; havoc l; assume l == x;");
  EXPECT_EQ(count(chosen, "p", Intrinsic::atomic_begin), 1);
}

TEST(Lowering, ends_the_first_thread_with_its_procedure) {
  const ir::Program program = with_thread("x := true;");
  EXPECT_EQ(count(program, "start of the program", Intrinsic::thread_exit), 1);
  EXPECT_EQ(count(program, "start of the program", Intrinsic::exit_process), 0);
}

TEST(Lowering, numbers_threads_only_where_somebody_asks) {
  EXPECT_EQ(count(with_thread("x := true;"), "main alone", Intrinsic::detach), 2);
  EXPECT_EQ(count(with_thread("var t: int; call t := corral_getThreadID();"), "main alone", Intrinsic::detach), 0);
}

TEST(Lowering, knows_an_index_by_its_type_or_its_attribute) {
  const auto size = [](const std::string& type) {
    const ir::Program program = loaded("type T; const unique a, b, c: T;\nvar " + type + ";\n" + in_main("")).program;
    return global(program, "m")->size;
  };
  EXPECT_EQ(size("m: [bool]bool"), 2u);
  EXPECT_EQ(size("m: [T][bv2]bv16"), 24u);
  EXPECT_EQ(size("m: [int, bool]int"), 512u);
  EXPECT_EQ(size("{:index 0, 3} m: [int]int"), 32u);
  EXPECT_EQ(size("{:index -2, 3} m: [int]bool"), 6u);
}

}  // namespace
}  // namespace fermata::frontend::boogie
