// SPDX-License-Identifier: Apache-2.0
// Each rule of the validator, and a program that breaks only this one.
#include "ir/validate.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>

#include "ir/reading.h"

namespace fermata::ir {
namespace {

constexpr std::string_view fine = R"(
layout 1: signed 4 "int"
layout 2: record 4 "Box" (value at 0: 1)
layout 3: array 8 "Box[2]" of 2
position 1: "a.c" 10 5 in "main"
global @x: 24 layout 3 at 1 = ptr @x, ptr @callee
func @callee(%a: i32, %b: ptr) -> i32 { ret %a }
func @many(%a: i32, ... %extra: ptr) { ret }
func @worker(%arg: ptr) { ret }
func @main() entry {
  %i: i32 = copy i32 1
  %r: i32 = call @callee(%i, @x) unwind pad at 1
  ret
pad:
  %e: ptr, %s: i32 = landing catch @x, cleanup
  resume %e, %s
}
)";

std::string complaints(std::string_view text) { return all_of(validate(read(text))); }

/// `fine` with one change.
std::string complaints_after(const std::function<void(Program&)>& change) {
  Program program = read(fine);
  change(program);
  return all_of(validate(program));
}

/// What is said about one line, with some registers to use.
std::string about(std::string_view line) {
  std::string all = complaints(
      "global @x: 8\n"
      "func @g(%a: i32, %b: ptr) -> i32 { ret %a }\n"
      "func @many(%a: i32, ... %extra: ptr) { ret }\n"
      "func @f(%i: i32, %l: i64, %w: i128, %c: i1, %p: ptr, %d: f64, %s: f32, %o: i1) -> i32 {\n  " +
      std::string(line) + "\n  ret 0\n}\nfunc @main() { ret }\n");
  const std::string_view where = "in @f, block entry: `";
  if (!all.starts_with(where)) return all;
  all.erase(0, all.find("`: ") + 3);
  return all;
}

Function& main_of(Program& program) { return program.functions[3]; }
Instruction& copy_of(Program& program) { return main_of(program).blocks[0].instructions[0]; }
Instruction& call_of(Program& program) { return main_of(program).blocks[0].instructions[1]; }

TEST(Validate, a_program_that_keeps_the_rules_is_fine) { EXPECT_EQ(complaints(fine), ""); }

TEST(Validate, a_message_names_function_block_instruction_and_place) {
  const auto errors = validate(read(
      "position 1: \"a.c\" 3 4\nfunc @main() {\nbegin:\n%i: i32 = copy i32 1\n%l: i64 = sext i64 %i at 1\nret\n}"));
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(errors[0].what,
            "in @main, block begin: `%l: i64 = sext i64 %i at 1`: operand 1 should be of type i64, not i32");
  EXPECT_EQ(errors[0].where, "a.c:3:4");
}

TEST(Validate, the_entry_exists_has_a_body_and_takes_nothing) {
  EXPECT_EQ(complaints(""), "the program has no entry\n");
  EXPECT_EQ(complaints_after([](Program& p) { p.entry = FunctionId{9}; }), "the program has no entry\n");
  EXPECT_EQ(complaints("func @main(%a: i32) { ret }"), "the entry @main takes parameters\n");
  EXPECT_EQ(complaints("func @main(... %a: ptr) { ret }"), "the entry @main takes parameters\n");
  EXPECT_EQ(complaints("func @main()"), "the entry @main has no body\n");
}

TEST(Validate, names_are_there_and_differ) {
  EXPECT_EQ(complaints_after([](Program& p) { p.globals[0].name = "main"; }), "@main is defined twice\n");
  EXPECT_EQ(complaints_after([](Program& p) { p.globals[0].name = ""; }), "a global has no name\n");
  EXPECT_EQ(complaints_after([](Program& p) { p.functions[1].name = ""; }), "a function has no name\n");
}

TEST(Validate, declarations_are_kept_in_one_global_variable) {
  EXPECT_EQ(about("owns 1, @x, %p"), "");
  EXPECT_EQ(about("owns 1, %p, %p"), "declarations are kept in a global variable\n");
  EXPECT_EQ(about("owns 1, @x+4, %p"), "declarations are kept in a global variable\n");
  EXPECT_NE(complaints("global @x: 8\nglobal @y: 8\nfunc @main() {\n  owns 1, @x, @x\n  owns 1, @y, @x\n  ret\n}\n")
                .find("in one global variable"),
            std::string::npos);
}

TEST(Validate, no_object_is_larger_than_half_of_all_addresses) {
  EXPECT_EQ(complaints_after([](Program& p) { p.globals[0].size = 0x7fff'ffff'ffff'ffff; }), "");
  EXPECT_NE(complaints_after([](Program& p) {
              p.globals[0].size = 0x8000'0000'0000'0000;
            }).find("larger than any object can be"),
            std::string::npos);
}

TEST(Validate, layouts_exist_and_do_not_contain_themselves) {
  EXPECT_EQ(complaints_after([](Program& p) { p.layouts[2].fields[0].layout = LayoutId{9}; }),
            "layout 2: field 'value': there is no layout 9\n");
  EXPECT_EQ(complaints_after([](Program& p) { p.layouts[3].element = LayoutId{9}; }),
            "layout 3: there is no layout 9\n");
  EXPECT_EQ(complaints_after([](Program& p) { p.layouts[2].fields[0].layout = LayoutId{3}; }),
            "layout 2 contains itself\n");
  EXPECT_EQ(complaints_after([](Program& p) { p.layouts[0].size = 1; }), "layout 0 should be the unknown layout\n");
  EXPECT_EQ(complaints_after([](Program& p) { p.positions[0].line = 1; }),
            "position 0 should be the unknown position\n");
  EXPECT_EQ(complaints("func @main() { ret at 3 }"), "in @main, block entry: `ret at 3`: there is no position 3\n");
  EXPECT_EQ(about("%p = alloca 4 layout 1"), "there is no layout 1\n");
}

TEST(Validate, tables_may_not_be_missing) {
  Program program = read("func @main() { ret }");
  program.layouts.clear();
  program.positions.clear();
  const std::string all = all_of(validate(program));
  EXPECT_TRUE(all.starts_with("layout 0 should be the unknown layout\nposition 0 should be the unknown position\n"))
      << all;
}

TEST(Validate, initial_values_lie_inside_their_global) {
  EXPECT_EQ(complaints("global @x: 4 layout 1 at 2\nfunc @main() { ret }"),
            "global @x: there is no layout 1\nglobal @x: there is no position 2\n");
  EXPECT_EQ(complaints_after([](Program& p) { p.globals[0].bytes.resize(25); }),
            "global @x: its initial value has 25 bytes, but its size is 24\n");
  EXPECT_EQ(complaints_after([](Program& p) { p.globals[0].relocations[1].offset = 17; }),
            "global @x: an address at 17 is outside of its 24 bytes\n");
  EXPECT_EQ(complaints_after([](Program& p) { p.globals[0].relocations[1].offset = ~std::uint64_t{0}; }),
            "global @x: an address at 18446744073709551615 is outside of its 24 bytes\n");
  EXPECT_EQ(complaints_after([](Program& p) { p.globals[0].relocations[1].offset = 7; }),
            "global @x: the addresses at 0 and 7 overlap\n");
  EXPECT_EQ(complaints_after([](Program& p) { p.globals[0].relocations[0].target = Operand::constant(1); }),
            "global @x: what it holds at 0 is not an address\n");
  EXPECT_EQ(complaints_after([](Program& p) { p.globals[0].relocations[0].target = Operand::of(Register{0}); }),
            "global @x: what it holds at 0 is not an address\n");
  EXPECT_EQ(complaints_after([](Program& p) { p.globals[0].relocations[0].target.index = 9; }),
            "global @x: at 0: there is no global 9\n");
  EXPECT_EQ(complaints_after([](Program& p) { p.globals[0].relocations[1].target.index = 9; }),
            "global @x: at 8: there is no function 9\n");
}

TEST(Validate, registers_and_results_have_possible_types) {
  const auto with_register = [](Type type) {
    return complaints_after([&](Program& p) {
      main_of(p).registers.push_back(type);
      main_of(p).register_names.clear();
    });
  };
  EXPECT_EQ(with_register(integer(1)), "");
  EXPECT_EQ(with_register(integer(128)), "");
  EXPECT_EQ(with_register(integer(0)), "in @main: register 4 is of the impossible type i0\n");
  EXPECT_EQ(with_register(integer(129)), "in @main: register 4 is of the impossible type i129\n");
  EXPECT_EQ(with_register(floating(16)), "in @main: register 4 is of the impossible type f16\n");
  EXPECT_EQ(with_register({}), "in @main: register 4 is of the impossible type none\n");
  EXPECT_EQ(with_register({Type::Kind::pointer, 32}), "in @main: register 4 is of the impossible type ptr\n");
  EXPECT_EQ(complaints_after([](Program& p) { p.functions[1].results = {{}}; }).substr(0, 54),
            "in @many: a result is of the impossible type none\nin @");
}

TEST(Validate, parameters_are_registers) {
  EXPECT_EQ(complaints_after([](Program& p) { p.functions[2].parameters = 2; }),
            "in @worker: it has 2 parameters, but 1 register\n");
  EXPECT_EQ(complaints_after([](Program& p) { p.functions[1].registers[1] = integer(64); }),
            "in @many: the extra arguments of a variadic function come as a ptr\n");
  EXPECT_EQ(complaints_after([](Program& p) { p.functions[2].register_names.push_back("b"); }),
            "in @worker: it has 2 register names, but 1 register\n");
  EXPECT_EQ(complaints_after([](Program& p) {
              p.functions[2].blocks.clear();
              p.functions[2].parameters = 0;
            }),
            "in @worker: it has no body, but more registers than parameters\n");
}

TEST(Validate, a_block_ends_in_its_only_terminator) {
  EXPECT_EQ(complaints("func @main() {\n}"), "in @main, block entry: it is empty\n");
  EXPECT_EQ(complaints("func @main() {\n fence\nb:\n ret\n}"),
            "in @main, block entry: `fence`: a block ends here, without a terminator\n");
  EXPECT_EQ(complaints("func @main() {\n ret\n ret\n}"),
            "in @main, block entry: `ret`: a terminator stands in the middle of a block\n");
}

TEST(Validate, landing_stands_first_where_only_unwinding_leads) {
  EXPECT_EQ(complaints("func @main() {\n fence\n %e: ptr, %s: i32 = landing cleanup\n ret\n}"),
            "in @main, block entry: `%e: ptr, %s: i32 = landing cleanup`: landing stands first in its block, or not at "
            "all\n");
  EXPECT_EQ(complaints("func @main() {\n %e: ptr, %s: i32 = landing cleanup\n ret\n}"),
            "in @main, block entry: the first block of a function cannot begin with landing\n");
  EXPECT_EQ(complaints("func @main() {\n jump b\nb:\n %e: ptr, %s: i32 = landing cleanup\n ret\n}"),
            "in @main, block entry: `jump b`: only unwinding leads to block b, which begins with landing\n");
  EXPECT_EQ(
      complaints("func @main() {\n call @main() unwind b\n ret\nb:\n ret\n}"),
      "in @main, block entry: `call @main() unwind b`: block b, where it unwinds to, does not begin with landing\n");
}

TEST(Validate, an_unwind_target_exists) {
  EXPECT_EQ(complaints_after([](Program& p) { call_of(p).unwind = BlockId{7}; }),
            "a.c:10:5: in @main, block entry: `%r: i32 = call @callee(%i, @x) unwind #7 at 1`: there is no block 7\n");
}

TEST(Validate, operands_and_results_exist) {
  EXPECT_EQ(complaints_after([](Program& p) { copy_of(p).operands[0] = Operand::of(Register{9}); }),
            "in @main, block entry: `%i: i32 = copy i32 %#9`: there is no register 9\n");
  EXPECT_EQ(complaints_after([](Program& p) { copy_of(p).results[0] = 9; }),
            "in @main, block entry: `%#9 = copy i32 1`: there is no register 9\n");
  EXPECT_EQ(complaints_after([](Program& p) { copy_of(p).operands[0] = Operand::address(GlobalId{9}); }),
            "in @main, block entry: `%i: i32 = copy i32 @global#9`: there is no global 9\n");
  EXPECT_EQ(complaints_after([](Program& p) { copy_of(p).operands[0] = Operand::address(FunctionId{9}); }),
            "in @main, block entry: `%i: i32 = copy i32 @function#9`: there is no function 9\n");
  EXPECT_EQ(complaints_after([](Program& p) { main_of(p).blocks[1].instructions[0].clauses[0].types[0].index = 9; }),
            "in @main, block pad: `%e: ptr, %s: i32 = landing catch @global#9, cleanup`: there is no global 9\n");
}

TEST(Validate, operands_have_only_the_fields_of_their_kind) {
  EXPECT_EQ(complaints_after([](Program& p) { copy_of(p).operands[0].index = 1; }),
            "in @main, block entry: `%i: i32 = copy i32 1`: a constant has an index\n");
  EXPECT_EQ(complaints_after([](Program& p) { main_of(p).blocks[1].instructions[1].operands[0].bits = 1; }),
            "in @main, block pad: `resume %e, %s`: an operand that is not a constant has bits\n");
  EXPECT_EQ(complaints_after(
                [](Program& p) { main_of(p).blocks[1].instructions[0].clauses[0].types[0].bits = Bits{1} << 64; }),
            "in @main, block pad: `%e: ptr, %s: i32 = landing catch @x, cleanup`: an offset has more than 64 bits\n");
}

TEST(Validate, operands_are_as_many_as_the_op_takes) {
  EXPECT_EQ(complaints_after([](Program& p) { copy_of(p).operands.clear(); }),
            "in @main, block entry: `%i: i32 = copy i32`: it should have 1 operand, not 0\n");
  EXPECT_EQ(complaints_after([](Program& p) { copy_of(p).results.clear(); }),
            "in @main, block entry: `copy i32 1`: it should have 1 result, not 0\n");
}

TEST(Validate, types_are_those_the_op_works_on) {
  EXPECT_EQ(about("%p = add %p, 1"), "its type should be an integer type, not ptr\n");
  EXPECT_EQ(about("%c = eq %d, 1"), "its type should be an integer type or ptr, not f64\n");
  EXPECT_EQ(about("%i = fadd %i, 1"), "its type should be a floating type, not i32\n");
  EXPECT_EQ(about("call i32 %p()"), "its type should be no type, not i32\n");
  EXPECT_EQ(about("%d, %o = cmpxchg @x, 0, 1"), "its type should be an integer type or ptr, not f64\n");
  EXPECT_EQ(about("%c = foeq i32 %i, 1"), "its type should be a floating type, not i32\n");
  EXPECT_EQ(about("%i = bswap %i"), "");
  EXPECT_EQ(about("%c = bswap %c"), "only whole bytes can be swapped\n");
  EXPECT_EQ(complaints_after([](Program& p) { copy_of(p).type = integer(200); }),
            "in @main, block entry: `%i: i32 = copy i32 1`: its type is the impossible i200\n");
}

TEST(Validate, operands_are_of_the_type_of_the_op) {
  EXPECT_EQ(about("%i = add %i, %l"), "operand 2 should be of type i32, not i64\n");
  EXPECT_EQ(about("%i = add i32 %i, @x"), "operand 2 should be of type i32, not ptr\n");
  EXPECT_EQ(about("%i = add i64 %l, 1"), "result 1 should be of type i64, not i32\n");
  EXPECT_EQ(about("%i = eq %l, 1"), "result 1 should be of type i1, not i32\n");
  EXPECT_EQ(about("%i, %l = uaddo %i, 1"), "result 2 should be of type i1, not i64\n");
  EXPECT_EQ(about("%c, %c = uaddo %c, 1"), "two results go to the same register\n");
  EXPECT_EQ(about("%i = select %i, 1, 2"), "operand 1 should be of type i1, not i32\n");
  EXPECT_EQ(about("%i = load %l"), "operand 1 should be of type ptr, not i64\n");
  EXPECT_EQ(about("store i32 %l, %p"), "operand 1 should be of type i32, not i64\n");
  EXPECT_EQ(about("fill_bytes %p, %i, 4"), "operand 2 should be of type i8, not i32\n");
  EXPECT_EQ(about("copy_bytes %p, %p, %w"), "operand 3 should be an integer of at most 64 bits, not i128\n");
  EXPECT_EQ(about("%p = alloca %p"), "operand 1 should be an integer of at most 64 bits, not ptr\n");
  EXPECT_EQ(about("%p = alloca %c"), "");
  EXPECT_EQ(about("%i = alloca 4"), "result 1 should be of type ptr, not i32\n");
  EXPECT_EQ(about("%p = offset %p, %i, %l, 1"), "operand 3 should be a constant\n");
  EXPECT_EQ(about("%p = offset %p, %d"), "its from should be an integer type, not f64\n");
  EXPECT_EQ(about("%p = offset i64 %p, %i"), "operand 2 should be of type i64, not i32\n");
}

TEST(Validate, constants_fit) {
  EXPECT_EQ(complaints_after([](Program& p) { copy_of(p).operands[0].bits = Bits{1} << 32; }),
            "in @main, block entry: `%i: i32 = copy i32 4294967296`: operand 1, 4294967296, does not fit in i32\n");
}

TEST(Validate, conversions_go_the_right_way) {
  EXPECT_EQ(about("%i = zext %l"), "it should make wider: i64 to i32\n");
  EXPECT_EQ(about("%i = sext %i"), "it should make wider: i32 to i32\n");
  EXPECT_EQ(about("%l = trunc %i"), "it should make narrower: i32 to i64\n");
  EXPECT_EQ(about("%l = copy %i"), "it should keep the width: i32 to i64\n");
  EXPECT_EQ(about("%l = copy %p"), "");
  EXPECT_EQ(about("%d = copy @x"), "");
  EXPECT_EQ(about("%d = fpext %d"), "it should make wider: f64 to f64\n");
  EXPECT_EQ(about("%d = fptrunc %s"), "it should make narrower: f32 to f64\n");
  EXPECT_EQ(about("%l = zext %s"), "its source should be of an integer type, not f32\n");
  EXPECT_EQ(about("%l = zext f32 %s"), "its from should be an integer type, not f32\n");
  EXPECT_EQ(about("%i = fptosi %i"), "its source should be of a floating type, not i32\n");
  EXPECT_EQ(about("%d = sitofp %d"), "its source should be of an integer type, not f64\n");
  EXPECT_EQ(complaints_after([](Program& p) { copy_of(p).from = {}; }),
            "in @main, block entry: `%i: i32 = copy 1`: nothing says of which type the constant is\n");
}

TEST(Validate, modifying_is_for_numbers_of_the_right_kind) {
  EXPECT_EQ(about("%i = rmw fadd %p, 1"), "fadd is for floats, not i32\n");
  EXPECT_EQ(about("%d = rmw add %p, 1"), "add is for integers, not f64\n");
  EXPECT_EQ(about("%p = rmw add %p, 1"), "add is for integers, not ptr\n");
  EXPECT_EQ(about("%p = rmw exchange %p, 0"), "");
}

TEST(Validate, calls_agree_with_a_callee_that_is_known) {
  EXPECT_EQ(about("%i = call @g(1)"), "@g takes 2 arguments, not 1\n");
  EXPECT_EQ(about("%i = call @g(1, %i)"), "operand 3 should be of type ptr, not i32\n");
  EXPECT_EQ(about("%l = call @g(1, 0)"), "result 1 should be of type i32, not i64\n");
  EXPECT_EQ(about("%i, %c = call @g(1, 0)"), "@g gives 1 result, not 2\n");
  EXPECT_EQ(about("%i = call @many(1)"), "@many gives 0 results, not 1\n");
  EXPECT_EQ(about("call @many()"), "@many takes at least 1 argument, not 0\n");
  EXPECT_EQ(about("call @many(1, 2, %d)"), "");
  EXPECT_EQ(about("call @g(1, 0)"), "") << "results may be dropped";
  EXPECT_EQ(about("%i = call %p(%d)"), "") << "nothing is known";
  EXPECT_EQ(about("call %i()"), "operand 1 should be of type ptr, not i32\n");
  EXPECT_EQ(about("%c, %c = call %p()"), "two results go to the same register\n");
  EXPECT_EQ(complaints_after([](Program& p) { call_of(p).operands.clear(); }),
            "a.c:10:5: in @main, block entry: `%r: i32 = call() unwind pad at 1`: it calls nothing\n");
}

TEST(Validate, intrinsics_agree_with_their_table) {
  EXPECT_EQ(about("%l = self"), "result 1 should be of type i32, not i64\n");
  EXPECT_EQ(about("block_until %c"), "operand 1 should be of type i32, not i1\n");
  EXPECT_EQ(about("spawn @g, 0"), "@g cannot run as a thread: it should take one ptr\n");
  EXPECT_EQ(about("spawn %p, 0"), "");
  EXPECT_EQ(about("choose 2, 0"), "") << "results may be dropped";
  EXPECT_EQ(complaints_after([](Program& p) {
              Instruction free;
              free.op = Op::intrinsic;
              free.which = Intrinsic::free;
              free.results = {0};
              copy_of(p) = free;
            }),
            "in @main, block entry: `%i: i32 = free`: it should have 1 operand, not 0\n"
            "in @main, block entry: `%i: i32 = free`: it should have 0 results, not 1\n");
}

TEST(Validate, ret_gives_what_the_function_promises) {
  EXPECT_EQ(complaints("func @main() { ret 1 }"), "in @main, block entry: `ret 1`: it should have 0 operands, not 1\n");
  EXPECT_EQ(complaints("func @main() -> i32 { ret }"),
            "in @main, block entry: `ret`: it should have 1 operand, not 0\n");
  EXPECT_EQ(complaints("func @main() -> i32 { ret @main }"),
            "in @main, block entry: `ret @main`: operand 1 should be of type i32, not ptr\n");
}

TEST(Validate, terminators_have_their_targets) {
  const auto with = [](std::string_view terminator, const std::function<void(Instruction&)>& change) {
    Program program = read("func @main() {\n " + std::string(terminator) + "\nb:\n ret\n}");
    change(program.functions[0].blocks[0].instructions[0]);
    std::string all = all_of(validate(program));
    return all.substr(std::min(all.size(), all.find("`: ") + 3));
  };
  EXPECT_EQ(with("jump b", [](Instruction& i) { i.targets.clear(); }), "it should have 1 target, not 0\n");
  EXPECT_EQ(with("jump b", [](Instruction& i) { i.targets[0] = BlockId{2}; }), "there is no block 2\n");
  EXPECT_EQ(with("branch 1, b, b", [](Instruction& i) { i.targets.pop_back(); }), "it should have 2 targets, not 1\n");
  EXPECT_EQ(with("switch i8 1, b, 2: b", [](Instruction& i) { i.targets.pop_back(); }),
            "it should have 2 targets, not 1\n");
  EXPECT_EQ(with("switch i8 1, b, 2: b", [](Instruction& i) { i.cases[0] = 256; }), "case 256 does not fit in i8\n");
  EXPECT_EQ(with("switch i8 1, b, 2: b, 2: b", [](Instruction&) {}), "case 2 appears twice\n");
  EXPECT_EQ(with("switch i8 1, b", [](Instruction& i) { i.type = {}; }),
            "its type should be an integer type, not none\n");
  EXPECT_EQ(with("ret", [](Instruction& i) { i.targets = {BlockId{1}}; }), "it should have 0 targets, not 1\n");
}

TEST(Validate, clauses_name_the_types_they_need) {
  const auto with = [](const std::function<void(Clause&)>& change) {
    std::string all = complaints_after([&](Program& p) { change(main_of(p).blocks[1].instructions[0].clauses[0]); });
    return all.substr(std::min(all.size(), all.find("`: ") + 3));
  };
  EXPECT_EQ(with([](Clause& c) { c.types.clear(); }), "catch names one type\n");
  EXPECT_EQ(with([](Clause& c) { c.kind = Clause::Kind::cleanup; }), "catch_all and cleanup name no type\n");
  EXPECT_EQ(with([](Clause& c) { c.types[0] = Operand::of(Register{0}); }),
            "the types of a landing are known beforehand; they are no registers\n");
  EXPECT_EQ(with([](Clause& c) { c.types[0] = Operand::constant(Bits{1} << 64); }), "a constant does not fit in ptr\n");
  EXPECT_EQ(with([](Clause& c) { c.types[0] = Operand::constant(0); }), "");
}

TEST(Validate, fields_without_a_use_stay_at_their_defaults) {
  const auto with = [](const std::function<void(Instruction&)>& change) {
    Program program =
        read("layout 1: signed 4\nfunc @main() {\n ret\npad:\n %e: ptr, %s: i32 = landing cleanup\n ret\n}");
    change(program.functions[0].blocks[0].instructions[0]);
    std::string all = all_of(validate(program));
    return all.substr(std::min(all.size(), all.find("`: ") + 3));
  };
  EXPECT_EQ(with([](Instruction& i) { i.cases = {1}; }), "it has no use for `cases`\n");
  EXPECT_EQ(with([](Instruction& i) { i.unwind = BlockId{1}; }), "it has no use for `unwind`\n");
  EXPECT_EQ(with([](Instruction& i) { i.clauses = {Clause{}}; }), "it has no use for `clauses`\n");
  EXPECT_EQ(with([](Instruction& i) { i.access = Access::atomic; }), "it has no use for `access`\n");
  EXPECT_EQ(with([](Instruction& i) { i.local = true; }), "it has no use for `local`\n");
  EXPECT_EQ(with([](Instruction& i) { i.weak = true; }), "it has no use for `weak`\n");
  EXPECT_EQ(with([](Instruction& i) { i.no_wrap = NoWrap::signed_; }), "it has no use for `no_wrap`\n");
  EXPECT_EQ(with([](Instruction& i) { i.modify = Modify::add; }), "it has no use for `modify`\n");
  EXPECT_EQ(with([](Instruction& i) { i.which = Intrinsic::free; }), "it has no use for `which`\n");
  EXPECT_EQ(with([](Instruction& i) { i.text = "name"; }), "it has no use for `text`\n");
  EXPECT_EQ(with([](Instruction& i) { i.layout = LayoutId{1}; }), "it has no use for `layout`\n");
  EXPECT_EQ(with([](Instruction& i) { i.from = integer(32); }), "its from should be no type, not i32\n");
  EXPECT_EQ(with([](Instruction& i) { i.type.bits = 3; }), "its type is the impossible none with bits\n");
  EXPECT_EQ(with([](Instruction& i) { i.results = {0}; }), "it should have 0 results, not 1\n");
}

}  // namespace
}  // namespace fermata::ir
