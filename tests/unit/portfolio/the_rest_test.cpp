// SPDX-License-Identifier: Apache-2.0
#include "portfolio/the_rest.h"

#include <gtest/gtest.h>

#include "engine/explore/judging.h"
#include "portfolio/check.h"

namespace fermata::portfolio {
namespace {

using engine::explore::finding;
using engine::explore::program_of;
using verdict::Answer;
using verdict::Claims;
using verdict::Property;
using verdict::Question;
using verdict::Unknown;

/// Fails at once, or hangs somewhat later.
constexpr const char* fails_or_hangs = R"(
func @main() entry {
  %c: i32 = choose 2, 0 at 1
  %hang: i1 = eq %c, 1
  branch %hang, hangs, fails
fails:
  fail 0, @broken at 2
hangs:
  call @lock(@m0) at 3
  call @unlock(@m0) at 3
  call @lock(@m0) at 4
  call @lock(@m0) at 4
  ret
}
)";

Claims violated_and_open() {
  Claims claims{.claims = {{Property::hang, Unknown{.reason = "ended", .ended_at_violation = true}},
                           {Property::safety, verdict::Violation{.property = Property::safety}}}};
  claims.statistics.seconds = 1;
  return claims;
}

std::string reason(const Claims& claims) { return std::get<Unknown>(claims.claims.at(0).what).reason; }

TEST(TheRest, a_failure_does_not_hide_a_hang) {
  const auto verdict = check(program_of(fails_or_hangs), {}, Stop(), {});
  for (Property p : {Property::hang, Property::safety}) {
    EXPECT_EQ(finding(verdict, p).answer, Answer::violated);
    EXPECT_TRUE(finding(verdict, p).confirmed);
  }
}

TEST(TheRest, is_not_looked_at_if_the_first_violation_is_all_that_is_wanted) {
  Options options;
  options.first = true;
  const auto verdict = check(program_of(fails_or_hangs), options, Stop(), {});
  EXPECT_EQ((finding(verdict, Property::hang).answer == Answer::violated) +
                (finding(verdict, Property::safety).answer == Answer::violated),
            1);
}

TEST(TheRest, only_what_the_search_left_open_is_asked_again_for_two_seconds_at_least) {
  Question asked;
  const auto claims = with_the_rest(
      violated_and_open(), Question{},
      [&](const Question& question, const Stop& limits) {
        asked = question;
        EXPECT_FALSE(limits.now());
        Claims more{.claims = {{Property::hang, verdict::Holds{}}}};
        more.statistics.complete = true;
        more.statistics.seconds = 2;
        return more;
      },
      Stop());
  EXPECT_EQ(asked.properties, std::vector{Property::hang});
  EXPECT_TRUE(std::holds_alternative<verdict::Holds>(claims.claims.at(0).what));
  EXPECT_TRUE(std::holds_alternative<verdict::Violation>(claims.claims.at(1).what));
  EXPECT_TRUE(claims.statistics.complete);
  EXPECT_EQ(claims.statistics.seconds, 3);
}

TEST(TheRest, that_stays_open_is_not_decided) {
  const auto claims = with_the_rest(
      violated_and_open(), Question{},
      [](const Question&, const Stop&) {
        return Claims{.claims = {{Property::hang, Unknown{.reason = "the time limit of 2 s was reached"}}}};
      },
      Stop());
  EXPECT_NE(reason(claims).find("not decided"), std::string::npos) << reason(claims);
  EXPECT_NE(reason(claims).find("the time limit of 2 s was reached"), std::string::npos) << "why it is open is told";
}

TEST(TheRest, is_asked_for_only_where_a_violation_ended_the_search) {
  Claims open{.claims = {{Property::hang, Unknown{.reason = "a limit"}}}};
  const auto claims = with_the_rest(
      open, Question{},
      [](const Question&, const Stop&) -> Claims {
        ADD_FAILURE() << "it was asked again";
        return {};
      },
      Stop());
  EXPECT_EQ(reason(claims), "a limit");
}

}  // namespace
}  // namespace fermata::portfolio
