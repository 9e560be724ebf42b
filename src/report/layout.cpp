// SPDX-License-Identifier: Apache-2.0
#include "report/layout.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cmath>

namespace fermata::report {

namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// The bytes of the code point that begins `text`, or 0 if it is not UTF-8.
std::size_t code_point(std::string_view text) {
  auto lead = static_cast<unsigned char>(text[0]);
  std::size_t length = lead < 0x80                   ? 1
                       : lead >= 0xC2 && lead < 0xE0 ? 2
                       : lead >= 0xE0 && lead < 0xF0 ? 3
                       : lead >= 0xF0 && lead < 0xF5 ? 4
                                                     : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!continues(text[i])) return 0;
  return length;
}

}  // namespace

std::size_t columns(std::string_view text) {
  std::size_t n = 0;
  for (char c : text) n += !continues(c);
  return n;
}

std::string padded(std::string_view text, std::size_t width) {
  std::string out(text);
  if (auto used = columns(text); used < width) out.append(width - used, ' ');
  return out;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    auto end = std::min(text.find(' '), text.size());
    auto word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!lines.back().empty() && columns(lines.back()) + 1 + columns(word) > width) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
  }
  return lines;
}

std::string_view without_comment(std::string_view line) {
  const auto is_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line.substr(i).starts_with("//")) return line.substr(0, i);
    if (line[i] == '"' && i > 0 && line[i - 1] == 'R') {
      const auto open = line.find('(', i);
      if (open == line.npos) return line;
      const auto close = fmt::format("){}\"", line.substr(i + 1, open - i - 1));
      const auto end = line.find(close, open);
      if (end == line.npos) return line;  // it goes on in the next line
      i = end + close.size() - 1;
    } else if (line[i] == '"' || (line[i] == '\'' && !(i > 0 && is_name(line[i - 1])))) {  // 1'000 is one number
      const char quote = line[i];
      for (++i; i < line.size() && line[i] != quote; ++i)
        if (line[i] == '\\') ++i;
    }
  }
  return line;
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    auto length = code_point(text);
    auto byte = static_cast<unsigned char>(text[0]);
    // C1 control characters (U+0080 to U+009F) are two bytes that some terminals obey.
    bool control =
        byte < 0x20 || byte == 0x7F || (length == 2 && byte == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0);
    if (byte == '\t') {
      out += ' ';
    } else if (length == 0 || control) {
      length = std::max<std::size_t>(length, 1);
      for (char c : text.substr(0, length)) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

std::string counted(std::uint64_t n) {
  auto digits = std::to_string(n);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string counted(std::uint64_t n, std::string_view noun) {
  return fmt::format("{} {}{}", counted(n), noun, n == 1 ? "" : "s");
}

std::string bytes_shown(std::uint64_t bytes) {
  constexpr std::array units{"bytes", "kB", "MB", "GB", "TB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1000 && unit + 1 < units.size(); ++unit) value /= 1000;
  return unit == 0 || value >= 10 ? fmt::format("{:.0f} {}", value, units[unit])
                                  : fmt::format("{:.1f} {}", value, units[unit]);
}

std::string seconds_shown(double seconds) {
  if (seconds < 0.995) return fmt::format("{:.2f} s", seconds);
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  return whole < 120 ? fmt::format("{} s", whole) : fmt::format("{} min {} s", whole / 60, whole % 60);
}

std::string place(const Position& at) {
  if (!at.known()) return "";
  auto text = fmt::format("{}:{}", at.file, at.line);
  return at.column == 0 ? text : fmt::format("{}:{}", text, at.column);
}

std::string Paint::in(std::string_view code, std::string_view s) const {
  return on && !s.empty() ? fmt::format("\033[{}m{}\033[0m", code, s) : std::string(s);
}

}  // namespace fermata::report
