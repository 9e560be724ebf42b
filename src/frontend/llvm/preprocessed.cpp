// SPDX-License-Identifier: Apache-2.0
//
// Whether a program has changed is decided by clang: it preprocesses the sources again, with -frewrite-includes, which
// leaves every byte where it is (also comments, since they move columns) and writes down how each condition was
// decided. So nothing has to be known about the order of directories, __has_include, variables of the environment, or
// which libstdc++ clang chooses. That takes a fifteenth of the time of compiling.
//
// The road not taken is to remember which files were read (-MD) and to look whether they are the same. It is faster by
// 40 ms, but blind to a header that appears where clang would have looked first.
//
// clang reads the files a second time when it compiles. A file that was changed in between would give a result that
// does not belong to this text. So nothing is kept unless every file is the same as before, and is older than our first
// look: a file that is written gets the time of the kernel's coarse clock as its time of change, which no program can
// set.
#include "frontend/llvm/preprocessed.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <variant>

namespace fermata::frontend::llvm {
namespace {

constexpr std::string_view end_of_setup = "End of search list.\n";

bool contains(std::string_view text, std::string_view part) {
  // Not find(): it stops at every '_', of which the C++ library has half a million.
  return memmem(text.data(), text.size(), part.data(), part.size()) != nullptr;
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return text.starts_with(prefix); });
}

/// A flag that does all it does through the text or through what clang prints of its setup. A flag that is not known
/// here may name a file that clang reads besides (-include, -fprofile-use, -fplugin).
bool harmless(std::string_view flag) {
  constexpr std::string_view exactly[] = {"-g",
                                          "-g0",
                                          "-g1",
                                          "-g2",
                                          "-g3",
                                          "-ggdb",
                                          "-w",
                                          "-pedantic",
                                          "-pthread",
                                          "-pipe",
                                          "-ansi",
                                          "-m64",
                                          "-fexceptions",
                                          "-frtti",
                                          "-fPIC",
                                          "-fpic",
                                          "-fPIE",
                                          "-fpie",
                                          "-fcommon",
                                          "-fsigned-char",
                                          "-funsigned-char",
                                          "-fpermissive",
                                          "-ffast-math",
                                          "-fcoroutines",
                                          "-fopenmp",
                                          "-fcolor-diagnostics",
                                          "-pedantic-errors",
                                          "-fomit-frame-pointer",
                                          "-ffunction-sections",
                                          "-fdata-sections",
                                          "-fvisibility-inlines-hidden"};
  if (std::ranges::find(exactly, flag) != std::end(exactly)) return true;
  if (starts_with_any(flag, {"-Wp,", "-Wa,"})) return false;
  if (flag.starts_with("-fno-")) return !flag.contains('=');
  return starts_with_any(flag, {"-I",
                                "-D",
                                "-U",
                                "-W",
                                "-O",
                                "-std=",
                                "--std=",
                                "-isystem",
                                "-iquote",
                                "-idirafter",
                                "-gdwarf-",
                                "-march=",
                                "-mtune=",
                                "-msse",
                                "-mavx",
                                "-fvisibility=",
                                "-fstack-protector",
                                "-ftemplate-depth=",
                                "-fconstexpr-",
                                "-fdiagnostics-color"});
}

bool harmless(const std::vector<std::string>& user_flags) {
  constexpr std::string_view with_a_value[] = {"-I", "-D", "-U", "-isystem", "-iquote", "-idirafter"};
  const auto flags = without_flags_for_others(user_flags);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (!harmless(flags[i])) return false;
    if (std::ranges::find(with_a_value, flags[i]) != std::end(with_a_value)) ++i;
  }
  return true;
}

/// The same for flags that come from elsewhere: from files of clang's own, or from a script that stands in for clang.
bool harmless_setup(std::string_view setup) {
  return std::ranges::none_of(std::array<std::string_view, 10>{"Configuration file", "CCC_OVERRIDE_OPTIONS",
                                                               " -include", " -imacros", "ignorelist", " -load ",
                                                               "-fplugin", "-fmodule-", "-fprofile-", " -fpass-plugin"},
                              [&](std::string_view word) { return contains(setup, word); });
}

/// Is there an #embed? It names a file that is not part of the text.
bool embeds(std::string_view text) {
  for (std::string_view rest = text;;) {
    const void* found = memmem(rest.data(), rest.size(), "embed", 5);
    if (!found) return false;
    const auto at = static_cast<std::size_t>(static_cast<const char*>(found) - rest.data());
    const auto before = rest.substr(0, at).find_last_not_of(" \t");
    if (before != rest.npos && (rest[before] == '#' || rest[before] == ':')) return true;
    rest.remove_prefix(at + 1);
  }
}

bool depends_on_more(std::string_view text) {
  return contains(text, "__DATE__") || contains(text, "__TIME__") || contains(text, "__TIMESTAMP__") || embeds(text);
}

/// Our files in memory have numbers that differ from run to run.
std::string without_numbers_of_descriptors(std::string_view text) {
  constexpr std::string_view folder = "/proc/self/fd/";
  std::string without;
  while (true) {
    const auto at = text.find(folder);
    without += text.substr(0, at);
    if (at == text.npos) return without;
    without += folder;
    text.remove_prefix(at + folder.size());
    text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
  }
}

FileIdentity identity(const std::string& file) {
  struct stat about = {};
  if (stat(file.c_str(), &about) != 0) return {};
  return {true, about.st_dev, about.st_ino, about.st_size, about.st_mtim, about.st_ctim};
}

std::pair<std::time_t, long> pair(const timespec& time) { return {time.tv_sec, time.tv_nsec}; }

bool same(const FileIdentity& a, const FileIdentity& b) {
  return a.exists == b.exists && a.device == b.device && a.inode == b.inode && a.size == b.size &&
         pair(a.modified) == pair(b.modified) && pair(a.changed) == pair(b.changed);
}

/// Some file systems know seconds only, or every second one.
bool older(const timespec& changed, const timespec& began) {
  return changed.tv_nsec == 0 ? changed.tv_sec + 2 < began.tv_sec : pair(changed) < pair(began);
}

std::optional<std::string> content(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
}

}  // namespace

std::optional<LineMarker> line_marker(std::string_view line) {
  if (!line.starts_with("# ")) return std::nullopt;
  LineMarker marker;
  const auto [end, error] = std::from_chars(line.begin() + 2, line.end(), marker.line);
  if (error != std::errc()) return std::nullopt;
  line.remove_prefix(static_cast<std::size_t>(end - line.begin()));
  if (!line.starts_with(" \"")) return std::nullopt;
  std::size_t at = 2;
  for (auto next = at; at < line.size() && line[at] != '"'; at = next) {
    if (line[at] == '\\' && at + 1 < line.size()) ++at;
    next = std::min(line.find_first_of("\"\\", at + 1), line.size());
    marker.file += line.substr(at, next - at);
  }
  if (at == line.size()) return std::nullopt;
  for (const char flag : line.substr(at + 1)) {
    marker.enters |= flag == '1';
    marker.returns |= flag == '2';
    marker.system |= flag == '3';
  }
  return marker;
}

void each_line_marker(std::string_view text, const std::function<bool(const LineMarker&, std::size_t)>& each) {
  // Not line by line: there are 80,000.
  for (std::size_t at = text.find('#'); at != text.npos; at = text.find('#', at + 1)) {
    if ((at > 0 && text[at - 1] != '\n') || at + 1 == text.size() || text[at + 1] != ' ') continue;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (const auto marker = line_marker(text.substr(at, end - at)); marker && !each(*marker, at)) return;
  }
}

bool Preprocessed::unchanged() const {
  return std::ranges::all_of(files_, [&](const auto& file) {
    const auto& [name, then] = file;
    return same(identity(name), then) && (!then.exists || older(then.changed, began_));
  });
}

Attempt<std::optional<Preprocessed>> preprocess(const std::vector<Source>& sources,
                                                const std::vector<std::string>& user_flags, Ahead& ahead,
                                                const Stop& stop, std::uint64_t memory) {
  Preprocessed all;
  if (sources.empty()) return all;
  if (!harmless(user_flags) || !std::ranges::all_of(sources, [](const Source& s) { return harmless(s.flags); }))
    return std::nullopt;
  clock_gettime(CLOCK_REALTIME_COARSE, &all.began_);
  std::vector<Call> calls;
  for (const Source& source : sources) {
    calls.push_back({.source = &source, .purpose = Call::Purpose::preprocess});
    auto original = content(source.file);
    if (!original) return std::nullopt;
    all.sources_.push_back({.original = std::move(*original), .text = {}, .setup = {}});
    all.files_.emplace(source.file, identity(source.file));
  }
  calls.insert(calls.end(), ahead.calls().begin(), ahead.calls().end());
  Clangs clangs(std::move(calls), user_flags);
  if (!clangs.start()) return std::nullopt;
  ahead.check();
  for (PreprocessedSource& source : all.sources_) {
    auto next = clangs.next(stop, memory);
    if (!next && std::holds_alternative<Stopped>(next.error())) return std::unexpected(next.error());
    if (!next || !next->end.well()) return std::nullopt;
    Reply& reply = *next;
    const auto end = reply.messages.find(end_of_setup);
    if (end == reply.messages.npos) return std::nullopt;
    source.text = std::move(reply.output);
    source.setup = without_numbers_of_descriptors(reply.messages.substr(0, end));
    if (!harmless_setup(source.setup) || depends_on_more(source.text)) return std::nullopt;
    each_line_marker(source.text, [&](const LineMarker& marker, std::size_t) {
      if (!marker.file.starts_with('<') && !all.files_.contains(marker.file))
        all.files_.emplace(marker.file, identity(marker.file));
      return true;
    });
  }
  ahead.go_on(std::move(clangs));
  return all;
}

}  // namespace fermata::frontend::llvm
