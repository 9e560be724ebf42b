// SPDX-License-Identifier: Apache-2.0
#include "cli/sources.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace fermata::cli {

namespace {

std::unexpected<Error> cannot_be_read(const std::string& file) {
  return std::unexpected(Error{fmt::format("it cannot be read: {}", std::strerror(errno)), file, ""});
}

Result<std::string> read(const std::string& file, Use use) {
  if (auto ok = readable(file, use); !ok) return std::unexpected(ok.error());
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) return cannot_be_read(file);
  std::ostringstream text;
  if (in.peek() != std::ifstream::traits_type::eof()) text << in.rdbuf();
  if (in.bad() || text.fail()) return cannot_be_read(file);
  return std::move(text).str();
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace

Result<void> readable(const std::string& file, Use use) {
  struct stat about = {};
  if (stat(file.c_str(), &about) != 0 || access(file.c_str(), R_OK) != 0) return cannot_be_read(file);
  if (S_ISDIR(about.st_mode))
    return std::unexpected(
        Error{"it is a directory", file,
              use == Use::run_file ? "name the file that 'fermata check' wrote" : "name the source files in it"});
  if (S_ISREG(about.st_mode) || (use == Use::run_file && S_ISFIFO(about.st_mode))) return {};
  return std::unexpected(Error{"it is no ordinary file", file, "copy what it holds to a file, and name that"});
}

Sources::File& Sources::open(const std::string& file, Use use) {
  const auto known = files_.find(file);
  return known != files_.end() ? known->second
                               : files_.emplace(file, File{.text = read(file, use), .lines = {}}).first->second;
}

Result<std::string_view> Sources::text(const std::string& file, Use use) {
  const File& opened = open(file, use);
  if (!opened.text) return std::unexpected(opened.text.error());
  return std::string_view(*opened.text);
}

std::optional<std::string> Sources::line(const std::string& file, std::uint32_t number) {
  File& opened = open(file, Use::input);
  if (!opened.text) return std::nullopt;
  if (!opened.lines) opened.lines = lines_of(*opened.text);
  if (number == 0 || number > opened.lines->size()) return std::nullopt;
  std::string line((*opened.lines)[number - 1]);
  if (line.ends_with('\r')) line.pop_back();  // of a file from Windows
  return line;
}

}  // namespace fermata::cli
