// SPDX-License-Identifier: Apache-2.0
// Names in a sentence.
#pragma once

#include <fmt/format.h>

#include <span>
#include <string>

namespace fermata::explain {

/// "'a', 'b' and 'c'". Of many the first ones, and how many more there are: what a report says of each thread names
/// all.
inline std::string listed(std::span<const std::string> names) {
  constexpr std::size_t most = 8, shown = 6;
  if (names.empty()) return {};
  const std::size_t apart = names.size() > most ? shown : names.size() - 1;
  std::string text;
  for (std::size_t i = 0; i < apart; ++i) text += fmt::format("{}'{}'", i ? ", " : "", names[i]);
  if (names.size() > most) return fmt::format("{} and {} more", text, names.size() - shown);
  return fmt::format("{}{}'{}'", text, apart ? " and " : "", names.back());
}

}  // namespace fermata::explain
