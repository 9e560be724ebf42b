// SPDX-License-Identifier: Apache-2.0
// Which kind of hang it is, and who waits for whom.
#include <gtest/gtest.h>

#include "engine/explore/judging.h"

namespace fermata::engine::explore {
namespace {

using Status = verdict::ThreadStatus::Kind;

TEST(Hangs, two_locks_in_two_orders_are_a_deadlock) {
  const auto f = hang_of(R"(
func @worker(%a: ptr) {
  call @lock(@m1) at 2
  call @lock(@m0) at 3
  call @unlock(@m0)
  call @unlock(@m1)
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @lock(@m0) at 1
  call @lock(@m1) at 1
  call @unlock(@m1)
  call @unlock(@m0)
  call @join(%t) at 1
  ret
})");
  ASSERT_EQ(f.answer, verdict::Answer::violated);
  EXPECT_EQ(f.kind, "deadlock");
  EXPECT_TRUE(f.run.loop.empty());
  const auto& main = status_of(f, "main");
  EXPECT_EQ(main.status, Status::blocked);
  EXPECT_EQ(main.waits_for, "mutex 'm1'");
  EXPECT_EQ(main.held_by, std::vector<std::string>{"worker#1"});
  EXPECT_EQ(main.holds, std::vector<std::string>{"m0"});
  EXPECT_EQ(main.at.line, 10u);
  const auto& worker = status_of(f, "worker#1");
  EXPECT_EQ(worker.status, Status::blocked);
  EXPECT_EQ(worker.waits_for, "mutex 'm0'");
  EXPECT_EQ(worker.held_by, std::vector<std::string>{"main"});
  EXPECT_EQ(worker.holds, std::vector<std::string>{"m1"});
  EXPECT_EQ(worker.at.line, 21u);
}

TEST(Hangs, two_locks_in_one_order_are_fine) {
  EXPECT_EQ(hang_kind(R"(
func @worker(%a: ptr) {
  call @lock(@m0)
  call @lock(@m1)
  call @unlock(@m0)
  call @unlock(@m1)
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @lock(@m0)
  call @lock(@m1)
  call @unlock(@m1)
  call @unlock(@m0)
  call @join(%t)
  ret
})"),
            "holds");
}

TEST(Hangs, locking_twice_is_a_self_deadlock) {
  const auto f = hang_of("func @main() entry {\n  call @lock(@m0) at 1\n  call @lock(@m0) at 1\n  ret\n}\n");
  EXPECT_EQ(f.kind, "self-deadlock");
  EXPECT_EQ(status_of(f, "main").held_by, std::vector<std::string>{"main"});
}

constexpr const char* crossed = R"(
func @worker(%a: ptr) {
  call @lock(@m0) at 2
  call @lock(@m1) at 3
  call @unlock(@m1)
  call @unlock(@m0)
  ret
}
func @helper(%a: ptr) {
  call @lock(@m1) at 4
  call @lock(@m0) at 4
  call @unlock(@m0)
  call @unlock(@m1)
  ret
}
)";

TEST(Hangs, a_deadlock_beside_a_thread_that_runs_on_is_partial) {
  const auto f = hang_of(std::string(crossed) + R"(
func @main() entry {
  %s: i32 = spawn @worker, 0
  %t: i32 = spawn @helper, 0
  spawn @runner, 0
  call @join(%s)
  call @join(%t)
  ret
}
func @runner(%a: ptr) {
  jump again
again:
  store i32 1, @x0
  jump again
})");
  EXPECT_EQ(f.kind, "partial-deadlock");
  EXPECT_EQ(status_of(f, "main").status, Status::blocked);
  EXPECT_EQ(status_of(f, "worker#1").status, Status::blocked);
  EXPECT_EQ(status_of(f, "worker#1").held_by, std::vector<std::string>{"helper#1"});
  EXPECT_EQ(status_of(f, "thread#3").status, Status::spinning);
  EXPECT_FALSE(f.run.loop.empty());
}

TEST(Hangs, main_that_returns_ends_a_deadlock_of_others) {
  EXPECT_EQ(
      hang_kind(std::string(crossed) + "func @main() entry {\n  spawn @worker, 0\n  spawn @helper, 0\n  ret\n}\n"),
      "holds");
}

TEST(Hangs, a_signal_that_comes_too_early_is_a_lost_wakeup) {
  const auto f = hang_of(R"(
func @worker(%a: ptr) {
  call @signal() at 2
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @lock(@m0) at 1
  call @wait(@m0) at 1
  call @unlock(@m0)
  call @join(%t)
  ret
})",
                         {.machine = {.semantics = {.spurious_wakeups = false}}});
  EXPECT_EQ(f.kind, "lost-wakeup");
  const auto& main = status_of(f, "main");
  EXPECT_EQ(main.status, Status::blocked);
  EXPECT_EQ(main.waits_for, "condition variable 'c'");
  EXPECT_EQ(main.held_by, std::vector<std::string>{});
  EXPECT_NE(main.why.find("before 'main' began to wait"), std::string::npos) << main.why;
  EXPECT_EQ(status_of(f, "worker#1").status, Status::finished);
}

constexpr const char* waiter = R"(
func @main() entry {
  call @lock(@m0) at 1
  jump again
again:
  %v: i32 = load @x0
  %go: i1 = ne %v, 0
  branch %go, done, sleep
sleep:
  call @wait(@m0) at 1
  jump again
done:
  call @unlock(@m0)
  ret
})";

TEST(Hangs, a_spurious_wakeup_is_no_excuse) {
  EXPECT_EQ(hang_kind(waiter), "lost-wakeup");
  EXPECT_EQ(hang_kind(waiter, {.machine = {.semantics = {.spurious_wakeups = false}}}), "lost-wakeup");
}

TEST(Hangs, a_lone_thread_that_wakes_up_for_nothing_again_and_again_costs_nothing) {
  Asked options;
  options.exhaustive = true;
  const auto verdict = judge(waiter, options);
  EXPECT_LT(verdict.statistics.front().transitions, 20u) << "a loop with a choice in it must not be unrolled";
}

TEST(Hangs, a_wait_that_may_time_out_ends) {
  EXPECT_EQ(
      hang_kind("func @main() entry {\n  call @lock(@m0)\n  call @timed_wait(@m0)\n  call @unlock(@m0)\n  ret\n}\n"),
      "holds");
}

TEST(Hangs, a_semaphore_that_nobody_posts_is_never_signalled) {
  const auto f = hang_of("func @main() entry {\n  call @take(@units) at 1\n  ret\n}\n");
  EXPECT_EQ(f.kind, "never-signalled");
  EXPECT_EQ(status_of(f, "main").waits_for, "semaphore 'units'");
}

TEST(Hangs, a_flag_that_nobody_sets_is_a_stuck_loop) {
  const auto f = hang_of(R"(
func @worker(%a: ptr) {
  %v: i32 = load @x0 at 2
  %go: i1 = eq %v, 1
  branch %go, done, worker_again
worker_again:
  %v = load @x0 at 2
  %go = eq %v, 1
  branch %go, done, worker_again
done:
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @join(%t) at 1
  ret
})");
  EXPECT_EQ(f.kind, "stuck-loop");
  EXPECT_EQ(status_of(f, "worker#1").status, Status::spinning);
  EXPECT_EQ(status_of(f, "main").status, Status::blocked);
  EXPECT_EQ(status_of(f, "main").waits_for, "the end of 'worker#1'");
  EXPECT_FALSE(f.run.loop.empty());
}

TEST(Hangs, a_private_loop_without_end_is_a_stuck_loop) {
  EXPECT_EQ(hang_kind("func @main() entry {\n  jump again\nagain:\n  jump again\n}\n"), "stuck-loop");
}

TEST(Hangs, a_lock_that_its_thread_took_along_was_never_released) {
  const auto f = hang_of(R"(
func @worker(%a: ptr) {
  call @lock(@m0) at 2
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @join(%t) at 1
  call @lock(@m0) at 1
  ret
})");
  EXPECT_EQ(f.kind, "never-released");
  const auto& main = status_of(f, "main");
  EXPECT_EQ(main.waits_for, "mutex 'm0'");
  EXPECT_EQ(main.held_by, std::vector<std::string>{"worker#1"});
  EXPECT_EQ(status_of(f, "worker#1").status, Status::finished);
  EXPECT_EQ(status_of(f, "worker#1").holds, std::vector<std::string>{"m0"});
}

TEST(Hangs, threads_that_join_each_other_are_a_join_cycle) {
  const auto f = hang_of(R"(
func @worker(%a: ptr) {
  call @join(2) at 2
  ret
}
func @helper(%a: ptr) {
  call @join(1) at 4
  ret
}
func @main() entry {
  atomic_begin
  %t: i32 = spawn @worker, 0
  spawn @helper, 0
  atomic_end
  call @join(%t) at 1
  ret
})");
  EXPECT_EQ(f.kind, "join-cycle");
  EXPECT_EQ(status_of(f, "worker#1").waits_for, "the end of 'helper#1'");
  EXPECT_EQ(status_of(f, "helper#1").waits_for, "the end of 'worker#1'");
}

TEST(Hangs, a_lock_that_the_joining_thread_holds_is_a_deadlock) {
  const auto f = hang_of(R"(
func @worker(%a: ptr) {
  call @lock(@m0) at 2
  call @unlock(@m0)
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @lock(@m0) at 1
  call @join(%t) at 1
  call @unlock(@m0)
  ret
})");
  EXPECT_EQ(f.kind, "deadlock");
  EXPECT_EQ(status_of(f, "worker#1").held_by, std::vector<std::string>{"main"});
}

// One thread takes from the semaphore what the other puts there, for ever: each wait ends.
constexpr const char* busy = R"(
func @consumer(%a: ptr) {
  jump again
again:
  call @take(@units) at 4
  jump again
}
func @producer(%a: ptr) {
  jump again
again:
  call @post(@units) at 4
  jump again
}
)";

TEST(Hangs, the_thread_that_is_named_is_one_that_is_stuck) {
  const auto f = hang_of(std::string(busy) + R"(
func @worker(%a: ptr) {
  jump again
again:
  %v: i32 = load @x0 at 2
  %go: i1 = eq %v, 1
  branch %go, done, again
done:
  ret
}
func @main() entry {
  atomic_begin
  %t: i32 = spawn @worker, 0
  spawn @consumer, 0
  spawn @producer, 0
  atomic_end
  call @join(%t) at 1
  ret
})");
  EXPECT_EQ(f.kind, "stuck-loop") << f.message;
  EXPECT_EQ(f.message.find("semaphore"), std::string::npos) << "that wait ends again and again: " << f.message;
}

TEST(Hangs, the_thread_that_is_named_is_one_that_is_stuck_in_a_daemon) {
  const auto f = hang_of(std::string(busy) + R"(
func @worker(%a: ptr) {
  section_begin 9, @u0
  jump again
again:
  %v: i32 = load @x0 at 2
  %go: i1 = eq %v, 1
  branch %go, done, again
done:
  ret
}
func @main() entry {
  atomic_begin
  %t: i32 = spawn @worker, 0
  spawn @consumer, 0
  spawn @producer, 0
  atomic_end
  thread_exit 0
})",
                         as_daemon());
  EXPECT_EQ(f.kind, "unended-section") << f.message;
  EXPECT_NE(f.message.find("worker"), std::string::npos) << f.message;
}

TEST(Hangs, a_thread_that_is_blocked_without_a_section_is_a_deadlock) {
  EXPECT_EQ(hang_kind("func @main() entry {\n  call @await(@x0, 1) at 1\n  ret\n}\n"), "deadlock");
}

TEST(Hangs, a_busy_server_is_a_hang_unless_it_is_a_daemon) {
  const std::string server = std::string(busy) + R"(
func @main() entry {
  spawn @consumer, 0
  call @producer(0)
  ret
})";
  EXPECT_NE(hang_kind(server), "holds");
  EXPECT_EQ(hang_kind(server, as_daemon()), "holds");
}

TEST(Hangs, a_daemon_must_end_what_it_has_begun) {
  const auto f = hang_of(R"(
func @worker(%a: ptr) {
  call @lock(@m0) at 2
  call @unlock(@m0)
  ret
}
func @main() entry {
  spawn @worker, 0
  call @lock(@m0) at 1
  jump again
again:
  store i32 1, @x0
  jump again
})",
                         as_daemon());
  ASSERT_EQ(f.answer, verdict::Answer::violated);
  EXPECT_FALSE(f.run.unending.empty());
}

TEST(Hangs, a_daemon_whose_threads_all_sleep_in_no_section_is_fine) {
  constexpr const char* text = "func @main() entry {\n  call @await(@x0, 1)\n  ret\n}\n";
  EXPECT_EQ(hang_kind(text, as_daemon()), "holds");
  EXPECT_EQ(hang_kind(text), "deadlock");
}

TEST(Hangs, a_section_that_could_end_only_with_the_process_does_end_if_the_process_can) {
  EXPECT_EQ(hang_kind(R"(
func @worker(%a: ptr) {
  call @lock(@m0)
  call @lock(@m0)
  ret
}
func @main() entry {
  spawn @worker, 0
  store i32 1, @x0
  ret
})",
                      as_daemon()),
            "holds");
}

}  // namespace
}  // namespace fermata::engine::explore
