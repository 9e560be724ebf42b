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

/// Kept is one line, the number of bytes of the includes; then these, and clang's form of them.
std::string written(std::string_view includes, std::string_view bytes) {
  return fmt::format("{}\n{}{}", includes.size(), includes, bytes);
}

/// A kept text that is empty says that these headers cannot be precompiled.
std::shared_ptr<const Precompiled> read(const std::string& digest, std::string_view kept) {
  std::size_t size = 0;
  const auto [end, error] = std::from_chars(kept.begin(), kept.end(), size);
  if (error != std::errc() || end == kept.end() || *end != '\n') return nullptr;
  kept.remove_prefix(static_cast<std::size_t>(end - kept.begin()) + 1);
  if (size > kept.size()) return nullptr;
  auto file = MemoryFile::make();
  if (!file || !file->append(kept.substr(size))) return nullptr;
  return std::make_shared<const Precompiled>(Precompiled{digest, std::string(kept.substr(0, size)), std::move(*file)});
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
  const auto kept = cache.find(digest);
  return kept ? read(digest, *kept) : nullptr;
}

Attempt<std::vector<Call>> with_precompiled_headers(const std::vector<Source>& sources,
                                                    const std::vector<std::string>& user_flags,
                                                    const Preprocessed& preprocessed, const Ahead& ahead,
                                                    const Cache& cache, const Stop& stop, std::uint64_t memory) {
  std::vector<Call> calls, missing;
  std::vector<std::string> digests, missing_digests;
  std::map<std::string, std::shared_ptr<const Precompiled>> known;
  for (const Call& one : ahead.calls()) known.emplace(one.precompiled->digest, one.precompiled);
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
    Key key("headers 2");
    add_compiler(key, sources[i].language);
    for (const std::string& flag : flags_to_precompile(sources[i], user_flags)) key.add(flag);
    key.add(common_setup(source.setup, sources[i]));
    key.add(headers.includes);
    key.add(headers.text);
    digest = key.digest();
    if (known.contains(digest)) continue;
    if (const auto found = cache.find(digest)) {
      known[digest] = read(digest, *found);
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
    const std::string kept = usable ? written(missing[i].includes, reply.output) : std::string();
    cache.keep(missing_digests[i], kept);
    known[missing_digests[i]] = read(missing_digests[i], kept);
  }
  for (std::size_t i = 0; i < calls.size(); ++i)
    if (!digests[i].empty()) calls[i].precompiled = known[digests[i]];
  return calls;
}

}  // namespace fermata::frontend::llvm
