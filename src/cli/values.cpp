// SPDX-License-Identifier: Apache-2.0
#include "cli/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

namespace fermata::cli {

namespace {

struct Unit {
  std::string_view name;
  double worth;
};

// number × unit as a whole number of the smallest unit, if that is positive and not absurd.
template <std::size_t n>
std::optional<double> quantity(std::string_view text, const Unit (&units)[n]) {
  double number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc() || !std::isfinite(number)) return std::nullopt;
  std::string_view name(end, text.data() + text.size());
  for (const auto& unit : units) {
    if (unit.name != name) continue;
    auto value = std::round(number * unit.worth);
    if (value < 1 || value > 9e15) return std::nullopt;
    return value;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::chrono::milliseconds> duration(std::string_view text) {
  static constexpr Unit units[] = {{"", 1e3}, {"ms", 1}, {"s", 1e3}, {"m", 60e3}, {"min", 60e3}, {"h", 3600e3}};
  auto value = quantity(text, units);
  // Clocks count nanoseconds in 64 bits: more than 292 years would overflow them.
  if (!value || *value > 1e12) return std::nullopt;
  return std::chrono::milliseconds(static_cast<std::int64_t>(*value));
}

std::string shown(std::chrono::milliseconds time) {
  return time.count() % 1000 == 0 ? fmt::format("{}s", time.count() / 1000) : fmt::format("{}ms", time.count());
}

std::optional<std::uint64_t> size(std::string_view text) {
  static constexpr double k = 1024;
  static constexpr Unit units[] = {{"K", k},
                                   {"KB", k},
                                   {"KiB", k},
                                   {"M", k * k},
                                   {"MB", k * k},
                                   {"MiB", k * k},
                                   {"G", k * k * k},
                                   {"GB", k * k * k},
                                   {"GiB", k * k * k},
                                   {"T", k * k * k * k},
                                   {"TB", k * k * k * k},
                                   {"TiB", k * k * k * k}};
  std::string upper(text);
  if (!upper.empty() && (upper.back() == 'k' || upper.back() == 'm' || upper.back() == 'g' || upper.back() == 't'))
    upper.back() = static_cast<char>(upper.back() - 'a' + 'A');
  auto value = quantity(upper, units);
  if (!value) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

// The distance of Damerau and Levenshtein, restricted: a pair that was swapped is not edited again ("optimal string
// alignment").
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

std::optional<std::vector<std::string>> words(std::string_view line) {
  std::vector<std::string> all;
  bool inside = false;  // of a word
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (!quote && (c == ' ' || c == '\t' || c == '\n')) {
      inside = false;
      continue;
    }
    if (!inside) all.emplace_back();
    inside = true;
    if (c == quote)
      quote = 0;
    else if (!quote && (c == '"' || c == '\''))
      quote = c;
    else if (c == '\\' && quote != '\'' && i + 1 < line.size() && (!quote || line[i + 1] == '"' || line[i + 1] == '\\'))
      all.back() += line[++i];
    else
      all.back() += c;
  }
  if (quote) return std::nullopt;
  return all;
}

}  // namespace fermata::cli
