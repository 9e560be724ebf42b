// SPDX-License-Identifier: Apache-2.0
// tests/formats looks at pages of the whole tool in a browser.
#include "report/html.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/samples.h"

namespace fermata::report {
namespace {

using namespace samples;
using nlohmann::json;

TextOptions options() {
  return {.files = {"src/queue.cpp"},
          .source = [](const std::string&, std::uint32_t line) -> std::optional<std::string> {
            if (line > 50) return std::nullopt;
            return "line " + std::to_string(line) + " </script>";
          }};
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++n;
  return n;
}

json data(const std::string& page) {
  const std::string begin = "class=\"data\">";
  const auto from = page.find(begin) + begin.size();
  return json::parse(page.substr(from, page.find("</script>", from) - from));
}

TEST(Html, a_page_has_a_lane_for_each_thread_a_row_for_each_step_that_matters_and_the_source) {
  const auto page = to_html(deadlock(), options(), "1.2.3");
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(has(page, "class=\"t0\">main</th>"));
  EXPECT_TRUE(has(page, "class=\"t1\">teller#1</th>"));
  EXPECT_EQ(count(page, "<tr class=\"step"), 4u);
  EXPECT_TRUE(has(page, "1 step not shown"));
  EXPECT_TRUE(has(page, "waits for ever for mutex &#39;b&#39;, held by teller#1"));
  EXPECT_TRUE(has(page, "<tr data-line=\"12\">"));
}

TEST(Html, a_row_knows_what_has_changed_also_in_steps_that_are_not_shown) {
  const auto rows = data(to_html(deadlock(), options(), "1.2.3"))["rows"];
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[3][3], (json::array({json::array({1, {"src/queue.cpp", 22}, {"b"}, "mutex 'a'", {0}})})));
}

TEST(Html, nothing_of_the_program_is_markup) {
  const std::string evil = "</script><script>alert(1)</script><b>'\"&";
  auto verdict = lost_wakeup();
  auto& f = verdict.findings[0];
  f.message = f.notes[0].text = f.stem[2].text = f.stem[2].who = f.threads[1].name = f.threads[1].waits_for = evil;
  f.at.file = evil;
  f.output = {evil};
  f.stem[2].after = {stands(1, evil, at(30), {evil}, evil, {evil})};
  f.threads[1].stack = {{evil, at(30)}, {evil, at(31)}};
  verdict.assumptions = verdict.not_in_state = {evil};
  verdict.protections = {{evil, evil}};
  verdict.warnings = {race(12)};
  verdict.warnings[0].variable = evil;
  auto with = options();
  with.files = {evil};
  with.replay_command = evil;
  const auto page = to_html(verdict, with, evil);
  EXPECT_FALSE(has(page, "alert(1)</script>"));
  EXPECT_FALSE(has(page, "<b>'"));
  EXPECT_EQ(count(page, "</script>"), 2u) << "of the data, and of the page's own";
  EXPECT_EQ(data(page)["rows"][2][3][0][3], evil) << "and it comes back as it was";
}

TEST(Html, needs_no_other_file) {
  const auto page = to_html(deadlock(), options(), "1.2.3");
  for (const auto* word : {" src=\"", "<link", "@import", "url(", "https:"}) EXPECT_FALSE(has(page, word)) << word;
}

TEST(Html, a_signal_that_came_too_early_is_told_at_the_signal_and_at_the_wait) {
  auto verdict = lost_wakeup();
  verdict.findings[0].threads[1].last_signal = 5;
  verdict.findings[0].threads[1].waits_since = 6;
  const auto page = to_html(verdict, options(), "1.2.3");
  EXPECT_TRUE(has(page, "too early: worker#1 begins to wait in step 6"));
  EXPECT_TRUE(has(page, "the last signal was in step 5"));
  EXPECT_EQ(data(page)["early"], json::array({{5, 6}}));
}

TEST(Html, accesses_of_one_line_are_one_row_that_shows_the_line) {
  auto verdict = lost_wakeup();
  auto& stem = verdict.findings[0].stem;
  stem[2].text = "read a = 1";
  stem.insert(stem.begin() + 3, {4, ThreadId{1}, at(30), "write the object allocated at q.cpp:3 = 2"});
  stem.back().text = "yield; yield; yield";
  const auto page = to_html(verdict, options(), "1.2.3");
  EXPECT_TRUE(has(page, "<summary><code>line 30 &lt;/script&gt;</code></summary>read a = 1; write the object")) << page;
  EXPECT_TRUE(has(page, "yield (3 times)"));
}

TEST(Html, where_it_is_too_late_is_told_and_a_hang_is_not_shown_twice) {
  auto verdict = deadlock();
  verdict.findings[0].point_of_no_return = 3;
  verdict.findings.push_back(verdict.findings[0]);
  verdict.findings[1].property = Property::termination;
  verdict.findings[1].fairness = verdict::Fairness::inescapable;
  const auto page = to_html(verdict, options(), "1.2.3");
  EXPECT_EQ(count(page, "from here on nothing can prevent it"), 1u);
  EXPECT_EQ(count(page, "<article"), 1u);
  EXPECT_TRUE(has(page, "termination: violated"));
}

TEST(Html, the_loop_stands_apart) {
  const auto page = to_html(livelock(), options(), "1.2.3");
  EXPECT_TRUE(has(page, "<tbody class=\"loop\""));
  EXPECT_LT(page.find("start b"), page.find("<tbody class=\"loop\""));
  EXPECT_LT(page.find("<tbody class=\"loop\""), page.find("write wants[0] = 0"));
}

TEST(Html, what_holds_says_how_that_is_known_and_what_protects_what) {
  Verdict v;
  v.findings = {finding(Property::hang, Answer::holds)};
  v.findings[0].basis = verdict::Basis::closed_exploration;
  v.statistics = {{.engine = "explore", .states = 2594, .complete = true}};
  v.assumptions = {"sequential consistency"};
  v.protections = {{"count", "protected by 'mx'"}};
  const auto page = to_html(v, options(), "1.2.3");
  for (const auto* part :
       {"It cannot hang", "All of 2,594 states", "sequential consistency", "protected by &#39;mx&#39;"})
    EXPECT_TRUE(has(page, part)) << part;
}

TEST(Html, a_thousand_steps_of_many_threads_are_less_than_a_megabyte) {
  auto verdict = deadlock();
  auto& f = verdict.findings[0];
  for (std::uint32_t n = 6; n <= 5000; ++n) {
    f.stem.push_back({n, ThreadId{n % 40}, at(n % 50 + 1), "write the_buffer_of_the_connection.slots_[3].state_ = 17"});
    f.stem.back().who = "connection_worker#" + std::to_string(n % 40);
    f.stem.back().after = {stands(n % 40, f.stem.back().who, at(n % 50 + 1), {"the_connection.mutex_"},
                                  "mutex 'the_buffer_of_the_connection.mutex_'", {"main"})};
  }
  const auto page = to_html(verdict, options(), "1.2.3");
  EXPECT_LT(page.size(), 1'000'000u);
  EXPECT_EQ(count(page, "<tr class=\"step"), 1000u);
}

}  // namespace
}  // namespace fermata::report
