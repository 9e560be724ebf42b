// SPDX-License-Identifier: Apache-2.0
#include "frontend/boogie/tokens.h"

#include <fmt/format.h>

#include <algorithm>

namespace fermata::frontend::boogie {

namespace {

// Longer ones first: the first that fits is taken.
constexpr std::string_view signs[] = {"<==>", "==>", "<==", ":=", "::", "==", "!=", "<=", ">=", "<:", "&&",
                                      "||",   "++",  "**",  "->", "(",  ")",  "{",  "}",  "[",  "]",  ";",
                                      ",",    ":",   "=",   "<",  ">",  "+",  "-",  "*",  "/",  "!",  "|"};

bool digit(char c) { return c >= '0' && c <= '9'; }
bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || std::string_view("_.$#'`~^?\\").contains(c);
}
bool in_word(char c) { return begins_word(c) || digit(c); }

class Scanner {
 public:
  Scanner(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  Result<std::vector<Token>> run() {
    while (!error_ && skip_space()) next();
    if (error_) return std::unexpected(*error_);
    tokens_.push_back({.kind = Token::Kind::end, .text = text_.substr(text_.size()), .at = here()});
    return std::move(tokens_);
  }

 private:
  Place here() const { return {line_, static_cast<std::uint32_t>(at_ - line_begin_ + 1)}; }
  std::string_view rest() const { return text_.substr(at_); }
  void fail(Place at, std::string what, std::string hint = "") {
    if (!error_) error_ = Error{std::move(what), shown(file_, at), std::move(hint)};
  }

  void step() {
    if (text_[at_++] == '\n') ++line_, line_begin_ = at_;
  }

  /// To the next token; false at the end.
  bool skip_space() {
    while (at_ < text_.size()) {
      if (rest().starts_with("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (rest().starts_with("/*")) {
        if (!skip_comment()) return false;
      } else if (std::string_view(" \t\r\n\f\v").contains(text_[at_])) {
        step();
      } else {
        return true;
      }
    }
    return false;
  }

  /// Comments of this form are nested.
  bool skip_comment() {
    const Place begin = here();
    std::size_t open = 0;
    do {
      if (at_ >= text_.size()) return fail(begin, "a comment that does not end"), false;
      const int by = rest().starts_with("/*") ? 1 : rest().starts_with("*/") ? -1 : 0;
      open += static_cast<std::size_t>(by);
      if (by != 0) step();
      step();
    } while (open > 0);
    return true;
  }

  std::size_t end_of(auto in, std::size_t from) const {
    while (from < text_.size() && in(text_[from])) ++from;
    return from;
  }

  void add(Token::Kind kind, std::size_t end) {
    tokens_.push_back({.kind = kind, .text = text_.substr(at_, end - at_), .at = here()});
    at_ = end;
  }

  void next() {
    const char c = text_[at_];
    if (begins_word(c)) return add(Token::Kind::word, end_of(in_word, at_));
    if (digit(c)) return number();
    if (c == '"') return quoted();
    for (std::string_view sign : signs)
      if (rest().starts_with(sign)) return add(Token::Kind::sign, at_ + sign.size());
    const auto byte = static_cast<unsigned char>(c);
    fail(here(),
         byte < 0x20 || byte >= 0x7f ? fmt::format("the byte 0x{:02x} is in no word of Boogie", byte)
                                     : fmt::format("'{}' is no sign of Boogie", c),
         byte >= 0x80 ? "quantifiers and lambdas are read in words: forall, exists" : "");
  }

  void number() {
    const Place at = here();
    std::size_t end = end_of(digit, at_);
    const std::string_view after = text_.substr(end);
    if (after.starts_with("bv") && after.size() > 2 && digit(after[2])) {
      const std::size_t width_end = end_of(digit, end + 2);
      tokens_.push_back({.kind = Token::Kind::bits,
                         .text = text_.substr(at_, end - at_),
                         .width = text_.substr(end + 2, width_end - end - 2),
                         .at = at});
      end = at_ = width_end;
    } else if (after.size() > 1 && after[0] == '.' && digit(after[1])) {
      return fail(at, "a number of type 'real' is not modelled",
                  "only int, bool, bit vectors, finite types and maps are");
    } else {
      add(Token::Kind::number, end);
    }
    if (end < text_.size() && begins_word(text_[end]))
      fail(at, "a number that goes on with letters", "decimal numbers are read, and bit vectors such as 5bv8");
  }

  void quoted() {
    const std::size_t end = text_.find_first_of("\"\n", at_ + 1);
    if (end == text_.npos || text_[end] == '\n') return fail(here(), "a text that does not end in its line");
    tokens_.push_back({.kind = Token::Kind::text, .text = text_.substr(at_ + 1, end - at_ - 1), .at = here()});
    at_ = end + 1;
  }

  std::string_view text_, file_;
  std::size_t at_ = 0, line_begin_ = 0;
  std::uint32_t line_ = 1;
  std::vector<Token> tokens_;
  std::optional<Error> error_;
};

}  // namespace

std::string shown(std::string_view file, Place at) { return fmt::format("{}:{}:{}", file, at.line, at.column); }

Result<std::vector<Token>> scan(std::string_view text, std::string_view file) { return Scanner(text, file).run(); }

}  // namespace fermata::frontend::boogie
