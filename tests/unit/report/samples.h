// SPDX-License-Identifier: Apache-2.0
// Verdicts made by hand, for the tests of report and cli.
#pragma once

#include <string>

#include "verdict/verdict.h"

namespace fermata::report::samples {

using verdict::Answer;
using verdict::Finding;
using verdict::Property;
using verdict::ThreadStatus;
using verdict::Verdict;

inline Position at(std::uint32_t line, std::uint32_t column = 3) { return {"src/queue.cpp", line, column}; }

inline ThreadStatus thread(std::uint32_t id, std::string name, ThreadStatus::Kind status, Position where) {
  ThreadStatus t;
  t.id = ThreadId{id};
  t.name = std::move(name);
  t.status = status;
  t.at = std::move(where);
  return t;
}

inline verdict::Move move(std::uint32_t thread, std::vector<std::uint64_t> choices = {}) {
  return {ThreadId{thread}, std::move(choices)};
}

inline Finding finding(Property property, Answer answer) {
  Finding f;
  f.property = property;
  f.answer = answer;
  f.engine = "explore";
  return f;
}

/// main notifies between the worker's look at the queue and its wait.
inline Verdict lost_wakeup() {
  auto f = finding(Property::hang, Answer::violated);
  f.kind = "lost-wakeup";
  f.confirmed = true;
  f.message = "thread 'worker#1' can wait forever on condition variable 'task_available'";
  f.at = at(31, 22);
  f.notes = {{at(43, 5), "'main' signals 'task_available' here, at step 6, before 'worker#1' waits"}};
  auto main = thread(0, "main", ThreadStatus::Kind::blocked, at(44, 10));
  main.waits_for = "the end of 'worker#1'";
  auto worker = thread(1, "worker#1", ThreadStatus::Kind::blocked, at(31, 22));
  worker.waits_for = "condition variable 'task_available'";
  worker.why = "only 'main' signals it, and 'main' waits for the end of 'worker#1'";
  f.threads = {main, worker};
  f.stem = {{1, ThreadId{0}, at(40), "start thread 'worker#1'"},
            {2, ThreadId{1}, at(29), "lock 'mutex'"},
            {3, ThreadId{1}, at(30), "read 'stop' = false"},
            {4, ThreadId{0}, at(42), "write 'stop' = true"},
            {5, ThreadId{0}, at(43), "notify all on 'task_available': nobody waits"},
            {6, ThreadId{1}, at(31), "wait for 'task_available', unlock 'mutex'"},
            {7, ThreadId{0}, at(44), "join 'worker#1'"}};
  f.output = {"starting", "\x1b[31mred"};
  f.run.stem = {move(0), move(1), move(1), move(0), move(0), move(1, {0}), move(0)};
  Verdict v;
  v.findings = {f, finding(Property::safety, Answer::holds)};
  v.assumptions = {"sequential consistency", "spurious wakeups on", "timeouts may fire"};
  v.statistics = {{.engine = "explore",
                   .states = 2594,
                   .transitions = 6331,
                   .seconds = 0.12,
                   .peak_rss_bytes = 30'400'000,
                   .bytes_per_state = 41.5,
                   .complete = true,
                   .deadlock_states = {},
                   .cannot_finish_states = {}}};
  return v;
}

/// How a thread stands after a step.
inline verdict::Standing stands(std::uint32_t id, std::string who, Position where, std::vector<std::string> holds = {},
                                std::string waits_for = {}, std::vector<std::string> blocked_by = {}) {
  return {ThreadId{id},     std::move(who),       std::move(where),
          std::move(holds), std::move(waits_for), std::move(blocked_by)};
}

/// Two accounts are locked in both orders.
inline Verdict deadlock() {
  auto f = finding(Property::hang, Answer::violated);
  f.kind = "deadlock";
  f.confirmed = true;
  f.message = "threads 'main' and 'teller#1' wait for each other forever";
  f.at = at(12, 5);
  f.notes = {{at(12, 5), "'main' waits for mutex 'b', held by 'teller#1' since step 3 (src/queue.cpp:21)"},
             {at(22, 5), "'teller#1' waits for mutex 'a', held by 'main' since step 2 (src/queue.cpp:11)"}};
  auto main = thread(0, "main", ThreadStatus::Kind::blocked, at(12, 5));
  main.waits_for = "mutex 'b'";
  main.held_by = {"teller#1"};
  main.holds = {"a"};
  main.stack = {{"transfer", at(12, 5)}, {"main", at(31)}};
  auto teller = thread(1, "teller#1", ThreadStatus::Kind::blocked, at(22, 5));
  teller.waits_for = "mutex 'a'";
  teller.held_by = {"main"};
  teller.holds = {"b"};
  teller.stack = {{"teller", at(22, 5)}};
  f.threads = {main, teller};
  f.stem = {{1, ThreadId{0}, at(30), "start teller#1"},
            {2, ThreadId{0}, at(11), "lock a"},
            {3, ThreadId{1}, at(21), "lock b"},
            {4, ThreadId{1}, at(21), "read limit = 10", false},
            {5, ThreadId{0}, at(12), "wait for b"}};
  for (auto& s : f.stem) s.who = index(s.thread) == 0 ? "main" : "teller#1";
  f.stem[0].after = {stands(0, "main", at(11)), stands(1, "teller#1", at(21))};
  f.stem[1].after = {stands(0, "main", at(12), {"a"})};
  f.stem[2].after = {stands(0, "main", at(12), {"a"}, "mutex 'b'", {"teller#1"}), stands(1, "teller#1", at(21), {"b"})};
  f.stem[3].after = {stands(1, "teller#1", at(22), {"b"}, "mutex 'a'", {"main"})};
  f.run.stem = {move(0), move(0), move(1), move(1), move(0)};
  Verdict v;
  v.findings = {f};
  return v;
}

inline verdict::Warning race(std::uint32_t line) {
  return {.id = "data-race",
          .variable = "stop",
          .first = {.thread = ThreadId{1}, .who = "worker#1", .at = at(line, 11), .write = false, .sort = "plain"},
          .second = {.thread = ThreadId{0}, .who = "main", .at = at(30, 3), .write = true, .sort = "volatile"},
          .stem = {},
          .heap = {}};
}

/// One thread goes round for ever, the other has ended.
inline Verdict stuck_loop() {
  auto f = finding(Property::hang, Answer::violated);
  f.kind = "stuck-loop";
  f.confirmed = true;
  f.message = "thread 'spinner' can loop forever";
  f.at = at(12);
  f.threads = {thread(0, "main", ThreadStatus::Kind::finished, {}),
               thread(1, "spinner", ThreadStatus::Kind::spinning, at(12))};
  f.stem = {{1, ThreadId{0}, at(20), "start thread 'spinner'"}};
  f.loop = {{2, ThreadId{1}, at(12), "read 'go' = 0"}, {3, ThreadId{1}, at(13), "yield"}};
  f.run.stem = {move(0)};
  f.run.loop = {move(1), move(1, {2, 3})};
  f.run.unending = {{SectionKind::semaphore, 0xffff'ffff'ffff'fff0, ThreadId{1}}};
  f.run.heap = {.hand_over = false, .freers_reuse = true};
  Verdict v;
  v.findings = {f};
  return v;
}

/// Two threads step back for each other for ever, and main waits for them.
inline Verdict livelock() {
  auto f = finding(Property::termination, Answer::violated);
  f.kind = "livelock";
  f.confirmed = true;
  f.fairness = verdict::Fairness::await;
  f.message = "threads 'a' and 'b' can go round forever although the scheduler is fair";
  f.at = at(12);
  f.notes = {{at(22), "'b' goes round here"}};
  auto main = thread(0, "main", ThreadStatus::Kind::blocked, at(40));
  main.waits_for = "the end of 'a'";
  auto a = thread(1, "a", ThreadStatus::Kind::running, at(12)), b = thread(2, "b", ThreadStatus::Kind::running, at(22));
  main.in_loop = ThreadStatus::Role::waits;
  a.in_loop = b.in_loop = ThreadStatus::Role::moves;
  f.threads = {main, a, b};
  f.stem = {{1, ThreadId{0}, at(38), "start a"}, {2, ThreadId{0}, at(39), "start b"}};
  f.loop = {{3, ThreadId{1}, at(12), "write wants[0] = 0"}, {4, ThreadId{2}, at(22), "write wants[1] = 0"}};
  Verdict v;
  v.findings = {f};
  return v;
}

}  // namespace fermata::report::samples
