// SPDX-License-Identifier: Apache-2.0
// Boogie's words, numbers and signs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "frontend/boogie/syntax.h"

namespace fermata::frontend::boogie {

struct Token {
  enum class Kind : std::uint8_t { word, number, bits, text, sign, end };
  Kind kind = Kind::end;
  std::string_view text;   ///< in the source; of a text without its quotes; of bits the digits before 'bv'
  std::string_view width;  ///< of bits: the digits after it
  Place at{};

  bool is(std::string_view sign_or_word) const {
    return (kind == Kind::sign || kind == Kind::word) && text == sign_or_word;
  }
};

/// "file:line:column", for errors.
std::string shown(std::string_view file, Place at);

/// All tokens, with `end` as the last. They refer to `text`, which must outlive them.
Result<std::vector<Token>> scan(std::string_view text, std::string_view file);

}  // namespace fermata::frontend::boogie
