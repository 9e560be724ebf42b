// SPDX-License-Identifier: Apache-2.0
// The check that watches the machine would notice a step that keeps something to itself.
#include "vm/check_steps.h"

#include <gtest/gtest.h>

#include <string>

#include "ir/text.h"
#include "vm/interpreter.h"
#include "vm/thread_counts.h"

namespace fermata::vm {
namespace {

/// A program, and its steps as the interpreter says they were.
class Steps {
 public:
  explicit Steps(std::string_view text)
      : program_(ir::parse(text, "test.ir").value()),
        code_(program_),
        interpreter_(code_, store_, {}, {}, noticed_),
        counter_(code_, store_),
        check_(code_, store_) {
    interpreter_.track(true);
    state_ = interpreter_.initial();
  }

  /// What is wrong with the next step of `thread`, if `change` is made to each operation that it says.
  template <class Change>
  std::string wrong(std::uint32_t thread, Change change) {
    Step step = next(thread);
    Footprint said = *step.footprint;
    Footprint told;
    told.ends_thread = said.ends_thread;
    for (const Operation& operation : said.operations()) change(told.begin() = operation, step);
    step.footprint = &told;
    return check_.left_out(state_, ThreadId{thread}, step);
  }
  /// As it is; then goes there.
  std::string wrong(std::uint32_t thread) {
    const Step step = next(thread);
    const std::string found = check_.left_out(state_, ThreadId{thread}, step);
    state_ = step.target;
    return found;
  }
  bool asked_about(std::uint32_t thread, const Step& step, const Step& other) const {
    return check_.is_asked_about(state_, ThreadId{thread}, step, other);
  }
  Step next(std::uint32_t thread) {
    Step step;
    interpreter_.step(state_, thread, counter_.count(state_, ThreadId{thread}), {}, step);
    EXPECT_EQ(step.outcome, Step::Outcome::moved) << step.failure.text;
    return step;
  }

 private:
  ir::Program program_;
  Code code_;
  ComponentStore store_;
  Noticed noticed_;
  Interpreter interpreter_;
  ThreadCounter counter_;
  StepCheck check_;
  std::vector<Word> state_;
};

// main starts a thread that waits for ever, and then does BODY.
std::string beside_another(std::string body) {
  return "global @x: 4\nglobal @p: 8\nfunc @worker(%a: ptr) {\n  atomic_begin\n  block_until 0\n  atomic_end\n  "
         "ret\n}\n"
         "func @main() {\n  %t: i32 = spawn @worker, 0\n" +
         body + "  store i32 7, @x\n  ret\n}\n";
}

void say_nothing(Operation& operation, Step&) { operation.accesses.clear(); }

TEST(StepCheck, has_nothing_to_say_about_a_step_that_says_what_it_does) {
  Steps steps(
      beside_another("  store i32 1, @x\n  %m: ptr = alloc 8\n  store ptr %m, @p\n  store i32 5, %m\n  free %m\n"));
  for (int k = 0; k < 5; ++k) EXPECT_EQ(steps.wrong(0), "");
}

TEST(StepCheck, notices_a_write_that_is_left_out) {
  Steps steps(beside_another("  store i32 0x10001, @x\n"));
  steps.wrong(0);
  EXPECT_EQ(steps.wrong(0, say_nothing), "writes 'x' and does not say so");
  EXPECT_EQ(steps.wrong(0, [](Operation& o, Step&) { o.accesses[0].size = 2; }), "writes 'x + 2' and does not say so");
  EXPECT_EQ(steps.wrong(0, [](Operation& o, Step&) { o.accesses[0].write = false; }), "writes 'x' and does not say so");
}

TEST(StepCheck, notices_the_end_of_an_object_that_others_can_reach) {
  Steps steps(beside_another("  %m: ptr = alloc 8\n  store ptr %m, @p\n  free %m\n"));
  steps.wrong(0);
  steps.wrong(0);
  EXPECT_NE(steps.wrong(0, say_nothing), "");
  EXPECT_NE(steps.wrong(0, [](Operation& o, Step&) { o.accesses[0].size = 7; }), "") << "all of it ends";
}

TEST(StepCheck, notices_the_end_of_a_scope_whose_variable_others_can_reach) {
  Steps steps(beside_another("  %v: ptr = alloca 4 \"v\"\n  store ptr %v, @p\n  store ptr 0, @p\n  lifetime_end %v\n"));
  steps.wrong(0);
  steps.wrong(0);
  steps.wrong(0);
  EXPECT_EQ(steps.wrong(0,
                        [](Operation& o, Step&) {
                          std::erase_if(o.accesses,
                                        [](const Access& a) { return region_of(a.object) == Region::stack; });
                        }),
            "ends the life of 'v' and does not say so");
  EXPECT_EQ(steps.wrong(0), "");
}

TEST(StepCheck, does_not_ask_for_the_end_of_a_variable_whose_scope_was_left_before) {
  Steps steps(
      "global @p: 8\nfunc @worker(%a: ptr) {\n  atomic_begin\n  block_until 0\n  atomic_end\n  ret\n}\n"
      "func @lend() {\n  %v: ptr = alloca 4 \"v\"\n  store ptr %v, @p\n  lifetime_end %v\n  store ptr 0, @p\n  ret\n}\n"
      "func @main() {\n  %t: i32 = spawn @worker, 0\n  call @lend()\n  store ptr 1, @p\n  ret\n}\n");
  for (int k = 0; k < 5; ++k) EXPECT_EQ(steps.wrong(0), "");
}

TEST(StepCheck, notices_that_a_thread_starts_ends_or_is_joined) {
  Steps steps(
      "global @x: 4\nfunc @worker(%a: ptr) {\n  store i32 1, @x\n  ret\n}\nfunc @main() {\n  %t: i32 = spawn @worker, "
      "0\n  store i32 2, @x\n  %u: i32 = spawn @worker, 0\n"
      "  atomic_begin\n  %v: ptr = reap %t\n  atomic_end\n  store i32 3, @x\n  ret\n}\n");
  EXPECT_EQ(steps.wrong(0, [](Operation& o, Step&) { o.starts = false; }), "starts thread 1 and does not say so");
  steps.wrong(0);
  steps.wrong(0);
  steps.wrong(0);
  Step ends = steps.next(1);
  EXPECT_TRUE(ends.footprint->ends_thread);
  EXPECT_EQ(steps.wrong(1), "");
  EXPECT_EQ(steps.wrong(0, [](Operation& o, Step&) { o.joins = false; }), "joins thread 1 and does not say so");
}

TEST(StepCheck, notices_that_a_lock_is_taken_or_a_section_ended) {
  const std::string lock = "  atomic_begin\n  store i32 1, @x\n  section_begin 1, @x\n  acquired @x\n  atomic_end\n";
  const std::string unlock =
      "  atomic_begin\n  store i32 0, @x\n  section_end 1, @x, -1\n  released @x\n  atomic_end\n";
  Steps steps(beside_another(lock + unlock));
  steps.wrong(0);
  EXPECT_EQ(steps.wrong(0, [](Operation& o, Step&) { o.acquired.clear(); }),
            "begins a section of thread 0 on 'x' and does not say that it takes the lock");
  EXPECT_EQ(steps.wrong(0), "");
  EXPECT_EQ(steps.wrong(0, [](Operation& o, Step&) { o.released.clear(); }),
            "ends a section of thread 0 on 'x' and does not say that it lets the lock go");
  EXPECT_EQ(steps.wrong(0, [](Operation&, Step& step) { step.ended.clear(); }),
            "ends a section of thread 0 on 'x' and does not say so");
  EXPECT_EQ(steps.wrong(0, [](Operation& o, Step&) { o.held.push_back(7); }),
            "says that it has 'no object', which it has not");
}

TEST(StepCheck, whoever_touches_an_object_may_ask_who_waits_for_it) {
  const std::string text =
      "global @x: 4\nglobal @y: 8\nfunc @worker(%a: ptr) {\n  store i32 1, @y\n  section_begin 2, @x\n  atomic_begin\n "
      " block_until 0\n  atomic_end\n  ret\n}\n"
      "func @main() {\n  %t: i32 = spawn @worker, 0\n  store i32 TOUCH\n  ret\n}\n";
  const auto asked = [&](const char* touched) {
    std::string changed = text;
    Steps steps(changed.replace(changed.find("TOUCH"), 5, touched));
    steps.wrong(0);
    const Footprint of_main = *steps.next(0).footprint;
    Step of_main_step = steps.next(0), waits = steps.next(1);
    of_main_step.footprint = &of_main;
    EXPECT_TRUE(StepCheck::independent(waits, of_main_step));
    return steps.asked_about(1, waits, of_main_step);
  };
  EXPECT_TRUE(asked("2, @x"));
  EXPECT_FALSE(asked("2, @y+4"));
}

TEST(StepCheck, steps_are_independent_if_neither_touches_what_the_other_changes) {
  auto step_that = [](auto change, Footprint& footprint) {
    change(footprint.begin());
    Step step;
    step.footprint = &footprint;
    return step;
  };
  auto independent = [&](auto one, auto other) {
    Footprint a, b;
    return StepCheck::independent(step_that(one, a), step_that(other, b)) &&
           StepCheck::independent(step_that(other, b), step_that(one, a));
  };
  const auto reads = [](Operation& o) { o.accesses.push_back({.object = 5, .offset = 0, .size = 4}); };
  const auto writes = [](Operation& o) { o.accesses.push_back({.object = 5, .offset = 3, .size = 1, .write = true}); };
  const auto elsewhere = [](Operation& o) {
    o.accesses.push_back({.object = 5, .offset = 4, .size = 4, .write = true});
  };
  const auto too_late = [](Operation& o) { o.accesses.push_back({.object = 5, .origin = Access::gone, .size = 1}); };
  const auto takes_its_place = [](Operation& o) { o.fresh.push_back(5); };
  const auto starts = [](Operation& o) { o.starts = true; };
  EXPECT_TRUE(independent(reads, reads));
  EXPECT_TRUE(independent(writes, elsewhere));
  EXPECT_TRUE(independent(writes, starts));
  EXPECT_FALSE(independent(reads, writes));
  EXPECT_FALSE(independent(too_late, elsewhere));
  EXPECT_FALSE(independent(too_late, takes_its_place));
  EXPECT_FALSE(independent(starts, starts));
}

}  // namespace
}  // namespace fermata::vm
