// SPDX-License-Identifier: Apache-2.0
// Threads, what they share and what they do not.
#include <gtest/gtest.h>

#include <algorithm>

#include "vm/cache_hooks.h"
#include "vm/dependence.h"
#include "vm/follow.h"
#include "vm/inspect.h"
#include "vm/running.h"

namespace fermata::vm {
namespace {

TEST(Threads, a_thread_is_joined_once_it_has_finished) {
  Running run(R"(
global @x: 4
func @worker(%a: ptr) {
  store i32 1, @x
  thread_exit %a
}
func @main() {
  %t: i32 = spawn @worker, 7
  atomic_begin
  %s: i32 = thread_state %t
  %d: i1 = eq %s, 2
  %w: i32 = zext %d
  block_until %w
  %v: ptr = reap %t
  atomic_end
  %l: i64 = copy %v
  %r: i32 = trunc %l
  exit_process %r
})");
  run.step();
  EXPECT_EQ(run.step(0), Step::Outcome::blocked);
  EXPECT_EQ(run.step(1), Step::Outcome::moved);
  EXPECT_EQ(run.step(0), Step::Outcome::moved);
  EXPECT_TRUE(run.ended());
  EXPECT_EQ(run.exit_code(), 7u);
}

TEST(Threads, the_process_ends_with_its_last_thread) {
  Running run(R"(
global @x: 4
func @worker(%a: ptr) {
  store i32 1, @x
  ret
}
func @main() {
  spawn @worker, 0
  store i32 2, @x
  thread_exit 0
})");
  run.step();
  run.step(0);
  EXPECT_FALSE(run.ended());
  run.step(1);
  EXPECT_TRUE(run.ended());
}

/// Two threads, each of which goes round and looks at a variable; main writes to both.
constexpr const char* lookers = R"(
global @x: 4
global @y: 4
func @look(%a: ptr) {
again:
  %v: i32 = load %a
  %stay: i1 = eq %v, 0
  branch %stay, again, out
out:
  thread_exit 0
}
func @main() {
  %t: i32 = spawn @look, @x
  %u: i32 = spawn @look, @y
  store i32 1, @y
  store i32 1, @x
  thread_exit 0
})";

TEST(Threads, what_a_thread_does_depends_on_what_it_reads_and_on_nothing_else) {
  Running run(lookers);
  run.step(), run.step();
  run.machine().watch(false);
  std::vector<ThreadId> alive;
  const ThreadCounts counts = count_threads(run.machine(), run.state, alive);
  std::vector<Dependence> on(3);
  for (ThreadId t : {ThreadId{1}, ThreadId{2}}) {
    Dependence& d = on[index(t)];
    EXPECT_FALSE(d.holds_in(run.state, counts));
    d.begin(run.machine(), run.state, t, counts);
    const Dependence::Noting noting(run.machine(), d);
    EXPECT_TRUE(can_move(run.machine(), run.state, t));
  }
  run.step();  // writes y
  EXPECT_TRUE(on[1].holds_in(run.state, counts));
  EXPECT_FALSE(on[2].holds_in(run.state, counts));
  run.step();  // writes x, and ends
  EXPECT_FALSE(on[1].holds_in(run.state, counts));
  EXPECT_FALSE(on[1].holds_in(run.state, count_threads(run.machine(), run.state, alive)));
}

TEST(Threads, the_calls_that_a_thread_is_in_are_places_of_the_program) {
  Running run(R"(
global @x: 4
func @inner() {
  %v: i32 = load @x
  ret
}
func @worker(%a: ptr) {
  jump on
on:
  call @inner()
  thread_exit 0
}
func @main() {
  %t: i32 = spawn @worker, 0
  store i32 1, @x
  thread_exit 0
})");
  run.step();
  const std::vector<CallFrame> frames = run.machine().frames(run.state, ThreadId{1});
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(static_cast<int>(frames[0].function), 1);
  EXPECT_EQ(frames[0].block, 1u);
  EXPECT_EQ(frames[0].instruction, 0u);
  EXPECT_EQ(static_cast<int>(frames[1].function), 0);
  EXPECT_EQ(frames[1].block, 0u);
  EXPECT_EQ(frames[1].instruction, 0u);
}

/// Three threads fall asleep on c. Main wakes one of them, whichever, then all.
constexpr const char* sleepers = R"(
global @c: 8
func @sleeper(%a: ptr) {
  %me: i32 = self
  atomic_begin
  sleep_on %me, @c
  section_begin 2, @c
  atomic_end
  atomic_begin
  %on: ptr = sleeps_on %me
  %awake: i1 = eq %on, 0
  %may: i32 = zext %awake
  block_until %may
  atomic_end
  store i32 1, @c
  thread_exit 0
}
func @main() {
  %a: i32 = spawn @sleeper, 0
  %b: i32 = spawn @sleeper, 0
  %d: i32 = spawn @sleeper, 0
  atomic_begin
  %t: i32 = choose_sleeper @c
  %nobody: i1 = slt %t, 0
  branch %nobody, done, wake
wake:
  sleep_on %t, 0
  section_end 2, @c, %t
  jump done
done:
  atomic_end
  atomic_begin
  %n: i32 = sleepers @c
  %m: i32 = wake_all 2, @c
  %both: i32 = mul %n, 10
  %code: i32 = add %both, %m
  atomic_end
  exit_process %code
})";

TEST(Sleep, each_of_those_who_sleep_on_an_object_may_be_woken_and_no_other) {
  Running run(sleepers);
  run.step(), run.step(), run.step();
  run.step(1), run.step(3);
  std::vector<std::vector<std::uint64_t>> chosen;
  run.machine().each_outcome(run.state, ThreadId{0}, [&](Step& step) {
    chosen.push_back(step.choices);
    EXPECT_TRUE(step.chooses);
    EXPECT_EQ(step.ended.size(), 1u);
    return true;
  });
  EXPECT_EQ(chosen, (std::vector<std::vector<std::uint64_t>>{{1}, {3}}));
  run.step(0, {3});
  EXPECT_EQ(run.step(1), Step::Outcome::blocked);
  EXPECT_EQ(run.step(3), Step::Outcome::moved);
  EXPECT_NE(run.machine().record(run.state, ThreadId{1}).sleeps_on, 0u);
  EXPECT_EQ(run.machine().record(run.state, ThreadId{3}).sleeps_on, 0u);
  run.step(0), run.step(0);
  EXPECT_EQ(run.exit_code(), 11u);
}

TEST(Sleep, nobody_is_woken_where_nobody_sleeps_and_the_only_sleeper_is_no_choice) {
  Running run(sleepers);
  run.step(), run.step(), run.step();
  const std::vector<Word> before = run.state;
  run.step(0);
  EXPECT_TRUE(run.last.choices.empty());
  run.step(0), run.step(0);
  EXPECT_TRUE(run.ended());
  EXPECT_EQ(run.exit_code(), 0u);
  run.state = before;
  run.step(2), run.step(0);
  EXPECT_EQ(run.last.choices, std::vector<std::uint64_t>{2});
  EXPECT_FALSE(run.last.chooses);
}

TEST(Sleep, all_are_woken_at_once_and_their_sections_end) {
  Running run(sleepers);
  run.step(), run.step(), run.step();
  run.step(0);
  for (std::uint32_t t : {3u, 1u, 2u}) run.step(t);
  for (std::uint32_t t : {1u, 2u, 3u}) EXPECT_EQ(run.step(t), Step::Outcome::blocked);
  run.step(0);
  EXPECT_EQ(run.last.ended.size(), 3u);
  for (std::uint32_t t : {1u, 2u, 3u}) EXPECT_EQ(run.step(t), Step::Outcome::moved);
  run.step(0);
  EXPECT_EQ(run.exit_code(), 33u);
}

TEST(Sleep, who_wakes_a_thread_does_not_care_where_others_stand) {
  Running run(sleepers);
  run.step(), run.step(), run.step();
  run.step(1);
  run.machine().watch(false);
  Step step;
  run.machine().step(run.state, ThreadId{0}, {}, step);
  const auto parts = reads(run.machine());
  ASSERT_TRUE(parts);
  const auto has = [&](Part part) { return std::ranges::find(*parts, part) != parts->end(); };
  const auto record = [&](std::uint32_t t) {
    return static_cast<std::uint32_t>(record_word(run.machine(), ThreadId{t}));
  };
  EXPECT_TRUE(has(word_part(record(1))));
  EXPECT_FALSE(has(word_part(record(2))));
  EXPECT_TRUE(has(sleep_part(record(2), false)));
  EXPECT_FALSE(has(word_part(record(3))));
}

TEST(Sleep, who_falls_asleep_and_who_wakes_touch_the_same_sleepers_of_one_object_only) {
  Running run(sleepers);
  run.machine().watch(false);
  run.machine().track(true);
  run.step(), run.step(), run.step();
  const auto sees = [](const Step& step, std::uint32_t origin, bool write) {
    return std::ranges::any_of(step.footprint->operations().front().accesses,
                               [&](const Access& a) { return a.origin == origin && a.write == write; });
  };
  Step step;
  run.machine().step(run.state, ThreadId{0}, {}, step);  // nobody sleeps
  EXPECT_TRUE(sees(step, Access::sleepers, false));
  EXPECT_FALSE(sees(step, Access::sleepers, true));
  run.step(1);
  EXPECT_TRUE(sees(run.last, Access::sleepers, true));
  EXPECT_TRUE(sees(run.last, Access::sleep, true));
  run.step(0);
  EXPECT_TRUE(sees(run.last, Access::sleepers, true));
  run.step(1);
  EXPECT_FALSE(sees(run.last, Access::sleepers, false));
  EXPECT_TRUE(sees(run.last, Access::sleep, false));
}

TEST(Threads, memory_is_private_until_its_address_is_stored_where_others_look) {
  Running run(R"(
global @p: 8
func @worker(%a: ptr) {
  atomic_begin
  block_until 0
  atomic_end
  ret
}
func @main() {
  spawn @worker, 0
  %m: ptr = alloc 16
  store i32 1, %m
  store ptr %m, @p
  store i32 2, %m
  ret
})");
  run.step();
  run.step();
  EXPECT_NE(run.told().find("write p"), std::string::npos);
  run.step();
  EXPECT_NE(run.told().find("= 2"), std::string::npos) << "now it is shared: a step of its own";
}

TEST(Threads, what_a_shared_object_points_to_is_shared_too) {
  Running run(R"(
global @p: 8
func @worker(%a: ptr) {
  atomic_begin
  block_until 0
  atomic_end
  ret
}
func @main() {
  spawn @worker, 0
  %inner: ptr = alloc 16
  %outer: ptr = alloc 16
  store ptr %inner, %outer
  store ptr %outer, @p
  store i32 2, %inner
  store i32 3, %inner
  ret
})");
  run.step();
  run.step();
  run.step();
  EXPECT_NE(run.told().find("= 2"), std::string::npos);
  EXPECT_EQ(run.told().find("= 3"), std::string::npos);
}

constexpr const char* handed = R"(
global @x: 4
global @shown: 8
func @worker(%a: ptr) {
  %v: i32 = load %a
  free %a
  store i32 %v, @x
  ret
}
func @main() {
  %m: ptr = alloc 8
  store i32 5, %m
  spawn @worker, %m
  PARENT
  store i32 1, @x
  store i32 1, @x
  ret
})";

std::string with_parent(const std::string& line) {
  std::string text = handed;
  return text.replace(text.find("PARENT"), 6, line);
}

TEST(Threads, an_object_given_to_a_new_thread_is_that_threads_own) {
  Running run(with_parent(""));
  run.step();
  EXPECT_EQ(run.step(1), Step::Outcome::moved);
  EXPECT_EQ(run.told(), "write x = 5") << "reading and freeing what it was given is no step";
}

TEST(Threads, the_giver_who_still_uses_it_is_noticed) {
  Running run(with_parent("store i32 6, %m"));
  run.step();
  EXPECT_EQ(run.last.outcome, Step::Outcome::disowned);
  Options careful;
  careful.heap.hand_over = false;
  Running again(with_parent("store i32 6, %m"), careful);
  EXPECT_EQ(again.step(), Step::Outcome::moved);
}

TEST(Threads, the_giver_who_publishes_it_later_is_noticed_too) {
  std::string text = with_parent("store ptr %m, @shown");
  text.erase(text.find("  free %a\n"), 10);
  Running run(text);
  run.step();
  EXPECT_EQ(run.step(), Step::Outcome::disowned);
}

TEST(Threads, what_a_stale_pointer_leads_to_is_looked_at_in_a_step_of_its_own) {
  Running run(R"(
global @p: 8
global @x: 4
func @lend() {
  %v: ptr = alloca 4 "v"
  store ptr %v, @p
  ret
}
func @worker(%a: ptr) {
  %q: ptr = load @p
  store i32 1, %q
  ret
}
func @main() {
  spawn @worker, 0
  call @lend()
  %i: i32 = load @x
  %w: ptr = alloca 4 "w"
  store i32 1, @x
  ret
})");
  run.step();  // starts the worker
  run.step();  // lends 'v'
  run.step();  // and returns
  const auto free_place = run.state;
  EXPECT_EQ(run.step(1), Step::Outcome::moved) << "nothing is there, but something may be when it writes";
  run.state = free_place;
  run.step();
  EXPECT_EQ(run.step(1), Step::Outcome::moved) << "'w' is there, but may be gone when it writes";
  EXPECT_EQ(run.step(1), Step::Outcome::disowned);
}

TEST(Threads, a_slot_that_a_child_freed_is_not_reused_before_the_child_is_joined) {
  Running early(with_parent("%n: ptr = alloc 8\n  store i32 1, %n"));
  early.step();
  const auto after_create = early.state;
  EXPECT_EQ(early.last.outcome, Step::Outcome::moved);
  // The parent's allocation does not depend on whether the child has already freed what it got.
  Running late(with_parent("store i32 9, @x\n  %n: ptr = alloc 8\n  store i32 1, %n"));
  late.step();
  late.step(1);
  late.step(0);
  EXPECT_EQ(late.last.outcome, Step::Outcome::moved);
}

// What others have on the same heap, or have freed there, is none of its business: the join is remembered once.
TEST(Threads, a_join_depends_only_on_what_the_thread_has_freed) {
  Running run(R"(
global @x: 4
func @worker(%a: ptr) {
  free %a
  store i32 1, @x
  ret
}
func @main() {
  %a: ptr = alloc 8
  %b: ptr = alloc 8
  %t: i32 = spawn @worker, %a
  spawn @worker, %b
  atomic_begin
  %s: i32 = thread_state %t
  %d: i1 = eq %s, 2
  %w: i32 = zext %d
  block_until %w
  reap %t
  atomic_end
  exit_process 0
})");
  run.machine().watch(false);
  run.step();
  run.step(1);
  EXPECT_EQ(run.machine().record(run.state, ThreadId{1}).freed.size(), 1u);
  ASSERT_EQ(run.step(0), Step::Outcome::moved);
  const auto read = reads(run.machine());
  ASSERT_TRUE(read);
  EXPECT_FALSE(std::ranges::any_of(*read, [](Part part) { return is_word(part) && word_of(part) > 3; }))
      << "status, @x, the joined thread's record, and one page of a heap";
}

TEST(Threads, sections_open_and_close_with_their_events) {
  Running run(R"(
global @m: 4
func @worker(%a: ptr) {
  section_begin 0, @m
  atomic_begin
  section_end 0, @m, 1
  section_begin 1, @m
  acquired @m
  atomic_end
  atomic_begin
  section_end 1, @m, -1
  released @m
  atomic_end
  ret
}
func @main() {
  spawn @worker, 0
  atomic_begin
  atomic_end
  thread_exit 0
})");
  run.step();
  ASSERT_EQ(run.machine().record(run.state, ThreadId{1}).sections.size(), 1u);
  EXPECT_EQ(run.machine().record(run.state, ThreadId{1}).sections[0].kind, SectionKind::mutex);
  run.step(1);
  ASSERT_EQ(run.last.ended.size(), 1u);
  EXPECT_EQ(run.last.ended[0].kind, SectionKind::mutex);
  EXPECT_EQ(run.machine().record(run.state, ThreadId{1}).sections[0].kind, SectionKind::critical);
}

TEST(Threads, thread_local_variables_are_each_threads_own) {
  Running run(R"(
global @mine: 4 thread_local = i32 3
global @x: 4
func @worker(%a: ptr) {
  %v: i32 = load @mine
  %v = add %v, 1
  store i32 %v, @mine
  %v = load @mine
  store i32 %v, @x
  ret
}
func @main() {
  store i32 40, @mine
  spawn @worker, 0
  %v: i32 = load @x
  %w: i32 = load @mine
  %v = add %v, %w
  exit_process %v
})");
  run.step();
  run.step(1);
  run.step(0);
  EXPECT_TRUE(run.ended());
  EXPECT_EQ(run.exit_code(), 44u);
}

}  // namespace
}  // namespace fermata::vm
