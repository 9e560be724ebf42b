// SPDX-License-Identifier: Apache-2.0
#include "ir/text_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace fermata::ir::text {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '$';
}
bool in_word(char c) { return begins_word(c) || is_digit(c); }
unsigned hex_value(char c) {
  if (is_digit(c)) return static_cast<unsigned>(c - '0');
  return static_cast<unsigned>((c | 0x20) - 'a' + 10);
}

class Lexer {
 public:
  Lexer(std::string_view text, std::string_view file_name) : text_(text), file_name_(file_name) {}

  Result<std::vector<Token>> run() {
    tokens_.reserve(text_.size() / 4);
    while (!error_ && at_ < text_.size()) step();
    if (error_) return std::unexpected(std::move(*error_));
    begin(Token::Kind::end);
    tokens_.push_back(std::move(token_));
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void begin(Token::Kind kind) {
    token_ = {};
    token_.kind = kind;
    token_.line = line_;
    token_.column = static_cast<std::uint32_t>(at_ - line_begin_ + 1);
  }

  void fail(std::string what, std::string hint) {
    if (!error_) error_ = Error{std::move(what), place(file_name_, token_), std::move(hint)};
  }

  void step() {
    const char c = peek();
    if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else if (c == ';') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (c == '\n') {
      begin(Token::Kind::newline);
      const bool after_comma = !tokens_.empty() && tokens_.back().is(',');
      const bool after_newline = !tokens_.empty() && tokens_.back().kind == Token::Kind::newline;
      if (parentheses_ == 0 && !after_comma && !after_newline) tokens_.push_back(std::move(token_));
      ++at_;
      ++line_;
      line_begin_ = at_;
    } else {
      read_token(c);
      if (!error_) tokens_.push_back(std::move(token_));
    }
  }

  void read_token(char c) {
    if (c == '%' || c == '@') {
      begin(c == '%' ? Token::Kind::reg : Token::Kind::symbol);
      ++at_;
      if (peek() == '"') {
        read_string();
      } else {
        read_word();
      }
      if (c == '%') read_index();
      if (token_.text.empty() && !token_.index && !token_.quoted) {
        fail(fmt::format("a name should follow '{}'", c), fmt::format("write {0}name, or {0}\"any name\"", c));
      }
    } else if (begins_word(c)) {
      begin(Token::Kind::word);
      read_word();
      read_index();
    } else if (c == '#') {
      begin(Token::Kind::word);
      read_index();
      if (!token_.index) fail("a number should follow '#'", "comments begin with ';'");
    } else if (c == '"') {
      begin(Token::Kind::string);
      read_string();
      read_index();
    } else if (is_digit(c)) {
      begin(Token::Kind::number);
      read_number();
    } else if (std::string_view(":=,(){}+-").contains(c)) {
      begin(Token::Kind::punctuation);
      token_.text = c;
      ++at_;
      if (c == '(') ++parentheses_;
      if (c == ')' && parentheses_ > 0) --parentheses_;
    } else if (c == '>' && !tokens_.empty() && tokens_.back().is('-')) {
      begin(Token::Kind::punctuation);  // the second half of ->
      token_.text = c;
      ++at_;
    } else {
      begin(Token::Kind::punctuation);
      const bool visible = c > ' ' && c < 0x7f;
      fail(visible ? fmt::format("'{}' means nothing here", c)
                   : fmt::format("byte 0x{:02x} means nothing here", static_cast<unsigned char>(c)),
           "comments begin with ';', odd names stand in quotes");
    }
  }

  void read_word() {
    const std::size_t begin = at_;
    while (in_word(peek())) ++at_;
    token_.text = text_.substr(begin, at_ - begin);
  }

  void read_index() {
    if (peek() != '#' || !is_digit(peek(1))) return;
    ++at_;
    std::uint64_t value = 0;
    while (is_digit(peek())) {
      value = value * 10 + hex_value(text_[at_++]);
      if (value > 0xffffffffU) return fail("this index is too large", "");
    }
    token_.index = static_cast<std::uint32_t>(value);
  }

  void read_string() {
    token_.quoted = true;
    ++at_;
    for (;;) {
      const char c = peek();
      if (at_ >= text_.size() || c == '\n')
        return fail("this string does not end", "close it with '\"' on the same line");
      ++at_;
      if (c == '"') return;
      if (c != '\\') {
        token_.text += c;
        continue;
      }
      const char e = peek();
      if (e == 'n') {
        token_.text += '\n';
        ++at_;
      } else if (e == '"' || e == '\\') {
        token_.text += e;
        ++at_;
      } else if (is_hex(e) && is_hex(peek(1))) {
        token_.text += static_cast<char>(hex_value(e) * 16 + hex_value(peek(1)));
        at_ += 2;
      } else {
        return fail("this string has an escape that does not exist",
                    "there are \\n, \\\", \\\\ and two hexadecimal digits: \\00");
      }
    }
  }

  void read_number() {
    const auto take = [this](auto accepted) {
      const std::size_t before = at_;
      while (accepted(peek())) token_.text += text_[at_++];
      return at_ != before;
    };
    bool good = true;
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
      token_.text = "0x";
      at_ += 2;
      good = take(is_hex);
    } else {
      take(is_digit);
      if (peek() == '.') {
        token_.text += text_[at_++];
        good = take(is_digit);
      }
      if (good && (peek() == 'e' || peek() == 'E')) {
        token_.text += text_[at_++];
        if (peek() == '-' || peek() == '+') token_.text += text_[at_++];
        good = take(is_digit);
      }
    }
    if (!good || in_word(peek()))
      fail("this is not a number", "write 12, 0xff or 1.5e3; names that begin with a digit stand in quotes");
  }

  std::string_view text_;
  std::string_view file_name_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t parentheses_ = 0;
  Token token_;
  std::vector<Token> tokens_;
  std::optional<Error> error_;
};

}  // namespace

Result<std::vector<Token>> tokens_of(std::string_view text, std::string_view file_name) {
  return Lexer(text, file_name).run();
}

std::string place(std::string_view file_name, const Token& token) {
  return fmt::format("{}:{}:{}", file_name, token.line, token.column);
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c >= ' ' && c < 0x7f) {
      out += c;
    } else {
      fmt::format_to(std::back_inserter(out), "\\{:02x}", static_cast<unsigned char>(c));
    }
  }
  out += '"';
  return out;
}

std::string name_after_sigil(std::string_view name) {
  const bool plain = !name.empty() && std::ranges::all_of(name, in_word);
  return plain ? std::string(name) : quoted(name);
}

std::string name_alone(std::string_view name) {
  const bool plain = !name.empty() && begins_word(name[0]) && std::ranges::all_of(name, in_word);
  return plain ? std::string(name) : quoted(name);
}

std::string spelling(Type type) {
  switch (type.kind) {
    case Type::Kind::none: return "none";
    case Type::Kind::integer: return fmt::format("i{}", type.bits);
    case Type::Kind::pointer: return "ptr";
    case Type::Kind::floating: return fmt::format("f{}", type.bits);
  }
  return "none";
}

std::optional<Type> type_spelt(std::string_view word) {
  if (word == "ptr") return pointer;
  if (word.size() < 2 || (word[0] != 'i' && word[0] != 'f')) return std::nullopt;
  std::uint16_t bits = 0;
  const auto [end, code] = std::from_chars(word.data() + 1, word.data() + word.size(), bits);
  if (code != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return word[0] == 'i' ? integer(bits) : floating(bits);
}

bool possible(Type type) {
  switch (type.kind) {
    case Type::Kind::none: return type.bits == 0;
    case Type::Kind::integer: return type.bits >= 1 && type.bits <= 128;
    case Type::Kind::pointer: return type.bits == 64;
    case Type::Kind::floating: return type.bits == 32 || type.bits == 64;
  }
  return false;
}

}  // namespace fermata::ir::text
