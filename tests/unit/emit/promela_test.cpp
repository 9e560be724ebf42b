// SPDX-License-Identifier: Apache-2.0
#include "emit/promela.h"

#include <gtest/gtest.h>

#include "emit/spin.h"
#include "ir/text.h"
#include "ir/validate.h"

namespace fermata::emit {
namespace {

ir::Program program_of(const std::string& text) {
  auto parsed = ir::parse(text, "test.ir");
  if (!parsed) throw std::runtime_error(parsed.error().where + ": " + parsed.error().what);
  for (const Error& e : ir::validate(*parsed)) throw std::runtime_error(e.where + ": " + e.what);
  return std::move(*parsed);
}

std::string model_of(const std::string& text, const Options& options = {}) {
  auto model = to_promela(program_of(text), options);
  if (!model) throw std::runtime_error(model.error().where + ": " + model.error().what);
  return *model;
}

Error refusal_of(const std::string& text) {
  auto model = to_promela(program_of(text), {});
  if (model) throw std::runtime_error("it was not refused");
  return model.error();
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  if (at == text.npos) throw std::runtime_error("there is no '" + what + "'");
  return text.replace(at, what.size(), by);
}

// Two threads add 1 to x, without a lock.
const char* const counter = R"(
global @x: 4
func @worker(%a: ptr) {
  %v: i32 = load @x
  %v = add %v, 1
  store %v, @x
  thread_exit 0
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  %v: i32 = load @x
  %v = add %v, 1
  store %v, @x
  atomic_begin
  %s: i32 = thread_state %t
  %over: i1 = eq %s, 2
  %may: i32 = zext %over
  block_until %may
  reap %t
  atomic_end
  %v = load @x
  %good: i1 = eq %v, 2
  branch %good, yes, no
yes:
  exit_process 0
no:
  exit_process 1
}
)";

class WithSpin : public testing::Test {
 protected:
  void SetUp() override {
    if (!spin_is_installed()) GTEST_SKIP() << "SPIN is not installed; scripts/setup --comparison does that";
  }
};

TEST(Refused, is_what_promela_has_no_word_for_with_the_place_in_the_source) {
  const Error e = refusal_of(
      "position 1: \"mean.c\" 7 3 in \"main\"\nglobal @x: 8\nfunc @main() entry {\n %a: f64 = load @x\n %b: f64 = fadd "
      "%a, %a at 1\n store %b, @x\n ret\n}\n");
  EXPECT_EQ(e.where, "function 'main'");  // the load comes first, and nobody knows where it is from
  EXPECT_NE(e.what.find("floating-point"), std::string::npos) << e.what;
  const Error f = refusal_of(
      "position 1: \"mean.c\" 7 3 in \"main\"\nfunc @main() entry {\n %b: f64 = fadd 1.5, 1.5 at 1\n ret\n}\n");
  EXPECT_EQ(f.where, "mean.c:7:3");
}

TEST(Refused, is_a_function_inside_itself) {
  const Error e = refusal_of("func @f() {\n call @f()\n ret\n}\nfunc @main() entry {\n call @f()\n ret\n}\n");
  EXPECT_EQ(e.what, "'f' is called inside itself");
  EXPECT_EQ(e.hint, "a model has no stack; write the recursion as a loop");
}

TEST(Refused, is_a_block_that_writes_before_it_waits) {
  const Error e = refusal_of(
      "global @x: 4\nfunc @main() entry {\n atomic_begin\n store i32 1, @x\n block_until 0\n atomic_end\n ret\n}\n");
  EXPECT_NE(e.what.find("does more than look before its block_until"), std::string::npos) << e.what;
}

TEST(Refused, is_a_number_that_does_not_fit) {
  const Error e = refusal_of("global @x: 8\nfunc @main() entry {\n store i64 0x123456789abc, @x\n ret\n}\n");
  EXPECT_NE(e.what.find("64 bits"), std::string::npos) << e.what;
}

TEST(Model, has_the_options_of_the_machine_built_in) {
  const char* const text = "global @x: 4\nfunc @main() entry {\n %o: i32 = option 0\n store %o, @x\n ret\n}\n";
  EXPECT_NE(model_of(text, {.semantics = {.spurious_wakeups = true}}).find("main__o = 1;"), std::string::npos);
  EXPECT_NE(model_of(text, {.semantics = {.spurious_wakeups = false}}).find("main__o = 0;"), std::string::npos);
}

TEST(Model, has_room_for_as_many_threads_as_are_started_or_as_it_is_told) {
  EXPECT_NE(model_of(counter).find("#define THREADS 2\n"), std::string::npos);
  EXPECT_NE(model_of(counter, {.threads = 7}).find("#define THREADS 7\n"), std::string::npos);
}

TEST(Model, asks_what_a_wait_is_for_before_the_step) {
  EXPECT_NE(model_of(counter).find("&& ((STATE(T[_pid].s[0]) == 2) != 0) ->"), std::string::npos) << model_of(counter);
}

TEST_F(WithSpin, all_ends_with_one_exit_code_are_one_state_whatever_memory_holds) {
  const Count right = count_with_spin(model_of(counter));
  const Count other = count_with_spin(replaced(model_of(counter), "ended = 1 + (1 & 255)", "ended = 1 + (0 & 255)"));
  EXPECT_EQ(other.states, right.states - 1);
}

// Two threads fall asleep, main wakes one of those who do so by then, and joins the first: unless that is the one, it
// waits for ever.
const char* const sleepers = R"(
global @c: 4
func @worker(%a: ptr) {
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
  %t: i32 = spawn @worker, 0
  %u: i32 = spawn @worker, 0
  atomic_begin
  %woken: i32 = choose_sleeper @c
  %nobody: i1 = slt %woken, 0
  branch %nobody, done, wake
wake:
  sleep_on %woken, 0
  jump done
done:
  atomic_end
  atomic_begin
  %s: i32 = thread_state %t
  %over: i1 = eq %s, 2
  %may: i32 = zext %over
  block_until %may
  reap %t
  atomic_end
  exit_process 0
}
)";

TEST_F(WithSpin, one_of_those_who_sleep_is_woken_or_nobody) {
  const Count right = count_with_spin(model_of(sleepers));
  const Count nobody = count_with_spin(replaced(model_of(sleepers), "pick = t\n", "pick = -1\n"));
  EXPECT_GT(right.states, nobody.states);
  EXPECT_FALSE(right.beyond);
}

TEST_F(WithSpin, a_step_too_many_or_too_few_is_seen_in_the_number_of_states) {
  const Count right = count_with_spin(model_of(counter));
  const Count longer =
      count_with_spin(replaced(model_of(counter), "if :: moved && alive > 1 -> goto", "if :: false -> goto"));
  EXPECT_LT(longer.states, right.states);
}

TEST_F(WithSpin, more_threads_than_there_is_room_for_end_in_an_assertion) {
  EXPECT_TRUE(count_with_spin(model_of(counter, {.threads = 1})).beyond);
}

TEST_F(WithSpin, a_number_that_grows_too_large_ends_in_an_assertion) {
  const Count count = count_with_spin(model_of(R"(
global @x: 8 = i64 500000000
func @main() entry {
  %v: i64 = load @x
  %v = add %v, %v
  %v = add %v, %v
  store %v, @x
  ret
}
)"));
  EXPECT_TRUE(count.beyond);
  EXPECT_FALSE(count.fails);
}

TEST_F(WithSpin, an_access_outside_of_its_object_fails_and_does_not_hit_the_neighbour) {
  const Count count = count_with_spin(model_of(R"(
global @a: 8
global @b: 8
func @main() entry {
  %i: i64 = load @b
  %i = add %i, 2
  %p: ptr = offset @a, %i, 4
  store i32 7, %p
  ret
}
)"));
  EXPECT_TRUE(count.fails);
}

}  // namespace
}  // namespace fermata::emit
