// SPDX-License-Identifier: Apache-2.0
#include "report/github.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "report/samples.h"

namespace fermata::report {
namespace {

using namespace samples;

TEST(Github, a_violation_is_an_error_on_its_line_with_its_notes_below) {
  const auto text = to_github(deadlock());
  EXPECT_TRUE(
      text.starts_with("::error file=src/queue.cpp,line=12,col=5,title=Deadlock::threads 'main' and 'teller#1' wait "
                       "for each other forever%0Asrc/queue.cpp:12:5: 'main' waits"))
      << text;
  EXPECT_EQ(std::ranges::count(text, '\n'), 1);
}

TEST(Github, no_text_of_the_program_ends_a_command_or_begins_another) {
  auto verdict = deadlock();
  verdict.findings[0].message = "50% of\n::warning::x";
  verdict.findings[0].notes.clear();
  verdict.findings[0].at.file = "a,b:c.cpp";
  EXPECT_EQ(to_github(verdict), "::error file=a%2Cb%3Ac.cpp,line=12,col=5,title=Deadlock::50%25 of\\x0a::warning::x\n");
}

TEST(Github, what_is_not_known_warns_and_what_holds_is_noted) {
  Verdict v;
  v.findings = {finding(Property::hang, Answer::holds), finding(Property::safety, Answer::unknown)};
  v.findings[1].reason = "the time was up";
  v.warnings = {race(12)};
  EXPECT_EQ(to_github(v),
            "::notice title=Fermata::hang: holds\n"
            "::warning title=Fermata%3A safety is not known::the time was up\n"
            "::warning file=src/queue.cpp,line=12,col=11,title=Data race::'worker#1' reads 'stop' here, while 'main' "
            "writes it "
            "at src/queue.cpp:30:3\n");
}

}  // namespace
}  // namespace fermata::report
