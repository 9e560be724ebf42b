// SPDX-License-Identifier: Apache-2.0
// tests/formats holds what the whole tool writes against the official schema.
#include "report/sarif.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "report/samples.h"
#include "verdict/kinds.h"

namespace fermata::report {
namespace {

using namespace samples;
using nlohmann::json;

json run_of(const Verdict& v) { return json::parse(to_sarif(v, {"src/queue.cpp"}, "1.2.3"))["runs"][0]; }

TEST(Sarif, a_hang_has_all_steps_in_time_order_and_again_those_of_each_thread) {
  const auto result = run_of(deadlock())["results"][0];
  EXPECT_EQ(result["ruleId"], "deadlock");
  EXPECT_EQ(result["kind"], "fail");
  EXPECT_EQ(result["level"], "error");
  ASSERT_EQ(result["codeFlows"].size(), 2u);
  const auto merged = result["codeFlows"][0]["threadFlows"];
  ASSERT_EQ(merged.size(), 1u);
  EXPECT_EQ(merged[0]["locations"].size(), 5u);
  const auto threads = result["codeFlows"][1]["threadFlows"];
  ASSERT_EQ(threads.size(), 2u);
  EXPECT_EQ(threads[0]["id"], "main");
  std::vector<int> order;
  for (const auto& l : threads[1]["locations"]) order.push_back(l["executionOrder"]);
  EXPECT_EQ(order, (std::vector{3, 4}));
  EXPECT_EQ(threads[1]["locations"][1]["importance"], "unimportant");
}

TEST(Sarif, places_are_relative_to_the_root_of_the_sources) {
  auto verdict = deadlock();
  const auto where = run_of(verdict)["results"][0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(where["artifactLocation"], (json{{"uri", "src/queue.cpp"}, {"uriBaseId", "%SRCROOT%"}}));
  EXPECT_EQ(where["region"], (json{{"startLine", 12}, {"startColumn", 5}}));
  verdict.findings[0].at.file = "/tmp/a b#1.cpp";
  EXPECT_EQ(run_of(verdict)["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"],
            (json{{"uri", "file:///tmp/a%20b%231.cpp"}}));
}

TEST(Sarif, each_kind_is_a_rule_with_help_and_each_weakness_it_names_is_in_the_taxonomy) {
  const auto run = run_of(deadlock());
  std::set<std::string> taxa, rules;
  for (const auto& t : run["taxonomies"][0]["taxa"]) taxa.insert(t["id"]);
  for (const auto& r : run["tool"]["driver"]["rules"]) {
    EXPECT_TRUE(rules.insert(r["id"]).second);
    EXPECT_FALSE(r["help"]["text"].get<std::string>().empty());
    if (r.contains("relationships")) {
      EXPECT_TRUE(taxa.contains(r["relationships"][0]["target"]["id"])) << r["id"];
    }
  }
  for (const auto& k : verdict::kinds()) EXPECT_TRUE(rules.contains(std::string(k.id))) << k.id;
  EXPECT_EQ(run["results"][0]["taxa"][0]["id"], "CWE-833");
  const int index = run["results"][0]["ruleIndex"];
  EXPECT_EQ(run["tool"]["driver"]["rules"][index]["id"], "deadlock");
}

TEST(Sarif, a_fingerprint_does_not_depend_on_lines_but_on_what_is_waited_for) {
  const auto print = [](const Verdict& v) {
    return run_of(v)["results"][0]["partialFingerprints"]["fermata/v1"].get<std::string>();
  };
  auto verdict = deadlock();
  auto& f = verdict.findings[0];
  f.threads[0].waits_for = "mutex 'the object allocated at queue.cpp:40 + 8'";
  const auto before = print(verdict);
  for (auto& t : f.threads) t.at.line += 7;
  f.at.line += 7;
  f.message += " at src/queue.cpp:19";
  f.threads[0].waits_for = "mutex 'the object allocated at queue.cpp:47 + 8'";
  EXPECT_EQ(print(verdict), before);
  f.threads[0].waits_for = "mutex 'c'";
  EXPECT_NE(print(verdict), before);
}

TEST(Sarif, what_holds_passes_and_what_is_not_known_is_open) {
  Verdict v;
  v.findings = {finding(Property::hang, Answer::holds), finding(Property::safety, Answer::unknown)};
  v.findings[1].reason = "the time was up";
  const auto results = run_of(v)["results"];
  EXPECT_EQ(results[0]["kind"], "pass");
  EXPECT_EQ(results[0]["level"], "none");
  EXPECT_EQ(results[1]["kind"], "open");
  EXPECT_EQ(results[1]["ruleId"], "safety");
  EXPECT_EQ(results[1]["message"]["text"], "It is not known: the time was up");
}

TEST(Sarif, of_a_long_run_a_thousand_steps_are_told_with_the_last_ones_among_them) {
  auto verdict = deadlock();
  auto& stem = verdict.findings[0].stem;
  for (std::uint32_t n = 6; n <= 3000; ++n) stem.push_back({n, ThreadId{0}, at(12), "read x = 1"});
  const auto flow = run_of(verdict)["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"];
  ASSERT_EQ(flow.size(), 1000u);
  EXPECT_EQ(flow[0]["executionOrder"], 1);
  EXPECT_EQ(flow[999]["executionOrder"], 3000);
}

TEST(Sarif, a_race_is_a_warning_at_both_places) {
  auto verdict = deadlock();
  verdict.warnings = {race(12)};
  const auto result = run_of(verdict)["results"][1];
  EXPECT_EQ(result["ruleId"], "data-race");
  EXPECT_EQ(result["level"], "warning");
  EXPECT_EQ(result["relatedLocations"].size(), 1u);
}

}  // namespace
}  // namespace fermata::report
