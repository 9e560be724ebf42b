// SPDX-License-Identifier: Apache-2.0
#include "report/markup.h"

#include <algorithm>

#include "report/layout.h"

namespace fermata::report {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string escaped_lines(std::string_view lines) {
  std::string out;
  while (!lines.empty()) {
    const auto end = std::min(lines.find('\n'), lines.size());
    out += escaped(lines.substr(0, end));
    if (end < lines.size()) out += '\n';
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return out;
}

// In JSON '<' stands in strings only, where it may be written as \u003c.
std::string in_script(std::string json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

}  // namespace fermata::report
