// SPDX-License-Identifier: Apache-2.0
// The text form as people write it, and as it comes back.
#include "ir/text.h"

#include <gtest/gtest.h>

#include <set>

#include "ir/ops.h"
#include "ir/reading.h"

namespace fermata::ir {
namespace {

void expect_round_trip(const Program& program) {
  const std::string text = to_text(program);
  const auto again = parse(text, "printed.ir");
  ASSERT_TRUE(again) << again.error().where << ": " << again.error().what << "\n" << text;
  EXPECT_TRUE(*again == program) << text << "--- came back as ---\n" << to_text(*again);
}

const Instruction& first(const Program& program) { return program.functions.at(0).blocks.at(0).instructions.at(0); }

/// The first instruction of a function that has some registers to use.
Instruction read_one(std::string_view line) {
  const std::string text =
      "global @x: 8\n"
      "func @f(%i: i32, %l: i64, %c: i1, %p: ptr, %d: f64, %s: f32) {\n  " +
      std::string(line) + "\n  ret\n}\nfunc @main() { ret }\n";
  const Program program = read(text);
  if (program.functions.empty()) return {};
  expect_round_trip(program);
  return first(program);
}

constexpr std::string_view every_op = R"ir(
layout 1: signed 4 "int"
layout 2: record 8 "Queue" library (head at 0: 1, "the tail" at 4: 1)
layout 3: array 16 "int[4]" of 1
position 1: "queue.c" 10 5 in "producer"
position 2: "/usr/include/stdlib.h" 3 0 library

global @x: 8 shown "the x" layout 2 at 1
global @table: 40 const = i32 7, i32 -1, ptr @x+2, "text\n\"\00", zero 9, ptr @all
global @loose: 24 = "abc", @x-4 at 8, @all at 0
global @mine: 4 thread_local
global @type_a: 1
global @type_b: 1

func @declared(%a: i32, ... %extra: ptr) -> i32, i1 shown "declared(int, ...)"
func @worker(%arg: ptr) {
  thread_exit %arg
}

func @all(%i: i32, %j: i32, %p: ptr, %f: f64, %g: f32) -> i32 {
  %r: i32 = add %i, %j
  %r = sub %i, -1
  %r = mul %i, 0x7fffffff
  %r = udiv %i, %j
  %r = sdiv %i, %j
  %r = urem %i, %j
  %r = srem %i, %j
  %r = and %i, %j
  %r = or %i, %j
  %r = xor %i, %j
  %r = shl %i, %j
  %r = lshr %i, %j
  %r = ashr %i, %j
  %r = umin %i, %j
  %r = umax %i, %j
  %r = smin %i, %j
  %r = smax %i, %j
  %c: i1 = eq %i, %j
  %c = ne ptr %p, 0
  %c = ult %i, %j
  %c = ule %i, %j
  %c = ugt %i, %j
  %c = uge i32 4000000000, %j
  %c = slt %i, -7
  %c = sle %i, %j
  %c = sgt %i, %j
  %c = sge %i, %j
  %r, %o: i1 = uaddo %i, %j
  %r, %o = saddo %i, %j
  %r, %o = usubo %i, %j
  %r, %o = ssubo %i, %j
  %r, %o = umulo %i, %j
  %r, %o = smulo %i, %j
  %r = ctpop %i
  %r = ctlz %i
  %r = cttz %i
  %r = bswap %i
  %r = bitreverse %i
  %r = abs %i
  %h: f64 = fadd %f, 1.5
  %h = fsub %f, -0.0
  %h = fmul %f, 1e300
  %h = fdiv %f, 0x7ff8000000000001
  %h = frem %f, 3
  %h = fmin %f, %f
  %h = fmax %f, 0x7ff0000000000000
  %h = fneg %f
  %h = fabs %f
  %h = fsqrt %f
  %h = ffloor %f
  %h = fceil %f
  %h = ftrunc %f
  %h = fround %f
  %h = frint %f
  %c = foeq %f, 0.1
  %c = fone f32 %g, 0.1
  %c = folt %f, %f
  %c = fole %f, %f
  %c = fogt %f, %f
  %c = foge %f, %f
  %c = ford %f, %f
  %c = fueq %f, %f
  %c = fune %f, %f
  %c = fult %f, %f
  %c = fule %f, %f
  %c = fugt %f, %f
  %c = fuge %f, %f
  %c = funo %f, %f
  %w: i128 = zext %i
  %w = sext i8 -1
  %w = mul %w, 340282366920938463463374607431768211455
  %r = trunc %w
  %q: ptr = copy i64 16
  %r = fptosi %f
  %r = fptoui f32 1.5
  %h = sitofp %i
  %h = uitofp %i
  %h = fpext %g
  %k: f32 = fptrunc %f
  %r = select %c, %i, 3
  %q = offset %p, %i, 4, -8
  %q = offset @x, 2
  %q = offset i32 @x+4, 5, 4
  %r = load @x
  %r = load volatile local %p
  store i32 %r, @x
  store atomic ptr @x, %p
  %r = rmw atomic add @x, 1
  %r = rmw nand %p, %i
  %k = rmw fadd %p, 0.5
  %r, %o = cmpxchg weak atomic @x, 0, -1
  fence atomic at 2
  copy_bytes %p, @x, 8
  fill_bytes local %p, 255, %i
  %q = alloca 16 "the array" layout 3 at 1
  lifetime_begin %q
  lifetime_end %q
  %q = stack_save
  stack_restore %q
  %r, %o = call @declared(-3, %i, 7, 1.5:f64, -1:i64) unwind pad at 1
  call %p()
  atomic_begin
  block_until %i
  atomic_end
  %r = choose 2, 0
  spawn @worker, @x
  %r = thread_state 1
  %q = reap 1
  detach -1
  %r = self
  section_begin 0, @x
  section_end 1, @x, -1
  %r = next_in_section 1, @x, -1
  acquired @x
  released @x
  taken @x
  given @x
  observed @x
  settled @x
  event @table+16, @x
  %q = alloc 16
  free %q
  %w2: i64 = object_size %q
  print @table, 4
  %r = option 0
  owns 1, @table, %q
  %where: i32 = place
  %r = ended 1
  time_repeats
  %w2 = shown %w2
  %w2 = input 32, 1
  assume %i
  switch %r, out, 1: die, -2: "odd name", 3: out
pad:
  %e: ptr, %sel: i32 = landing catch @type_a, filter (@type_a, @type_b), filter (), catch_all, cleanup
  branch 1, again, out
again:
  resume %e, %sel
"odd name":
  fail 2, @table+16
die:
  exit_process 1
out:
  jump end
end:
  ret %r
never:
  unmodelled @table
gone:
  unreachable
}

func @main() -> i32 entry {
  ret 0
}
)ir";

TEST(Text, every_op_and_intrinsic_can_be_written_and_comes_back_equal) {
  const Program program = read_valid(every_op);
  expect_round_trip(program);

  std::set<Op> ops;
  std::set<Intrinsic> intrinsics;
  for (const Function& function : program.functions) {
    for (const Block& block : function.blocks) {
      for (const Instruction& instruction : block.instructions) {
        ops.insert(instruction.op);
        if (instruction.op == Op::intrinsic) intrinsics.insert(instruction.which);
      }
    }
  }
  for (std::size_t op = 0; op <= static_cast<std::size_t>(Op::unreachable); ++op) {
    EXPECT_TRUE(ops.contains(static_cast<Op>(op))) << form(static_cast<Op>(op)).name;
  }
  EXPECT_EQ(intrinsics.size(), static_cast<std::size_t>(Intrinsic::assume) + 1);
}

TEST(Text, printing_what_was_printed_changes_nothing) {
  const std::string once = to_text(read(every_op));
  EXPECT_EQ(to_text(read(once)), once);
}

TEST(Text, a_small_program_is_printed_as_it_was_written) {
  constexpr std::string_view text = R"(global @x: 4

func @worker(%arg: ptr) {
  %v: i32 = load @x
  %v = add %v, 1
  store i32 %v, @x
  ret
}

func @main() entry {
again:
  %t: i32 = spawn @worker, 0
  %c: i1 = eq i32 %t, 1
  branch %c, done, again
done:
  exit_process 0
  unreachable
}
)";
  EXPECT_EQ(to_text(read_valid(text)), text);
}

TEST(Text, an_empty_text_is_an_empty_program) {
  EXPECT_TRUE(read("") == Program{});
  EXPECT_TRUE(read(" ; nothing here\n\n") == Program{});
  EXPECT_EQ(to_text(Program{}), "");
}

TEST(Text, the_first_block_is_called_entry_unless_a_label_says_otherwise) {
  EXPECT_EQ(read("func @main() {\n ret\n}").functions[0].blocks[0].name, "entry");
  EXPECT_EQ(read("func @main() {\nbegin:\n ret\n}").functions[0].blocks[0].name, "begin");
  EXPECT_EQ(read("func @main() { ret }").functions[0].blocks[0].name, "entry");
  EXPECT_EQ(read("func @main() {\n var %a: i32\nbegin: ret\n}").functions[0].blocks[0].name, "begin");
}

TEST(Text, one_can_jump_to_an_entry_without_a_label) {
  const Program program = read_valid("func @main() {\n  jump entry\n}\n");
  EXPECT_EQ(first(program).targets, std::vector{BlockId{0}});
  EXPECT_EQ(to_text(program), "func @main() entry {\nentry:\n  jump entry\n}\n");
}

TEST(Text, the_entry_is_the_marked_function_or_main_or_the_first) {
  EXPECT_EQ(read("func @f() { ret }\nfunc @main() { ret }\nfunc @g() entry { ret }").entry, FunctionId{2});
  EXPECT_EQ(read("func @f() { ret }\nfunc @main() { ret }").entry, FunctionId{1});
  EXPECT_EQ(read("func @f() { ret }\nfunc @g() { ret }").entry, FunctionId{0});
}

TEST(Text, functions_and_globals_may_be_used_before_they_are_defined) {
  const Program program = read_valid(R"(
    func @main() {
      store i32 1, @x
      call @f(-1)
      ret
    }
    func @f(%a: i8) { ret }
    global @x: 8 = ptr @f
  )");
  EXPECT_EQ(program.functions[0].blocks[0].instructions[1].operands[1], Operand::constant(255)) << "the callee says i8";
}

TEST(Text, lines_may_be_broken_after_commas_and_inside_parentheses) {
  const Program program = read_valid(R"(
    func @f(
        %a: i32 ; the first
        , %b: i32
    ) { ret }
    func @main() {
      call @f(
        1,
        2
      )
      switch i32 1, out, ; nothing else
        1: out,
        2: out
    out:
      ret
    }
  )");
  EXPECT_EQ(program.functions[1].blocks[0].instructions[1].cases.size(), 2U);
}

TEST(Text, the_type_of_an_op_is_that_of_its_result) {
  EXPECT_EQ(read_one("%r: i8 = add 1, -1").type, integer(8));
  EXPECT_EQ(read_one("%r: i8 = add 1, -1").operands[1], Operand::constant(255));
  EXPECT_EQ(read_one("%r: i128 = load @x").type, integer(128));
  EXPECT_EQ(read_one("%r: f32 = rmw fadd @x, 1").operands[1], Operand::constant(0x3f800000));
  EXPECT_EQ(read_one("%r: i32, %o: i1 = uaddo %i, 1").type, integer(32));
}

TEST(Text, the_type_of_a_comparison_a_store_a_switch_is_that_of_an_operand) {
  EXPECT_EQ(read_one("%r: i1 = eq 1, %l").type, integer(64));
  EXPECT_EQ(read_one("%r: i1 = eq @x, 0").type, pointer);
  EXPECT_EQ(read_one("%r: i1 = eq i7 1, 2").type, integer(7));
  EXPECT_EQ(read_one("%r: i1 = folt %s, 0.5").operands[1], Operand::constant(0x3f000000));
  EXPECT_EQ(read_one("store %d, @x").type, floating(64));
  EXPECT_EQ(read_one("store i16 -1, %p").operands[0], Operand::constant(0xffff));
}

TEST(Text, a_conversion_may_say_the_type_of_its_source_and_must_for_a_constant) {
  EXPECT_EQ(read_one("%r: i64 = sext %i").from, Type{});
  EXPECT_EQ(read_one("%r: i64 = sext i32 %i").from, integer(32));
  EXPECT_EQ(read_one("%r: i64 = sext i8 -1").operands[0], Operand::constant(255));
  EXPECT_EQ(read_one("%r: i64 = sext -1:i8").from, integer(8));
}

TEST(Text, an_offset_may_leave_out_scale_and_displacement) {
  const auto operands = [](std::string_view line) { return read_one(line).operands; };
  EXPECT_EQ(operands("%r: ptr = offset %p, %i"), operands("%r: ptr = offset %p, %i, 1, 0"));
  EXPECT_EQ(operands("%r: ptr = offset %p, %i, 4"), operands("%r: ptr = offset %p, %i, 4, 0"));
  EXPECT_EQ(read_one("%r: ptr = offset %p, %i, 4, -8").operands[3], Operand::constant(~std::uint64_t{7}));
  EXPECT_EQ(read_one("%r: ptr = offset %p, %i").from, integer(32));
  EXPECT_EQ(read_one("%r: ptr = offset %p, -1").from, integer(64));
  EXPECT_EQ(read_one("%r: ptr = offset i8 %p, -1").operands[1], Operand::constant(255));
}

TEST(Text, arithmetic_says_what_must_not_wrap) {
  EXPECT_EQ(read_one("%r: i32 = add nsw %i, 1").no_wrap, NoWrap::signed_);
  EXPECT_EQ(read_one("%r: i32 = mul nuw %i, 3").no_wrap, NoWrap::unsigned_);
  EXPECT_EQ(read_one("%r: i32 = sub nuw nsw %i, 1").no_wrap, NoWrap::both);
  EXPECT_EQ(read_one("%r: i32 = shl %i, 1").no_wrap, NoWrap::none);
}

TEST(Text, memory_accesses_carry_their_modifiers_in_any_order) {
  const Instruction a = read_one("%r: i32, %o: i1 = cmpxchg weak local atomic @x, 0, 1");
  EXPECT_TRUE(a == read_one("%r: i32, %o: i1 = cmpxchg atomic weak local @x, 0, 1"));
  EXPECT_TRUE(a.weak && a.local && a.access == Access::atomic);
  EXPECT_EQ(read_one("%r: i32 = load volatile @x").access, Access::volatile_);
  EXPECT_TRUE(read_one("%r: i32 = rmw atomic add @x, 1") == read_one("%r: i32 = rmw add atomic @x, 1"));
}

TEST(Text, every_way_to_modify_has_a_name) {
  for (std::size_t m = 0; m <= static_cast<std::size_t>(Modify::udec_wrap); ++m) {
    const auto modify = static_cast<Modify>(m);
    EXPECT_EQ(modify_named(name(modify)), modify);
    EXPECT_EQ(read_one("%r: i32 = rmw " + std::string(name(modify)) + " @x, 1").modify, modify);
  }
}

TEST(Text, addresses_may_have_an_offset_either_way) {
  EXPECT_EQ(read_one("store i32 1, @x+4").operands[1], Operand::address(GlobalId{0}, 4));
  EXPECT_EQ(read_one("store i32 1, @x - 4").operands[1], Operand::address(GlobalId{0}, std::uint64_t{0} - 4));
}

TEST(Text, where_no_type_is_known_a_constant_can_bring_its_own) {
  EXPECT_EQ(read_one("call %p(-1:i16)").operands[1], Operand::constant(0xffff));
  EXPECT_EQ(read_one("call %p(1.5:f32)").operands[1], Operand::constant(0x3fc00000));
  EXPECT_EQ(read_one("call %p(7)").operands[1], Operand::constant(7));
}

TEST(Text, floats_keep_every_bit) {
  for (const std::string_view bits :
       {"0x0", "0x8000000000000000", "0x1", "0x7ff0000000000000", "0xfff0000000000000", "0x7ff8000000000000",
        "0x7ff0000000000001", "0xffffffffffffffff", "0x3fb999999999999a"}) {
    read_one("%r: f64 = fneg " + std::string(bits));
  }
  EXPECT_EQ(read_one("%r: f64 = fneg -0.0").operands[0], Operand::constant(std::uint64_t{1} << 63));
  EXPECT_EQ(read_one("%r: f64 = fneg 3").operands[0], Operand::constant(0x4008000000000000));
  EXPECT_EQ(read_one("%r: f32 = fneg 0x3").operands[0], Operand::constant(3));
}

TEST(Text, an_intrinsic_that_never_returns_ends_its_block) {
  const Program program = read_valid(
      "position 1: \"a.c\" 1 1\nfunc @main() {\n exit_process 0 at 1\nnext:\n thread_exit 0\n unreachable\n}");
  const auto& blocks = program.functions[0].blocks;
  EXPECT_EQ(blocks[0].instructions[1].op, Op::unreachable);
  EXPECT_EQ(blocks[0].instructions[1].at, PositionId{1});
  EXPECT_EQ(blocks[1].instructions.size(), 2U);
}

TEST(Text, registers_called_by_their_numbers_have_no_names) {
  EXPECT_TRUE(read("func @f(%0: i32) {\n %1: i32 = add %0, 1\n ret\n}").functions[0].register_names.empty());
  EXPECT_EQ(read("func @f(%1: i32)").functions[0].register_names, std::vector<std::string>{"1"});
  EXPECT_EQ(read("func @f(%0#0: i32)").functions[0].register_names, std::vector<std::string>{"0"});
  Program program = read("func @f(%0#0: i32, %1: i32)");
  expect_round_trip(program);
}

TEST(Text, registers_and_blocks_may_share_a_name_if_their_number_tells_them_apart) {
  const Program program = read_valid(R"(
    func @main() {
    #0:
      %i#0: i32 = copy i32 1
      %i#1: i32 = add %i#0, 1
      %#2: i32 = add %i#1, 1
      %"i#1": i32 = add %#2, 1
      jump b#2
    b#1:
      ret
    b#2:
      branch 1, b#1, #0
    }
  )");
  const Function& main = program.functions[0];
  EXPECT_EQ(main.register_names, (std::vector<std::string>{"i", "i", "", "i#1"}));
  EXPECT_EQ(main.blocks[0].name, "");
  EXPECT_EQ(main.blocks[2].name, "b");
  EXPECT_EQ(main.blocks[0].instructions[3].results, std::vector<Register>{3});
  expect_round_trip(program);
}

TEST(Text, a_register_may_be_declared_ahead) {
  const Program program = read_valid(R"(
    func @main() {
      var %b: i1, %a: i32
      jump use
    set:
      %a = copy i32 1
      ret
    use:
      %b = eq %a, 0
      jump set
    }
  )");
  EXPECT_EQ(program.functions[0].register_names, (std::vector<std::string>{"b", "a"}));
  expect_round_trip(program);
}

TEST(Text, a_register_may_be_declared_again_with_the_same_type) {
  read_valid("func @main() {\n %a: i32 = copy i32 1\n %a: i32 = copy i32 2\n ret\n}");
}

TEST(Text, names_are_whatever_the_linker_or_the_user_likes) {
  const Program program = read_valid(
      "global @\"operator new\\00\\ff\": 1\nglobal @_ZN3fooEv.cold$1: 1\nglobal @7: 1\n"
      "func @main() {\n%\"a b\": i32 = copy i32 1\n jump \"7\"\n\"7\": jump i32\ni32: ret\n}");
  EXPECT_EQ(program.globals[0].name, std::string("operator new\0\xff", 14));
  EXPECT_EQ(program.functions[0].blocks[2].name, "i32");
  expect_round_trip(program);
}

TEST(Text, initial_values_are_made_of_parts) {
  const Program program = read_valid(R"(
    global @x: 40 = "ab", i16 -2, f32 1, zero 2, i1 1, i24 0x010203, ptr @x, ptr 1
    func @main() { ret }
  )");
  const Global& x = program.globals[0];
  EXPECT_EQ(x.bytes, (std::vector<std::uint8_t>{'a', 'b', 0xfe, 0xff, 0, 0, 0x80, 0x3f, 0, 0, 1, 3, 2, 1,  //
                                                0,   0,   0,    0,    0, 0, 0,    0,    1, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(x.relocations, (std::vector<Relocation>{{14, Operand::address(GlobalId{0})}}));
  expect_round_trip(program);
}

TEST(Text, an_address_need_not_lie_over_bytes) {
  const Program program = read_valid("global @x: 24 = @x at 16, @x+1 at 0\nfunc @main() { ret }");
  EXPECT_TRUE(program.globals[0].bytes.empty());
  EXPECT_EQ(program.globals[0].relocations[0].offset, 16U);
  expect_round_trip(program);
}

TEST(Text, one_instruction_can_be_shown_whatever_it_refers_to) {
  Instruction instruction;
  instruction.op = Op::call;
  instruction.results = {7};
  instruction.operands = {Operand::address(FunctionId{3}), Operand::of(9), Operand::address(GlobalId{4}, 8)};
  instruction.unwind = BlockId{5};
  EXPECT_EQ(to_text(Program{}, Function{}, instruction), "%#7 = call @function#3(%#9, @global#4+8) unwind #5");
}

}  // namespace
}  // namespace fermata::ir
