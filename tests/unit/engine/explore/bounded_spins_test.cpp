// SPDX-License-Identifier: Apache-2.0
// Loops that look a bounded number of times go round once, with the same answers; and what goes wrong without each of
// the rules (ir/bounded_spins.h).
#include <gtest/gtest.h>

#include "engine/explore/judging.h"

namespace fermata::engine::explore {
namespace {

using verdict::Property;

/// "holds", "violated" or "unknown", as the engine claims it.
std::string claimed(std::string_view text, Property property, const Asked& asked) {
  for (const verdict::Claim& claim : claims(program_of(text), asked).claims)
    if (claim.property == property)
      return std::holds_alternative<verdict::Holds>(claim.what)       ? "holds"
             : std::holds_alternative<verdict::Violation>(claim.what) ? "violated"
                                                                      : "unknown";
  return "not asked";
}

std::uint64_t states(std::string_view text, const Asked& asked = {}) {
  return claims(program_of(text), asked).statistics.states;
}

/// Without the rule the answer differs from the right one.
void expect_noticed(std::string_view text, Property property, bool ir::SpinRules::* rule) {
  const bool termination = property == Property::termination;
  const Asked steps{.termination = termination, .transactions = false}, once{.termination = termination};
  Asked without = once;
  without.machine.spin_rules.*rule = false;
  const std::string right = claimed(text, property, steps);
  EXPECT_EQ(claimed(text, property, once), right);
  EXPECT_NE(claimed(text, property, without), right) << "nothing is lost without this rule";
}

/// A worker looks at @x0 up to `bound` times, and then says in @x1 that it is done.
std::string looks(const std::string& bound) {
  return R"(
func @worker(%a: ptr) {
  %n: i32 = copy i32 0
  jump head
head:
  %more: i1 = ult i32 %n, )" +
         bound + R"(
  branch %more, body, out
body:
  %v: i32 = load atomic @x0
  %found: i1 = ne i32 %v, 0
  branch %found, out, latch
latch:
  %n = add %n, 1
  jump head
out:
  store atomic i32 1, @x1
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  store atomic i32 1, @x0
  call @join(%t)
  ret
})";
}

TEST(BoundedSpins, go_round_once_however_high_the_bound) {
  EXPECT_EQ(states(looks("1")), states(looks("10000")));
  EXPECT_GT(states(looks("100"), {.transactions = false}), 100u);
}

TEST(BoundedSpins, with_a_bound_of_zero_do_not_look_at_all) { EXPECT_LT(states(looks("0")), states(looks("1"))); }

TEST(BoundedSpins, are_told_and_replayed_with_all_their_rounds) {
  const auto f = hang_of(R"(
func @worker(%a: ptr) {
  %n: i32 = copy i32 0
  jump head
head:
  %v: i32 = load atomic @x0 at 2
  %found: i1 = ne i32 %v, 0
  branch %found, seen, latch
latch:
  %n = add %n, 1
  %more: i1 = ult i32 %n, 10000
  branch %more, head, given_up
seen:
  ret
given_up:
  jump stuck
stuck:
  %w: i32 = load atomic @x1 at 3
  jump stuck
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  store atomic i32 1, @x0
  call @join(%t) at 1
  ret
})");
  ASSERT_EQ(f.answer, verdict::Answer::violated);
  EXPECT_TRUE(f.confirmed);
  std::uint32_t most = 0;
  for (const verdict::Move& move : f.run.stem) most = std::max(most, move.times);
  EXPECT_EQ(most, 10000u);
}

TEST(BoundedSpins, that_read_twice_in_a_round_can_be_torn_only_as_often_as_somebody_writes) {
  // (0, 1) is seen only if both are written between the two reads, which happens once for each request. So the worker
  // never gives up, and the process never ends.
  expect_noticed(R"(
func @writer(%a: ptr) {
again:
  atomic_begin
  %r: i32 = load @x2
  block_until %r
  atomic_end
  store atomic i32 1, @x0
  store atomic i32 1, @x1
  store atomic i32 0, @x1
  store atomic i32 0, @x0
  store atomic i32 0, @x2
  jump again
}
func @main() entry {
  %t: i32 = spawn @writer, 0
  jump again
again:
  store atomic i32 1, @x2
  %n: i32 = copy i32 0
  jump head
head:
  %more: i1 = ult i32 %n, 2
  branch %more, body, given_up
body:
  %v: i32 = load atomic @x0
  %w: i32 = load atomic @x1
  %whole: i1 = uge i32 %v, %w
  branch %whole, again, latch
latch:
  %n = add %n, 1
  jump head
given_up:
  ret
})",
                 Property::hang, &ir::SpinRules::tries_once);
}

TEST(BoundedSpins, whose_counter_is_used_afterwards_count) {
  expect_noticed(R"(
func @worker(%a: ptr) {
  store atomic i32 1, @x0
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  %n: i32 = copy i32 0
  jump head
head:
  %more: i1 = ult i32 %n, 3
  branch %more, body, out
body:
  %v: i32 = load atomic @x0
  %found: i1 = ne i32 %v, 0
  branch %found, out, latch
latch:
  %n = add %n, 1
  jump head
out:
  %late: i1 = eq i32 %n, 2
  branch %late, bad, good
bad:
  unreachable
good:
  call @join(%t)
  ret
})",
                 Property::safety, &ir::SpinRules::forgets);
}

TEST(BoundedSpins, that_do_not_count_are_not_bounded) {
  expect_noticed(R"(
func @main() entry {
  %u: i32 = spawn @waiter, 0
  %n: i32 = copy i32 0
  jump head
head:
  %more: i1 = ult i32 %n, 2
  branch %more, body, given_up
body:
  %v: i32 = load atomic @x0
  %found: i1 = ne i32 %v, 0
  branch %found, given_up, latch
latch:
  %n = add %n, 0
  jump head
given_up:
  ret
}
func @waiter(%a: ptr) {
  jump again
again:
  %v: i32 = load atomic @x1
  jump again
})",
                 Property::hang, &ir::SpinRules::is_exhausted);
}

TEST(BoundedSpins, whose_bound_others_move_need_not_come_to_it) {
  // The worker writes 1 whenever the counter is 0, and 0 whenever it is 1.
  expect_noticed(R"(
func @worker(%a: ptr) {
again:
  store atomic i8 1, @x0
  store atomic i8 0, @x0
  jump again
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  %n: i8 = copy i8 0
  jump head
head:
  %bound: i8 = load atomic @x0
  %more: i1 = ne i8 %n, %bound
  branch %more, latch, out
latch:
  %n = add %n, 1
  jump head
out:
  ret
})",
                 Property::termination, &ir::SpinRules::is_exhausted);
}

TEST(BoundedSpins, that_wait_for_a_change_are_not_bounded) {
  expect_noticed(R"(
func @waiter(%a: ptr) {
again:
  %v: i32 = load atomic @x1
  jump again
}
func @main() entry {
  %t: i32 = spawn @waiter, 0
  %before: i32 = copy i32 0
  jump head
head:
  %v: i32 = load atomic @x0
  %changed: i1 = ne i32 %v, %before
  branch %changed, out, latch
latch:
  %before = copy i32 %v
  jump head
out:
  ret
})",
                 Property::hang, &ir::SpinRules::is_exhausted);
}

TEST(BoundedSpins, that_leave_only_in_some_rounds_come_to_these) {
  expect_noticed(R"(
func @waiter(%a: ptr) {
again:
  %v: i32 = load atomic @x2
  jump again
}
func @main() entry {
  store i32 1, @x1
  %t: i32 = spawn @waiter, 0
  %n: i32 = copy i32 0
  jump head
head:
  %more: i1 = ult i32 %n, 2
  branch %more, body, good
body:
  %odd: i1 = trunc i32 %n
  %v: i32 = load atomic @x1
  %found: i1 = ne i32 %v, 0
  branch %odd, look, latch
look:
  branch %found, bad, latch
latch:
  %n = add %n, 1
  jump head
bad:
  unreachable
good:
  ret
})",
                 Property::safety, &ir::SpinRules::tries_alike);
}

TEST(BoundedSpins, that_write_the_round_in_which_they_succeed_come_to_each) {
  expect_noticed(R"(
func @worker(%a: ptr) {
  store atomic i32 0, @x0
  ret
}
func @main() entry {
  store i32 1, @x0
  %t: i32 = spawn @worker, 0
  %n: i32 = copy i32 0
  jump head
head:
  %more: i1 = ult i32 %n, 3
  branch %more, body, good
body:
  atomic_begin
  %v: i32 = load @x0
  %free: i1 = eq i32 %v, 0
  branch %free, take, busy
take:
  store i32 %n, @x2
  jump busy
busy:
  atomic_end
  branch %free, taken, latch
latch:
  %n = add %n, 1
  jump head
taken:
  %round: i32 = load @x2
  %second: i1 = eq i32 %round, 1
  branch %second, bad, good
bad:
  unreachable
good:
  ret
})",
                 Property::safety, &ir::SpinRules::tries_alike);
}

/// Three rounds, each of which draws a ticket, with something else before or after.
std::string draws_tickets(const std::string& before, const std::string& after) {
  return R"(
func @worker(%a: ptr) {
  %n: i32 = copy i32 0
  jump head
head:
  %more: i1 = ult i32 %n, 3
  branch %more, body, out
body:
)" + before +
         R"(
  %v: i32 = rmw atomic add @x0, 1
  %found: i1 = eq i32 %v, 7
  branch %found, out, latch
latch:
)" + after +
         R"(
  %n = add %n, 1
  jump head
out:
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  %w: i32 = load atomic @x1
  call @join(%t)
  %all: i32 = load @x0
  %three: i1 = eq i32 %all, 3
  branch %three, bad, good
bad:
  unreachable
good:
  ret
})";
}

TEST(BoundedSpins, whose_tries_change_something_go_round_as_often_as_they_say) {
  const std::string count = "  %s: i32 = load atomic @x2\n  store atomic i32 0, @x2";
  for (const auto& [before, after] : {std::pair<std::string, std::string>{"", ""}, {count, ""}, {"", count}})
    expect_noticed(draws_tickets(before, after), Property::safety, &ir::SpinRules::changes_nothing);
}

TEST(BoundedSpins, whose_tries_change_something_private_between_statistics_that_others_see) {
  expect_noticed(R"(
func @waiter(%a: ptr) {
again:
  %v: i32 = load atomic @x1
  jump again
}
func @main() entry {
  %p: ptr = alloc 4
  store i32 0, %p
  %t: i32 = spawn @waiter, 0
  %n: i32 = copy i32 0
  jump head
head:
  %more: i1 = ult i32 %n, 3
  branch %more, body, out
body:
  %v: i32 = rmw atomic add %p, 1
  %found: i1 = eq i32 %v, 7
  branch %found, out, latch
latch:
  %s: i32 = load atomic @x2
  %n = add %n, 1
  jump head
out:
  %all: i32 = load %p
  %three: i1 = eq i32 %all, 3
  branch %three, bad, good
bad:
  unreachable
good:
  ret
})",
                 Property::safety, &ir::SpinRules::changes_nothing);
}

TEST(BoundedSpins, may_keep_statistics_that_never_change) {
  const auto with_statistics = [](const std::string& bound) {
    std::string text = looks(bound);
    return text.insert(text.find("  %n = add"), "  %s: i32 = load atomic @x2\n  store atomic i32 0, @x2\n");
  };
  EXPECT_EQ(states(with_statistics("1")), states(with_statistics("10000")));
}

TEST(BoundedSpins, whose_statistics_change_go_round_as_often_as_they_say) {
  // Main sees 1, writes 0, and sees 1 again.
  std::string text = looks("2");
  text.insert(text.find("  %v: i32"), "  store atomic i32 1, @x2\n");
  const auto main = text.find("  store atomic i32 1, @x0");
  text.insert(main, R"(  %a: i32 = load atomic @x2
  store atomic i32 0, @x2
  %b: i32 = load atomic @x2
  %both: i32 = and %a, %b
  %again: i1 = ne i32 %both, 0
  branch %again, bad, good
bad:
  unreachable
good:
)");
  expect_noticed(text, Property::safety, &ir::SpinRules::changes_nothing);
}

}  // namespace
}  // namespace fermata::engine::explore
