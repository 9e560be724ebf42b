// SPDX-License-Identifier: Apache-2.0
#include "report/junit.h"

#include <gtest/gtest.h>

#include "report/samples.h"

namespace fermata::report {
namespace {

using namespace samples;

bool has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

TEST(Junit, a_violation_fails_what_is_not_known_is_skipped_and_what_holds_passes) {
  auto verdict = deadlock();
  verdict.findings.push_back(finding(Property::safety, Answer::holds));
  verdict.findings.push_back(finding(Property::termination, Answer::unknown));
  verdict.findings.back().reason = "the time was up";
  const auto xml = to_junit(verdict, {.files = {"queue.cpp"}});
  EXPECT_TRUE(has(xml, "tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\"")) << xml;
  EXPECT_TRUE(has(xml, "<testcase classname=\"queue.cpp\" name=\"hang\" file=\"src/queue.cpp\" line=\"12\">")) << xml;
  EXPECT_TRUE(has(xml, "type=\"deadlock\"")) << xml;
  EXPECT_TRUE(has(xml, "<testcase classname=\"queue.cpp\" name=\"safety\"/>")) << xml;
  EXPECT_TRUE(has(xml, "<skipped message=\"the time was up\"/>")) << xml;
  EXPECT_TRUE(has(xml, "how it gets there")) << "the text report is its output: " << xml;
}

TEST(Junit, nothing_of_the_program_is_markup_or_a_character_that_xml_forbids) {
  auto verdict = deadlock();
  verdict.findings[0].message = "a<b> & \"c\" \x01 \xff";
  const auto xml = to_junit(verdict, {.files = {"<x>.cpp"}});
  EXPECT_TRUE(has(xml, "message=\"a&lt;b&gt; &amp; &quot;c&quot; \\x01 \\xff\"")) << xml;
  EXPECT_FALSE(has(xml, "<x>"));
  EXPECT_FALSE(has(xml, "\x01"));
}

}  // namespace
}  // namespace fermata::report
