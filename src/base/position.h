// SPDX-License-Identifier: Apache-2.0
// A place in the user's source.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace fermata {

struct Position {
  std::string file;  ///< as the user would type it; empty: not known
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  bool known() const { return line != 0; }
  auto operator<=>(const Position&) const = default;
};

}  // namespace fermata
