// SPDX-License-Identifier: Apache-2.0
//
// Parsing <thread> and its like takes clang a second, and is the same each time. What is precompiled depends on the
// text of the headers, on the setup of clang, and on the program that asks for it; all of that is in the key. C headers
// are small, and are not worth it.
//
// A header can see that it is precompiled: by its depth (__INCLUDE_LEVEL__) and by the name of the first file
// (__BASE_FILE__). Those that ask are not precompiled. Nor are those that clang has something to say about, since it
// would say it only once.
#include "frontend/llvm/precompiled.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "frontend/llvm/leading_includes.h"

namespace fermata::frontend::llvm {
namespace {

namespace fs = std::filesystem;

void replace_all(std::string& text, std::string_view part, std::string_view by) {
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + by.size()))
    text.replace(at, part.size(), by);
}

/// The setup of clang, the same for all sources.
std::string common_setup(std::string setup, const Source& source) {
  replace_all(setup, argument(source), "SOURCE");
  replace_all(setup, "-main-file-name " + fs::path(source.file).filename().string() + " ", "");
  return setup;
}

constexpr std::size_t digits = 10;

/// Kept is clang's form of the includes, these, and how many bytes the former has. So clang can be given the file as it
/// is: it does not look at what comes behind.
std::string written(std::string_view includes, std::string_view bytes) {
  return fmt::format("{}{}{:0{}}", bytes, includes, bytes.size(), digits);
}

/// What is empty says that these headers cannot be precompiled. Nothing else of it is checked.
std::shared_ptr<const Precompiled> read(const std::string& digest, std::optional<CacheEntry> file) {
  if (!file || file->size() < digits) return nullptr;
  const std::uint64_t end = file->size() - digits;
  const std::string number = file->content(end, digits);
  std::uint64_t bytes = 0;
  std::from_chars(number.data(), number.data() + number.size(), bytes);
  if (bytes == 0 || bytes > end) return nullptr;
  std::string includes = file->content(bytes, end - bytes);
  return std::make_shared<const Precompiled>(Precompiled{digest, std::move(includes), std::move(*file)});
}

}  // namespace

void add_compiler(Key& key, Language language) {
  const auto clang = find_clang(language);
  if (!clang) return;
  key.add_identity(*clang);
  // clang itself is a small program; most of it is in libraries beside it.
  std::error_code error;
  const fs::path program = fs::canonical(*clang, error);
  key.add_identity(program.string());
  std::set<std::string> libraries;
  for (const auto& entry : fs::directory_iterator(program.parent_path().parent_path() / "lib", error)) {
    const std::string name = entry.path().filename().string();
    if ((name.starts_with("libclang") || name.starts_with("libLLVM")) && name.contains(".so"))
      libraries.insert(entry.path().string());
  }
  for (const std::string& library : libraries) key.add_identity(library);
}

std::shared_ptr<const Precompiled> precompiled_before(const std::string& digest, const Cache& cache) {
  return read(digest, cache.open(digest));
}

Attempt<std::vector<Call>> with_precompiled_headers(const std::vector<Source>& sources,
                                                    const std::vector<std::string>& user_flags,
                                                    const Preprocessed& preprocessed, const Ahead& ahead,
                                                    const Cache& cache, const Stop& stop, std::uint64_t memory) {
  std::vector<Call> calls, missing;
  std::vector<std::string> digests, missing_digests;
  std::map<std::string, std::shared_ptr<const Precompiled>> known;
  for (const auto& headers : ahead.headers()) known.emplace(headers->digest, headers);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    Call& call = calls.emplace_back(Call{.source = &sources[i]});
    std::string& digest = digests.emplace_back();
    if (sources[i].language != Language::cxx) continue;
    const PreprocessedSource& source = preprocessed.sources()[i];
    auto headers = leading_headers(source, argument(sources[i]));
    if (headers.includes.empty() || headers.text.contains("__INCLUDE_LEVEL__") ||
        headers.text.contains("__BASE_FILE__"))
      continue;
    call.covered = headers.covered;
    Key key("headers 3");
    add_compiler(key, sources[i].language);
    for (const std::string& flag : flags_to_precompile(sources[i], user_flags)) key.add(flag);
    key.add(common_setup(source.setup, sources[i]));
    key.add(headers.includes);
    key.add(headers.text);
    digest = key.digest();
    if (known.contains(digest)) continue;
    if (auto file = cache.open(digest); file && file->intact()) {
      known[digest] = read(digest, std::move(file));
      continue;
    }
    known[digest] = nullptr;
    missing.push_back(
        {.source = &sources[i], .purpose = Call::Purpose::precompile, .includes = std::move(headers.includes)});
    missing_digests.push_back(digest);
  }

  auto replies = run_clang(missing, user_flags, stop, memory);
  if (!replies) return std::unexpected(replies.error());
  for (std::size_t i = 0; i < replies->size() && preprocessed.unchanged(); ++i) {
    const Reply& reply = (*replies)[i];
    if (reply.end.signal != 0 || reply.end.code > 1) continue;  // it was ended, or has crashed
    const bool usable = reply.end.well() && reply.messages.empty();
    cache.keep(missing_digests[i], usable ? written(missing[i].includes, reply.output) : std::string());
    known[missing_digests[i]] = read(missing_digests[i], cache.open(missing_digests[i]));
  }
  for (std::size_t i = 0; i < calls.size(); ++i)
    if (!digests[i].empty()) calls[i].precompiled = known[digests[i]];
  return calls;
}

}  // namespace fermata::frontend::llvm
