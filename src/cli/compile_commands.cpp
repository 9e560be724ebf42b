// SPDX-License-Identifier: Apache-2.0
#include "cli/compile_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "cli/values.h"

namespace fermata::cli {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// `path`, which is relative to `folder`, as it is called from here.
std::string from_here(const fs::path& folder, const std::string& path) {
  const auto full = (folder / path).lexically_normal();
  std::error_code error;
  const auto near = full.lexically_relative(fs::current_path(error));
  return error || near.empty() || *near.begin() == ".." ? full.string() : near.string();
}

/// Those that say what the source means. Warnings, optimisation and files beside the object file are the build's.
std::vector<std::string> meaning_of(const std::vector<std::string>& words, const fs::path& folder) {
  constexpr std::array<std::string_view, 6> with_a_path{"-isystem", "-iquote",  "-idirafter",
                                                        "-include", "-imacros", "-I"};
  constexpr std::array<std::string_view, 2> with_a_value{"-D", "-U"};
  constexpr std::array<std::string_view, 10> as_they_are{
      "-std=",     "--std=",          "-ansi",         "-nostdinc",     "-fno-exceptions",
      "-fno-rtti", "-funsigned-char", "-fsigned-char", "-fshort-enums", "-fchar8_t"};
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto begins = [&](std::string_view flag) { return word.starts_with(flag); };
    const bool has_next = i + 1 < words.size();
    if (const auto* flag = std::ranges::find_if(with_a_path, begins); flag != with_a_path.end()) {
      if (word != *flag)
        kept.push_back(fmt::format("{}{}", *flag, from_here(folder, word.substr(flag->size()))));
      else if (has_next)
        kept.insert(kept.end(), {word, from_here(folder, words[++i])});
    } else if (const auto* valued = std::ranges::find_if(with_a_value, begins); valued != with_a_value.end()) {
      kept.push_back(word);
      if (word == *valued && has_next) kept.push_back(words[++i]);
    } else if (std::ranges::any_of(as_they_are, begins)) {
      kept.push_back(word);
    } else if (word == "-o" && has_next) {
      ++i;
    }
  }
  return kept;
}

std::string text_in(const json& entry, const char* key) {
  const auto found = entry.find(key);
  return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Nothing: the command cannot be split.
std::optional<std::vector<std::string>> words_in(const json& entry) {
  const auto arguments = entry.find("arguments");
  if (arguments == entry.end() || !arguments->is_array()) return words(text_in(entry, "command"));
  std::vector<std::string> all;
  for (const auto& a : *arguments)
    if (a.is_string()) all.push_back(a.get<std::string>());
  return all;
}

}  // namespace

Result<std::map<std::string, std::vector<std::string>>> flags_in_build(const std::string& folder,
                                                                       const std::vector<std::string>& files) {
  const auto name = (fs::path(folder) / "compile_commands.json").string();
  std::ifstream stream(name);
  if (!stream)
    return std::unexpected(Error{"it cannot be read", name, "CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON"});
  const auto commands = json::parse(stream, nullptr, false);
  if (!commands.is_array()) return std::unexpected(Error{"it is no list of compile commands", name, ""});
  std::map<std::string, std::vector<std::string>> found;
  std::error_code error;
  for (const auto& entry : commands) {
    if (!entry.is_object()) continue;
    const auto command = words_in(entry);
    if (!command) continue;
    const fs::path in = fs::path(folder) / text_in(entry, "directory");
    const auto source = in / text_in(entry, "file");
    for (const auto& file : files)
      if (!found.contains(file) && fs::equivalent(source, file, error))
        found.emplace(file, meaning_of(*command, fs::absolute(in, error)));
  }
  if (found.empty())
    return std::unexpected(Error{fmt::format("it has no entry for {}", fmt::join(files, ", ")), name,
                                 "give flags after '--', or name a source that is part of that build"});
  return found;
}

}  // namespace fermata::cli
