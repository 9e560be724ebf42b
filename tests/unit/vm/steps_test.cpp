// SPDX-License-Identifier: Apache-2.0
// Where steps begin and end.
#include <gtest/gtest.h>

#include "vm/inspect.h"
#include "vm/running.h"

namespace fermata::vm {
namespace {

constexpr const char* sleeper = R"(
func @sleeper(%a: ptr) {
  atomic_begin
  block_until 0
  atomic_end
  ret
}
)";

TEST(Steps, a_register_that_was_never_assigned_is_zero) {
  Running r(R"(
    func @f() -> i32 {
      var %b: i32
      ret %b
    }
    func @main() entry {
      var %a: i32
      %r: i32 = call @f()
      %s: i32 = add %a, %r
      exit_process %s
    })");
  EXPECT_EQ(r.step(), Step::Outcome::moved);
  EXPECT_TRUE(r.ended());
  EXPECT_EQ(r.exit_code(), 0u);
}

TEST(Steps, a_function_may_return_many_registers_and_fewer_than_its_caller_awaits) {
  Running r(R"(
    func @many() -> i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 {
      ret 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    }
    func @one() -> i32 {
      ret 1
    }
    func @main() entry {
      %a: i32, %b: i32, %c: i32, %d: i32, %e: i32, %f: i32, %g: i32, %h: i32, %i: i32, %j: i32 = call @many()
      %p: ptr = copy ptr @one
      %k: i32, %i: i32 = call %p()
      %s: i32 = add %i, %j
      exit_process %s
    })");
  EXPECT_EQ(r.step(), Step::Outcome::moved);
  EXPECT_TRUE(r.ended());
  EXPECT_EQ(r.exit_code(), 10u);
}

TEST(Steps, to_wait_outside_of_an_atomic_block_is_not_modelled) {
  Running r("func @main() entry {\n  block_until 0\n  exit_process 0\n}\n");
  EXPECT_EQ(r.step(), Step::Outcome::unmodelled);
}

TEST(Steps, a_program_alone_runs_through_in_one_step) {
  Running run("global @x: 4\nfunc @main() {\n  store i32 1, @x\n  store i32 2, @x\n  exit_process 3\n}\n");
  EXPECT_EQ(run.step(), Step::Outcome::moved);
  EXPECT_TRUE(run.ended());
  EXPECT_EQ(run.exit_code(), 3u);
}

TEST(Steps, what_follows_the_start_of_a_thread_is_a_step_of_its_own) {
  Running run(std::string(sleeper) +
              "global @x: 4\nfunc @main() {\n  spawn @sleeper, 0\n  store i32 1, @x\n  ret\n}\n");
  run.step();
  EXPECT_EQ(run.told(), "") << "the new thread must be able to run before the write";
  run.step();
  EXPECT_EQ(run.told(), "write x = 1");
}

TEST(Steps, each_shared_access_is_a_step_and_private_work_belongs_to_the_step_before) {
  Running run(std::string(sleeper) + R"(
global @x: 4
func @main() {
  spawn @sleeper, 0
  %v: i32 = load @x
  %v = add %v, 5
  %p: ptr = alloca 4 "mine"
  store i32 %v, %p
  %v = load %p
  store i32 %v, @x
  exit_process 0
})");
  run.step();
  run.step();
  EXPECT_EQ(run.told(), "read x = 0");
  run.step();
  EXPECT_EQ(run.told(), "write x = 5");
  EXPECT_FALSE(run.ended());
  run.step();
  EXPECT_TRUE(run.ended());
}

TEST(Steps, an_allocation_is_a_step_if_others_may_free_an_object_below_it) {
  Running run(std::string(sleeper) + R"(
global @x: 8
global @y: 4
func @main() {
  spawn @sleeper, 0
  %private: ptr = alloc 4
  %shared: ptr = alloc 4
  store ptr %shared, @x
  free %private
  %below: ptr = alloc 4
  %above: ptr = alloc 4
  store i32 1, @y
  ret
})");
  run.step();
  run.step();
  EXPECT_EQ(run.told(), "write x = &an object on the heap") << "and allocates below it at once";
  run.step();
  EXPECT_EQ(run.told(), "") << "allocates above it";
  run.step();
  EXPECT_EQ(run.told(), "write y = 1");
}

TEST(Steps, an_atomic_block_is_one_step) {
  Running run(std::string(sleeper) + R"(
global @x: 4
func @main() {
  spawn @sleeper, 0
  atomic_begin
  store i32 1, @x
  atomic_begin
  store i32 2, @x
  atomic_end
  atomic_end
  store i32 3, @x
  ret
})");
  run.step();
  run.step();
  EXPECT_EQ(run.last.outcome, Step::Outcome::moved);
  run.step();
  EXPECT_EQ(run.told(), "write x = 3");
}

TEST(Steps, the_end_of_an_atomic_block_that_was_not_begun_is_misuse) {
  Running run(std::string(sleeper) +
              "func @main() {\n  spawn @sleeper, 0\n  atomic_begin\n  atomic_end\n  atomic_end\n  ret\n}\n");
  run.step();
  run.step();
  EXPECT_EQ(run.step(), Step::Outcome::failed);
  EXPECT_EQ(run.last.failure.kind, "misuse");
}

TEST(Steps, a_thread_cannot_end_inside_an_atomic_block_but_the_process_can) {
  Running thread(
      "func @half(%a: ptr) {\n  atomic_begin\n  ret\n}\nfunc @main() {\n  spawn @half, 0\n  jump again\nagain:\n  jump "
      "again\n}\n");
  thread.step();
  EXPECT_EQ(thread.step(1), Step::Outcome::failed);
  EXPECT_EQ(thread.last.failure.kind, "misuse");
  Running process("func @main() {\n  atomic_begin\n  exit_process 0\n}\n");
  process.step();
  EXPECT_TRUE(process.ended());
}

TEST(Steps, a_loop_that_begins_an_atomic_block_in_each_round_and_ends_none_is_misuse) {
  Running run("func @main() {\n  jump again\nagain:\n  atomic_begin\n  jump again\n}\n");
  EXPECT_EQ(run.step(), Step::Outcome::failed);
  EXPECT_EQ(run.last.failure.kind, "misuse");
}

TEST(Steps, a_thread_whose_condition_is_false_is_blocked_and_nothing_changes) {
  Running run(std::string(sleeper) + "func @main() {\n  spawn @sleeper, 0\n  atomic_begin\n  atomic_end\n  ret\n}\n");
  run.step();
  const auto before = run.state;
  EXPECT_EQ(run.step(1), Step::Outcome::blocked);
  EXPECT_EQ(run.state, before);
}

TEST(Steps, a_lone_thread_that_blocks_later_keeps_what_it_did_before) {
  Running run(R"(
global @x: 4
func @main() {
  store i32 1, @x
  jump again
again:
  atomic_begin
  %v: i32 = load @x
  block_until %v
  store i32 0, @x
  atomic_end
  jump again
})");
  EXPECT_EQ(run.step(), Step::Outcome::moved);
  EXPECT_EQ(run.step(), Step::Outcome::blocked) << "the second round finds x = 0";
}

TEST(Steps, a_private_loop_that_never_ends_is_a_cycle) {
  Running run(
      "func @main() {\n  %i: i32 = add 0, 0\n  jump again\nagain:\n  %i = add %i, 1\n  %i = urem %i, 3\n  jump "
      "again\n}\n");
  std::vector<std::vector<Word>> seen;
  for (int i = 0; i < 10; ++i) {
    ASSERT_EQ(run.step(), Step::Outcome::moved);
    seen.push_back(run.state);
  }
  EXPECT_NE(std::find(seen.begin(), seen.end() - 1, seen.back()), seen.end() - 1);
}

TEST(Steps, a_thread_that_spins_alone_is_noticed_after_a_few_hundred_rounds) {
  Running run(
      "global @flag: 4\nglobal @says_look: 5 const = \"look\\00\"\nfunc @main() {\n  jump again\nagain:\n"
      "  event @says_look, @flag\n  %f: i32 = load @flag\n  jump again\n}\n");
  ASSERT_EQ(run.step(), Step::Outcome::moved);
  EXPECT_GE(run.last.events.size(), 256u) << "a loop over an array would be over by then";
  EXPECT_LE(run.last.events.size(), 1024u);
}

TEST(Steps, a_long_private_loop_that_ends_is_no_step) {
  EXPECT_EQ(result_of(R"(  %r: i32 = add 0, 0
  %i: i32 = add 0, 0
  jump again
again:
  %i = add %i, 1
  %c: i1 = ult %i, 100000
  branch %c, again, done
done:
  %r = urem %i, 251)"),
            100000u % 251);
}

TEST(Steps, dead_registers_make_no_difference) {
  Running run(std::string(sleeper) + R"(
global @x: 4
func @main() {
  spawn @sleeper, 0
  jump again
again:
  %v: i32 = load @x
  %w: i32 = add %v, 1
  store i32 %w, @x
  store i32 0, @x
  jump again
})");
  run.step();
  const auto at_load = run.state;
  run.step(), run.step(), run.step();
  EXPECT_EQ(run.state, at_load);
}

TEST(Steps, each_outcome_of_a_choice_is_visited_once) {
  Running run(
      "func @main() {\n  atomic_begin\n  %a: i32 = choose 2, 3\n  %b: i32 = choose 3, 3\n  %a = mul %a, 10\n  %r: i32 "
      "= add %a, %b\n  exit_process %r\n}\n");
  std::vector<std::uint32_t> codes;
  run.machine().each_outcome(run.state, main_thread, [&](Step& step) {
    codes.push_back(step.target[0] >> 8);
    return true;
  });
  EXPECT_EQ(codes, (std::vector<std::uint32_t>{0, 1, 2, 10, 11, 12}));
}

constexpr const char* reads_number =
    "func @main() {\n  %w: i64 = input 32, 1\n  %x: i32 = trunc %w\n  %s: i32 = add %x, 3\n  %a: i1 = ult %s, 5\n"
    "  %n: i32 = zext %a\n  assume %n\n  exit_process %s\n}\n";

TEST(Steps, an_input_has_the_values_that_are_assumed_next) {
  Running run(reads_number);
  std::vector<std::uint64_t> taken;
  run.machine().each_outcome(run.state, main_thread, [&](Step& step) {
    EXPECT_TRUE(step.input);
    EXPECT_EQ(step.outcome, Step::Outcome::moved);
    taken.push_back(step.choices.at(0));
    return true;
  });
  EXPECT_EQ(taken, (std::vector<std::uint64_t>{-3ull, -2ull, -1ull, 0, 1}));
}

TEST(Steps, a_run_may_have_any_input_of_the_type_and_an_assumption_that_does_not_hold_blocks) {
  Running run(reads_number);
  EXPECT_EQ(run.step(0, {2}), Step::Outcome::blocked);
  EXPECT_TRUE(run.last.breaks);
  EXPECT_EQ(run.last.choices, std::vector<std::uint64_t>{2});
  EXPECT_EQ(run.step(0, {1ull << 40}), Step::Outcome::moved) << "no value of the type: the first is taken";
  EXPECT_EQ(run.last.choices, std::vector<std::uint64_t>{-3ull});
}

TEST(Steps, an_input_with_too_many_values_needs_a_run_or_a_range) {
  const char* text = "func @main() {\n  %w: i64 = input 64, 0\n  %x: i32 = trunc %w\n  exit_process %x\n}\n";
  Running run(text);
  EXPECT_EQ(run.step(), Step::Outcome::unmodelled);
  EXPECT_NE(run.last.failure.text.find("--input-range"), std::string::npos);
  EXPECT_EQ(run.step(0, {1ull << 63}), Step::Outcome::moved);
  Options options;
  options.semantics.input_range = InputRange{-2, 1};
  Running ranged(text, options);
  std::vector<std::uint64_t> taken;
  ranged.machine().each_outcome(ranged.state, main_thread, [&](Step& step) {
    taken.push_back(step.choices.at(0));
    return true;
  });
  EXPECT_EQ(taken, (std::vector<std::uint64_t>{0, 1}));
}

TEST(Steps, an_input_is_a_step_of_its_own) {
  Running run("func @main() {\n  %z: i32 = add 0, 0\n  %a: i32 = choose 2, 0\n  exit_process %a\n}\n");
  EXPECT_EQ(run.step(), Step::Outcome::moved);
  EXPECT_FALSE(run.ended());
  EXPECT_EQ(run.step(0, {1}), Step::Outcome::moved);
  EXPECT_TRUE(run.last.input);
  EXPECT_EQ(run.step(), Step::Outcome::moved) << "after a choice a step ends soon";
  EXPECT_EQ(run.exit_code(), 1u);
}

TEST(Steps, a_function_without_a_body_is_named) {
  Running run("func @fork() -> i32\nfunc @main() {\n  %r: i32 = call @fork()\n  exit_process %r\n}\n");
  EXPECT_EQ(run.step(), Step::Outcome::unmodelled);
  EXPECT_EQ(run.last.failure.text, "fork");
}

TEST(Steps, a_place_is_a_chain_of_calls_the_same_in_each_round_of_a_loop) {
  constexpr const char* where = "global @x: 4\nfunc @where() -> i32 {\n  %p: i32 = place\n  ret %p\n}\n";
  Running two(std::string(where) + R"(func @main() {
  %a: i32 = call @where()
  %b: i32 = call @where()
  %same: i1 = eq %a, %b
  %r: i32 = zext %same
  exit_process %r
}
)");
  two.step();
  EXPECT_EQ(two.exit_code(), 0u);
  Running loop(std::string(where) + R"(func @main() {
  jump round
round:
  %old: i32 = load @x
  %p: i32 = call @where()
  store %p, @x
  %first: i1 = eq %old, 0
  branch %first, round, out
out:
  %same: i1 = eq %p, %old
  %r: i32 = zext %same
  exit_process %r
}
)");
  loop.step();
  EXPECT_EQ(loop.exit_code(), 1u);
}

// --- what others can see of a thread -------------------------------------------------------------

constexpr const char* idle = R"(
func @idle(%a: ptr) {
  ret
}
)";

TEST(Steps, the_end_of_a_thread_belongs_to_its_last_step_where_nobody_looks_for_it) {
  Running run(std::string(idle) + "func @main() {\n  %t: i32 = spawn @idle, 0\n  ret\n}\n");
  run.step();
  EXPECT_FALSE(!run.ended() && run.machine().alive(run.state, ThreadId{1}));
}

TEST(Steps, the_end_of_a_thread_is_a_step_of_its_own_where_somebody_looks_for_it) {
  Running run(std::string(idle) +
              "func @main() {\n  %t: i32 = spawn @idle, 0\n  %e: i32 = ended %t\n  atomic_begin\n  atomic_end\n  "
              "exit_process %e\n}\n");
  run.step();
  ASSERT_TRUE(run.machine().alive(run.state, ThreadId{1}));
  EXPECT_EQ(run.step(1), Step::Outcome::moved);
  EXPECT_FALSE(run.machine().alive(run.state, ThreadId{1}));
}

constexpr const char* lends = R"(
global @p: 8
global @x: 4
func @lends() {
  %v: ptr = alloca 4 "v"
  store ptr %v, @p
  ret
}
func @main() {
  spawn @sleeper, 0
  call @lends()
  store i32 1, @x
  ret
}
)";

TEST(Steps, to_leave_a_function_is_a_step_if_others_can_reach_its_variables) {
  Running run(std::string(sleeper) + lends);
  run.step();
  run.step();
  EXPECT_EQ(vm::positions(run.machine(), run.state, main_thread).size(), 0u);
  EXPECT_EQ(run.machine().record(run.state, main_thread).frames.size(), 2u) << "still inside";
  run.step();
  EXPECT_EQ(run.machine().record(run.state, main_thread).frames.size(), 1u);
  EXPECT_EQ(run.told(), "") << "others must be able to come too late before the write";
  run.step();
  EXPECT_EQ(run.told(), "write x = 1");
}

TEST(Steps, a_scope_ends_and_begins_again_in_steps_of_their_own_if_others_can_reach_its_variable) {
  Running run(std::string(sleeper) + R"(
global @p: 8
global @x: 4
func @main() {
  spawn @sleeper, 0
  %v: ptr = alloca 4 "v"
  lifetime_begin %v
  store ptr %v, @p
  lifetime_end %v
  lifetime_begin %v
  store i32 1, @x
  ret
})");
  run.step();
  run.step();
  EXPECT_NE(run.told().find("write p"), std::string::npos);
  const auto alive = run.state;
  run.step();
  const auto over = run.state;
  run.step();
  EXPECT_EQ(run.told(), "");
  EXPECT_NE(over, alive);
  EXPECT_NE(run.state, over);
  run.step();
  EXPECT_EQ(run.told(), "write x = 1");
}

TEST(Steps, scopes_of_what_nobody_else_can_reach_are_no_steps) {
  Running run(std::string(sleeper) + R"(
global @x: 4
func @main() {
  spawn @sleeper, 0
  %v: ptr = alloca 4 "v"
  lifetime_begin %v
  store i32 1, %v
  lifetime_end %v
  store i32 1, @x
  ret
})");
  run.step();
  run.step();
  EXPECT_EQ(run.told(), "write x = 1");
}

TEST(Steps, an_atomic_block_that_must_wait_after_it_has_written_leaves_nothing_behind) {
  Running run(R"(
global @x: 4
func @main() {
  atomic_begin
  %v: i32 = load @x
  %v = add %v, 1
  store %v, @x
  %d: i1 = eq %v, 2
  %w: i32 = zext %d
  block_until %w
  atomic_end
  exit_process 0
})");
  run.state = run.machine().initial();
  EXPECT_EQ(run.step(), Step::Outcome::blocked) << "it begins with the block";

  Running later(R"(
global @x: 4
func @main() {
  %k: i32 = copy i32 0
  atomic_begin
  %v: i32 = load @x
  %v = add %v, 1
  store %v, @x
  %d: i1 = eq %v, 2
  %w: i32 = zext %d
  block_until %w
  atomic_end
  exit_process 0
})");
  EXPECT_EQ(later.step(), Step::Outcome::moved) << "up to the block";
  EXPECT_EQ(later.step(), Step::Outcome::blocked);
}

// --- what a step says of itself ------------------------------------------------------------------

std::span<const Operation> operations(Running& run, std::uint32_t thread = 0) {
  run.machine().track(true);
  run.step(thread);
  return run.last.footprint->operations();
}

TEST(Footprints, operations_of_the_library_in_an_atomic_block_are_heard_one_by_one) {
  Running run(std::string(sleeper) + R"(
global @m: 8
func @main() {
  spawn @sleeper, 0
  atomic_begin
  atomic_begin
  store i32 1, @m
  acquired @m
  atomic_end
  store i32 2, @m+4
  atomic_begin
  block_until 1
  atomic_end
  atomic_end
  ret
})");
  run.step();
  const auto all = operations(run);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].acquired.size(), 1u);
  EXPECT_FALSE(all[0].waits) << "the last one did";
  EXPECT_TRUE(all[1].acquired.empty());
  ASSERT_EQ(all[1].accesses.size(), 1u);
  EXPECT_EQ(all[1].accesses[0].offset, 4u);
  EXPECT_TRUE(all[2].waits);
}

TEST(Footprints, an_atomic_block_around_one_operation_is_that_operation) {
  Running run(std::string(sleeper) + R"(
global @m: 8
func @main() {
  spawn @sleeper, 0
  atomic_begin
  atomic_begin
  store i32 1, @m
  acquired @m
  atomic_end
  atomic_end
  ret
})");
  run.step();
  EXPECT_EQ(operations(run).size(), 1u);
}

TEST(Footprints, the_end_of_a_variable_that_others_can_reach_writes_it) {
  Running run(std::string(sleeper) + lends);
  run.step();
  run.step();
  const auto all = operations(run);
  ASSERT_EQ(all.size(), 1u);
  ASSERT_EQ(all[0].accesses.size(), 1u);
  EXPECT_TRUE(all[0].accesses[0].write);
  EXPECT_EQ(all[0].accesses[0].size, 4u);
}

TEST(Footprints, a_slot_that_is_taken_into_use_is_named_and_so_is_publishing) {
  Running run(std::string(sleeper) + lends);
  run.machine().track(true);
  run.step();
  EXPECT_FALSE(run.last.footprint->publishes);
  run.step();
  EXPECT_TRUE(run.last.footprint->publishes);
}

}  // namespace
}  // namespace fermata::vm
