// SPDX-License-Identifier: Apache-2.0
// What is said about a text that is no program, and where.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "ir/text.h"

namespace fermata::ir {
namespace {

/// "line:column what"
std::string complaint(std::string_view text) {
  const auto program = parse(text, "t.ir");
  if (program) return "it was understood";
  EXPECT_TRUE(program.error().where.starts_with("t.ir:")) << program.error().where;
  return program.error().where.substr(5) + " " + program.error().what;
}

/// The same for line 2, inside of a function with some registers.
std::string complaint_in_body(std::string_view line) {
  return complaint("func @f(%i: i32, %c: i1, %p: ptr) {\n" + std::string(line) + "\nret\n}");
}

TEST(TextErrors, characters_that_mean_nothing) {
  EXPECT_EQ(complaint("func @f() !"), "1:11 '!' means nothing here");
  EXPECT_EQ(complaint("\n  \x01"), "2:3 byte 0x01 means nothing here");
  EXPECT_EQ(complaint("global @"), "1:8 a name should follow '@'");
  EXPECT_EQ(complaint("\n\n %"), "3:2 a name should follow '%'");
  EXPECT_EQ(complaint("global # 3"), "1:8 a number should follow '#'");
  EXPECT_EQ(complaint("f#4294967296"), "1:1 this index is too large");
  EXPECT_EQ(complaint("global @x: 1 = \"abc"), "1:16 this string does not end");
  EXPECT_EQ(complaint("global @x: 1 = \"abc\nd\""), "1:16 this string does not end");
  EXPECT_EQ(complaint("global @x: 1 = \"\\q\""), "1:16 this string has an escape that does not exist");
  EXPECT_EQ(complaint("global @x: 12ab"), "1:12 this is not a number");
  EXPECT_EQ(complaint("global @x: 0x"), "1:12 this is not a number");
  EXPECT_EQ(complaint("global @x: 1."), "1:12 this is not a number");
}

TEST(TextErrors, outside_of_functions) {
  EXPECT_EQ(complaint("%a = add 1, 2"), "1:1 expected 'func', 'global', 'layout' or 'position', found '%a'");
  EXPECT_EQ(complaint("func f() { ret }"), "1:6 expected a name like '@f', found 'f'");
  EXPECT_EQ(complaint("func @f { ret }"), "1:9 expected '(', found '{'");
  EXPECT_EQ(complaint("func @f(%a) { ret }"), "1:9 '%a' has no type yet");
  EXPECT_EQ(complaint("func @f(%a: i32, %a: i32)"), "1:18 '%a' is declared twice");
  EXPECT_EQ(complaint("func @f(%a: i0)"), "1:13 there is no type 'i0'");
  EXPECT_EQ(complaint("func @f(%a: i129)"), "1:13 there is no type 'i129'");
  EXPECT_EQ(complaint("func @f(%a: f16)"), "1:13 there is no type 'f16'");
  EXPECT_EQ(complaint("func @f(%a: int)"), "1:13 expected a type, found 'int'");
  EXPECT_EQ(complaint("func @f() - i32"), "1:13 expected '->' and the types of the results, found 'i32'");
  EXPECT_EQ(complaint("func @f() {\n ret\n"), "3:1 expected '}' at the end of the function, found the end of the text");
  EXPECT_EQ(complaint("func @f()\nglobal @f: 4"), "2:8 '@f' is defined twice");
  EXPECT_EQ(complaint("func @f() entry { ret }\nfunc @g() entry { ret }"),
            "2:11 a program has one entry; this is the second function that is marked so");
  EXPECT_EQ(complaint("func @f() { ret } }"), "1:19 expected 'func', 'global', 'layout' or 'position', found '}'");
  EXPECT_EQ(complaint("layout 2: signed 4"), "1:8 this is layout 1");
  EXPECT_EQ(complaint("layout 1: strange 4"),
            "1:11 expected one of unknown, boolean, character, signed, unsigned, floating, pointer, record, array, "
            "found 'strange'");
  EXPECT_EQ(complaint("position 7: \"a.c\" 1 1"), "1:10 this is position 1");
  EXPECT_EQ(complaint("position 1: \"a.c\" 4294967296 1"), "1:19 a line cannot be '4294967296'");
}

TEST(TextErrors, initial_values) {
  EXPECT_EQ(complaint("global @x: 2 = i32 1"), "1:16 the initial value of '@x' is longer than its size, 2 bytes");
  EXPECT_EQ(complaint("global @x: 2 = \"ab\", zero 1"),
            "1:22 the initial value of '@x' is longer than its size, 2 bytes");
  EXPECT_EQ(complaint("global @x: 18446744073709551615 = \"a\", zero 18446744073709551615"),
            "1:40 the initial value of '@x' is longer than its size, 18446744073709551615 bytes");
  EXPECT_EQ(complaint("global @x: 1000000000000 = zero 1000000000000"), "1:28 this initial value is too long");
  EXPECT_EQ(complaint("global @x: 8 = ptr @y"), "1:20 there is no '@y'");
  EXPECT_EQ(complaint("global @x: 8 = i64 @x"), "1:16 an address is of type ptr");
  EXPECT_EQ(complaint("global @x: 8 = @x"), "1:18 expected 'at' and an offset, found the end of the text");
  EXPECT_EQ(complaint("global @x: 8 = 1"), "1:16 expected a part of the initial value, found '1'");
  EXPECT_EQ(complaint("global @x: 8 = i8 256"), "1:19 '256' does not fit in i8");
}

TEST(TextErrors, registers_and_types) {
  EXPECT_EQ(complaint_in_body("%r = add 1, 2"), "2:1 '%r' has no type yet");
  EXPECT_EQ(complaint_in_body("%r: i32 = add %x, 2"), "2:15 there is no register '%x' yet");
  EXPECT_EQ(complaint_in_body("%i: i64 = add 1, 2"), "2:1 '%i' is declared twice, first as i32");
  EXPECT_EQ(complaint_in_body("%r#7: i64 = add 1, 2"), "2:1 '%r#7' is register 3");
  EXPECT_EQ(complaint_in_body("%r: i1 = eq 1, 2"), "2:10 nothing says which type 'eq' has");
  EXPECT_EQ(complaint_in_body("store 1, %p"), "2:1 nothing says which type 'store' has");
  EXPECT_EQ(complaint_in_body("%r: i64 = sext 1"), "2:16 nothing says which type this constant has");
  EXPECT_EQ(complaint_in_body("call %p(-1)"), "2:10 nothing says how wide this negative constant is");
  EXPECT_EQ(complaint_in_body("call %p(1.5)"), "2:9 nothing says which type this constant has");
  EXPECT_EQ(complaint_in_body("%r: i8 = add 256, 1"), "2:14 '256' does not fit in i8");
  EXPECT_EQ(complaint_in_body("%r: i8 = add -129, 1"), "2:15 '-129' does not fit in i8");
  EXPECT_EQ(complaint_in_body("%r: i8 = add 1.5, 1"), "2:14 '1.5' is not a whole number, but its place is of type i8");
  EXPECT_EQ(complaint_in_body("%r: i128 = add 340282366920938463463374607431768211456, 1"),
            "2:16 '340282366920938463463374607431768211456' has more than 128 bits");
  EXPECT_EQ(complaint_in_body("%r: f32 = fneg 1e99"), "2:16 '1e99' is out of the range of f32");
}

TEST(TextErrors, instructions) {
  EXPECT_EQ(complaint_in_body("%r: i32 = frobnicate 1"), "2:11 there is no instruction 'frobnicate'");
  EXPECT_EQ(complaint_in_body("intrinsic 1"), "2:1 there is no instruction 'intrinsic'");
  EXPECT_EQ(complaint_in_body("%r: i32 = 1"), "2:11 expected an instruction, found '1'");
  EXPECT_EQ(complaint_in_body("%r: i32 add 1, 2"), "2:9 expected '=', found 'add'");
  EXPECT_EQ(complaint_in_body("%r: i32 = add 1"), "2:11 'add' takes 2 operands, here are 1");
  EXPECT_EQ(complaint_in_body("%r: i32 = add 1, 2, 3"), "2:11 'add' takes 2 operands, here are 3");
  EXPECT_EQ(complaint_in_body("%r: i32 = add 1, ret"), "2:18 expected an operand, found 'ret'");
  EXPECT_EQ(complaint_in_body("%r: i32 = add x, 2"), "2:15 expected an operand, found 'x'");
  EXPECT_EQ(complaint_in_body("%r: i32 = load atomic weak %p"), "2:23 expected an operand, found 'weak'");
  EXPECT_EQ(complaint_in_body("add %i, 2"), "2:1 'add' gives 1 result, here are 0");
  EXPECT_EQ(complaint_in_body("%i = store %i, %p"), "2:1 'store' gives 0 results, here are 1");
  EXPECT_EQ(complaint_in_body("%i = atomic_begin"), "2:1 'atomic_begin' gives 0 results, here are 1");
  EXPECT_EQ(complaint_in_body("spawn @f"), "2:1 'spawn' takes 2 operands, here are 1");
  EXPECT_EQ(complaint_in_body("%i = rmw %p, 1"), "2:10 expected how to modify, found '%p'");
  EXPECT_EQ(complaint_in_body("call @g()"), "2:6 there is no '@g'");
  EXPECT_EQ(complaint_in_body("call @f+1()"), "2:8 there is nothing at an offset from a function");
  EXPECT_EQ(complaint_in_body("call @f(1"), "3:1 expected ',', found 'ret'");
  EXPECT_EQ(complaint_in_body("%p = alloca 4 at"), "2:17 expected the number of a position, found the end of the line");
  EXPECT_EQ(complaint_in_body("fence fence"), "2:7 expected the end of the line, found 'fence'");
  EXPECT_EQ(complaint_in_body("%p, %i = landing catchall"),
            "2:18 expected 'catch @type', 'catch_all', 'cleanup' or 'filter (...)', found 'catchall'");
}

TEST(TextErrors, blocks) {
  EXPECT_EQ(complaint_in_body("jump nowhere"), "2:6 there is no block 'nowhere' in this function");
  EXPECT_EQ(complaint_in_body("jump %i"), "2:6 expected the name of a block, found '%i'");
  EXPECT_EQ(complaint_in_body("branch %c, entry"), "2:17 expected ',', found the end of the line");
  EXPECT_EQ(complaint_in_body("switch %i, entry, entry"), "2:19 expected a constant, found 'entry'");
  EXPECT_EQ(complaint_in_body("ret\nb:\nret\nb:"), "5:1 there are two blocks called 'b'");
  EXPECT_EQ(complaint_in_body("ret\nentry:"), "3:1 there are two blocks called 'entry'");
  EXPECT_EQ(complaint_in_body("ret\nb#7:"), "3:1 this is block 1");
}

TEST(TextErrors, a_mistake_comes_with_a_hint) {
  const auto program = parse("func @f() {\n %a = copy i32 1\n ret\n}", "t.ir");
  ASSERT_FALSE(program);
  EXPECT_EQ(program.error().hint, "declare it where it is first assigned: %a: i32 = ...");
}

}  // namespace
}  // namespace fermata::ir
