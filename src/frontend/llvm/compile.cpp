// SPDX-License-Identifier: Apache-2.0
//
// First with precompiled headers, where there are any. What does not succeed in that way, or makes clang speak of the
// headers, is compiled once more without them: then clang says what it has always said.
#include "frontend/llvm/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <utility>

#include "base/require.h"
#include "frontend/llvm/load.h"
#include "frontend/llvm/precompiled.h"

namespace fermata::frontend::llvm {
namespace {

namespace fs = std::filesystem;

/// clang has crashed. Its stack trace is left out: a user can do nothing with it.
Error crash(const Source& source, const std::string& messages) {
  std::string what = "clang crashes on this file";
  if (auto own = messages.find("PLEASE submit a bug report"); own != std::string::npos && own != 0)
    what = messages.substr(0, own) + what;
  return {std::move(what), source.file, "it may be nested too deeply; 'clang-19 -c' on the same file shows more"};
}

Error failure(const Source& source, const Subprocess::End& end, std::string messages) {
  if (end.signal != 0 || end.code > 127 || messages.contains("PLEASE submit a bug report"))
    return crash(source, messages);
  std::string hint = "flags for clang go after --, for example: -- -std=c++17 -Iinclude -DNAME=1";
  if (messages.find("file not found") != std::string::npos) {
    hint = "give the directory of the header to clang, after --: -- -Idirectory";
  }
  while (!messages.empty() && messages.back() == '\n') messages.pop_back();
  if (messages.empty()) messages = "clang failed and did not say why";
  return {std::move(messages), source.file, std::move(hint)};
}

/// Bitcode, or its text form with -S.
bool is_llvm(std::string_view output) { return output.starts_with("BC") || output.starts_with("; ModuleID"); }

/// How clang shows the way to a header. It differs when the header is precompiled.
bool speaks_of_headers(std::string_view messages) {
  return messages.contains("In file included from ") || messages.contains("/fermata-precompiled/") ||
         messages.contains("/dev/null");
}

/// The replies for those sources that could be compiled with precompiled headers.
Attempt<std::vector<std::optional<Reply>>> compile_with_precompiled_headers(const std::vector<Source>& sources,
                                                                            const std::vector<std::string>& user_flags,
                                                                            const Preprocessed& preprocessed,
                                                                            Ahead& ahead, const Cache& cache,
                                                                            const Stop& stop, std::uint64_t memory) {
  std::vector<std::optional<Reply>> done(sources.size());
  auto calls = with_precompiled_headers(sources, user_flags, preprocessed, ahead, cache, stop, memory);
  if (!calls) return std::unexpected(calls.error());
  std::vector<Call> left;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!(*calls)[i].precompiled) continue;
    auto begun = ahead.take_reply((*calls)[i], stop, memory);
    if (!begun) return std::unexpected(begun.error());
    done[i] = std::move(*begun);
    if (!done[i]) left.push_back((*calls)[i]);
  }
  auto replies = run_clang(left, user_flags, stop, memory);
  if (!replies) return std::unexpected(replies.error());
  for (std::size_t i = 0; i < replies->size(); ++i)
    done[static_cast<std::size_t>(left[i].source - sources.data())] = std::move((*replies)[i]);
  // A source that has changed does not begin with what was precompiled.
  const bool unchanged = preprocessed.unchanged();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!done[i]) continue;
    if (unchanged && done[i]->end.well() && is_llvm(done[i]->output) && !speaks_of_headers(done[i]->messages))
      remember((*calls)[i], preprocessed.sources()[i].original, user_flags, cache);
    else
      done[i].reset();
  }
  return done;
}

}  // namespace

Language language_of(std::string_view file) {
  const std::string extension = fs::path(file).extension().string();
  FERMATA_REQUIRE(std::ranges::find(extensions, extension) != std::end(extensions),
                  "a front end is chosen by the extension");
  if (extension == ".c" || extension == ".i") return Language::c;
  return extension == ".bc" || extension == ".ll" ? Language::bitcode : Language::cxx;
}

Attempt<Compiled> compile(const std::vector<Source>& sources, const std::vector<std::string>& user_flags,
                          const std::optional<Preprocessed>& preprocessed, Ahead& ahead, const Cache& cache,
                          const Stop& stop, std::uint64_t memory) {
  std::vector<std::optional<Reply>> done(sources.size());
  if (preprocessed) {
    auto quick = compile_with_precompiled_headers(sources, user_flags, *preprocessed, ahead, cache, stop, memory);
    if (!quick) return std::unexpected(quick.error());
    done = std::move(*quick);
  }
  std::vector<Call> calls;
  for (std::size_t i = 0; i < sources.size(); ++i)
    if (!done[i]) calls.push_back({.source = &sources[i]});
  auto replies = run_clang(calls, user_flags, stop, memory);
  if (!replies) return std::unexpected(replies.error());
  for (std::size_t i = 0; i < replies->size(); ++i) {
    Reply& reply = (*replies)[i];
    const Source& source = *calls[i].source;
    if (!reply.end.well()) return std::unexpected(failure(source, reply.end, std::move(reply.messages)));
    if (!is_llvm(reply.output))
      return std::unexpected(
          Error{"clang has compiled this file to something else than LLVM's bitcode", source.file,
                "take away what ends it early among the flags after '--', such as -E, -fsyntax-only or --help"});
    done[static_cast<std::size_t>(&source - sources.data())] = std::move(reply);
  }

  Compiled compiled;
  for (auto& reply : done) {
    FERMATA_REQUIRE(reply, "clang has replied for each source");
    compiled.warnings += reply->messages;
    compiled.bitcode.push_back(std::move(reply->output));
  }
  return compiled;
}

std::vector<std::string> system_directories(const std::vector<std::string>& user_flags) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < user_flags.size(); ++i) {
    for (std::string_view option : {"-isystem", "-idirafter"}) {
      const std::string& flag = user_flags[i];
      if (flag == option && i + 1 < user_flags.size())
        found.push_back(user_flags[i + 1]);
      else if (flag.starts_with(option) && flag.size() > option.size())
        found.push_back(flag.substr(option.size()));
    }
  }
  return found;
}

}  // namespace fermata::frontend::llvm
