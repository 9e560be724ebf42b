// SPDX-License-Identifier: Apache-2.0
// What a certificate has to say, and what must not be believed: one test for each rule of docs/internals/proving.md.
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "confirm/certificate.h"
#include "engine/bounded/drawing.h"
#include "engine/prove/prove.h"
#include "model/fingerprint.h"

namespace fermata::engine::prove {
namespace {

using bounded::Drawing;
using confirm::Checked;
using ir::Op;
using model::Location;
using model::VariableId;
using verdict::Certificate;
using verdict::Fairness;
using verdict::LinearSum;

Checked checked(const model::ThreadSystem& system, Certificate certificate, Fairness fairness = Fairness::strong) {
  if (certificate.automata == 0) certificate.automata = model::fingerprint(system);
  ir::Program program;
  program.positions.resize(1);
  return confirm::check_certificate(program, system, fairness, certificate, Stop());
}

/// What is followed: all that have few values.
Certificate following(const model::ThreadSystem& system) {
  Certificate certificate;
  for (std::uint32_t v = 0; v < system.variables.size(); ++v)
    if (system.variables[v].values) certificate.followed.push_back(v);
  return certificate;
}

bool proved(const model::ThreadSystem& system, Fairness fairness = Fairness::strong) {
  ir::Program program;
  program.positions.resize(1);
  const auto result = prove(program, system, fairness, {}, Stop());
  const auto* proof = std::get_if<Proof>(&result);
  return proof && confirm::check_certificate(program, system, fairness, proof->certificate, Stop()).shown;
}

std::uint32_t location(const model::ThreadSystem& system, std::uint32_t thread, std::uint32_t number) {
  for (std::uint32_t l = 0; l < system.locations.size(); ++l)
    if (index(system.locations[l].thread) == thread && system.locations[l].kind == Location::Kind::visible)
      return l + number;
  return 0;
}

/// A thread that counts a variable of so many bits up to 5; the last step is to `end`.
Drawing counts_to_five(unsigned width) {
  Drawing drawing(1);
  const VariableId x = drawing.variable(width, 0);
  auto& terms = drawing.terms();
  drawing.edge(0, 0, 0, {terms.binary(Op::slt, drawing.term(x), drawing.term(x, 5))},
               {{x, terms.binary(Op::add, drawing.term(x), drawing.term(x, 1))}});
  drawing.edge(0, 0, Drawing::ended, {terms.binary(Op::sge, drawing.term(x), drawing.term(x, 5))});
  return drawing;
}
const LinearSum five_minus_x{{{0, -1}}, 4};  // not negative where x < 5

TEST(Certificates, a_function_that_falls_and_is_bounded_shows_that_a_loop_ends) {
  const Drawing drawing = counts_to_five(32);
  Certificate certificate;
  EXPECT_FALSE(checked(drawing.system(), certificate).shown) << "without it nothing is shown";
  certificate.ranks = {five_minus_x};
  EXPECT_TRUE(checked(drawing.system(), certificate).shown) << checked(drawing.system(), certificate).why;
  certificate.ranks = {{{{0, 1}}, 4}};
  EXPECT_FALSE(checked(drawing.system(), certificate).shown) << "it rises";
  certificate.ranks = {{{{0, -1}}, -1}};
  EXPECT_FALSE(checked(drawing.system(), certificate).shown) << "it is negative in the loop";
  EXPECT_TRUE(proved(drawing.system()));
}

TEST(Certificates, are_believed_only_about_the_automata_that_they_were_made_for) {
  const Drawing drawing = counts_to_five(32);
  Certificate certificate;
  certificate.ranks = {five_minus_x};
  certificate.automata = model::fingerprint(drawing.system()) + 1;
  EXPECT_FALSE(checked(drawing.system(), certificate).shown);
}

TEST(Certificates, do_not_forget_that_numbers_wrap) {
  Drawing drawing(1);
  const VariableId x = drawing.variable(4, 0);
  auto& terms = drawing.terms();
  drawing.edge(0, 0, 0, {drawing.is_not(x, 5)}, {{x, terms.binary(Op::add, drawing.term(x), drawing.term(x, 2))}});
  drawing.edge(0, 0, Drawing::ended, {drawing.is(x, 5)});
  Certificate certificate;
  certificate.ranks = {five_minus_x, {{{0, 1}}, 8}, {{{0, -1}}, 8}};
  EXPECT_FALSE(checked(drawing.system(), certificate).shown);
  EXPECT_FALSE(proved(drawing.system()));
}

TEST(Certificates, show_nothing_about_a_program_that_comes_to_rest) {
  Drawing drawing(2);
  const VariableId flag = drawing.variable(1, 0, std::vector<std::uint64_t>{0, 1});
  drawing.edge(0, 0, Drawing::ended, {drawing.is(flag, 1)});
  drawing.edge(1, 0, Drawing::ended);
  const Checked answer = checked(drawing.system(), following(drawing.system()));
  EXPECT_FALSE(answer.shown);
  EXPECT_NE(answer.why.find("comes to rest"), std::string::npos);
  EXPECT_FALSE(proved(drawing.system()));
}

TEST(Certificates, take_a_location_whose_edges_are_all_impossible_for_a_place_of_rest) {
  Drawing drawing(1);
  const VariableId x = drawing.variable(32, 0);
  drawing.edge(0, 0, Drawing::ended, {drawing.is(x, 3)});  // which it never is
  Certificate certificate;
  certificate.facts = {{location(drawing.system(), 0, 0), {{{0, 1}}, 0}}};
  EXPECT_FALSE(checked(drawing.system(), certificate).shown);
  EXPECT_FALSE(proved(drawing.system()));
}

TEST(Certificates, a_spin_ends_if_whoever_ends_it_can_move_and_the_scheduler_is_fair) {
  Drawing drawing(2);
  const VariableId flag = drawing.variable(1, 0, std::vector<std::uint64_t>{0, 1});
  drawing.edge(0, 0, 0, {drawing.is(flag, 0)}).edge(0, 0, Drawing::ended, {drawing.is(flag, 1)});
  drawing.edge(1, 0, Drawing::ended, {}, {{flag, drawing.term(flag, 1)}});
  const Certificate certificate = following(drawing.system());
  EXPECT_TRUE(checked(drawing.system(), certificate, Fairness::strong).shown);
  EXPECT_TRUE(checked(drawing.system(), certificate, Fairness::weak).shown);
  EXPECT_FALSE(checked(drawing.system(), certificate, Fairness::none).shown);
  EXPECT_TRUE(proved(drawing.system(), Fairness::weak));
  EXPECT_FALSE(proved(drawing.system(), Fairness::none));
}

TEST(Certificates, a_spin_that_nobody_ends_is_a_loop) {
  Drawing drawing(2);
  const VariableId flag = drawing.variable(1, 0, std::vector<std::uint64_t>{0, 1});
  drawing.edge(0, 0, 0, {drawing.is(flag, 0)}).edge(0, 0, Drawing::ended, {drawing.is(flag, 1)});
  drawing.edge(1, 0, Drawing::ended);
  EXPECT_FALSE(checked(drawing.system(), following(drawing.system())).shown);
  EXPECT_FALSE(proved(drawing.system()));
}

/// One takes and lets go a lock until the other, which needs the lock for it, says stop.
Drawing rivals() {
  Drawing drawing(2);
  const VariableId lock = drawing.lock(), stop = drawing.variable(1, 0, std::vector<std::uint64_t>{0, 1});
  drawing.edge(0, 0, 1, {drawing.is(stop, 0)}).edge(0, 0, Drawing::ended, {drawing.is(stop, 1)});
  drawing.take(0, 1, 2, lock).let_go(0, 2, 0, lock);
  drawing.take(1, 0, 1, lock);
  drawing.edge(1, 1, Drawing::ended, {}, {{stop, drawing.term(stop, 1)}, {lock, drawing.term(lock, 0)}});
  return drawing;
}

TEST(Certificates, tell_strong_from_weak_fairness) {
  const Drawing drawing = rivals();
  EXPECT_TRUE(checked(drawing.system(), following(drawing.system()), Fairness::strong).shown);
  EXPECT_FALSE(checked(drawing.system(), following(drawing.system()), Fairness::weak).shown);
  EXPECT_TRUE(proved(drawing.system(), Fairness::strong));
  EXPECT_FALSE(proved(drawing.system(), Fairness::weak));
}

TEST(Certificates, a_thread_that_waits_for_two_flags_at_once_may_wait_for_ever) {
  // S4: each of the flags is there again and again, but never both.
  Drawing drawing(2);
  const VariableId a = drawing.variable(1, 0, std::vector<std::uint64_t>{0, 1}),
                   b = drawing.variable(1, 0, std::vector<std::uint64_t>{0, 1});
  drawing.edge(0, 0, 1, {}, {{a, drawing.term(a, 1)}}).edge(0, 1, 2, {}, {{a, drawing.term(a, 0)}});
  drawing.edge(0, 2, 3, {}, {{b, drawing.term(b, 1)}}).edge(0, 3, 0, {}, {{b, drawing.term(b, 0)}});
  drawing.edge(1, 0, Drawing::ended, {drawing.is(a, 1), drawing.is(b, 1)});
  EXPECT_FALSE(checked(drawing.system(), following(drawing.system())).shown);
  EXPECT_FALSE(proved(drawing.system()));
}

TEST(Certificates, facts_hold_at_first_and_are_kept_by_all_threads) {
  // main leaves its loop only because x stays 0.
  for (const bool other_breaks_it : {false, true}) {
    Drawing drawing(2);
    const VariableId x = drawing.variable(32, 0);
    drawing.edge(0, 0, 0, {drawing.is_not(x, 0)}).edge(0, 0, Drawing::ended, {drawing.is(x, 0)});
    drawing.edge(1, 0, Drawing::ended, {},
                 other_breaks_it ? Drawing::Update{{x, drawing.term(x, 1)}} : Drawing::Update{});
    const std::uint32_t start = index(drawing.system().start), loop = location(drawing.system(), 0, 0),
                        other = location(drawing.system(), 1, 0);
    Certificate certificate;
    for (std::uint32_t l : {start, loop, other})
      for (std::int64_t sign : {1, -1}) certificate.facts.push_back({l, {{{index(x), sign}}, 0}});
    EXPECT_EQ(checked(drawing.system(), certificate).shown, !other_breaks_it);
    EXPECT_EQ(proved(drawing.system()), !other_breaks_it);
    certificate.facts.push_back({start, {{{index(x), 1}}, 1}});  // x is at most -1
    EXPECT_FALSE(checked(drawing.system(), certificate).shown);
  }
}

/// One sends five times, and counts that a step later; the other takes five times. Nobody knows how many are on the way
/// but by what both have done.
Drawing sends_and_takes(std::uint64_t sends) {
  Drawing drawing(2);
  const VariableId count = drawing.variable(32, 0), sent = drawing.variable(32, 0), taken = drawing.variable(32, 0);
  auto& terms = drawing.terms();
  const auto changed = [&](VariableId v, Op op) { return terms.binary(op, drawing.term(v), drawing.term(v, 1)); };
  drawing.edge(0, 0, 1, {terms.binary(Op::slt, drawing.term(sent), drawing.term(sent, sends))},
               {{count, changed(count, Op::add)}});
  drawing.edge(0, 1, 0, {}, {{sent, changed(sent, Op::add)}});
  drawing.edge(0, 0, Drawing::ended, {terms.binary(Op::sge, drawing.term(sent), drawing.term(sent, sends))});
  drawing.edge(1, 0, 0,
               {terms.binary(Op::slt, drawing.term(taken), drawing.term(taken, 5)),
                terms.binary(Op::sgt, drawing.term(count), drawing.term(count, 0))},
               {{taken, changed(taken, Op::add)}, {count, changed(count, Op::sub)}});
  drawing.edge(1, 0, Drawing::ended, {terms.binary(Op::sge, drawing.term(taken), drawing.term(taken, 5))});
  return drawing;
}

TEST(Certificates, balances_say_what_threads_have_in_common) {
  const Drawing drawing = sends_and_takes(5);
  ir::Program program;
  program.positions.resize(1);
  const auto result = prove(program, drawing.system(), Fairness::strong, {}, Stop());
  ASSERT_TRUE(std::holds_alternative<Proof>(result)) << std::get<NotProved>(result).reason;
  const Certificate found = std::get<Proof>(result).certificate;
  EXPECT_TRUE(checked(drawing.system(), found).shown) << checked(drawing.system(), found).why;

  Certificate without = found;
  without.balances.clear();
  EXPECT_FALSE(checked(drawing.system(), without).shown);
  ASSERT_FALSE(found.balances.empty());
  bool weighs_places = false;
  for (std::size_t k = 0; k < found.balances.size(); ++k) {
    Certificate other = found;
    ++other.balances[k].sum.constant;
    EXPECT_EQ(checked(drawing.system(), other).why, "a balance does not hold at first");
    for (std::size_t t = 0; t < found.balances[k].sum.terms.size(); ++t) {
      other = found;
      other.balances[k].sum.terms[t].second *= 2;
      EXPECT_FALSE(checked(drawing.system(), other).shown) << "another factor";
    }
    for (std::size_t p = 0; p < found.balances[k].places.size(); ++p) {
      weighs_places = true;
      other = found;
      ++other.balances[k].places[p].second;
      EXPECT_FALSE(checked(drawing.system(), other).shown) << "another weight";
    }
  }
  EXPECT_TRUE(weighs_places) << "between sending and counting there is one more than was counted";
  EXPECT_FALSE(proved(sends_and_takes(4).system())) << "one too few";
}

TEST(Certificates, a_balance_is_broken_by_a_number_that_wraps) {
  // x and y grow together, but x has fewer bits. The wait for x == y does not end.
  for (const unsigned bits : {3u, 4u}) {
    Drawing drawing(1);
    const VariableId x = drawing.variable(bits, 0), y = drawing.variable(4, 0);
    auto& terms = drawing.terms();
    drawing.edge(0, 0, 0, {terms.binary(Op::slt, drawing.term(y), drawing.term(y, 6))},
                 {{x, terms.binary(Op::add, drawing.term(x), drawing.term(x, 1))},
                  {y, terms.binary(Op::add, drawing.term(y), drawing.term(y, 1))}});
    drawing.edge(0, 0, 1, {terms.binary(Op::sge, drawing.term(y), drawing.term(y, 6))});
    drawing.edge(0, 1, Drawing::ended,
                 {terms.binary(Op::eq, terms.convert(Op::sext, 4, drawing.term(x)), drawing.term(y))});
    Certificate certificate;
    certificate.ranks = {{{{index(y), -1}}, 6}};
    certificate.balances = {{{{{0, 1}, {1, -1}}, 0}, {}, {}}, {{{{0, -1}, {1, 1}}, 0}, {}, {}}};
    EXPECT_EQ(checked(drawing.system(), certificate).shown, bits == 4) << checked(drawing.system(), certificate).why;
    EXPECT_EQ(proved(drawing.system()), bits == 4);
  }
}

TEST(Certificates, a_balance_is_broken_by_what_a_thread_is_given_when_it_starts) {
  // S12: the step that starts a thread writes the thread's own variable.
  for (const std::uint64_t given : {0, 1}) {
    Drawing drawing(2);
    const VariableId own = drawing.variable(32, 0), count = drawing.variable(32, 0);
    drawing.edge(0, 0, Drawing::ended);
    drawing.edge(1, 0, Drawing::ended, {drawing.terms().binary(Op::eq, drawing.term(own), drawing.term(count))});
    const model::TermId value = drawing.term(own, given);
    model::ThreadSystem system = drawing.system();
    system.variables[index(own)].owner = ThreadId{1};
    system.locations[location(system, 1, 0)].live = {own};
    for (model::Edge& edge : system.edges)
      if (!edge.starts.empty()) edge.update = {{own, value}};
    Certificate certificate;
    certificate.balances = {{{{{0, 1}, {1, -1}}, 0}, {}, {}}, {{{{0, -1}, {1, 1}}, 0}, {}, {}}};
    for (std::int64_t sign : {1, -1}) certificate.facts.push_back({index(system.start), {{{index(count), sign}}, 0}});
    EXPECT_EQ(checked(system, certificate).shown, given == 0) << checked(system, certificate).why;
    EXPECT_EQ(proved(system), given == 0);
  }
}

TEST(Certificates, a_balance_weighs_a_followed_variable_as_the_graph_knows_it) {
  // It is 0 where it is dead (S2), so that it was 1 is not known at the wait, which does not end.
  for (const bool lives : {false, true}) {
    Drawing drawing(1);
    const VariableId flag = drawing.variable(1, 0, std::vector<std::uint64_t>{0, 1}), count = drawing.variable(32, 0);
    drawing.edge(0, 0, 1, {}, {{flag, drawing.term(flag, 1)}, {count, drawing.term(count, 1)}});
    drawing.edge(0, 1, Drawing::ended, {drawing.is(count, lives ? 1 : 0)});
    model::ThreadSystem system = drawing.system();
    system.variables[index(flag)].owner = main_thread;
    if (lives) system.locations[location(system, 0, 1)].live = {flag};
    Certificate certificate = following(system);
    const Certificate::Balance balance{{{{index(count), 1}}, 0}, {}, {{index(flag), 1, -1}}};
    const Certificate::Balance opposite{{{{index(count), -1}}, 0}, {}, {{index(flag), 1, 1}}};
    certificate.balances = {balance, opposite};
    EXPECT_EQ(checked(system, certificate).shown, false) << "when the thread ends, the flag is 0 and the count is 1";
    certificate.balances[0].places = {{index(system.edges.back().to), -1}};
    certificate.balances[1].places = {{index(system.edges.back().to), 1}};
    EXPECT_EQ(checked(system, certificate).shown, lives) << checked(system, certificate).why;
  }
}

TEST(Certificates, balances_speak_of_what_is_there) {
  const Drawing drawing = counts_to_five(32);
  Certificate certificate;
  certificate.ranks = {five_minus_x};
  const Certificate::Balance true_one{{{}, -1}, {}, {}};
  certificate.balances = {true_one};
  EXPECT_TRUE(checked(drawing.system(), certificate).shown);
  certificate.balances[0].places = {{1000, 0}};
  EXPECT_FALSE(checked(drawing.system(), certificate).shown) << "no such location";
  certificate.balances = {true_one};
  certificate.balances[0].values = {{0, 0, 0}};
  EXPECT_FALSE(checked(drawing.system(), certificate).shown) << "a variable that is not followed";
  certificate.balances = {true_one};
  certificate.balances[0].sum.terms = {{1000, 1}};
  EXPECT_FALSE(checked(drawing.system(), certificate).shown) << "no such variable";
}

TEST(Certificates, what_is_not_understood_must_not_be_reached) {
  for (const std::uint64_t first : {0, 1}) {
    Drawing drawing(1);
    const VariableId x = drawing.variable(1, first, std::vector<std::uint64_t>{first});
    drawing.edge(0, 0, Drawing::ended, {drawing.is(x, 0)});
    drawing.fails(0, 0, Location::Kind::refused, {drawing.is(x, 1)});
    EXPECT_EQ(checked(drawing.system(), following(drawing.system())).shown, first == 0);
    EXPECT_EQ(proved(drawing.system()), first == 0);
  }
}

TEST(Certificates, a_failure_is_an_end) {
  Drawing drawing(1);
  drawing.fails(0, 0, Location::Kind::failed);
  const Checked answer = checked(drawing.system(), {});
  EXPECT_TRUE(answer.shown);
  EXPECT_FALSE(answer.safe);
  EXPECT_NE(answer.may_fail.find("a failure"), std::string::npos) << answer.may_fail;
}

TEST(Certificates, show_that_nothing_fails_where_the_facts_exclude_it) {
  for (const std::uint64_t limit : {5, 6}) {
    Drawing drawing = counts_to_five(32);
    const VariableId x{0};
    auto& terms = drawing.terms();
    const auto fails = terms.binary(Op::sgt, drawing.term(x), drawing.term(x, limit - 1));
    drawing.fails(0, 0, Location::Kind::failed, {fails});
    const auto everywhere = [&](const LinearSum& sum) -> std::vector<Certificate::Fact> {
      return {{location(drawing.system(), 0, 0), sum}, {index(drawing.system().start), sum}};
    };
    Certificate certificate;
    certificate.facts = everywhere({{{0, 1}}, -5});
    certificate.ranks = {five_minus_x};
    const Checked answer = checked(drawing.system(), certificate);
    EXPECT_TRUE(answer.shown) << answer.why;
    EXPECT_EQ(answer.safe, limit == 6) << answer.may_fail;
    certificate.facts.clear();
    EXPECT_FALSE(checked(drawing.system(), certificate).safe) << "nothing is known of x then";
    certificate.facts = everywhere({{{0, 1}}, -4});
    EXPECT_FALSE(checked(drawing.system(), certificate).safe) << "that is no fact";
  }
}

TEST(Certificates, show_that_nothing_fails_also_where_it_is_not_shown_that_it_ends) {
  Drawing drawing(1);
  const VariableId x = drawing.variable(1, 0, std::vector<std::uint64_t>{0});
  drawing.edge(0, 0, 0);
  drawing.fails(0, 0, Location::Kind::failed, {drawing.is(x, 1)});
  const Checked answer = checked(drawing.system(), following(drawing.system()));
  EXPECT_FALSE(answer.shown);
  EXPECT_TRUE(answer.safe) << answer.may_fail;
}

/// Two threads, of which the second fails unless it comes after the first.
TEST(Certificates, know_more_in_a_node_than_at_the_location_that_fails) {
  for (const std::uint64_t first : {0, 1}) {
    Drawing drawing(2);
    const VariableId sent = drawing.variable(32, 0), received = drawing.variable(32, 0),
                     done = drawing.variable(1, first, std::vector<std::uint64_t>{0, 1});
    drawing.edge(0, 0, 1, {}, {{sent, drawing.term(sent, 1)}});
    drawing.edge(0, 1, Drawing::ended, {}, {{done, drawing.term(done, 1)}});
    drawing.edge(1, 0, 1, {drawing.is(done, 1)}, {});
    drawing.edge(1, 1, Drawing::ended, {drawing.is_not(sent, 0)}, {{received, drawing.term(sent)}});
    drawing.fails(1, 1, Location::Kind::failed, {drawing.is(sent, 0)});
    Certificate certificate = following(drawing.system());
    // 1 - sent - (what done lacks) <= 0: who sees done sees what was sent.
    Certificate::Balance balance{{{{0, -1}}, 1}, {}, {{index(done), 0, -1}}};
    certificate.balances = {balance};
    certificate.facts = {{location(drawing.system(), 0, 1), {{{0, -1}}, 1}}};
    const Checked answer = checked(drawing.system(), certificate);
    EXPECT_EQ(answer.safe, first == 0) << answer.may_fail;
  }
}

TEST(Certificates, say_nothing_where_places_of_objects_are_used_again_and_compared) {
  model::ThreadSystem system = counts_to_five(32).system();
  Certificate certificate;
  certificate.ranks = {five_minus_x};
  EXPECT_TRUE(checked(system, certificate).safe);
  system.lent_thread_local = ir::PositionId{};
  EXPECT_TRUE(checked(system, certificate).shown);
  EXPECT_FALSE(checked(system, certificate).safe);
  system.compares_gone = ir::PositionId{};
  EXPECT_FALSE(checked(system, certificate).shown);
  EXPECT_FALSE(checked(system, certificate).safe);
}

TEST(Certificates, a_spurious_wakeup_is_no_excuse_and_does_not_go_on_for_ever) {
  Drawing waits(1), again(1);
  waits.edge(0, 0, Drawing::ended);
  again.edge(0, 0, 0).edge(0, 0, Drawing::ended);
  model::ThreadSystem only_spurious = waits.system(), loop = again.system();
  for (model::Edge& edge : only_spurious.edges) edge.spurious = edge.starts.empty() && edge.from != only_spurious.start;
  EXPECT_FALSE(checked(only_spurious, {}).shown);
  for (model::Edge& edge : loop.edges) edge.spurious = edge.from == edge.to;
  EXPECT_TRUE(checked(loop, {}).shown);
  EXPECT_FALSE(checked(loop, {}, Fairness::none).shown);
  EXPECT_FALSE(checked(again.system(), {}).shown);
}

TEST(Certificates, what_is_not_linear_may_be_anything) {
  // S3: whether the thread can go on depends on bits of a product.
  Drawing drawing(1);
  const VariableId x = drawing.variable(32, 3), y = drawing.variable(32, 5);
  auto& terms = drawing.terms();
  const auto bits = terms.binary(Op::and_, drawing.term(x), drawing.term(y));
  drawing.edge(0, 0, Drawing::ended, {terms.binary(Op::ne, bits, terms.constant(32, 0))});
  EXPECT_FALSE(checked(drawing.system(), {}).shown);
  // But the same product is the same number wherever it stands.
  drawing.edge(0, 0, Drawing::ended, {terms.binary(Op::eq, bits, terms.constant(32, 0))});
  EXPECT_TRUE(checked(drawing.system(), {}).shown);
}

TEST(Certificates, an_input_is_as_unkind_as_it_can_be) {
  // S5: do x = input(); while (x);
  Drawing drawing(1);
  const VariableId in = drawing.variable(64, 0);
  drawing.edge(0, 0, 0, {drawing.is_not(in, 0)}).edge(0, 0, Drawing::ended, {drawing.is(in, 0)});
  model::ThreadSystem system = drawing.system();
  system.variables[0].role = model::Variable::Role::input;
  system.variables[0].owner = main_thread;
  EXPECT_FALSE(checked(system, {}).shown);
  Certificate certificate;
  certificate.ranks = {{{{0, 1}}, 0}};
  EXPECT_FALSE(checked(system, certificate).shown) << "an input has no value between steps";
  EXPECT_FALSE(proved(system));
}

TEST(Certificates, an_assumption_about_an_input_counts_only_as_its_range) {
  for (const bool in_range : {false, true}) {
    Drawing drawing(1);
    const VariableId in = drawing.variable(64, 0);
    drawing.edge(0, 0, Drawing::ended, {drawing.terms().binary(Op::sgt, drawing.term(in), drawing.term(in, 0))});
    model::ThreadSystem system = drawing.system();
    system.variables[0].role = model::Variable::Role::input;
    system.variables[0].owner = main_thread;
    if (in_range) system.variables[0].range = {1, 10};
    EXPECT_EQ(checked(system, {}).shown, in_range);
    EXPECT_EQ(proved(system), in_range);
  }
}

TEST(Certificates, do_not_mix_what_is_forgotten_with_what_is_kept) {
  // S2: the automata set a thread's followed variable to 0 where it is dead.
  Drawing drawing(1);
  const VariableId v = drawing.variable(32, 0, std::vector<std::uint64_t>{0, 7});
  drawing.edge(0, 0, 1, {}, {{v, drawing.term(v, 7)}}).edge(0, 1, Drawing::ended);
  model::ThreadSystem system = drawing.system();
  system.variables[0].owner = main_thread;
  Certificate certificate = following(system);
  EXPECT_TRUE(checked(system, certificate).shown);
  certificate.ranks = {{{{0, 1}}, 0}};
  EXPECT_FALSE(checked(system, certificate).shown);
}

TEST(Certificates, a_variable_of_a_thread_is_not_read_where_it_is_dead) {
  Drawing drawing(1);
  const VariableId v = drawing.variable(32, 0);
  drawing.edge(0, 0, Drawing::ended, {drawing.is(v, 0)}).edge(0, 0, Drawing::ended, {drawing.is_not(v, 0)});
  model::ThreadSystem system = drawing.system();
  EXPECT_TRUE(checked(system, {}).shown);
  system.variables[0].owner = main_thread;
  EXPECT_FALSE(checked(system, {}).shown);
}

TEST(Certificates, what_ends_at_a_limit_shows_nothing) {
  const Drawing drawing = counts_to_five(32);
  Certificate certificate;
  certificate.automata = model::fingerprint(drawing.system());
  certificate.ranks = {five_minus_x};
  Stop stop;
  stop.request();
  ir::Program program;
  program.positions.resize(1);
  EXPECT_FALSE(confirm::check_certificate(program, drawing.system(), Fairness::strong, certificate, stop).shown);
  EXPECT_TRUE(std::holds_alternative<NotProved>(prove(program, drawing.system(), Fairness::strong, {}, stop)));
}

}  // namespace
}  // namespace fermata::engine::prove
