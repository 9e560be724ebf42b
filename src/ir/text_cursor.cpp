// SPDX-License-Identifier: Apache-2.0
#include "ir/text_cursor.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <utility>

namespace fermata::ir::text {
namespace {

std::string shown(const Token& token) {
  switch (token.kind) {
    case Token::Kind::end: return "the end of the text";
    case Token::Kind::newline: return "the end of the line";
    case Token::Kind::reg: return fmt::format("'%{}'", spelt(token));
    case Token::Kind::symbol: return fmt::format("'@{}'", token.text);
    case Token::Kind::string: return "a string";
    default: return fmt::format("'{}'", spelt(token));
  }
}

/// nothing: not a whole number, or one of more than 128 bits.
std::optional<Bits> integer_of(std::string_view digits) {
  unsigned base = 10;
  if (digits.starts_with("0x")) {
    digits.remove_prefix(2);
    base = 16;
  }
  Bits value = 0;
  for (const char c : digits) {
    const bool decimal = c >= '0' && c <= '9';
    const unsigned digit = decimal ? static_cast<unsigned>(c - '0') : static_cast<unsigned>((c | 0x20) - 'a' + 10);
    if (digit >= base || value > (~Bits{0} - digit) / base) return std::nullopt;
    value = value * base + digit;
  }
  return value;
}

template <class Float, class Word>
std::optional<Bits> float_bits(std::string_view text, bool negative) {
  Float value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, value);
  if (code != std::errc{} || stop != end) return std::nullopt;
  if (negative) value = -value;
  Word word = 0;
  std::memcpy(&word, &value, sizeof word);
  return word;
}

}  // namespace

std::string spelt(const Token& token) {
  return token.index ? fmt::format("{}#{}", token.text, *token.index) : token.text;
}

const Token& Cursor::peek(std::size_t ahead) const {
  const std::size_t i = at_ + ahead;
  return i < tokens_.size() ? tokens_[i] : tokens_.back();
}

const Token& Cursor::take() {
  const Token& token = peek();
  if (at_ + 1 < tokens_.size()) ++at_;
  return token;
}

bool Cursor::accept(char c) {
  if (!peek().is(c)) return false;
  take();
  return true;
}

bool Cursor::accept_word(std::string_view word) {
  if (!peek().is_word(word)) return false;
  take();
  return true;
}

void Cursor::skip_newlines() {
  while (peek().kind == Token::Kind::newline) take();
}

void Cursor::go_to(std::size_t place) {
  if (!error_) at_ = place;
}

void Cursor::fail(const Token& token, std::string what, std::string hint) {
  if (!error_) error_ = Error{std::move(what), place(file_name_, token), std::move(hint)};
  at_ = tokens_.size() - 1;
}

void Cursor::expected(std::string_view what, std::string hint) {
  fail(peek(), fmt::format("expected {}, found {}", what, shown(peek())), std::move(hint));
}

bool Cursor::expect(char c) {
  if (accept(c)) return true;
  expected(fmt::format("'{}'", c));
  return false;
}

void Cursor::expect_end_of_line() {
  if (peek().kind == Token::Kind::newline) {
    take();
  } else if (peek().kind != Token::Kind::end && !peek().is('}')) {
    expected("the end of the line");
  }
}

std::uint64_t Cursor::read_number(std::string_view what, std::uint64_t largest) {
  if (peek().kind != Token::Kind::number) {
    expected(what);
    return 0;
  }
  const Token& token = take();
  const auto value = integer_of(token.text);
  if (!value || *value > largest) {
    fail(token, fmt::format("{} cannot be '{}'", what, token.text), fmt::format("a whole number up to {}", largest));
    return 0;
  }
  return static_cast<std::uint64_t>(*value);
}

std::uint32_t Cursor::read_index(std::string_view what) {
  return static_cast<std::uint32_t>(read_number(what, std::numeric_limits<std::uint32_t>::max()));
}

std::string Cursor::read_string(std::string_view what) {
  if (peek().kind != Token::Kind::string) {
    expected(what);
    return {};
  }
  return take().text;
}

std::optional<Type> Cursor::accept_type() {
  if (peek().kind != Token::Kind::word || peek().index) return std::nullopt;
  const auto type = type_spelt(peek().text);
  if (!type) return std::nullopt;
  const Token& token = take();
  if (!possible(*type)) {
    fail(token, fmt::format("there is no type '{}'", token.text), "types are i1 to i128, ptr, f32 and f64");
  }
  return type;
}

Type Cursor::read_type() {
  if (const auto type = accept_type()) return *type;
  expected("a type", "types are i1 to i128, ptr, f32 and f64");
  return {};
}

Bits Cursor::read_constant(Type type) {
  const bool negative = accept('-');
  if (peek().kind != Token::Kind::number) {
    expected("a constant");
    return 0;
  }
  return constant(take(), negative, type);
}

Bits Cursor::constant(const Token& token, bool negative, Type type) {
  const bool hexadecimal = token.text.starts_with("0x");
  if (type.kind == Type::Kind::floating && !hexadecimal) {
    const auto bits = type.bits == 32 ? float_bits<float, std::uint32_t>(token.text, negative)
                                      : float_bits<double, std::uint64_t>(token.text, negative);
    if (!bits) fail(token, fmt::format("'{}' is out of the range of {}", token.text, spelling(type)));
    return bits.value_or(0);
  }
  const auto value = integer_of(token.text);
  if (!value) {
    const bool fraction = !hexadecimal && token.text.find_first_of(".eE") != std::string::npos;
    if (!fraction) {
      fail(token, fmt::format("'{}' has more than 128 bits", token.text));
    } else if (type.kind == Type::Kind::none) {
      fail(token, "nothing says which type this constant has", fmt::format("write {}:f64", token.text));
    } else {
      fail(token, fmt::format("'{}' is not a whole number, but its place is of type {}", token.text, spelling(type)));
    }
    return 0;
  }
  if (type.kind == Type::Kind::none) {
    if (negative)
      fail(token, "nothing says how wide this negative constant is", fmt::format("write -{}:i32", token.text));
    return *value;
  }
  const Bits largest = type.bits >= 128 ? ~Bits{0} : (Bits{1} << type.bits) - 1;
  const Bits most_negative = largest / 2 + 1;
  if (*value > (negative ? most_negative : largest)) {
    fail(token, fmt::format("'{}{}' does not fit in {}", negative ? "-" : "", token.text, spelling(type)));
    return 0;
  }
  return negative ? (Bits{0} - *value) & largest : *value;
}

}  // namespace fermata::ir::text
