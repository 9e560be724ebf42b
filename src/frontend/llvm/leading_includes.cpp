// SPDX-License-Identifier: Apache-2.0
//
// A #define or an #if before an include may change what it means, and so may anything that we misread. So these lines
// are read strictly: whatever is unusual (a line that is continued, a comment behind which the line goes on) ends them.
//
// A header that is found in a directory of the user's is not precompiled: it may change with every edit. But many a
// source begins with such a header, which begins with those of the system. These can be precompiled all the same, as if
// the source began with them: in front of them there are only comments and an include guard, whose name they do not
// have. Then nothing of the source can be skipped; each of these headers is included once more, and has a guard of its
// own, since only those below /usr are taken.
#include "frontend/llvm/leading_includes.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace fermata::frontend::llvm {
namespace {

namespace fs = std::filesystem;

void skip_blanks(std::string_view& text) { text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size())); }

/// A line that may come before headers.
struct Directive {
  enum class Kind : std::uint8_t { angled, quoted, once, guard_asks, guard_says };
  Kind kind = Kind::angled;
  std::string name;
  std::uint32_t line = 0;
  std::size_t end = 0;
};

/// With nothing behind it but a comment to the end of the line.
bool is_over(std::string_view rest) {
  skip_blanks(rest);
  return rest.empty() || rest.starts_with("//");
}

std::optional<std::string_view> name_between(std::string_view& line, char open, char close) {
  if (!line.starts_with(open)) return std::nullopt;
  const auto end = line.find(close, 1);
  if (end == line.npos) return std::nullopt;
  const std::string_view name = line.substr(1, end - 1);
  line.remove_prefix(end + 1);
  const bool plain = name.find_first_of(" \t\"'\\*") == name.npos && !name.contains("//");
  return plain && !name.empty() ? std::optional(name) : std::nullopt;
}

std::optional<Directive> directive(std::string_view line) {
  using Kind = Directive::Kind;
  const auto take = [&](std::string_view word) {
    skip_blanks(line);
    if (!line.starts_with(word)) return false;
    line.remove_prefix(word.size());
    return true;
  };
  const auto found = [&](Kind kind, std::optional<std::string_view> name) -> std::optional<Directive> {
    if (!name || !is_over(line)) return std::nullopt;
    return Directive{.kind = kind, .name = std::string(*name)};
  };
  if (!take("#")) return std::nullopt;
  if (take("include")) {
    skip_blanks(line);
    if (line.starts_with('"')) return found(Kind::quoted, name_between(line, '"', '"'));
    return found(Kind::angled, name_between(line, '<', '>'));
  }
  if (take("pragma")) return take("once") ? found(Kind::once, "") : std::nullopt;
  const bool asks = take("ifndef ");
  if (!asks && !take("define ")) return std::nullopt;
  skip_blanks(line);
  const auto end = std::ranges::find_if_not(line, [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
  const std::string_view name(line.begin(), end);
  line.remove_prefix(name.size());
  return found(asks ? Kind::guard_asks : Kind::guard_says, name);
}

/// The lines of this sort that a file begins with.
std::vector<Directive> leading_directives(std::string_view source) {
  std::vector<Directive> all;
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
    auto one = directive(line);
    if (!one) break;
    one->line = number;
    one->end = at;
    all.push_back(std::move(*one));
  }
  return all;
}

/// Adds what the file begins with.
void add_names(std::string_view text, const std::string& file, const FindHeader& find, unsigned depth,
               LeadingNames& names) {
  using Kind = Directive::Kind;
  constexpr unsigned deepest = 8;
  const auto all = leading_directives(text);
  for (std::size_t k = 0; k < all.size(); ++k) {
    switch (all[k].kind) {
      case Kind::angled:
      case Kind::quoted: {
        const auto header = find(all[k].name, all[k].kind == Kind::quoted, file);
        if (!header) return;
        if (!header->of_the_system) {
          // Something else follows what it begins with.
          if (depth < deepest) add_names(header->content, header->file, find, depth + 1, names);
          return;
        }
        names.headers.push_back(all[k].name);
        break;
      }
      case Kind::once:
        if (depth == 0) return;
        break;
      case Kind::guard_asks:
        // Only as the first line, and answered by the second.
        if (depth == 0 || k != 0 || all.size() < 2 || all[1].kind != Kind::guard_says || all[1].name != all[0].name)
          return;
        names.guards.push_back(all[k++].name);
        break;
      case Kind::guard_says: return;
    }
  }
}

std::string content_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// What of a preprocessed source is of the system, wherever it is included.
struct OfTheSystem {
  std::set<std::string> files;
  std::string text;
};
OfTheSystem of_the_system(const PreprocessedSource& source) {
  OfTheSystem all;
  std::optional<std::size_t> begin;
  const auto add = [&](std::size_t end) {
    if (begin) all.text += std::string_view(source.text).substr(*begin, end - *begin);
  };
  each_line_marker(source.text, [&](const LineMarker& marker, std::size_t at) {
    add(at);
    begin = marker.system ? std::optional(at) : std::nullopt;
    if (marker.system) all.files.insert(marker.file);
    return true;
  });
  add(source.text.size());
  return all;
}

/// Where clang looks for headers, in this order; it says so with -v, at the end of its setup.
std::vector<std::string> search_list(std::string_view setup, std::string_view begins) {
  const auto begin = setup.find(begins);
  if (begin == setup.npos) return {};
  std::vector<std::string> all;
  for (std::string_view rest = setup.substr(begin + begins.size()); rest.starts_with(' ');) {
    const auto line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    all.emplace_back(line.substr(1));
  }
  return all;
}

/// As clang finds them.
class HeaderSearch {
 public:
  HeaderSearch(std::string_view setup, const OfTheSystem& known)
      : quoted_(search_list(setup, "#include \"...\" search starts here:\n")),
        angled_(search_list(setup, "#include <...> search starts here:\n")),
        known_(known) {}

  std::optional<FoundHeader> find(const std::string& name, bool quoted, const std::string& includer) const {
    std::vector<std::string> places;
    if (quoted) {
      const auto slash = includer.rfind('/');
      places.push_back(slash == includer.npos ? "" : includer.substr(0, slash));
      places.insert(places.end(), quoted_.begin(), quoted_.end());
    }
    places.insert(places.end(), angled_.begin(), angled_.end());
    for (const std::string& place : places) {
      const std::string file = place.empty() ? name : place + "/" + name;
      std::error_code error;
      if (!fs::is_regular_file(file, error)) continue;
      // What is of the system and cannot be included twice is not below /usr.
      const bool of_the_system = known_.files.contains(file);
      if (of_the_system && (quoted || !file.starts_with("/usr/"))) return std::nullopt;
      return FoundHeader{file, of_the_system, of_the_system ? std::string() : content_of(file)};
    }
    return std::nullopt;
  }

 private:
  const std::vector<std::string> quoted_, angled_;
  const OfTheSystem& known_;
};

/// Headers that the source itself includes first.
LeadingHeaders direct_headers(const PreprocessedSource& source, std::string_view file) {
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

}  // namespace

std::vector<LeadingInclude> leading_includes(std::string_view source) {
  std::vector<LeadingInclude> found;
  for (Directive& one : leading_directives(source)) {
    if (one.kind != Directive::Kind::angled) break;
    found.push_back({std::move(one.name), one.line, one.end});
  }
  return found;
}

LeadingNames leading_names(std::string_view source, const std::string& file, const FindHeader& find) {
  LeadingNames names;
  add_names(source, file, find, 0, names);
  return names;
}

LeadingHeaders leading_headers(const PreprocessedSource& source, const std::string& file) {
  LeadingHeaders direct = direct_headers(source, file);
  OfTheSystem known = of_the_system(source);
  const HeaderSearch search(source.setup, known);
  const LeadingNames names =
      leading_names(source.original, file, [&](const std::string& name, bool quoted, const std::string& includer) {
        return search.find(name, quoted, includer);
      });
  if (names.headers.size() <= static_cast<std::size_t>(std::ranges::count(direct.includes, '\n'))) return direct;
  if (std::ranges::any_of(names.guards, [&](const auto& guard) { return known.text.contains(guard); })) return direct;
  LeadingHeaders all{.includes = {}, .text = std::move(known.text)};
  for (const std::string& name : names.headers) all.includes += fmt::format("#include <{}>\n", name);
  return all;
}

}  // namespace fermata::frontend::llvm
