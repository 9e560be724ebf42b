// SPDX-License-Identifier: Apache-2.0
// The words of the text form. Only text_parse.cpp and text_print.cpp look here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "ir/program.h"

namespace fermata::ir::text {

struct Token {
  enum class Kind : std::uint8_t {
    end,
    newline,  ///< not after a comma and not inside parentheses: lines may be broken there
    word,     ///< add  i32  for.body  for.body#4  #4
    reg,      ///< %v  %"odd name"  %v#7  %#7
    symbol,   ///< @x  @"odd name"
    string,   ///< "text\n\00"  "odd block"#4
    number,   ///< 12  0xff  1.5e3
    punctuation
  };
  Kind kind = Kind::end;
  std::string text;                    ///< without sigil, quotes, escapes and index
  std::optional<std::uint32_t> index;  ///< what follows '#'
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  bool quoted = false;

  bool is(char c) const { return kind == Kind::punctuation && text[0] == c; }
  bool is_word(std::string_view w) const { return kind == Kind::word && !index && text == w; }
};

/// The tokens of `text`; the last is the end.
Result<std::vector<Token>> tokens_of(std::string_view text, std::string_view file_name);

/// As the user will find it: "file:line:column".
std::string place(std::string_view file_name, const Token& token);

/// In quotes, with everything escaped that is not plain ASCII.
std::string quoted(std::string_view text);
/// A name after a sigil: plain if possible.
std::string name_after_sigil(std::string_view name);
/// A name that stands alone (a block, a field): plain if it begins like a word.
std::string name_alone(std::string_view name);

/// In the order of Layout::Kind.
inline constexpr std::string_view layout_kinds[] = {"unknown",  "boolean", "character", "signed", "unsigned",
                                                    "floating", "pointer", "record",    "array"};

std::string spelling(Type type);
/// nothing: `word` is no type at all. A type of impossible width is given as it stands (`i0`).
std::optional<Type> type_spelt(std::string_view word);
bool possible(Type type);

}  // namespace fermata::ir::text
