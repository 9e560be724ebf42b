// SPDX-License-Identifier: Apache-2.0
// What is not taken is refused, with its name, its place and mostly with what to do.
#include "frontend/boogie/loading.h"

namespace fermata::frontend::boogie {
namespace {

void expect(const std::string& text, std::string_view where, std::string_view what) {
  const Error e = error_of(text);
  EXPECT_EQ(e.where, "test.bpl:" + std::string(where)) << text << e.what;
  EXPECT_TRUE(e.what.contains(what)) << e.what << "\n" << text;
}

TEST(Errors, of_spelling_say_what_was_expected) {
  expect("procedure main() { x = 1; }", "1:22", "expected ':=', but found '='");
  expect("procedure main() {\n  assume true\n}", "3:1", "expected ';', but found '}'");
  expect("procedure main() {", "1:19", "expected '}', but found the end of the file");
  expect("vor x: int;", "1:1", "expected a declaration, but found 'vor'");
  expect(in_main("assert a && b || c;"), "2:15", "'&&' and '||' stand beside each other");
}

TEST(Errors, of_names_and_types_say_which) {
  expect(in_main("x := 1;"), "2:1", "there is no variable 'x'");
  expect("var x: int;\n" + in_main("x := true;"), "3:6", "what is assigned is of type bool, but should be of type int");
  expect("var x: Node;\n" + in_main(""), "1:8", "there is no type 'Node'");
  expect(in_main("goto there;"), "2:6", "there is no label 'there'");
  expect(in_main("call p();"), "2:6", "there is no procedure 'p'");
  expect(in_main("break;"), "2:1", "'break' stands in no loop");
  expect("const c: int;\n" + in_main("c := 1;"), "3:1", "'c' is a constant, and cannot be assigned");
  expect("procedure p(a: int); procedure main() { call p(); }", "1:46", "'p' takes 1 arguments, and is given 0");
  expect("procedure p() {}", "1:1", "no procedure is marked {:entrypoint}");
}

TEST(Errors, name_what_is_not_modelled) {
  expect("var x: real;", "1:8", "the type 'real' is not modelled");
  expect("datatype T { a() }", "1:1", "'datatype' is not modelled");
  expect("type T a;", "1:8", "a type with parameters is not modelled");
  expect(in_main("assert old(true);"), "2:8", "'old' is not modelled");
  expect(in_main("assert (lambda x: int :: x)[1] == 1;"), "2:9", "'lambda' is not modelled");
  expect(in_main("assert (forall i: int :: i == i);"), "2:9", "a quantifier over 'i' without bounds is not modelled");
  expect("function f(x: int): int;\n" + in_main("assert f(1) == 1;"), "3:8", "the function 'f' has no body");
  expect("function f(x: int): int { f(x) }\n" + in_main("assert f(1) == 1;"), "1:27", "'f' is defined by itself");
  expect("var m: [int]int;\n" + in_main("havoc m;"), "3:7", "havoc of a whole map is not modelled");
  expect(in_main("var m: [int]int; m[1] := 1;"), "2:5", "the map 'm' as a local variable is not modelled");
  expect("var {:index 0, 99999999} m: [int]int;\n" + in_main(""), "1:26", "more than 65536 elements");
  expect(in_main("var x: int; x := 99999999999999999999;"), "2:18", "does not fit into 64 bits");
  expect("const unique a, b: int; axiom a == 1 && b == 1;" + in_main(""), "1:17", "'a' and 'b' are equal");
  expect("type T;\nvar x: T;\n" + in_main(""), "2:5", "nobody knows which values the type 'T' has");
}

TEST(Errors, name_attributes_that_may_say_what_the_program_means) {
  expect("var {:lock} x: int;", "1:5", "the attribute {:lock} is not modelled");
  expect(in_main("assume {:fair} true;"), "2:8", "the attribute {:fair} is not modelled");
  expect("procedure {:yields} main() {}", "1:11", "the attribute {:yields} is not modelled");
  expect("procedure {:ignore} p() {}", "1:11", "the attribute {:ignore} is not modelled");
  expect(in_main("assert {:verified_under true} false;"), "2:8", "the attribute {:verified_under} is not modelled");
  expect("type {:builtin \"Seq\"} T;", "1:23", "a type that the prover knows is not modelled");
  loaded("procedure {:inline 1} p() {}\n" + in_main("var x: bool; assume {:sourceloc \"a.c\", 3, 4} true; assume "
                                                    "{:branchcond x} true; call {:si_unique_call 3} p();"));
}

TEST(Errors, of_atomic_blocks_say_where_they_are_not_nested) {
  expect(in_main("call corral_atomic_begin();"), "3:1", "an atomic block is open where the procedure returns");
  expect(in_main("call corral_atomic_end();"), "2:6", "was not begun in this procedure");
  expect(in_main("if (*) { call corral_atomic_begin(); }\ncall corral_atomic_end();"), "2:1",
         "one way from here an atomic block is open");
}

TEST(Errors, end_what_would_grow_without_end) {
  const auto times = [](int n, const std::string& text) {
    std::string all;
    for (int i = 0; i < n; ++i) all += text;
    return all;
  };
  expect(in_main("assert " + times(100'000, "(") + ";"), "2:508", "nested deeper than 500");
  expect(in_main(times(10'000, "if (*) {")), "2:809", "statements are nested deeper than 100");
  std::string doubling = "function f30(x: int): int { x }\n";
  for (int i = 0; i < 30; ++i) {
    const std::string next = "f" + std::to_string(i + 1) + "(x)";
    doubling += "function f" + std::to_string(i) + "(x: int): int { " + next + " + " + next + " }\n";
  }
  EXPECT_FALSE(error_of(doubling + in_main("var x: int; x := f0(1);")).what.empty());
  std::string types = "type A40 = int;\n";
  for (int i = 0; i < 40; ++i)
    types += "type A" + std::to_string(i) + " = [A" + std::to_string(i + 1) + "]A" + std::to_string(i + 1) + ";\n";
  EXPECT_TRUE(error_of(types + "var x: A0;\n" + in_main("")).what.contains("too large"));
}

}  // namespace
}  // namespace fermata::frontend::boogie
