// SPDX-License-Identifier: Apache-2.0
//
// Which precompiled headers fit is known when the source has been preprocessed. That takes half of the time that
// compiling takes then, and after an edit the headers are nearly always those of the last time. So both are done at
// once, and what the preprocessor says is read while clang still compiles. Whether they were the right ones is decided
// as if nothing had been begun (compile.cpp); if they were not, the work of another core is lost.
#include "frontend/llvm/ahead.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>
#include <variant>

#include "frontend/llvm/packed_texts.h"
#include "frontend/llvm/precompiled.h"

namespace fermata::frontend::llvm {
namespace {

std::string digest(std::string_view text) {
  Key key("text");
  key.add(text);
  return key.digest();
}

/// Under this name it is kept how the source was compiled last.
std::string name_of(const Source& source, const std::vector<std::string>& user_flags) {
  Key key("last time 1");
  std::error_code error;
  key.add(std::filesystem::current_path(error).string());
  key.add(source.file);
  for (const std::string& flag : flags_to_precompile(source, user_flags)) key.add(flag);
  return key.digest();
}

std::string content(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace

void Ahead::check() {
  for (const Call& call : calls_)
    if (call.precompiled->file.intact()) headers_.push_back(call.precompiled);
}

Attempt<std::optional<Reply>> Ahead::take_reply(const Call& call, const Stop& stop, std::uint64_t memory) {
  const auto same = std::ranges::find_if(calls_, [&](const Call& one) {
    return one.source == call.source && one.covered == call.covered && one.precompiled == call.precompiled;
  });
  if (same == calls_.end()) return std::nullopt;
  const auto index = static_cast<std::size_t>(same - calls_.begin());
  while (clangs_ && !clangs_->done() && replies_.size() <= index) {
    auto reply = clangs_->next(stop, memory);
    if (reply)
      replies_.emplace_back(std::move(*reply));
    else if (std::holds_alternative<Stopped>(reply.error()))
      return std::unexpected(reply.error());
    else
      clangs_.reset();
  }
  return index < replies_.size() ? std::exchange(replies_[index], std::nullopt) : std::nullopt;
}

std::vector<Call> likely_calls(const std::vector<Source>& sources, const std::vector<std::string>& user_flags,
                               const Cache& cache) {
  std::vector<Call> likely;
  for (const Source& source : sources) {
    if (source.language != Language::cxx) continue;
    const auto kept = cache.find(name_of(source, user_flags));
    if (!kept) continue;
    const Texts last = unpacked(*kept);
    if (last.size() != 4) continue;
    std::size_t covered = 0;
    std::from_chars(last[0].data(), last[0].data() + last[0].size(), covered);
    const std::string text = content(source.file);
    // What has not changed was compiled before.
    if (covered > text.size() || digest(text.substr(0, covered)) != last[1] || digest(text) == last[2]) continue;
    if (auto headers = precompiled_before(last[3], cache))
      likely.push_back({.source = &source, .precompiled = std::move(headers), .covered = covered});
  }
  return likely;
}

void remember(const Call& call, std::string_view original, const std::vector<std::string>& user_flags,
              const Cache& cache) {
  cache.keep(name_of(*call.source, user_flags),
             packed({fmt::format("{}", call.covered), digest(original.substr(0, call.covered)), digest(original),
                     call.precompiled->digest}));
}

}  // namespace fermata::frontend::llvm
