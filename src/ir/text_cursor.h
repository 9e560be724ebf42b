// SPDX-License-Identifier: Apache-2.0
// A place in the tokens of the text form, and the small things read there. Only text_parse.cpp looks here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "ir/program.h"
#include "ir/text_tokens.h"

namespace fermata::ir::text {

/// As the user wrote it: "i#7".
std::string spelt(const Token& token);

/// Keeps the first error only. From then on it stands at the end of the text, so that every loop ends, and what is read
/// means nothing.
class Cursor {
 public:
  Cursor(std::vector<Token> tokens, std::string_view file_name) : tokens_(std::move(tokens)), file_name_(file_name) {}

  const Token& peek(std::size_t ahead = 0) const;
  const Token& take();
  bool accept(char c);
  bool accept_word(std::string_view word);
  void skip_newlines();

  bool failed() const { return error_.has_value(); }
  const Error& error() const { return *error_; }
  void fail(const Token& token, std::string what, std::string hint = "");
  void expected(std::string_view what, std::string hint = "");
  bool expect(char c);
  void expect_end_of_line();

  std::size_t here() const { return at_; }
  void go_to(std::size_t place);

  std::uint64_t read_number(std::string_view what, std::uint64_t largest = std::numeric_limits<std::uint64_t>::max());
  std::uint32_t read_index(std::string_view what);
  std::string read_string(std::string_view what);
  /// A type, if the next word is one.
  std::optional<Type> accept_type();
  Type read_type();
  Bits read_constant(Type type);

  /// The bits of the number `token` in a place of type `type`; none: nothing is known about the place.
  Bits constant(const Token& token, bool negative, Type type);

 private:
  std::vector<Token> tokens_;
  std::string_view file_name_;
  std::size_t at_ = 0;
  std::optional<Error> error_;
};

}  // namespace fermata::ir::text
