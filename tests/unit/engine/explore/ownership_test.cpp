// SPDX-License-Identifier: Apache-2.0
// What transactions make of declared ownership, and what is lost if the machine or the reduction is less strict.
#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>
#include <iostream>
#include <random>

#include "engine/explore/judging.h"
#include "engine/explore/owned.h"
#include "engine/explore/whole_graph.h"

namespace fermata::engine::explore {
namespace {

WholeGraph steps_of(const std::string& text, const vm::Options& options = {}) {
  return graph_of_steps(owned::program_of(text), options);
}
WholeGraph transactions_of(const std::string& text, const vm::Options& options = {}, const reduce::Rules& rules = {}) {
  return graph_of_transactions(owned::program_of(text), options, rules);
}
std::string difference_of(const std::string& text, const vm::Options& options = {}, const reduce::Rules& rules = {}) {
  return difference(steps_of(text, options), transactions_of(text, options, rules));
}
std::string without(bool reduce::Rules::* rule, const std::string& text) {
  reduce::Rules rules;
  rules.*rule = false;
  return difference_of(text, {}, rules);
}
std::string without(bool vm::OwnershipRules::* rule, const std::string& text) {
  vm::Options options;
  options.ownership.*rule = false;
  return difference_of(text, options);
}

// Each passes `turn` on after it has used the slot three times.
std::string relay(bool declared) {
  const std::string say0 = declared ? "  owns 1, @table, @slot_turn_0\n" : "",
                    say1 = declared ? "  owns 1, @table, @slot_turn_1\n" : "";
  const std::string use = "  store i32 1, @slot\n  %v: i32 = load @slot\n  store i32 2, @slot\n";
  return "func @worker(%a: ptr) {\n" + say1 + "  call @await(@turn, 1)\n" + use + "  store i32 2, @turn\n  ret\n}\n" +
         "func @main() entry {\n" + say0 + "  %t: i32 = spawn @worker, 0\n" + use +
         "  store i32 1, @turn\n  call @join(%t)\n  ret\n}\n";
}

TEST(OwnedTransactions, what_is_owned_needs_no_step_of_its_own) {
  EXPECT_EQ(difference_of(relay(true)), "");
  EXPECT_EQ(difference_of(relay(false)), "");
  const auto with = transactions_of(relay(true)), without = transactions_of(relay(false));
  EXPECT_TRUE(with.failures.empty());
  EXPECT_LT(with.states, without.states);
  bool found = false;
  for (const auto& v : with.variables) found |= v.owned != 0;
  EXPECT_TRUE(found);
}

TEST(OwnedTransactions, a_breach_is_a_failure_that_is_replayed_and_says_where_both_were) {
  const ir::Program program = owned::program_of(R"(
func @worker(%a: ptr) {
  owns 1, @table, @slot_turn_1 at 2
  store i32 1, @x0
  call @await(@turn, 1)
  store i32 1, @slot at 3
  ret
}
func @main() entry {
  owns 1, @table, @slot_turn_0
  %t: i32 = spawn @worker, 0
  call @await(@x0, 1)
  store i32 5, @slot at 1
  store i32 1, @turn at 1
  store i32 7, @slot at 4
  call @join(%t)
  ret
})");
  const auto verdict = verdict_of(program);
  const auto& f = finding(verdict, verdict::Property::safety);
  ASSERT_EQ(f.answer, verdict::Answer::violated);
  EXPECT_TRUE(f.confirmed);
  EXPECT_EQ(f.kind, "ownership");
  EXPECT_EQ(f.message, "thread 'main' writes 'slot', which it does not own");
  EXPECT_EQ(f.at.line, 30u);
  ASSERT_FALSE(f.notes.empty());
  EXPECT_NE(f.notes[0].text.find("'worker#1' owns it"), std::string::npos) << f.notes[0].text;
}

// T looks, then writes twice; U takes the turn in between and writes as well.
const std::string theft = R"(
func @worker(%a: ptr) {
  owns 1, @table, @slot_turn_1
  store i32 1, @turn
  store i32 3, @slot
  ret
}
func @main() entry {
  owns 1, @table, @slot_turn_0
  %t: i32 = spawn @worker, 0
  %now: i32 = load @turn
  %mine: i1 = eq %now, 0
  branch %mine, in, out
in:
  store i32 1, @slot
  %v: i32 = load @slot
  %good: i1 = eq %v, 1
  branch %good, out, bad
bad:
  fail 0, @broken at 1
out:
  call @join(%t)
  ret
})";

TEST(OwnedTransactions, if_others_could_take_ownership_away_it_would_be_taken_unseen) {
  EXPECT_EQ(difference_of(theft), "");
  EXPECT_NE(without(&vm::OwnershipRules::only_owners_give, theft), "");
}

// Main owns the slot always. The worker makes itself an owner for a moment, after it has seen main begin.
const std::string for_a_moment = R"(
func @worker(%a: ptr) {
  owns 1, @table, @slot_turn_1
  call @await(@x0, 1)
  store i32 1, @turn
  store i32 3, @slot
  store i32 0, @turn
  ret
}
func @main() entry {
  owns 1, @table, @slot_always
  %t: i32 = spawn @worker, 0
  store i32 1, @x0
  store i32 1, @slot
  %v: i32 = load @slot
  %good: i1 = eq %v, 1
  branch %good, out, bad
bad:
  fail 0, @broken at 1
out:
  call @join(%t)
  ret
})";

TEST(OwnedTransactions, of_two_owners_each_would_come_unseen_between_what_the_other_does) {
  EXPECT_EQ(difference_of(for_a_moment), "");
  EXPECT_TRUE(steps_of(for_a_moment).failures.contains({"ownership", 0}));
  EXPECT_NE(without(&vm::OwnershipRules::one_owner, for_a_moment), "");
}

// Nobody who is not the owner writes: if that is not checked, it is not true.
const std::string intrusion = R"(
func @worker(%a: ptr) {
  owns 1, @table, @slot_turn_1
  store i32 3, @slot
  ret
}
func @main() entry {
  owns 1, @table, @slot_turn_0
  %t: i32 = spawn @worker, 0
  store i32 1, @slot
  %v: i32 = load @slot
  %good: i1 = eq %v, 1
  branch %good, out, bad
bad:
  fail 0, @broken at 1
out:
  call @join(%t)
  ret
})";

TEST(OwnedTransactions, accesses_of_others_are_noticed) {
  EXPECT_EQ(difference_of(intrusion), "");
  EXPECT_NE(without(&vm::OwnershipRules::only_owners_access, intrusion), "");
}

// Each becomes the owner for a moment, under a lock of its own.
TEST(OwnedTransactions, who_writes_what_a_predicate_reads_lets_others_see_it) {
  const std::string two_locks = R"(
func @worker(%a: ptr) {
  owns 1, @table, @slot_turn_1
  call @lock(@m0)
  store i32 1, @turn
  store i32 0, @turn
  call @unlock(@m0)
  ret
}
func @main() entry {
  store i32 2, @turn
  owns 1, @table, @slot_x1_1
  %t: i32 = spawn @worker, 0
  call @lock(@m1)
  store i32 1, @x1
  store i32 0, @x1
  call @unlock(@m1)
  call @join(%t)
  ret
})";
  EXPECT_EQ(difference_of(two_locks), "");
  EXPECT_TRUE(steps_of(two_locks).failures.contains({"ownership", 0}));
  EXPECT_NE(without(&reduce::Rules::guards_are_watched, two_locks), "");
}

// The worker uses the slot once, after a sign that main waits for. Main then says that it is its own.
const std::string declared_late = R"(
func @worker(%a: ptr) {
  store i32 1, @x0
  store i32 3, @slot at 2
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @await(@x0, 1)
  owns 1, @table, @slot_always
  call @join(%t)
  ret
})";

TEST(OwnedTransactions, who_declares_a_variable_has_used_it) {
  EXPECT_EQ(difference_of(declared_late), "");
  EXPECT_TRUE(steps_of(declared_late).failures.contains({"ownership", 20}));
  EXPECT_NE(without(&reduce::Rules::declaring_uses, declared_late), "");
}

// Main owns the slot from its first step to its end, which is one transaction unless declaring and ending are noticed.
const std::string ends_as_owner = R"(
func @worker(%a: ptr) {
  call @lock(@m0)
  owns 1, @table, @slot_always
  owns 0, @table, @slot_always
  call @unlock(@m0)
  ret
}
func @helper(%a: ptr) {
  call @lock(@m1)
  owns 1, @table, @slot_always
  owns 0, @table, @slot_always
  call @unlock(@m1)
  ret
}
func @main() entry {
  spawn @worker, 0
  spawn @helper, 0
  thread_exit 0
})";

TEST(OwnedTransactions, who_declares_lets_others_see_it) {
  EXPECT_EQ(difference_of(ends_as_owner), "");
  EXPECT_FALSE(steps_of(ends_as_owner).failures.empty());
  EXPECT_NE(without(&reduce::Rules::declaring_is_noticed, ends_as_owner), "");
}

TEST(OwnedTransactions, if_a_declaration_is_wrong_nothing_is_made_of_it_and_all_the_rest_is_still_found) {
  // Besides the breach there is a deadlock and a failed assertion.
  const std::string text = R"(
func @worker(%a: ptr) {
  owns 1, @table, @slot_turn_1
  store i32 3, @slot at 2
  call @await(@x0, 7)
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  store i32 1, @slot
  %v: i32 = load @slot
  %good: i1 = eq %v, 1
  branch %good, out, bad
bad:
  fail 0, @broken at 1
out:
  call @join(%t)
  ret
})";
  EXPECT_EQ(difference_of(text), "");
  EXPECT_EQ(transactions_of(text).failures.size(), 2u);
}

TEST(OwnedTransactions, a_hang_is_not_denied_because_a_breach_was_not_asked_for) {
  Asked options;
  options.safety = false;
  const auto verdict = verdict_of(owned::program_of(theft), options);
  EXPECT_EQ(finding(verdict, verdict::Property::hang).answer, verdict::Answer::holds);
}

// --- random programs -----------------------------------------------------------------------------

TEST(OwnedTransactions, random_programs_that_declare_owners_agree_with_their_steps) {
  const char* asked = std::getenv("FERMATA_RANDOM_PROGRAMS");
  const int wanted = asked ? std::atoi(asked) : 400;
  std::uint64_t seed = 1;
  if (asked) seed = std::uint64_t{std::random_device()()} << 20;
  if (const char* given = std::getenv("FERMATA_RANDOM_SEED")) seed = std::strtoull(given, nullptr, 10);
  const std::clock_t start = std::clock();
  int compared = 0, breaches = 0, hangs = 0, wrong = 0, declared = 0;
  std::uint64_t full = 0, reduced = 0;
  for (; compared < wanted && wrong < 3; ++seed) {
    const std::string text = owned::Artist(seed).draw();
    const ir::Program program = owned::program_of(text);
    const auto steps = graph_of_steps(program, {}, 3000);
    if (!steps) continue;
    ++compared;
    const auto transactions = graph_of_transactions(program, {});
    bool ownership_violation = false;
    for (const auto& [kind, line] : steps->failures) ownership_violation |= kind == "ownership";
    for (const auto& v : transactions.variables) {
      if (!v.owned) continue;
      ++declared;
      break;
    }
    breaches += ownership_violation;
    hangs += steps->hang;
    if (!ownership_violation) full += steps->states, reduced += transactions.states;
    const std::string difference = explore::difference(*steps, transactions);
    if (difference.empty()) continue;
    ++wrong;
    ADD_FAILURE() << "seed " << seed << "\n" << difference << text;
  }
  std::cerr << fmt::format(
      "{} owner programs in {:.1f} s of one core, {} exact, 0 large; {} states, {} of transactions: {:.1f} %; breach "
      "{}, hang {}, owned {}\n",
      compared, double(std::clock() - start) / CLOCKS_PER_SEC, compared, full, reduced,
      100 * double(reduced) / double(full), breaches, hangs, declared);
  EXPECT_GT(breaches, compared / 10);
  EXPECT_GT(compared - breaches, compared / 10);
  EXPECT_GT(hangs, compared / 50);
  EXPECT_GT(declared, compared / 10);
}

/// Leaving out a rule is noticed by some program, and soon.
template <class Leave>
bool noticed(Leave leave) {
  int programs = 2000;
  vm::Options options;
  reduce::Rules rules;
  leave(options, rules);
  for (std::uint64_t seed = 1; programs > 0; ++seed) {
    const ir::Program program = owned::program_of(owned::Artist(seed).draw());
    const auto steps = graph_of_steps(program, options, 300);
    if (!steps) continue;
    --programs;
    if (!explore::difference(*steps, graph_of_transactions(program, options, rules)).empty()) return true;
  }
  return false;
}

TEST(OwnedTransactions, random_programs_notice_what_is_left_out) {
  EXPECT_TRUE(noticed([](auto& o, auto&) { o.ownership.only_owners_access = false; }));
  EXPECT_TRUE(noticed([](auto& o, auto&) { o.ownership.one_owner = false; }));
  EXPECT_TRUE(noticed([](auto& o, auto&) { o.ownership.only_owners_give = false; }));
  EXPECT_TRUE(noticed([](auto&, auto& r) { r.guards_are_watched = false; }));
  EXPECT_TRUE(noticed([](auto&, auto& r) { r.declaring_is_noticed = false; }));
  EXPECT_TRUE(noticed([](auto&, auto& r) { r.declaring_uses = false; }));
}

}  // namespace
}  // namespace fermata::engine::explore
