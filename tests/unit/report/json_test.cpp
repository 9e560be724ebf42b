// SPDX-License-Identifier: Apache-2.0
#include "report/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "report/samples.h"

namespace fermata::report {
namespace {

using namespace samples;
using nlohmann::json;

json of(const Verdict& v) { return json::parse(to_json(v, {"queue.cpp"}, "1.2.3")); }

bool has(const json& object, const std::set<std::string>& keys) {
  for (const auto& key : keys)
    if (!object.contains(key)) return false;
  return true;
}

TEST(Json, a_step_says_how_threads_stand_after_it_and_a_thread_has_its_calls) {
  const auto result = of(deadlock())["results"][0];
  EXPECT_EQ(result["stem"][2]["after"][0], (json{{"thread", 0},
                                                 {"name", "main"},
                                                 {"at", {{"file", "src/queue.cpp"}, {"line", 12}, {"column", 3}}},
                                                 {"holds", {"a"}},
                                                 {"waits_for", "mutex 'b'"},
                                                 {"blocked_by", {"teller#1"}}}));
  EXPECT_EQ(result["threads"][0]["stack"].size(), 2u);
  EXPECT_EQ(result["threads"][0]["stack"][1]["function"], "main");
  EXPECT_EQ(result["threads"][0]["waits_since"], nullptr);
}

TEST(Json, scripts_find_every_key_of_the_contract) {
  auto verdict = lost_wakeup();
  verdict.findings[0].stem[1].who = "worker#1";
  auto all = of(verdict);
  EXPECT_TRUE(has(all, {"schema", "tool", "files", "verdict", "results", "unmodelled", "failing", "safety_besides",
                        "explosion", "assumptions", "warnings", "more_warnings", "all_races", "stats"}));
  EXPECT_EQ(all["schema"], "fermata/1");
  EXPECT_EQ(all["tool"], (json{{"name", "fermata"}, {"version", "1.2.3"}}));
  EXPECT_EQ(all["files"], json::array({"queue.cpp"}));
  EXPECT_EQ(all["verdict"], "violated");
  EXPECT_EQ(all["assumptions"].size(), 3u);
  EXPECT_TRUE(has(all["stats"], {"states", "transitions", "seconds", "peak_rss_bytes", "bytes_per_state", "complete"}));

  auto result = all["results"][0];
  EXPECT_TRUE(has(result, {"property", "verdict", "kind", "engine", "confirmed", "reason", "threads", "stem", "loop"}));
  EXPECT_EQ(result["property"], "hang");
  EXPECT_EQ(result["verdict"], "violated");
  EXPECT_EQ(result["kind"], "lost-wakeup");
  EXPECT_EQ(result["engine"], "explore");
  EXPECT_EQ(result["confirmed"], true);
  EXPECT_EQ(result["reason"], nullptr);
  EXPECT_EQ(result["at"], (json{{"file", "src/queue.cpp"}, {"line", 31}, {"column", 22}}));
  EXPECT_EQ(result["loop"], json::array());
  EXPECT_EQ(result["stem"][1], (json{{"step", 2},
                                     {"thread", 1},
                                     {"name", "worker#1"},
                                     {"at", {{"file", "src/queue.cpp"}, {"line", 29}, {"column", 3}}},
                                     {"text", "lock 'mutex'"},
                                     {"relevant", true},
                                     {"decisive", false},
                                     {"after", json::array()}}));
  auto worker = result["threads"][1];
  EXPECT_TRUE(has(worker, {"id", "name", "status", "waits_for", "held_by", "behind", "at"}));
  EXPECT_EQ(worker["id"], 1);
  EXPECT_EQ(worker["name"], "worker#1");
  EXPECT_EQ(worker["status"], "blocked");
  EXPECT_EQ(worker["waits_for"], "condition variable 'task_available'");
  EXPECT_EQ(worker["held_by"], nullptr);
}

TEST(Json, a_loop_says_how_fair_it_is_and_what_each_thread_does_in_it) {
  auto result = of(livelock())["results"][0];
  EXPECT_EQ(result["property"], "termination");
  EXPECT_EQ(result["fairness"], "await");
  EXPECT_EQ(result["loop"].size(), 2u);
  EXPECT_EQ(result["threads"][0]["in_loop"], "waits");
  EXPECT_EQ(result["threads"][1]["in_loop"], "moves");
  auto hang = of(lost_wakeup())["results"][0];
  EXPECT_EQ(hang["fairness"], nullptr);
  EXPECT_EQ(hang["threads"][0]["in_loop"], nullptr);
}

TEST(Json, counts_are_there_only_if_somebody_counted) {
  auto v = lost_wakeup();
  EXPECT_FALSE(of(v)["stats"].contains("deadlock_states"));
  v.statistics.front().deadlock_states = 3;
  v.statistics.front().cannot_finish_states = 4;
  EXPECT_EQ(of(v)["stats"]["deadlock_states"], 3);
  EXPECT_EQ(of(v)["stats"]["cannot_finish_states"], 4);
}

TEST(Json, what_is_not_modelled_is_an_object_or_null) {
  auto v = lost_wakeup();
  EXPECT_EQ(of(v)["unmodelled"], nullptr);
  const json place{{"file", "src/queue.cpp"}, {"line", 7}, {"column", 9}};
  v.unmodelled = {"fork", "", at(7, 9), {{"launch", at(7, 9)}}};
  EXPECT_EQ(
      of(v)["unmodelled"],
      (json{{"what", "fork"}, {"hint", nullptr}, {"at", place}, {"calls", {{{"function", "launch"}, {"at", place}}}}}));
  EXPECT_EQ(of(v)["more_unmodelled"], json::array());
  v.more_unmodelled.push_back({"pipe", "use a queue", at(7, 9), {}});
  EXPECT_EQ(of(v)["more_unmodelled"],
            (json{{{"what", "pipe"}, {"hint", "use a queue"}, {"at", place}, {"calls", json::array()}}}));
}

TEST(Json, a_failure_that_nobody_asked_for_is_a_result_of_its_own) {
  auto v = lost_wakeup();
  EXPECT_EQ(of(v)["failing"], nullptr);
  v.failing = verdict::Finding{.property = verdict::Property::safety, .answer = verdict::Answer::violated};
  v.failing->kind = "assertion";
  EXPECT_EQ(of(v)["failing"]["kind"], "assertion");
  EXPECT_EQ(of(v)["failing"]["property"], "safety");
}

TEST(Json, an_explosion_is_there_only_if_there_was_one) {
  auto v = lost_wakeup();
  EXPECT_EQ(of(v)["explosion"], nullptr);
  v.explosion = verdict::Explosion{
      .sampled = 9,
      .parts = {{.kind = verdict::Part::Kind::thread, .name = "dine", .count = 5, .values = 7, .factor = 2, .at = {}}},
      .advice = {"less"}};
  EXPECT_EQ(
      of(v)["explosion"],
      (json{{"sampled", 9},
            {"parts",
             {{{"kind", "thread"}, {"name", "dine"}, {"count", 5}, {"values", 7}, {"factor", 2.0}, {"at", nullptr}}}},
            {"advice", {"less"}}}));
}

TEST(Json, a_warning_has_both_accesses) {
  auto v = lost_wakeup();
  EXPECT_EQ(of(v)["warnings"], json::array());
  v.warnings = {race(12)};
  v.more_warnings = 2;
  auto place = [](int line, int column) { return json{{"file", "src/queue.cpp"}, {"line", line}, {"column", column}}; };
  EXPECT_EQ(of(v)["warnings"],
            (json{{{"id", "data-race"},
                   {"variable", "stop"},
                   {"accesses",
                    {{{"thread", "worker#1"}, {"at", place(12, 11)}, {"access", "read"}, {"sort", "plain"}},
                     {{"thread", "main"}, {"at", place(30, 3)}, {"access", "write"}, {"sort", "volatile"}}}}}}));
  EXPECT_EQ(of(v)["more_warnings"], 2);
  EXPECT_EQ(of(v)["all_races"], false);
}

TEST(Json, an_unknown_place_is_null) { EXPECT_EQ(of(stuck_loop())["results"][0]["threads"][0]["at"], nullptr); }

TEST(Json, names_that_are_not_utf8_do_no_harm) {
  auto v = stuck_loop();
  v.findings[0].output = {"\xff"};
  EXPECT_EQ(of(v)["results"][0]["output"][0], "\xef\xbf\xbd");
}

}  // namespace
}  // namespace fermata::report
