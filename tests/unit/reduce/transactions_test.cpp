// SPDX-License-Identifier: Apache-2.0
// Where transactions must end, and where they need not: the smallest programs that tell the difference.
#include <gtest/gtest.h>

#include "engine/explore/judging.h"
#include "engine/explore/whole_graph.h"

namespace fermata::engine::explore {
namespace {

struct Both {
  WholeGraph steps, transactions;
};

/// Whatever can go wrong must be the same.
Both both(std::string_view text, const vm::Options& options = {}) {
  const ir::Program program = program_of(text);
  Both b{graph_of_steps(program, options), graph_of_transactions(program, options)};
  EXPECT_EQ(difference(b.steps, b.transactions), "");
  return b;
}

/// What is lost or made up if a rule is left out.
std::string without(bool reduce::Rules::* rule, std::string_view text) {
  const ir::Program program = program_of(text);
  reduce::Rules rules;
  rules.*rule = false;
  return difference(graph_of_steps(program, {}), graph_of_transactions(program, {}, rules));
}

constexpr const char* two_orders = R"(
func @worker(%a: ptr) {
  call @lock(@m1)
  call @lock(@m0)
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
})";

TEST(Transactions, two_locks_in_two_orders_keep_their_deadlock_although_each_thread_could_go_through_at_once) {
  EXPECT_TRUE(both(two_orders).transactions.deadlock);
  EXPECT_NE(without(&reduce::Rules::cuts_cycles_of_locks, two_orders), "");
}

constexpr const char* waits_in_a_section = R"(
func @worker(%a: ptr) {
  section_begin 9, @u0
  call @lock(@m0)
  call @await(@x0, 1)
  call @unlock(@m0)
  %k: i32 = self
  section_end 9, @u0, %k
  ret
}
func @main() entry {
  spawn @worker, 0
  call @await(@x1, 1)
  ret
})";

TEST(Transactions, a_transaction_that_blocks_is_kept_where_it_blocks) {
  EXPECT_EQ(both(waits_in_a_section).transactions.stuck.size(), 2u);  // the user's section, and the lock
  EXPECT_NE(without(&reduce::Rules::keeps_where_it_blocks, waits_in_a_section), "");
}

constexpr const char* try_in_the_middle = R"(
func @tries(%a: ptr) {
  %got: i32 = call @trylock(@m0)
  %ok: i1 = ne %got, 0
  branch %ok, in, out
in:
  store i32 1, @x0
  call @unlock(@m0)
  ret
out:
  ret
}
func @holds(%a: ptr) {
  call @lock(@m0)
  call @unlock(@m0)
  ret
}
func @main() entry {
  spawn @tries, 0
  spawn @holds, 0
  call @await(@x0, 1)
  thread_exit 0
})";

TEST(Transactions, a_try_that_fails_only_in_the_middle_of_anothers_transaction_still_fails) {
  EXPECT_TRUE(both(try_in_the_middle).transactions.hang);
  EXPECT_NE(without(&reduce::Rules::locks_may_be_observed, try_in_the_middle), "");
}

constexpr const char* fails_after_commit = R"(
func @fails(%a: ptr) {
  store i32 1, @x0
  fail 0, @broken at 2
}
func @main() entry {
  spawn @fails, 0
  %v: i32 = load @x0
  %seen: i1 = eq %v, 1
  branch %seen, bad, fine
bad:
  fail 0, @wrong at 1
fine:
  thread_exit 0
})";

TEST(Transactions, what_halts_the_program_lets_others_see_what_was_before) {
  EXPECT_EQ(both(fails_after_commit).transactions.failures.size(), 2u);
  EXPECT_NE(without(&reduce::Rules::halts_after_others, fails_after_commit), "");
}

constexpr const char* waited_for_in_passing = R"(
func @waits(%a: ptr) {
  call @await(@x0, 1)
  fail 0, @broken
}
func @main() entry {
  spawn @waits, 0
  store i32 1, @x0
  store i32 0, @x0
  thread_exit 0
})";

TEST(Transactions, what_a_thread_waits_for_may_be_true_only_for_a_moment) {
  EXPECT_EQ(both(waited_for_in_passing).transactions.failures.size(), 1u);
  EXPECT_NE(without(&reduce::Rules::blocked_steps_read, waited_for_in_passing), "");
}

// `x0` is written under `m0`, and read without it.
constexpr const char* read_by_anybody = R"(
func @writes(%a: ptr) {
  call @lock(@m0)
  %v: i32 = load @x0
  %v = add %v, 1
  store %v, @x0
  %w: i32 = load @x0
  call @unlock(@m0)
  ret
}
func @main() entry {
  spawn @writes, 0
  spawn @writes, 0
  %v: i32 = load @x0
  thread_exit 0
})";

TEST(Transactions, where_writing_needs_a_lock_reading_under_it_is_a_both_mover) {
  // Each writer is before or after its only transaction, and so is the one who reads; and the beginning.
  EXPECT_EQ(both(read_by_anybody).transactions.states, 2 * 2 * 2 + 1u);
}

// Who waits gets through only while `x0` is 1; until then it looks as if everybody who writes `x0` had `m0`.
constexpr const char* one_writes_without_the_lock = R"(
func @writes(%a: ptr) {
  call @await(@x0, 1)
  store i32 2, @x0
  ret
}
func @main() entry {
  spawn @writes, 0
  call @lock(@m0)
  store i32 1, @x0
  %v: i32 = load @x0
  %w: i32 = load @x0
  %same: i1 = eq %v, %w
  branch %same, good, bad
bad:
  fail 0, @broken
good:
  store i32 0, @x0
  call @unlock(@m0)
  thread_exit 0
})";

TEST(Transactions, a_lock_that_some_who_write_do_not_have_protects_no_reading) {
  EXPECT_EQ(both(one_writes_without_the_lock).transactions.failures.size(), 1u);
  EXPECT_NE(without(&reduce::Rules::writers_may_change, one_writes_without_the_lock), "");
}

// Two who read `x0` and one who writes it, under one read-write lock.
constexpr const char* readers_and_a_writer = R"(
func @reads(%a: ptr) {
  call @lock_to_read(@m0)
  %v: i32 = load @x0
  %w: i32 = load @x0
  %same: i1 = eq %v, %w
  branch %same, good, bad
bad:
  fail 0, @broken
good:
  call @unlock_rw(@m0)
  ret
}
func @writes(%a: ptr) {
  call @lock_to_write(@m0)
  store i32 1, @x0
  store i32 2, @x0
  call @unlock_rw(@m0)
  ret
}
func @main() entry {
  spawn @reads, 0
  spawn @reads, 0
  spawn @writes, 0
  thread_exit 0
})";

TEST(Transactions, readers_and_writers_under_one_lock_are_one_transaction_each) {
  const auto b = both(readers_and_a_writer);
  EXPECT_TRUE(b.transactions.failures.empty());
  // Each of them is before or after its only transaction; and the beginning.
  EXPECT_EQ(b.transactions.states, 2 * 2 * 2 + 1u);
  ASSERT_EQ(b.transactions.variables.size(), 1u);
  EXPECT_EQ(b.transactions.variables[0].locks.size(), 1u);
}

constexpr const char* written_under_a_share = R"(
func @writes(%a: ptr) {
  call @lock_to_read(@m0)
  store i32 1, @x0
  %v: i32 = load @x0
  %same: i1 = eq %v, 1
  branch %same, good, bad
bad:
  fail 0, @broken
good:
  store i32 0, @x0
  call @unlock_rw(@m0)
  ret
}
func @main() entry {
  spawn @writes, 0
  spawn @writes, 0
  thread_exit 0
})";

TEST(Transactions, a_share_protects_no_writing) {
  EXPECT_EQ(both(written_under_a_share).transactions.failures.size(), 1u);
  EXPECT_NE(without(&reduce::Rules::shares_only_read, written_under_a_share), "");
}

// `x0` is written under the whole lock, read under a share, and read without.
constexpr const char* read_under_a_share_and_without = R"(
func @reads(%a: ptr) {
  call @lock_to_read(@m0)
  %v: i32 = load @x0
  %w: i32 = load @x0
  call @unlock_rw(@m0)
  ret
}
func @writes(%a: ptr) {
  call @lock_to_write(@m0)
  store i32 1, @x0
  call @unlock_rw(@m0)
  ret
}
func @main() entry {
  spawn @reads, 0
  spawn @writes, 0
  %v: i32 = load @x0
  thread_exit 0
})";

TEST(Transactions, where_writing_needs_the_whole_lock_reading_under_a_share_is_a_both_mover) {
  EXPECT_EQ(both(read_under_a_share_and_without).transactions.states, 2 * 2 * 2 + 1u);
}

constexpr const char* two_upgrades = R"(
func @upgrades(%a: ptr) {
  call @lock_to_read(@m0)
  %v: i32 = load @x0
  call @lock_to_write(@m0)
  store i32 1, @x0
  call @unlock_rw(@m0)
  call @unlock_rw(@m0)
  ret
}
func @main() entry {
  spawn @upgrades, 0
  spawn @upgrades, 0
  thread_exit 0
})";

TEST(Transactions, two_readers_who_both_want_to_write_keep_their_deadlock) {
  const auto b = both(two_upgrades);
  EXPECT_TRUE(b.transactions.deadlock);
  EXPECT_EQ(b.transactions.stuck.size(), 4u);  // each waits, and has a share
}

/// Two threads: one takes `first` and `second`, the other one `third` and `fourth`; and gives them back.
std::string two_each(const std::string& first, const std::string& second, const std::string& third,
                     const std::string& fourth, const std::string& give) {
  auto thread = [&](const char* name, const std::string& a, const std::string& b) {
    auto given_back = [&](const std::string& what) { return "  call @" + give + what.substr(what.find('(')) + "\n"; };
    return std::string("func @") + name + "(%a: ptr) {\n  call @" + a + "\n  call @" + b + "\n" + given_back(b) +
           given_back(a) + "  ret\n}\n";
  };
  return thread("one", first, second) + thread("other", third, fourth) +
         "func @main() entry {\n  spawn @one, 0\n  spawn @other, 0\n  thread_exit 0\n}\n";
}

TEST(Transactions, two_who_take_two_units_each_of_two_keep_their_deadlock) {
  const std::string text = two_each("take(@units1)", "take(@units1)", "take(@units1)", "take(@units1)", "post");
  EXPECT_TRUE(both(text).transactions.deadlock);
  EXPECT_NE(without(&reduce::Rules::cuts_cycles_of_locks, text), "");
}

TEST(Transactions, units_and_shares_in_two_orders_keep_their_deadlock) {
  const std::string text =
      two_each("lock_to_read(@m0)", "lock_to_write(@m1)", "lock_to_read(@m1)", "lock_to_write(@m0)", "unlock_rw");
  EXPECT_TRUE(both(text).transactions.deadlock);
  EXPECT_NE(without(&reduce::Rules::cuts_cycles_of_locks, text), "");
}

TEST(Transactions, two_who_share_two_locks_in_two_orders_have_none) {
  const auto b =
      both(two_each("lock_to_read(@m0)", "lock_to_read(@m1)", "lock_to_read(@m1)", "lock_to_read(@m0)", "unlock_rw"));
  EXPECT_FALSE(b.transactions.deadlock);
}

/// One thread takes both units and gives them back; another one looks in some way, and main waits until it has written
/// `x0`.
std::string other_takes(const char* how) {
  return std::string(R"(
func @takes(%a: ptr) {
  call @take(@units1)
  call @take(@units1)
  call @post(@units1)
  call @post(@units1)
  ret
}
func @looks(%a: ptr) {
)") + how +
         R"(  ret
}
func @main() entry {
  spawn @takes, 0
  spawn @looks, 0
  call @await(@x0, 1)
  thread_exit 0
})";
}

TEST(Transactions, a_unit_that_is_missing_only_in_the_middle_of_anothers_transaction_may_still_be_missing) {
  const std::string text = other_takes(
      "  %got: i32 = call @try_take(@units1)\n  %yes: i1 = ne %got, 0\n  branch %yes, in, out\n"
      "in:\n  store i32 1, @x0\n  call @post(@units1)\n  ret\nout:\n");
  EXPECT_TRUE(both(text).transactions.hang);
  EXPECT_NE(without(&reduce::Rules::locks_may_be_observed, text), "");
}

TEST(Transactions, a_post_that_others_could_make_fail_is_no_mover) {
  // Of three units that fit there are two, and two more are posted, unless somebody has taken one.
  const std::string text = R"(
func @posts(%a: ptr) {
  call @post(@units1)
  call @post(@units1)
  ret
}
func @takes(%a: ptr) {
  call @take(@units1)
  call @take(@units1)
  call @take(@units1)
  call @take(@units1)
  ret
}
func @main() entry {
  spawn @posts, 0
  spawn @takes, 0
  thread_exit 0
})";
  EXPECT_TRUE(both(text).transactions.deadlock);
}

// Each takes a resource, works, and gives it back: nobody can tell in which order.
TEST(Transactions, to_take_a_unit_and_give_it_back_is_one_transaction) {
  const auto b = both(R"(
func @works(%a: ptr) {
  call @take(@units1)
  %n: i32 = rmw atomic add @x2, 1
  call @post(@units1)
  ret
}
func @main() entry {
  spawn @works, 0
  spawn @works, 0
  spawn @works, 0
  thread_exit 0
})");
  EXPECT_EQ(b.transactions.states, 2 * 2 * 2 + 1u);
}

TEST(Transactions, reading_after_the_join_needs_no_lock) {
  const auto b = both(R"(
func @worker(%a: ptr) {
  store i32 1, @x0
  store i32 2, @x0
  store i32 1, @x0
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @join(%t)
  %v: i32 = load @x0
  store %v, @x1
  ret
})");
  EXPECT_EQ(b.transactions.revisions, 0);
  ASSERT_EQ(b.transactions.variables.size(), 1u);
  EXPECT_EQ(b.transactions.variables[0].locks, std::vector<vm::Address>{2});  // only thread 1
  EXPECT_EQ(b.transactions.states, 4u);  // at first, both run, worker has finished, end
}

constexpr const char* reads_without_join = R"(
func @worker(%a: ptr) {
  call @lock(@m0)
  store i32 1, @x1
  call @unlock(@m0)
  store i32 1, @x0
  store i32 2, @x0
  ret
}
func @main() entry {
  spawn @worker, 0
  call @lock(@m0)
  %go: i32 = load @x1
  call @unlock(@m0)
  %yes: i1 = eq %go, 1
  branch %yes, look, done
look:
  %v: i32 = load @x0
  %bad: i1 = eq %v, 1
  branch %bad, wrong, done
wrong:
  fail 0, @broken
done:
  thread_exit 0
})";

TEST(Transactions, reading_after_the_end_of_a_thread_that_nobody_joined_needs_a_lock) {
  EXPECT_EQ(both(reads_without_join).transactions.failures.size(), 1u);
  EXPECT_NE(without(&reduce::Rules::finished_is_not_gone, reads_without_join), "");
}

std::string wait_and_notify(bool inside) {
  const std::string notify = "  call @signal()\n", let_go = "  call @unlock(@m0)\n";
  return R"(
func @waits(%a: ptr) {
  call @lock(@m0)
  jump look
look:
  %v: i32 = load @x0
  %set: i1 = eq %v, 1
  branch %set, done, sleep
sleep:
  call @wait(@m0)
  jump look
done:
  %n: i32 = rmw atomic add @x2, 1
  call @unlock(@m0)
  ret
}
func @main() entry {
  %t: i32 = spawn @waits, 0
  %n: i32 = rmw atomic add @x2, 1
  call @lock(@m0)
  store i32 1, @x0
)" + (inside ? notify + let_go : let_go + notify) +
         "  call @join(%t)\n  ret\n}\n";
}

// A step of the one who waits that is no mover, under the lock after it has woken, is in the same transaction in either
// case.
TEST(Transactions, to_notify_under_the_lock_is_a_both_mover_and_to_have_been_woken_is_a_right_mover) {
  const vm::Options calm{.semantics = {.spurious_wakeups = false}};
  const auto inside = both(wait_and_notify(true), calm), outside = both(wait_and_notify(false), calm);
  // At first and at the end; main has not begun, or has added, and the other one is at its start or sleeps; main has
  // notified it, and it is at its start, awake, or has ended.
  EXPECT_EQ(inside.transactions.states, 2 + 4 + 3u);
  // Main may also stand between letting go and notifying, while the other one is at its start, sleeps or has ended.
  EXPECT_EQ(outside.transactions.states, 2 + 4 + 3 + 3u);
}

TEST(Transactions, a_loop_with_a_choice_in_it_does_not_unroll_into_all_its_ways) {
  const auto b = both(R"(
func @worker(%a: ptr) {
  call @lock(@m0)
  %i: i32 = copy i32 0
  %sum: i32 = copy i32 0
  jump again
again:
  %v: i32 = call @policy(2)
  %sum = add %sum, %v
  %i = add %i, 1
  %more: i1 = ult %i, 40
  branch %more, again, done
done:
  store %sum, @x0
  call @unlock(@m0)
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @join(%t)
  ret
})");
  EXPECT_LT(b.transactions.states, b.steps.states);
}

TEST(Transactions, what_is_learnt_while_exploring_does_not_change_an_answer_that_was_given) {
  // First a variable of two threads, then something that a third one looks at like at a lock.
  const auto f = judge(R"(
func @peeks(%a: ptr) {
  atomic_begin
  %v: i32 = load @units
  observed @units
  atomic_end
  call @lock(@m0)
  call @lock(@m1)
  fail 0, @broken at 2
}
func @takes(%a: ptr) {
  call @take(@units)
  call @post(@units)
  ret
}
func @main() entry {
  spawn @takes, 0
  call @post(@units)
  call @take(@units)
  call @post(@units)
  spawn @peeks, 0
  thread_exit 0
})",
                       {.exhaustive = true});
  EXPECT_EQ(finding(f, verdict::Property::safety).answer, verdict::Answer::violated);
}

/// Main gets hold of what `lends` makes, and then waits for ever; or comes too late.
std::string borrowing(const std::string& lends) {
  return "global @p: 8\n" + lends + R"(
func @worker(%a: ptr) {
  call @lends()
  ret
}
func @main() entry {
  spawn @worker, 0
  %v: ptr = load @p
  %none: i1 = eq %v, 0
  branch %none, done, use
use:
  store i32 1, %v at 1
  call @await(@x0, 1)
  jump done
done:
  thread_exit 0
})";
}

TEST(Transactions, what_is_freed_in_a_transaction_may_have_been_used_before) {
  const auto b = both(borrowing(R"(
func @lends() {
  %v: ptr = alloc 4
  store ptr %v, @p
  store i32 2, %v
  free %v
  ret
})"));
  EXPECT_EQ(b.transactions.failures.size(), 1u);
  EXPECT_TRUE(b.transactions.hang);
}

TEST(Transactions, a_local_variable_that_ends_in_a_transaction_may_have_been_used_before) {
  const auto b = both(borrowing(R"(
func @lends() {
  %v: ptr = alloca 4 "v"
  call @lock(@m0)
  store ptr %v, @p
  call @unlock(@m0)
  ret
})"));
  EXPECT_EQ(b.transactions.failures.size(), 1u);
  EXPECT_TRUE(b.transactions.hang);
}

/// `taken` and `made`: what is done with the lock, and what after it.
std::string met_again(const char* taken, const char* made) {
  return std::string(R"(
global @offer: 8
func @worker(%a: ptr) {
  call @lock(@m0)
  %v: ptr = load @offer
  store ptr 0, @offer
)") + taken +
         R"(
  ret
}
func @main() entry {
  spawn @worker, 0
  %first: ptr = alloc 4
  call @lock(@m0)
  store ptr %first, @offer
)" + made +
         R"(
  %again: i1 = eq %first, %second
  branch %again, bad, good
bad:
  fail 0, @broken
good:
  thread_exit 0
})";
}

TEST(Transactions, what_others_may_free_below_decides_where_a_new_object_is) {
  const std::string text = met_again("  call @unlock(@m0)\n  free %v", "  call @unlock(@m0)\n  %second: ptr = alloc 4");
  EXPECT_EQ(both(text).transactions.failures.size(), 1u);
  EXPECT_NE(without(&reduce::Rules::places_are_shared, text), "");
}

TEST(Transactions, to_allocate_under_the_lock_under_which_others_free_is_a_both_mover) {
  const auto b = both(met_again("  free %v\n  call @unlock(@m0)", "  %second: ptr = alloc 4\n  call @unlock(@m0)"));
  EXPECT_TRUE(b.transactions.failures.empty());
  // Each of them is before or after its only transaction; and the beginning.
  EXPECT_EQ(b.transactions.states, 2 * 2 + 1u);
}

constexpr const char* asks_who_waits = R"(
func @worker(%a: ptr) {
  %v: i32 = load @x0
  section_begin 4, @u0
  atomic_begin
  %u: i32 = load @u0
  observed @u0
  %k: i32 = self
  section_end 4, @u0, %k
  atomic_end
  ret
}
func @main() entry {
  spawn @worker, 0
  atomic_begin
  %w: i32 = next_in_section 4, @u0, -1
  store i32 1, @u0
  atomic_end
  %nobody: i1 = eq %w, -1
  branch %nobody, good, bad
bad:
  fail 0, @broken
good:
  thread_exit 0
})";

TEST(Transactions, to_begin_a_wait_that_others_ask_about_is_no_mover_also_if_it_never_blocks) {
  EXPECT_EQ(both(asks_who_waits).transactions.failures.size(), 1u);
  EXPECT_NE(without(&reduce::Rules::waits_are_asked_about, asks_who_waits), "");
}

// C. Flanagan, S. Qadeer, "Transactions for software model checking", SoftMC 2003, section 2. `x0` and `x1` are
// protected by `m0` and `m1`; `x2` counts without a lock, so that each method has one step that is no mover.
TEST(Transactions, each_method_of_the_counter_of_flanagan_and_qadeer_is_one_transaction) {
  const auto b = both(R"(
func @up() {
  call @lock(@m0)
  %t: i32 = load @x0
  %o: i32 = rmw atomic add @x2, 1
  %t = add %t, 1
  store %t, @x0
  call @unlock(@m0)
  ret
}
func @down() {
  call @lock(@m1)
  %t: i32 = load @x1
  %o: i32 = rmw atomic sub @x2, 1
  %t = add %t, 1
  store %t, @x1
  call @unlock(@m1)
  ret
}
func @read() {
  call @lock(@m0)
  %x: i32 = load @x0
  call @lock(@m1)
  %y: i32 = load @x1
  %d: i32 = sub %x, %y
  %count: i32 = load @x2
  %same: i1 = eq %count, %d
  branch %same, good, bad
bad:
  fail 0, @broken
good:
  call @unlock(@m1)
  call @unlock(@m0)
  ret
}
func @worker(%a: ptr) {
  call @up()
  call @down()
  call @read()
  ret
}
func @main() entry {
  spawn @worker, 0
  spawn @worker, 0
  thread_exit 0
})");
  EXPECT_TRUE(b.transactions.failures.empty());
  EXPECT_FALSE(b.transactions.hang);
  // A worker is before, between or after its three methods, in four places; and the beginning.
  EXPECT_EQ(b.transactions.states, 4 * 4 + 1u);
  EXPECT_GT(b.steps.states, 8 * b.transactions.states);
}

}  // namespace
}  // namespace fermata::engine::explore
