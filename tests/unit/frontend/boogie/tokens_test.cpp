// SPDX-License-Identifier: Apache-2.0
#include "frontend/boogie/tokens.h"

#include <gtest/gtest.h>

namespace fermata::frontend::boogie {
namespace {

std::string texts(std::string_view source) {
  const auto tokens = scan(source, "test.bpl");
  if (!tokens) return "error: " + tokens.error().what + " at " + tokens.error().where;
  std::string all;
  for (const Token& t : *tokens)
    if (t.kind != Token::Kind::end)
      all += (all.empty() ? "" : " ") + std::string(t.text) +
             (t.kind == Token::Kind::bits ? "bv" + std::string(t.width) : "");
  return all;
}

TEST(Tokens, are_the_longest_signs_that_fit) {
  EXPECT_EQ(texts("a<==>b==>c<==d:=e::f"), "a <==> b ==> c <== d := e :: f");
  EXPECT_EQ(texts("{:index 0,7}x++y"), "{ : index 0 , 7 } x ++ y");
}

TEST(Tokens, have_names_with_the_signs_that_boogie_allows) {
  EXPECT_EQ(texts("$a.b#c'd ~x^y?z`w \\var"), "$a.b#c'd ~x^y?z`w \\var");
}

TEST(Tokens, know_bit_vectors_from_numbers) { EXPECT_EQ(texts("5bv8 5 bv8"), "5bv8 5 bv8"); }

TEST(Tokens, leave_out_comments_which_may_be_nested) {
  EXPECT_EQ(texts("a /* b /* c */ d */ e // f\ng"), "a e g");
  EXPECT_EQ(texts("a\n /* /* */ b"), "error: a comment that does not end at test.bpl:2:2");
}

TEST(Tokens, know_their_places) {
  const auto tokens = scan("a\n  bc", "test.bpl");
  ASSERT_TRUE(tokens);
  EXPECT_EQ((*tokens)[1].at.line, 2u);
  EXPECT_EQ((*tokens)[1].at.column, 3u);
}

TEST(Tokens, complain_of_what_is_no_boogie) {
  EXPECT_EQ(texts("x @ y"), "error: '@' is no sign of Boogie at test.bpl:1:3");
  EXPECT_EQ(texts("\xe2\x88\x80"), "error: the byte 0xe2 is in no word of Boogie at test.bpl:1:1");
  EXPECT_EQ(texts("1.5"), "error: a number of type 'real' is not modelled at test.bpl:1:1");
  EXPECT_EQ(texts("12ab"), "error: a number that goes on with letters at test.bpl:1:1");
  EXPECT_EQ(texts("\"a\nb\""), "error: a text that does not end in its line at test.bpl:1:1");
}

}  // namespace
}  // namespace fermata::frontend::boogie
