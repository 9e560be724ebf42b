// SPDX-License-Identifier: Apache-2.0
//
// A #define or an #if before an include may change what it means, and so may anything that we misread. So these lines
// are read strictly: whatever is unusual (a line that is continued, a comment behind which the line goes on) ends them.
//
// A header that is found in a directory of the user's ends them, too: it may change with every edit, and would be
// precompiled each time.
#include "frontend/llvm/leading_includes.h"

#include <fmt/format.h>

#include <algorithm>

namespace fermata::frontend::llvm {
namespace {

void skip_blanks(std::string_view& text) { text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size())); }

/// The name in `#include <name>`, with nothing behind it but a comment to the end of the line. Empty: something else.
std::string_view included_by(std::string_view line) {
  skip_blanks(line);
  for (std::string_view word : {"#", "include", "<"}) {
    if (!line.starts_with(word)) return {};
    line.remove_prefix(word.size());
    skip_blanks(line);
  }
  const auto end = line.find('>');
  if (end == line.npos) return {};
  const std::string_view name = line.substr(0, end);
  line.remove_prefix(end + 1);
  skip_blanks(line);
  if (!line.empty() && !line.starts_with("//")) return {};
  return name.find_first_of(" \t\"'\\*") == name.npos && !name.contains("//") ? name : std::string_view();
}

}  // namespace

std::vector<LeadingInclude> leading_includes(std::string_view source) {
  std::vector<LeadingInclude> found;
  std::uint32_t number = 0;
  for (std::size_t at = 0; at < source.size();) {
    const std::size_t end = source.find('\n', at);
    if (end == source.npos) break;
    std::string_view line = source.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    at = end + 1;
    ++number;
    if (line.find_first_of("\\\r\f\v") != line.npos || line.contains("?\?/")) break;  // the last is a backslash, too
    skip_blanks(line);
    if (line.empty() || line.starts_with("//")) continue;
    if (line.starts_with("/*")) {
      const std::size_t begin = end - line.size();
      const std::size_t close = source.find("*/", begin + 2);
      if (close == source.npos) break;
      const std::size_t last = std::min(source.find('\n', close), source.size());
      const std::string_view behind = source.substr(close + 2, last - close - 2);
      if (behind.find_first_not_of(" \t\r") != behind.npos) break;
      for (std::size_t i = at; i <= last && i < source.size(); ++i) number += source[i] == '\n';
      if (last >= at) at = last + 1;
      continue;
    }
    const std::string_view name = included_by(line);
    if (name.empty()) break;
    found.push_back({std::string(name), number, at});
  }
  return found;
}

LeadingHeaders leading_headers(const PreprocessedSource& source, std::string_view file) {
  const auto includes = leading_includes(source.original);
  if (includes.empty()) return {};
  // The files that are open, the source first; and the line of the source.
  std::vector<std::string> open;
  std::uint32_t line = 0;
  std::uint32_t after = includes.back().line + 1;  // the leading includes are before this line
  std::size_t begin = 0;                           // of the text of the header that the source includes here
  LeadingHeaders headers;
  bool understood = true, complete = false;
  each_line_marker(source.text, [&](const LineMarker& marker, std::size_t at) {
    if (open.empty() || (open.size() == 1 && !marker.enters && !marker.returns)) {
      open.assign(1, marker.file);
    } else if (marker.enters) {
      if (open.size() == 1) {
        if (!marker.system) {
          after = line;
          complete = true;
          return false;
        }
        begin = at;
      }
      open.push_back(marker.file);
    } else if (marker.returns) {
      understood = open.size() > 1 && open[open.size() - 2] == marker.file;
      if (!understood) return false;
      open.pop_back();
      if (open.size() == 1) headers.text += std::string_view(source.text).substr(begin, at - begin);
    } else {
      understood = open.back() == marker.file;
      if (!understood) return false;
    }
    if (open.size() == 1 && open[0] == file) line = marker.line;
    complete = open.size() == 1 && open[0] == file && line >= after;
    return !complete;
  });
  // The last of them may have added nothing, and nothing else may follow.
  if (!understood || (!complete && open.size() > 1)) return {};
  for (const LeadingInclude& one : includes) {
    if (one.line >= after) break;
    headers.includes += fmt::format("#include <{}>\n", one.name);
    headers.covered = one.end;
  }
  return headers;
}

}  // namespace fermata::frontend::llvm
