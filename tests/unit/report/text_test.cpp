// SPDX-License-Identifier: Apache-2.0
#include "report/text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "report/samples.h"

namespace fermata::report {
namespace {

using namespace samples;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0, begin = 0;
  for (auto end = text.find('\n'); end != text.npos; begin = end + 1, end = text.find('\n', begin))
    longest = std::max(longest, end - begin);
  return longest;
}

TEST(Text, a_failure_that_nobody_asked_for_is_a_note) {
  verdict::Verdict v;
  v.findings.push_back({.property = verdict::Property::hang, .answer = verdict::Answer::holds});
  EXPECT_FALSE(contains(to_text(v, {}), "failure"));
  v.failing = verdict::Finding{.property = verdict::Property::safety, .answer = verdict::Answer::violated};
  v.failing->kind = "assertion";
  v.failing->message = "x is 2";
  v.failing->at = {"a.c", 7, 3};
  EXPECT_TRUE(contains(to_text(v, {.width = 200}),
                       "note: some runs end in a failure at a.c:7:3: x is 2 [assertion]. They count as ended here; see "
                       "--property safety"))
      << to_text(v, {.width = 200});
}

TEST(Text, of_many_threads_and_notes_the_first_are_told_and_how_many_more) {
  verdict::Verdict v = lost_wakeup();
  verdict::Finding& f = v.findings.front();
  const verdict::Note note = f.notes.front();
  const ThreadStatus worker = f.threads.back();
  for (std::uint32_t i = 2; i <= 64; ++i) {
    f.notes.push_back({note.at, fmt::format("note {}", i)});
    f.threads.push_back(worker);
    f.threads.back().name = fmt::format("worker#{}", i);
  }
  const std::string folded = to_text(v, {.width = 120}), whole = to_text(v, {.width = 120, .full = true});
  EXPECT_TRUE(contains(folded, "note: note 6\n"));
  EXPECT_FALSE(contains(folded, "note 7\n"));
  EXPECT_TRUE(contains(folded, "58 more notes like these: --full-trace shows them"));
  EXPECT_TRUE(contains(folded, "    worker#13 "));
  EXPECT_FALSE(contains(folded, "    worker#14 "));
  EXPECT_TRUE(contains(folded, "    and 51 more threads\n"));
  EXPECT_TRUE(contains(whole, "note 64\n"));
  EXPECT_TRUE(contains(whole, "    worker#64 "));
  EXPECT_FALSE(contains(whole, "more notes"));
}

TEST(Text, of_nine_names_six_are_told_and_of_eight_all) {
  verdict::Verdict v = lost_wakeup();
  verdict::Finding& f = v.findings.front();
  for (int i = 0; i < 8; ++i) f.threads.front().held_by.push_back(fmt::format("t{}", i));
  EXPECT_TRUE(contains(to_text(v, {.width = 300}), "held by 't0', 't1', 't2', 't3', 't4', 't5', 't6' and 't7'"));
  f.threads.front().held_by.push_back("t8");
  EXPECT_TRUE(contains(to_text(v, {.width = 300}), "held by 't0', 't1', 't2', 't3', 't4', 't5' and 3 more"));
}

TEST(Text, a_lost_wakeup_is_told_from_headline_to_replay) {
  TextOptions options{.files = {"src/queue.cpp"}, .replay_command = "fermata replay fermata-run.json"};
  options.source = [](const std::string&, std::uint32_t line) {
    return line == 31 ? std::optional<std::string>("\t  task_available.wait(lock);") : std::nullopt;
  };
  EXPECT_EQ(
      to_text(lost_wakeup(), options),
      R"(src/queue.cpp:31:22: error: thread 'worker#1' can wait forever on condition variable 'task_available' [lost-wakeup]
    31 | task_available.wait(lock);
       |                   ^
src/queue.cpp:43:5: note: 'main' signals 'task_available' here, at step 6, before 'worker#1' waits

  threads at the end
    main      blocked at queue.cpp:44:10  waits for the end of 'worker#1'
    worker#1  blocked at queue.cpp:31:22  waits for condition variable 'task_available';
                                          only 'main' signals it, and 'main' waits for the end of
                                          'worker#1'

  how it gets there, in queue.cpp
    step  line  main                                   | worker#1
       1    40  start thread 'worker#1'                |
       2    29                                         | lock 'mutex'
       3    30                                         | read 'stop' = false
       4    42  write 'stop' = true                    |
       5    43  notify all on 'task_available': nobody |
                waits                                  |
       6    31                                         | wait for 'task_available', unlock
                                                       | 'mutex'
       7    44  join 'worker#1'                        |
    *** HANG: thread 'worker#1' can wait forever on condition variable 'task_available' ***

  output so far
    starting
    \x1b[31mred

  safety: no failure: in every one of 2,594 states, no assertion fails, no access is invalid, no
          lock is misused
  checked: all of 2,594 states, 6,331 steps, in 0.12 s, 30 MB
  assumptions: sequential consistency, spurious wakeups on, timeouts may fire
  replay: fermata replay fermata-run.json
)");
}

TEST(Text, what_is_told_of_a_thread_is_not_told_in_a_note_as_well) {
  verdict::Verdict v = lost_wakeup();
  verdict::Finding& f = v.findings.front();
  f.notes.push_back(
      {.at = f.threads.front().at, .text = "'main' waits for the end of 'worker#1'", .told_by_thread = true});
  EXPECT_FALSE(contains(to_text(v, {}), "note: 'main' waits"));
  f.threads.front().held_by = {"a", "b"};
  f.threads.front().held_since = {"since step 4 (bank.cpp:12)", ""};
  EXPECT_TRUE(contains(to_text(v, {.width = 300}), "held by 'a' since step 4 (bank.cpp:12) and 'b'"));
}

TEST(Text, the_line_of_source_where_a_thread_is_stuck_is_shown_once) {
  TextOptions options;
  options.source = [](const std::string&, std::uint32_t line) { return fmt::format("  line_{}();  // said", line); };
  auto text = to_text(lost_wakeup(), options);
  EXPECT_TRUE(contains(text, "    line 44: line_44();\n")) << text;
  EXPECT_FALSE(contains(text, "    line 31: ")) << text;  // the headline shows it
}

TEST(Text, a_livelock_is_told_by_who_goes_round_who_waits_and_how_fair_that_is) {
  EXPECT_EQ(
      to_text(livelock(), {}),
      R"(src/queue.cpp:12:3: error: threads 'a' and 'b' can go round forever although the scheduler is fair [livelock]
src/queue.cpp:22:3: note: 'b' goes round here

  threads in the loop
    main  waits at queue.cpp:40:3       waits for the end of 'a'
    a     goes round at queue.cpp:12:3
    b     goes round at queue.cpp:22:3

  how it gets there, in queue.cpp
    step  line  main    | a                  | b
       1    38  start a |                    |
       2    39  start b |                    |
          --- steps 3-4 repeat for ever ---
       3    12          | write wants[0] = 0 |
       4    22          |                    | write wants[1] = 0
          --- back to step 3 ---
    *** NEVER ENDS: threads 'a' and 'b' can go round forever although the scheduler is fair ***

  fair? yes: every thread that can move in the loop does move in it, also if a thread that spins,
        and alone would go round for ever, counts as waiting

)");
}

TEST(Text, who_is_passed_over_is_said_to_be) {
  auto v = livelock();
  auto& f = v.findings[0];
  f.kind = "starvation";
  f.fairness = verdict::Fairness::none;
  f.threads[2].in_loop = ThreadStatus::Role::passed_over;
  f.loop.pop_back();
  auto text = to_text(v, {});
  EXPECT_TRUE(contains(text, "b     passed over at queue.cpp:22:3")) << text;
  EXPECT_TRUE(contains(text, "fair? no: some thread could take a step all the time in the loop, and never does"))
      << text;
}

TEST(Text, a_hang_is_not_told_a_second_time_because_it_does_not_end) {
  auto v = stuck_loop();
  v.findings.push_back(v.findings[0]);
  v.findings[1].property = Property::termination;
  v.findings[1].fairness = verdict::Fairness::inescapable;
  auto text = to_text(v, {});
  EXPECT_TRUE(contains(text, "termination: violated as well")) << text;
  EXPECT_EQ(text.find("error:"), text.rfind("error:"));
}

TEST(Text, what_always_ends_says_whether_that_needs_a_fair_scheduler) {
  Verdict v;
  v.findings = {finding(Property::termination, Answer::holds)};
  v.statistics = {{.states = 12, .transitions = 20, .complete = true}};
  v.findings[0].fairness = verdict::Fairness::strong;
  EXPECT_TRUE(contains(to_text(v, {}), "it always ends: 12 states were seen, and no fair run goes on for ever"));
  v.findings[0].fairness = verdict::Fairness::none;
  EXPECT_TRUE(contains(to_text(v, {}), "it always ends: 12 states were seen, and no run goes on for ever"));
}

TEST(Text, the_part_of_a_stuck_loop_that_repeats_is_marked) {
  EXPECT_EQ(to_text(stuck_loop(), {}), R"(src/queue.cpp:12:3: error: thread 'spinner' can loop forever [stuck-loop]

  threads at the end
    main     finished
    spinner  spinning at queue.cpp:12:3

  how it gets there, in queue.cpp
    step  line  main                   | spinner
       1    20  start thread 'spinner' |
          --- steps 2-3 repeat for ever ---
       2    12                         | read 'go' = 0
       3    13                         | yield
          --- back to step 2 ---
    *** HANG: thread 'spinner' can loop forever ***

)");
}

TEST(Text, a_failed_assertion_has_the_same_trace_but_is_no_hang) {
  auto v = lost_wakeup();
  auto& f = v.findings[0];
  f.property = Property::safety;
  f.kind = "assertion";
  f.message = "assertion 'x == 1' failed";
  auto text = to_text(v, {});
  EXPECT_TRUE(contains(text, "src/queue.cpp:31:22: error: assertion 'x == 1' failed [assertion]\n"));
  EXPECT_TRUE(contains(text, "*** FAILURE: assertion 'x == 1' failed ***"));
  EXPECT_FALSE(contains(text, "HANG"));
}

TEST(Text, the_thread_that_fails_tells_the_functions_it_is_in) {
  auto v = lost_wakeup();
  auto& f = v.findings[0];
  f.property = Property::safety;
  auto& failing = *std::ranges::find(f.threads, f.stem.back().thread, &ThreadStatus::id);
  failing.status = ThreadStatus::Kind::running;
  failing.stack = {{"put", failing.at}, {"Queue::push", {"src/queue.cpp", 9, 3}}, {"run", {}}};
  auto text = to_text(v, {});
  EXPECT_TRUE(contains(text, "fails at queue.cpp:")) << text;
  EXPECT_TRUE(contains(text, "in put <- Queue::push (queue.cpp:9) <- run")) << text;
}

TEST(Text, what_holds_says_how_much_was_checked_and_under_which_assumptions) {
  auto v = lost_wakeup();
  v.findings = {finding(Property::hang, Answer::holds), finding(Property::safety, Answer::holds)};
  v.statistics.front().deadlock_states = 0;
  v.statistics.front().cannot_finish_states = 1;
  EXPECT_EQ(to_text(v, {.files = {"queue.cpp", "pool.cpp"}}),
            R"(queue.cpp and 1 more: no hang: in every one of 2,594 states, whatever was begun can still end
queue.cpp and 1 more: no failure: in every one of 2,594 states, no assertion fails, no access is invalid, no lock is misused
  checked: all of 2,594 states, 6,331 steps, in 0.12 s, 30 MB
  counted: 0 deadlock states, 1 state from which the program cannot end
  assumptions: sequential consistency, spurious wakeups on, timeouts may fire
)");
}

TEST(Text, a_data_race_is_a_warning_with_both_accesses_and_only_a_handful_is_shown) {
  auto v = lost_wakeup();
  v.findings = {finding(Property::hang, Answer::holds)};
  v.warnings = {race(12)};
  auto text = to_text(v, {.files = {"queue.cpp"}});
  EXPECT_TRUE(contains(text,
                       "src/queue.cpp:12:11: warning: data race on 'stop': 'worker#1' reads here, while 'main' writes "
                       "(volatile, not atomic) at "
                       "src/queue.cpp:30:3 [data-race]\n"));
  EXPECT_FALSE(contains(text, "more (--format json"));
  EXPECT_TRUE(contains(text, "--reduction none"));
  v.all_races = true;
  EXPECT_FALSE(contains(to_text(v, {}), "--reduction none"));
  v.warnings = {race(30)};
  EXPECT_TRUE(contains(to_text(v, {}), "on the same line"));
  v.warnings.assign(9, race(12));
  v.more_warnings = 3;
  EXPECT_TRUE(contains(to_text(v, {}), "7 more"));
  v.warnings.clear();
  EXPECT_FALSE(contains(to_text(v, {}), "data race"));
}

TEST(Text, what_is_unknown_says_why_and_what_to_change) {
  auto v = lost_wakeup();
  v.findings = {finding(Property::hang, Answer::unknown)};
  v.findings[0].reason = "the time limit of 60 s was reached";
  v.statistics.front().complete = false;
  auto text = to_text(v, {.files = {"queue.cpp"}});
  EXPECT_TRUE(contains(text, "queue.cpp: unknown: whether it can hang: the time limit of 60 s was reached\n"));
  EXPECT_TRUE(contains(text, "  explored so far: 2,594 states, 6,331 steps, in 0.12 s, 30 MB\n"));
  EXPECT_TRUE(contains(text, "--time and --memory"));

  v.findings.push_back(finding(Property::safety, Answer::unknown));
  v.findings[1].reason = v.findings[0].reason;
  text = to_text(v, {.files = {"queue.cpp"}});
  EXPECT_TRUE(
      text.starts_with("queue.cpp: unknown: whether it can hang and whether it can fail: the time limit of 60 s was "
                       "reached\n  explored"));
}

TEST(Text, a_function_that_is_not_modelled_is_named_with_its_place) {
  auto v = lost_wakeup();
  v.findings = {finding(Property::hang, Answer::unknown)};
  v.unmodelled = {"fork", "", at(7, 9)};
  auto text = to_text(v, {.files = {"queue.cpp"}});
  EXPECT_TRUE(text.starts_with("src/queue.cpp:7:9: error: 'fork' is not modelled"));
  EXPECT_TRUE(contains(text, "  hint: give 'fork' a body"));
  EXPECT_FALSE(contains(text, "unknown:"));
  v.unmodelled->hint = "use threads instead";
  EXPECT_TRUE(contains(to_text(v, {}), "  hint: use threads instead\n"));
}

TEST(Text, of_a_long_recursion_the_innermost_and_the_outermost_calls_are_told) {
  auto v = lost_wakeup();
  v.findings = {finding(Property::hang, Answer::unknown)};
  v.unmodelled = {"fork", "", at(7, 9), {}};
  for (std::uint32_t i = 0; i < 100; ++i) v.unmodelled->calls.push_back({fmt::format("f{}", i), at(7, 9)});
  const auto text = to_text(v, {.files = {"queue.cpp"}});
  EXPECT_TRUE(contains(text, "in 'f4'"));
  EXPECT_TRUE(contains(text, "92 more calls in between"));
  EXPECT_FALSE(contains(text, "in 'f5'"));
  EXPECT_FALSE(contains(text, "in 'f96'"));
  EXPECT_TRUE(contains(text, "in 'f98'"));
}

TEST(Text, a_violation_that_nobody_replayed_says_so) {
  auto v = stuck_loop();
  v.findings[0].confirmed = false;
  EXPECT_TRUE(contains(to_text(v, {}), "not confirmed: "));
}

TEST(Text, a_narrow_terminal_gets_a_list_instead_of_columns) {
  auto text = to_text(lost_wakeup(), {.width = 56});
  EXPECT_TRUE(contains(text, R"(
    step  line  thread
       1    40  main      start thread 'worker#1'
       2    29  worker#1  lock 'mutex'
)"));
  EXPECT_TRUE(contains(text, R"(
       5    43  main      notify all on
                          'task_available': nobody waits
)"));
}

TEST(Text, five_threads_get_a_list) {
  auto v = lost_wakeup();
  for (std::uint32_t id = 2; id < 5; ++id) v.findings[0].stem.push_back({6 + id, ThreadId{id}, at(9), "step"});
  EXPECT_TRUE(contains(to_text(v, {.width = 200}), "       8     9  thread 2  step\n"));
}

TEST(Text, three_threads_stand_side_by_side) {
  auto v = lost_wakeup();
  v.findings[0].stem.push_back({8, ThreadId{7}, at(9), "step"});
  EXPECT_TRUE(contains(to_text(v, {.width = 140}), " | thread 7\n"));
}

TEST(Text, no_width_makes_it_fail_and_the_trace_stays_within_it) {
  for (auto v : {lost_wakeup(), stuck_loop()}) {
    for (auto& f : v.findings) f.message = "m";
    v.findings[0].notes.clear();
    v.findings.resize(1);
    for (int width = -1; width < 160; ++width) {
      auto text = to_text(v, {.width = width});
      if (width >= 70) {
        EXPECT_LE(longest_line(text), static_cast<std::size_t>(width)) << text;
      }
    }
  }
}

TEST(Text, colours_appear_only_if_wanted) {
  EXPECT_FALSE(contains(to_text(stuck_loop(), {}), "\033"));
  EXPECT_TRUE(contains(to_text(stuck_loop(), {.color = true}), "\033[1;31merror:\033[0m"));
}

TEST(Text, what_the_program_printed_cannot_command_the_terminal) {
  EXPECT_FALSE(contains(to_text(lost_wakeup(), {}), "\033"));
}

TEST(Text, the_middle_of_a_long_run_is_left_out_unless_all_is_wanted) {
  auto v = stuck_loop();
  auto& stem = v.findings[0].stem;
  for (std::uint32_t n = 1; n < 1000; ++n) stem.push_back({n + 1, ThreadId{0}, at(21), "step"});
  EXPECT_TRUE(contains(to_text(v, {}), "... steps 31-930 are left out; --full-trace shows them ..."));
  auto full = to_text(v, {.full = true});
  EXPECT_FALSE(contains(full, "left out"));
  EXPECT_TRUE(contains(full, "\n     500  "));
}

TEST(Text, a_decisive_step_is_shown_in_the_middle_of_a_long_run) {
  auto v = stuck_loop();
  auto& stem = v.findings[0].stem;
  stem.clear();
  for (std::uint32_t i = 1; i <= 200; ++i) stem.push_back({i, ThreadId{0}, at(i), "yield " + std::to_string(i)});
  stem[59].decisive = true;
  auto text = to_text(v, {});
  EXPECT_TRUE(contains(text, "steps 31-59 are left out")) << text;
  EXPECT_TRUE(contains(text, "yield 60")) << text;
  EXPECT_TRUE(contains(text, "steps 61-130 are left out")) << text;
}

TEST(Text, steps_that_do_not_matter_are_one_remark_unless_all_is_wanted) {
  auto v = lost_wakeup();
  auto& stem = v.findings[0].stem;
  std::vector<verdict::Step> more{{2, ThreadId{1}, at(28), "write a = 1", false},
                                  {3, ThreadId{1}, at(29), "write b = 2", false},
                                  {4, ThreadId{0}, at(30), "write c = 2", false}};
  stem.insert(stem.begin() + 1, more.begin(), more.end());
  auto text = to_text(v, {.width = 120});
  EXPECT_TRUE(contains(text,
                       "\n     2-4        (3 steps of threads 'worker#1' and 'main' that do not matter here; "
                       "--full-trace shows them)\n"))
      << text;
  EXPECT_FALSE(contains(text, "write b = 2"));
  auto full = to_text(v, {.full = true});
  EXPECT_TRUE(contains(full, "write b = 2"));
  EXPECT_FALSE(contains(full, "do not matter"));
}

TEST(Text, a_single_row_that_does_not_matter_is_shown_since_a_remark_is_no_shorter) {
  auto v = lost_wakeup();
  v.findings[0].stem[1].relevant = false;
  EXPECT_EQ(to_text(v, {}), to_text(lost_wakeup(), {}));
}

TEST(Text, a_library_that_looks_twice_and_counts_references_is_one_row) {
  auto v = lost_wakeup();
  auto& stem = v.findings[0].stem;
  std::vector<verdict::Step> more{{2, ThreadId{1}, at(28), "read worker = 2"},
                                  {3, ThreadId{1}, at(28), "read worker = 2"},
                                  {4, ThreadId{1}, at(27), "update the object allocated at q.cpp:3 + 8 to 2"},
                                  {5, ThreadId{1}, at(27), "read __libc_single_threaded = 0"}};
  stem.insert(stem.begin() + 1, more.begin(), more.end());
  TextOptions options{.source = [](const std::string&, std::uint32_t line) {
    return std::optional<std::string>(line == 28 ? "worker.join();" : "copy = shared;");
  }};
  auto text = to_text(v, options);
  EXPECT_TRUE(contains(text, "| worker.join(); [worker = 2]\n")) << text;
  EXPECT_FALSE(contains(text, "[__libc")) << text;
}

TEST(Text, on_a_limit_it_says_what_makes_up_the_states_and_what_to_cut) {
  Verdict v;
  v.findings = {finding(Property::hang, Answer::unknown)};
  v.findings[0].reason = "the time limit of 60 s was reached";
  v.explosion = verdict::Explosion{
      .sampled = 20000,
      .parts = {{.kind = verdict::Part::Kind::variable, .name = "counter", .values = 4096, .factor = 2, .at = {}},
                {.kind = verdict::Part::Kind::thread, .name = "worker#2", .values = 1204, .factor = 2, .at = at(31)},
                {.kind = verdict::Part::Kind::thread, .name = "dine", .count = 5, .values = 7, .factor = 2, .at = {}}},
      .advice = {"let 'counter' take fewer values", "--reduction transactions"}};
  auto text = to_text(v, {.width = 400});
  EXPECT_TRUE(contains(text,
                       "  the states differ most in: 'counter' (4,096 values), thread 'worker#2' (1,204 positions, "
                       "most at src/queue.cpp:31), "
                       "the 5 threads 'dine' (up to 7 positions each)\n"))
      << text;
  EXPECT_TRUE(contains(
      text,
      "  hint: let 'counter' take fewer values; --reduction transactions; or give it more with --time and --memory\n"))
      << text;
}

TEST(Text, of_a_proof_that_was_not_found_does_not_speak_of_states) {
  verdict::Verdict v;
  v.findings.push_back(
      {.property = verdict::Property::termination, .engine = "prove", .reason = "no function was found"});
  v.statistics.push_back({.engine = "prove"});
  const std::string text = to_text(v, {});
  EXPECT_TRUE(contains(text, "hint: a loop is proved to end if")) << text;
  EXPECT_FALSE(contains(text, "multiplies states")) << text;
}

TEST(Text, a_line_that_touches_memory_many_times_is_one_row_with_its_source) {
  auto v = lost_wakeup();
  auto& stem = v.findings[0].stem;
  std::vector<verdict::Step> reads{{2, ThreadId{1}, at(28), "read a = 1"},
                                   {3, ThreadId{1}, at(28, 9), "write b = 2"},
                                   {4, ThreadId{1}, at(28), "read a = 2"}};
  stem.insert(stem.begin() + 1, reads.begin(), reads.end());
  TextOptions options{.source = [](const std::string&, std::uint32_t line) {
    return line == 28 ? std::optional<std::string>("  tasks.push_back(task);  // here") : std::nullopt;
  }};
  EXPECT_TRUE(contains(to_text(v, options),
                       "\n     2-4    28                                         | tasks.push_back(task); [b = 2]\n"));
  options.full = true;
  EXPECT_TRUE(contains(to_text(v, options), "| write b = 2\n"));
  options = {};
  EXPECT_TRUE(contains(to_text(v, options), "| (3 accesses to memory) [b = 2]\n"));
  stem[2].text = "lock 'm'";
  EXPECT_FALSE(contains(to_text(v, options), "accesses"));
}

TEST(Text, an_access_to_memory_without_a_name_is_shown_as_its_source) {
  auto v = stuck_loop();
  v.findings[0].loop[0].text = "read list.head = &the object allocated at queue.cpp:17";
  TextOptions options{.source = [](const std::string&, std::uint32_t) {
    return std::optional<std::string>("while (list.head->next) {");
  }};
  EXPECT_TRUE(contains(to_text(v, options), "| while (list.head->next) {\n"));
  EXPECT_TRUE(contains(to_text(v, {}), "| read list.head = &the object allocated"));
}

TEST(Text, a_step_that_says_neither_what_nor_where_is_shown_only_in_the_full_trace) {
  auto v = lost_wakeup();
  auto& step = v.findings[0].stem[1];
  step.at = {};
  step.text = "go on";
  EXPECT_FALSE(contains(to_text(v, {}), "go on"));
  EXPECT_TRUE(contains(to_text(v, {.full = true}), "go on"));
}

TEST(Text, a_private_loop_inside_one_step_is_counted) {
  auto v = stuck_loop();
  auto& text = v.findings[0].loop[1].text;
  text = "lock m; yield; yield; yield";
  EXPECT_TRUE(contains(to_text(v, {}), "| lock m; yield (3 times)\n"));
  text = "yields; yield";
  EXPECT_TRUE(contains(to_text(v, {}), "| yields; yield\n"));
  text = "a; b; a; ";
  EXPECT_TRUE(contains(to_text(v, {}), "| a; b; a\n"));
}

TEST(Text, a_source_line_and_a_reason_are_not_told_twice) {
  auto v = lost_wakeup();
  auto& f = v.findings[0];
  f.notes = {{f.at, f.threads[1].why, f.threads[1].id}};
  auto text =
      to_text(v, {.source = [](const std::string&, std::uint32_t) { return std::optional<std::string>("wait();"); }});
  auto first = text.find("| wait();");
  EXPECT_EQ(text.find("| wait();", first + 1), std::string::npos);
  first = text.find(f.threads[1].why);
  EXPECT_NE(first, std::string::npos);
  EXPECT_EQ(text.find("only 'main' signals it", first + 1), std::string::npos);
  // Of a thread that no note explains, the reason stands beside it.
  f.notes[0].why_of = f.threads[0].id;
  text = to_text(v, {});
  EXPECT_NE(text.find("only 'main' signals it", text.find(f.threads[1].why) + 1), std::string::npos);
}

TEST(Text, a_thread_with_the_number_of_one_that_is_gone_has_a_column_of_its_own) {
  auto v = lost_wakeup();
  auto& f = v.findings[0];
  for (auto& s : f.stem) s.who = s.thread == ThreadId{0} ? "main" : s.number < 4 ? "loader#1" : "worker#1";
  f.threads.insert(f.threads.begin() + 1, thread(1, "loader#1", ThreadStatus::Kind::finished, {}));
  auto text = to_text(v, {.width = 160});
  EXPECT_TRUE(contains(text, "    loader#1  finished\n")) << text;
  auto header = text.find("  step  line  main"), names = text.find("| loader#1", header);
  EXPECT_LT(header, names);
  EXPECT_NE(text.find("| worker#1\n", names), text.npos) << text;
}

TEST(Text, who_holds_a_lock_and_who_waits_before_are_told_apart) {
  auto verdict = lost_wakeup();
  auto& threads = verdict.findings[0].threads;
  threads[0].waits_for = threads[1].waits_for = "read-write lock 'rw'";
  threads[0].held_by = {"a", "b", "c"};
  threads[1].behind = {"writer#1"};
  const auto text = to_text(verdict, {});
  EXPECT_NE(text.find("read-write lock 'rw', held by 'a', 'b' and 'c'"), text.npos) << text;
  EXPECT_NE(text.find("read-write lock 'rw', behind 'writer#1'"), text.npos) << text;
}

TEST(Text, two_files_of_one_name_keep_their_folders) {
  auto v = stuck_loop();
  v.findings[0].loop[0].at.file = "other/queue.cpp";
  auto text = to_text(v, {});
  EXPECT_TRUE(contains(text, "  other/queue.cpp:12 "));
  EXPECT_TRUE(contains(text, "  src/queue.cpp:13 "));
}

TEST(Text, a_verdict_of_nothing_is_no_proof) { EXPECT_EQ(to_text({}, {}).find("no hang"), std::string::npos); }

}  // namespace
}  // namespace fermata::report
