// SPDX-License-Identifier: Apache-2.0
// One test for each rule of docs/internals/lifting.md.
#include "model/lift.h"

#include <string>

#include "model/lifting.h"

namespace fermata::model {

namespace {

// Waits for a thread; takes a lock of one word; lets it go.
const std::string tools = R"(
func @join(%t: i32) {
  atomic_begin
  %s: i32 = thread_state %t
  %over: i1 = eq %s, 2
  %may: i32 = zext %over
  block_until %may
  %r: ptr = reap %t
  atomic_end
  ret
}
func @take(%l: ptr) {
  atomic_begin
  %v: i32 = load %l
  %free: i1 = eq %v, 0
  %may: i32 = zext %free
  block_until %may
  %me: i32 = self
  %mine: i32 = add %me, 1
  store i32 %mine, %l
  section_begin 1, %l
  atomic_end
  ret
}
func @let_go(%l: ptr) {
  atomic_begin
  store i32 0, %l
  section_end 1, %l, -1
  atomic_end
  ret
}
)";

TEST(Lift, makes_a_lock_one_small_variable_and_waiting_for_it_a_guard) {
  const ThreadSystem system = lifted(tools + R"(
global @lock: 8
func @first(%a: ptr) {
  call @take(@lock)
  call @take(@lock+4)
  call @let_go(@lock+4)
  call @let_go(@lock)
  thread_exit 0
}
func @second(%a: ptr) {
  call @take(@lock+4)
  call @take(@lock)
  call @let_go(@lock)
  call @let_go(@lock+4)
  thread_exit 0
}
func @main() entry {
  %a: i32 = spawn @first, 0
  %b: i32 = spawn @second, 0
  call @join(%a)
  call @join(%b)
  exit_process 0
})");
  EXPECT_EQ(system.threads.size(), 3u);
  const Outcome outcome = explored(system);
  EXPECT_TRUE(outcome.stuck);
  EXPECT_TRUE(outcome.ends);
  EXPECT_FALSE(outcome.refused);
  const Variable* lock = variable(system, "lock");
  ASSERT_TRUE(lock);
  EXPECT_EQ(lock->values, (std::vector<std::uint64_t>{0, 2, 3}));
  EXPECT_TRUE(std::ranges::any_of(system.edges, [](const Edge& e) { return e.blocks && e.guard.size() == 1; }));
}

TEST(Lift, L11_waking_one_of_eight_sleepers_is_nine_edges_and_waking_all_is_one) {
  std::string starts;
  for (int k = 0; k < 8; ++k) starts += "  spawn @sleeper, 0\n";
  const ThreadSystem system = lifted(tools + R"(
global @c: 8
func @sleeper(%a: ptr) {
  %me: i32 = self
  atomic_begin
  sleep_on %me, @c
  atomic_end
  atomic_begin
  %on: ptr = sleeps_on %me
  %awake: i1 = eq %on, 0
  %may: i32 = zext %awake
  block_until %may
  atomic_end
  thread_exit 0
}
func @main() entry {
)" + starts + R"(
  atomic_begin
  %t: i32 = choose_sleeper @c
  %nobody: i1 = slt %t, 0
  branch %nobody, done, wake
wake:
  sleep_on %t, 0
  jump done
done:
  atomic_end
  atomic_begin
  %n: i32 = wake_all -1, @c
  atomic_end
  atomic_begin
  %left: i32 = sleepers @c
  %all: i1 = eq %left, 0
  %may: i32 = zext %all
  block_until %may
  atomic_end
  exit_process 0
})");
  // Where main stands after it has started all: a choice of threads is an edge of it.
  const auto wakes = [](const Edge& e) { return !e.choices.empty() && e.choices.front().of_threads; };
  ASSERT_EQ(std::ranges::count_if(system.edges, wakes), 8);
  const LocationId place = std::ranges::find_if(system.edges, wakes)->from;
  EXPECT_EQ(system[place].out.size(), 9u);
  for (EdgeId id : system[place].out) {
    const LocationId next = system[id].to;
    ASSERT_EQ(system[next].out.size(), 1u);  // wakes all
    EXPECT_TRUE(system[system[next].out.front()].guard.empty());
  }
  const Outcome outcome = explored(system);
  EXPECT_TRUE(outcome.ends);
  EXPECT_FALSE(outcome.refused);
}

TEST(Lift, L1_dead_registers_are_no_part_of_a_location) {
  const ThreadSystem system = lifted(tools + R"(
global @x: 8
func @worker(%a: ptr) {
  var %p: ptr
again:
  %v: i32 = load atomic @x
  %p = offset @x, 0, 1, 4
  store atomic i32 0, @x
  %p = offset @x, 0, 1, 0
  jump again
}
func @main() entry {
  %a: i32 = spawn @worker, 0
  store atomic i32 1, @x
  call @join(%a)
  exit_process 0
})");
  // Load and store, whatever is left in %p.
  EXPECT_EQ(std::ranges::count(system.locations, ThreadId{1}, &Location::thread), 2);
}

TEST(Lift, L2_numbers_of_threads_stay_known_in_private_memory) {
  // As with a vector of threads: each new number goes through the same local variable, and there are more of them than
  // private memory may hold of other things.
  const ThreadSystem system = lifted(tools + R"(
global @lock: 4
func @worker(%a: ptr) {
  call @take(@lock)
  call @let_go(@lock)
  thread_exit 0
}
func @main() entry {
  var %k: i64
  %all: ptr = alloca 64
  %last: ptr = alloca 4
  %k = copy i64 0
  jump begin
begin:
  %t: i32 = spawn @worker, 0
  store i32 %t, %last
  call @take(@lock)
  call @let_go(@lock)
  %copy: i32 = load %last
  %p: ptr = offset %all, %k, 4
  store i32 %copy, %p
  %k = add %k, 1
  %more: i1 = ult %k, 8
  branch %more, begin, wait
wait:
  %k = copy i64 0
  jump next
next:
  %q: ptr = offset %all, %k, 4
  %u: i32 = load %q
  call @join(%u)
  %k = add %k, 1
  %rest: i1 = ult %k, 8
  branch %rest, next, over
over:
  exit_process 0
})");
  EXPECT_EQ(system.threads.size(), 9u);
  EXPECT_EQ(count(system, Location::Kind::refused), 0u);
  EXPECT_LT(system.locations.size(), 80u);
}

TEST(Lift, L2_a_counter_becomes_a_variable_and_an_index_stays_known) {
  const ThreadSystem system = lifted(tools + R"(
global @lock: 4
global @slots: 12
func @worker(%a: ptr) {
  var %i: i32, %k: i64
  %i = copy i32 0
  jump again
again:
  call @take(@lock)
  call @let_go(@lock)
  %i = add %i, 1
  %more: i1 = slt %i, 1000
  branch %more, again, fill
fill:
  %k = copy i64 0
  jump next
next:
  %p: ptr = offset @slots, %k, 4
  store atomic i32 7, %p
  %k = add %k, 1
  %rest: i1 = ult %k, 3
  branch %rest, next, over
over:
  thread_exit 0
}
func @main() entry {
  %a: i32 = spawn @worker, 0
  call @take(@lock)
  call @let_go(@lock)
  call @join(%a)
  %v: i32 = load atomic @slots+8
  %fine: i1 = eq %v, 7
  branch %fine, good, bad
good:
  exit_process 0
bad:
  fail 0, 0
})");
  EXPECT_LT(system.locations.size(), 25u);
  EXPECT_EQ(count(system, Location::Kind::refused), 0u);
  const Outcome outcome = explored(system);
  EXPECT_TRUE(outcome.ends);
  EXPECT_FALSE(outcome.fails);
}

TEST(Lift, L3_what_is_not_understood_is_an_edge_and_not_the_end_of_the_lift) {
  const ThreadSystem system = lifted(R"(
global @x: 4
func @worker(%a: ptr) {
  store atomic i32 1, @x
  thread_exit 0
}
func @main() entry {
  %a: i32 = spawn @worker, 0
  %v: i32 = load atomic @x
  %set: i1 = eq %v, 1
  branch %set, odd, fine
odd:
  %f: f64 = sitofp i32 1
  exit_process 0
fine:
  exit_process 0
})");
  EXPECT_EQ(count(system, Location::Kind::refused), 1u);
  const Outcome outcome = explored(system);
  EXPECT_TRUE(outcome.ends);
  EXPECT_TRUE(outcome.refused);
}

// What CBMC refuses (its issue 305): another thread's write to a shared pointer is not among the values that a thread
// sees.
TEST(Lift, L4_a_shared_pointer_that_another_thread_writes_is_followed_to_all_it_can_point_to) {
  const ThreadSystem system = lifted(tools + R"(
global @p: 8 = ptr @x
global @x: 4
global @y: 4
func @worker(%a: ptr) {
  store atomic ptr @y, @p
  thread_exit 0
}
func @main() entry {
  %a: i32 = spawn @worker, 0
  %to: ptr = load atomic @p
  store atomic i32 1, %to
  call @join(%a)
  %x: i32 = load atomic @x
  %y: i32 = load atomic @y
  %sum: i32 = add %x, %y
  %fine: i1 = eq %sum, 1
  branch %fine, good, bad
good:
  %first: i1 = eq %x, 1
  branch %first, end, bad
end:
  exit_process 0
bad:
  fail 0, 0
})");
  EXPECT_EQ(count(system, Location::Kind::refused), 0u);
  const Outcome outcome = explored(system);
  EXPECT_TRUE(outcome.ends);   // it wrote to x
  EXPECT_TRUE(outcome.fails);  // it wrote to y
  ASSERT_TRUE(variable(system, "y"));
}

TEST(Lift, L5_a_private_loop_is_a_silent_location) {
  const ThreadSystem system = lifted(R"(
global @x: 4
func @worker(%a: ptr) {
  store atomic i32 1, @x
  thread_exit 0
}
func @main() entry {
  var %v: i32
  %a: i32 = spawn @worker, 0
  %v = load atomic @x
  jump again
again:
  %more: i1 = ne %v, 0
  branch %more, body, over
body:
  jump again
over:
  exit_process 0
})");
  EXPECT_EQ(count(system, Location::Kind::silent), 1u);
  const Outcome outcome = explored(system);
  EXPECT_TRUE(outcome.ends);
  EXPECT_FALSE(outcome.stuck);
}

TEST(Lift, L6_an_index_that_can_be_anything_reaches_each_element_and_fails_beside_them) {
  const std::string text = R"(
global @tail: 8
global @ring: 16
func @worker(%a: ptr) {
again:
  %t: i64 = rmw atomic add @tail, 1
  %k: i64 = INDEX %t, 4
  %p: ptr = offset @ring, %k, 4
  store atomic i32 1, %p
  jump again
}
func @main() entry {
  %a: i32 = spawn @worker, 0
  jump again
again:
  %v: i32 = load atomic @ring+12
  %set: i1 = eq %v, 1
  branch %set, over, again
over:
  exit_process 0
})";
  const auto with = [&](std::string_view index) {
    std::string all = text;
    all.replace(all.find("INDEX"), 5, index);
    return lifted(all);
  };
  const ThreadSystem ring = with("urem");
  EXPECT_EQ(count(ring, Location::Kind::refused), 0u);
  EXPECT_EQ(count(ring, Location::Kind::failed), 0u);
  EXPECT_TRUE(variable(ring, "ring+12"));
  const ThreadSystem anything = with("mul");
  EXPECT_EQ(count(anything, Location::Kind::refused), 1u);  // between two elements
  EXPECT_EQ(count(anything, Location::Kind::failed), 1u);   // beside all of them
}

TEST(Lift, L7_L8_a_thread_that_begins_with_a_choice_or_ends_at_once) {
  const ThreadSystem system = lifted(tools + R"(
global @x: 4
func @chooses(%a: ptr) {
  %c: i32 = choose 2, 3
  %one: i1 = eq %c, 1
  branch %one, write, over
write:
  store atomic i32 1, @x
  jump over
over:
  thread_exit 0
}
func @ends(%a: ptr) {
  thread_exit %a
}
func @main() entry {
  %a: i32 = spawn @chooses, 0
  %b: i32 = spawn @ends, 0
  call @join(%b)
  call @join(%a)
  %v: i32 = load atomic @x
  %set: i1 = eq %v, 1
  branch %set, bad, good
good:
  exit_process 0
bad:
  fail 0, 0
})");
  const Outcome outcome = explored(system);
  EXPECT_TRUE(outcome.ends);
  EXPECT_TRUE(outcome.fails);
  EXPECT_FALSE(outcome.stuck);
}

TEST(Lift, L8_variables_of_a_new_thread_are_set_where_it_begins) {
  const ThreadSystem system = lifted(tools + R"(
global @x: 4
func @worker(%a: ptr) {
  %n: i64 = copy %a
  %m: i32 = trunc %n
  store atomic i32 %m, @x
  thread_exit 0
}
func @main() entry {
  var %n: i64
  %n = copy i64 1
  jump again
again:
  %p: ptr = copy i64 %n
  %a: i32 = spawn @worker, %p
  call @join(%a)
  %v: i32 = load atomic @x
  %want: i32 = trunc %n
  %fine: i1 = eq %v, %want
  branch %fine, next, bad
next:
  %n = add %n, 1
  %more: i1 = ult %n, 4
  branch %more, again, over
over:
  exit_process 0
bad:
  fail 0, 0
})");
  EXPECT_EQ(system.threads.size(), 2u);  // L10: its place is free again each time
  const Outcome outcome = explored(system);
  EXPECT_TRUE(outcome.ends);
  EXPECT_FALSE(outcome.fails);
  EXPECT_FALSE(outcome.refused);
}

TEST(Lift, L9_what_main_does_alone_is_in_the_initial_values) {
  const ThreadSystem system = lifted(R"(
global @x: 400
func @worker(%a: ptr) {
  %v: i32 = load atomic @x+396
  store atomic i32 %v, @x
  thread_exit 0
}
func @main() entry {
  var %i: i64
  %i = copy i64 0
  jump again
again:
  %p: ptr = offset @x, %i, 4
  store atomic i32 5, %p
  %i = add %i, 1
  %more: i1 = ult %i, 100
  branch %more, again, go
go:
  %a: i32 = spawn @worker, 0
  %v: i32 = load atomic @x
  store atomic i32 6, @x
  %low: i1 = ult %v, 5
  branch %low, bad, good
good:
  exit_process 0
bad:
  fail 0, 0
})");
  EXPECT_LT(system.locations.size(), 12u);
  EXPECT_FALSE(explored(system).fails);
}

TEST(Lift, L9_main_alone_goes_round_a_loop_only_as_long_as_no_input_decides) {
  const ThreadSystem system = lifted(R"(
global @x: 4
func @main() entry {
  var %i: i64
  %n: i64 = input 32, 0
  %i = copy i64 0
  jump counted
counted:
  %i = add %i, 1
  %few: i1 = ult %i, 100
  branch %few, counted, begin
begin:
  %i = copy i64 0
  jump again
again:
  %more: i1 = ult %i, %n
  branch %more, work, over
work:
  store i32 1, @x
  %i = add %i, 1
  jump again
over:
  exit_process 0
})",
                                     {.open_inputs = true});
  EXPECT_LT(system.locations.size(), 8u);
  EXPECT_EQ(system.locations[index(system.start)].out.size(), 2u) << "no round, and one or more";
}

TEST(Lift, L10_threads_that_live_at_the_same_time_have_two_names_also_if_one_place_starts_them) {
  const ThreadSystem system = lifted(tools + R"(
global @x: 4
func @worker(%a: ptr) {
  %v: i32 = load atomic @x
  %more: i32 = add %v, 1
  store atomic i32 %more, @x
  thread_exit 0
}
func @main() entry {
  var %i: i32
  %i = copy i32 0
  jump again
again:
  %a: i32 = spawn @worker, 0
  %i = add %i, 1
  %more: i1 = ult %i, 2
  branch %more, again, wait
wait:
  call @join(1)
  call @join(2)
  %v: i32 = load atomic @x
  %two: i1 = eq %v, 2
  branch %two, good, bad
good:
  exit_process 0
bad:
  fail 0, 0
})");
  EXPECT_EQ(system.threads.size(), 3u);
  const Outcome outcome = explored(system);
  EXPECT_TRUE(outcome.ends);
  EXPECT_TRUE(outcome.fails);  // one increment is lost
  EXPECT_EQ(system.threads[2].like, ThreadId{1});
}

TEST(Lift, L10_the_number_of_a_thread_that_ended_with_a_lock_is_not_given_to_another) {
  const ThreadSystem system = lifted(tools + R"(
global @lock: 4
func @keeps(%a: ptr) {
  call @take(@lock)
  thread_exit 0
}
func @main() entry {
  %a: i32 = spawn @keeps, 0
  call @join(%a)
  %b: i32 = spawn @keeps, 0
  call @join(%b)
  exit_process 0
})");
  EXPECT_EQ(system.threads.size(), 3u);
  EXPECT_TRUE(explored(system).stuck);
}

TEST(Lift, a_child_may_start_a_thread_under_a_condition) {
  const ThreadSystem system = lifted(tools + R"(
global @x: 8
func @grandchild(%a: ptr) {
  store atomic i32 1, @x+4
  thread_exit 0
}
func @child(%a: ptr) {
  %v: i32 = load atomic @x
  %set: i1 = eq %v, 1
  branch %set, start, over
start:
  %g: i32 = spawn @grandchild, 0
  call @join(%g)
  jump over
over:
  thread_exit 0
}
func @main() entry {
  %a: i32 = spawn @child, 0
  store atomic i32 1, @x
  call @join(%a)
  %v: i32 = load atomic @x+4
  %set: i1 = eq %v, 1
  branch %set, bad, good
good:
  exit_process 0
bad:
  fail 0, 0
})");
  const Outcome outcome = explored(system);
  EXPECT_TRUE(outcome.ends);
  EXPECT_TRUE(outcome.fails);
  EXPECT_FALSE(outcome.stuck);
}

TEST(Lift, an_object_that_another_thread_frees_has_an_edge_that_fails_where_it_is_gone) {
  const ThreadSystem system = lifted(tools + R"(
global @p: 8
func @worker(%a: ptr) {
  %to: ptr = load atomic @p
  free %to
  thread_exit 0
}
func @main() entry {
  %o: ptr = alloc 4
  store ptr %o, @p
  %a: i32 = spawn @worker, 0
  store atomic i32 1, %o
  call @join(%a)
  exit_process 0
})");
  const Outcome outcome = explored(system);
  EXPECT_TRUE(outcome.ends);
  EXPECT_TRUE(outcome.fails);
}

TEST(Lift, L6_a_pointer_in_shared_memory_that_walks_through_its_object_makes_no_locations) {
  const ThreadSystem system = lifted(tools + R"(
global @lock: 4
global @cur: 8
global @end: 8
func @worker(%a: ptr) {
again:
  call @take(@lock)
  %p: ptr = load @cur
  %v: i32 = load %p
  store i32 7, %p
  %next: ptr = offset %p, 1, 4
  %e: ptr = load @end
  %over: i1 = eq %next, %e
  branch %over, wrap, on
wrap:
  %q: ptr = offset %e, -32, 4
  store ptr %q, @cur
  jump out
on:
  store ptr %next, @cur
  jump out
out:
  call @let_go(@lock)
  %done: i1 = eq %v, 7
  branch %done, finish, again
finish:
  thread_exit 0
}
func @main() entry {
  %buffer: ptr = alloc 128
  store ptr %buffer, @cur
  %last: ptr = offset %buffer, 32, 4
  store ptr %last, @end
  %a: i32 = spawn @worker, 0
  %b: i32 = spawn @worker, 0
  call @join(%a)
  call @join(%b)
  exit_process 0
})");
  EXPECT_EQ(count(system, Location::Kind::refused), 0u);
  EXPECT_LT(system.locations.size(), 40u);
  EXPECT_LT(system.rounds, 20u);  // and not one for each place in the buffer
  const Outcome outcome = explored(system);
  EXPECT_TRUE(outcome.ends);
  EXPECT_FALSE(outcome.fails);
}

// Which objects are there is then a matter of variables, and a place that somebody else has freed can be had again.
TEST(Lift, nodes_that_one_thread_makes_and_another_frees_without_end_are_few_objects) {
  const ThreadSystem system = lifted(tools + R"(
global @box: 8
func @consumer(%a: ptr) {
again:
  atomic_begin
  %p: ptr = load @box
  %n: i64 = copy %p
  %full: i1 = ne %n, 0
  %may: i32 = zext %full
  block_until %may
  store ptr 0, @box
  atomic_end
  free %p
  jump again
}
func @main() entry {
  %a: i32 = spawn @consumer, 0
  jump again
again:
  %p: ptr = alloc 16
  atomic_begin
  %q: ptr = load @box
  %n: i64 = copy %q
  %empty: i1 = eq %n, 0
  %may: i32 = zext %empty
  block_until %may
  store ptr %p, @box
  atomic_end
  jump again
})");
  const Outcome outcome = explored(system);
  EXPECT_FALSE(outcome.refused);  // three at a time: in the box, being freed, and the next one
  EXPECT_FALSE(outcome.fails);
  EXPECT_FALSE(outcome.stuck);
  EXPECT_LT(system.locations.size(), 80u);
}

// Six nodes that come and go in any order: 64 sets of them, and each would be a location of its own. And pointers to
// objects that were told apart before that was seen must not stay for ever.
TEST(Lift, shared_nodes_that_come_and_go_in_any_order_are_told_apart_by_variables) {
  const ThreadSystem system = lifted(tools + R"(
global @table: 48
func @worker(%a: ptr) {
again:
  %k: i32 = choose 6, 3
  %place: ptr = offset @table, %k, 8
  %p: ptr = load atomic %place
  %n: i64 = copy %p
  %empty: i1 = eq %n, 0
  branch %empty, put, take
put:
  %new: ptr = alloc 16
  store atomic ptr %new, %place
  jump again
take:
  store atomic ptr 0, %place
  free %p
  jump again
}
func @main() entry {
  %a: i32 = spawn @worker, 0
  jump again
again:
  %x: ptr = load atomic @table
  jump again
})");
  EXPECT_LT(system.locations.size(), 200u);
  for (const Variable& one : system.variables) {
    ASSERT_TRUE(one.values) << one.name;
    EXPECT_LE(one.values->size(), 9u) << one.name;  // eight nodes, or none
  }
  const Outcome outcome = explored(system);
  EXPECT_FALSE(outcome.refused);
  EXPECT_FALSE(outcome.fails);
  EXPECT_FALSE(outcome.stuck);
}

TEST(Lift, threads_are_alike_if_only_their_own_number_differs) {
  const auto with = [](const std::string& one, const std::string& other) {
    return lifted(tools + R"(
global @l: 8
global @x: 4
func @worker(%a: ptr) {
  call @take(@l)
  %n: i64 = copy %a
  %v: i32 = trunc %n
  store atomic i32 %v, @x
  call @let_go(@l)
  thread_exit 0
}
func @main() entry {
  %a: i32 = spawn @worker, )" +
                  one + "\n  %b: i32 = spawn @worker, " + other + R"(
  %v: i32 = load atomic @x
  %is: i1 = eq %v, 70
  branch %is, one, other
one:
  exit_process 1
other:
  exit_process 0
})");
  };
  EXPECT_EQ(with("70", "70").threads[2].like, ThreadId{1});
  EXPECT_EQ(with("70", "80").threads[2].like, std::nullopt);
}

// Two threads count under a lock; `third` does something else to it. 1: a count got lost.
std::string counting_beside(const std::string& third) {
  return tools + R"(
global @l: 8
global @x: 4
func @worker(%a: ptr) {
  call @take(@l)
  %v: i32 = load @x
  %w: i32 = add %v, 1
  store i32 %w, @x
  call @let_go(@l)
  thread_exit 0
}
func @third(%a: ptr) {
)" + third +
         R"(
  thread_exit 0
}
func @main() entry {
  %a: i32 = spawn @worker, 0
  %b: i32 = spawn @worker, 0
  %c: i32 = spawn @third, 0
  call @join(%a)
  call @join(%b)
  call @join(%c)
  %v: i32 = load @x
  %all: i1 = uge %v, 2
  branch %all, good, bad
good:
  exit_process 0
bad:
  fail 0, 0
})";
}

TEST(Lift, L12_what_a_lock_protects_is_accessed_in_the_step_that_takes_it) {
  const ThreadSystem system = lifted(counting_beside("  call @take(@l)\n  store i32 7, @x\n  call @let_go(@l)"));
  const Outcome outcome = explored(system);
  EXPECT_TRUE(outcome.ends);
  std::size_t places = 0;
  for (const Location& location : system.locations)
    places += location.thread == ThreadId{1} && location.kind == Location::Kind::visible;
  EXPECT_EQ(places, 2u);  // before it takes the lock, and before it lets it go
}

TEST(Lift, L12_who_reads_without_the_lock_sees_every_step) {
  const ThreadSystem system = lifted(counting_beside("  %v: i32 = load @x"));
  std::size_t places = 0;
  for (const Location& location : system.locations)
    places += location.thread == ThreadId{1} && location.kind == Location::Kind::visible;
  EXPECT_EQ(places, 4u);
  EXPECT_FALSE(explored(system).fails);
}

TEST(Lift, L12_a_lock_that_another_thread_lets_go_protects_nothing) {
  EXPECT_TRUE(explored(lifted(counting_beside("  call @let_go(@l)"))).fails);
}

TEST(Lift, L12_a_lock_that_is_written_over_protects_nothing) {
  EXPECT_TRUE(explored(lifted(counting_beside("  store i32 0, @l"))).fails);
}

TEST(Lift, L12_nobody_sees_what_main_does_when_all_others_have_been_joined) {
  const ThreadSystem system = lifted(counting_beside("  call @take(@l)\n  call @let_go(@l)"));
  EXPECT_FALSE(explored(system).fails);
  std::size_t places = 0;
  for (const Location& location : system.locations)
    places += location.thread == ThreadId{1} && location.kind == Location::Kind::visible;
  EXPECT_EQ(places, 2u);  // although main reads x without the lock
}

// Two threads that let a lock go only if it is theirs, and fail otherwise; `third` does something else to it.
std::string checking_beside(const std::string& third) {
  return tools + R"(
global @l: 8
func @give_back(%l: ptr) {
  atomic_begin
  %v: i32 = load %l
  %me: i32 = self
  %mine: i32 = add %me, 1
  %right: i1 = eq %v, %mine
  branch %right, good, bad
bad:
  fail 0, 0
good:
  store i32 0, %l
  section_end 1, %l, -1
  atomic_end
  ret
}
func @worker(%a: ptr) {
  call @take(@l)
  call @give_back(@l)
  thread_exit 0
}
func @third(%a: ptr) {
)" + third +
         R"(
  thread_exit 0
}
func @main() entry {
  %a: i32 = spawn @worker, 0
  %b: i32 = spawn @worker, 0
  %c: i32 = spawn @third, 0
  call @join(%a)
  call @join(%b)
  call @join(%c)
  exit_process 0
})";
}

TEST(Lift, L13_who_has_taken_a_lock_cannot_find_it_in_other_hands) {
  const ThreadSystem system = lifted(checking_beside("  call @take(@l)\n  call @let_go(@l)"));
  EXPECT_EQ(count(system, Location::Kind::failed), 0u);
  EXPECT_TRUE(explored(system).ends);
}

TEST(Lift, L13_an_edge_that_fails_stays_where_somebody_writes_over_a_lock) {
  const ThreadSystem system = lifted(checking_beside("  store i32 0, @l"));
  EXPECT_NE(count(system, Location::Kind::failed), 0u);
  EXPECT_TRUE(explored(system).fails);
}

// A deque that only grows: as long as it is small it is followed.
TEST(Lift, L6_a_pointer_that_walks_from_one_object_to_the_next_is_followed_for_its_first_places) {
  const ThreadSystem system = lifted(tools + R"(
global @now: 8
global @end: 8
global @seen: 8
func @worker(%a: ptr) {
again:
  %p: ptr = load atomic @now
  store atomic i32 1, %p
  %q: ptr = offset %p, 1, 8
  %last: ptr = load atomic @end
  %full: i1 = eq %q, %last
  branch %full, more, next
next:
  store atomic ptr %q, @now
  jump again
more:
  %new: ptr = alloc 64
  store atomic ptr %new, @now
  %limit: ptr = offset %new, 8, 8
  store atomic ptr %limit, @end
  jump again
}
func @main() entry {
  %b: ptr = alloc 64
  store atomic ptr %b, @now
  store atomic ptr %b, @seen
  %limit: ptr = offset %b, 8, 8
  store atomic ptr %limit, @end
  %a: i32 = spawn @worker, 0
  jump again
again:
  %s: ptr = load @seen
  %third: ptr = offset %s, 3, 8
  %v: i32 = load atomic %third
  %written: i1 = eq %v, 1
  branch %written, bad, again
bad:
  fail 0, 0
})");
  EXPECT_TRUE(explored(system).fails);  // it gets to the third place
  const auto further = [](const Location& l) { return l.what == "a pointer that goes further than it is followed"; };
  EXPECT_TRUE(std::ranges::any_of(system.locations, further));
}

TEST(Lift, the_place_of_an_object_that_another_thread_has_freed_is_used_again) {
  const ThreadSystem system = lifted(tools + R"(
global @box: 8
func @worker(%a: ptr) {
  %p: ptr = load atomic @box
  free %p
  thread_exit 0
}
func @main() entry {
  %p: ptr = alloc 16
  store atomic ptr %p, @box
  %a: i32 = spawn @worker, 0
  call @join(%a)
  %q: ptr = alloc 16
  %same: i1 = eq %p, %q
  branch %same, good, bad
good:
  exit_process 0
bad:
  fail 0, 0
})");
  const Outcome outcome = explored(system);
  EXPECT_TRUE(outcome.ends);
  EXPECT_FALSE(outcome.fails);
  EXPECT_FALSE(outcome.refused);
}

TEST(Lift, a_shared_object_may_be_followed_by_one_of_another_size) {
  const ThreadSystem system = lifted(tools + R"(
global @p: 8
func @worker(%a: ptr) {
  %to: ptr = load atomic @p
  thread_exit 0
}
func @main() entry {
  %a: i32 = spawn @worker, 0
  %o: ptr = alloc 4
  store atomic ptr %o, @p
  store atomic ptr 0, @p
  free %o
  %q: ptr = alloc 8
  store atomic ptr %q, @p
  call @join(%a)
  exit_process 0
})");
  EXPECT_EQ(count(system, Location::Kind::refused), 0u);
  EXPECT_TRUE(explored(system).ends);
}

TEST(Lift, what_is_too_large_is_refused_where_most_edges_are_and_not_as_a_whole) {
  const std::string text = tools + R"(
global @lock: 4
global @x: 4
func @worker(%a: ptr) {
  var %k: i64
  %k = copy i64 0
  jump again
again:
  call @take(@lock)
  call @let_go(@lock)
  %p: ptr = offset @x, %k, 0
  store atomic i32 1, %p
  %k = add %k, 1
  %more: i1 = ult %k, 60
  branch %more, again, over
over:
  thread_exit 0
}
func @main() entry {
  %a: i32 = spawn @worker, 0
  call @take(@lock)
  call @let_go(@lock)
  call @join(%a)
  exit_process 0
})";
  const auto edges = [&](std::size_t large) {
    const ThreadSystem system = lifted(text, {.semantics = {.spurious_wakeups = false}, .large = large});
    const Outcome outcome = explored(system);
    EXPECT_TRUE(outcome.ends || outcome.refused);
    return system.edges.size();
  };
  EXPECT_GT(edges(8000), 100u);  // %k looks like an index, and is told apart
  EXPECT_LT(edges(100), 30u);
}

TEST(Lift, bytes_that_are_written_in_two_sizes_are_cut_to_what_both_need) {
  const ThreadSystem system = lifted(tools + R"(
global @x: 8
func @worker(%a: ptr) {
  store atomic i32 1, @x+4
  thread_exit 0
}
func @main() entry {
  %a: i32 = spawn @worker, 0
  store atomic i64 2, @x
  call @join(%a)
  %v: i64 = load atomic @x
  %late: i1 = eq %v, 0x100000002
  branch %late, good, other
other:
  %early: i1 = eq %v, 2
  branch %early, good, bad
good:
  exit_process 0
bad:
  fail 0, 0
})");
  const Outcome outcome = explored(system);
  EXPECT_TRUE(outcome.ends);
  EXPECT_FALSE(outcome.fails);
  EXPECT_FALSE(outcome.refused);
}

TEST(Lift, that_is_told_to_stop_says_so) {
  const auto program = ir::parse("func @main() entry {\n again:\n jump again\n}", "test.ir");
  ASSERT_TRUE(program);
  Stop stop;
  stop.request();
  const auto system = lift(*program, {}, stop);
  ASSERT_FALSE(system);
  EXPECT_TRUE(std::holds_alternative<Stopped>(system.error()));
}

}  // namespace

}  // namespace fermata::model
