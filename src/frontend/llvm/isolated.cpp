// SPDX-License-Identifier: Apache-2.0
//
// The child writes its result to a file in memory: a kind, then texts. If they are not complete, the child has crashed.
#include "frontend/llvm/isolated.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <new>

#include "base/require.h"
#include "base/subprocess.h"
#include "frontend/llvm/packed_texts.h"
#include "ir/text.h"

namespace fermata::frontend::llvm {
namespace {

// Some of LLVM's passes, and its reader of types, are recursive.
constexpr rlim_t stack_bytes = 64 << 20;

Texts outcome(const std::function<Result<Lowered>(const Doing&)>& work, const Doing& doing) {
  try {
    auto made = work(doing);
    if (!made) return {"error", made.error().what, made.error().where, made.error().hint};
    doing("writing down the program");
    std::string text = ir::to_text(made->program);
    auto again = ir::parse(text, "program");
    FERMATA_REQUIRE(again && *again == made->program, "the text form of a program loses nothing");
    return {"program", std::move(text), made->warnings};
  } catch (const InternalError& e) {
    return {"internal", e.what()};
  } catch (const std::bad_alloc&) {
    return {"memory"};
  }
}

/// How the process ended: LLVM's own error message if it printed one (without a stack trace), else the signal or code.
std::string last_words(const std::string& printed, const Subprocess::End& end) {
  constexpr std::string_view sign = "LLVM ERROR: ";
  if (const auto at = printed.find(sign); at != printed.npos) {
    const auto begin = at + sign.size();
    return fmt::format("an error of its own ({})",
                       printed.substr(begin, std::min(printed.find('\n', begin), printed.size()) - begin));
  }
  return end.signal != 0 ? signal_name(end.signal) : fmt::format("code {}", end.code);
}

std::string last_line(const std::string& text) {
  const auto end = text.find_last_not_of('\n');
  if (end == text.npos) return "beginning";
  const auto begin = text.rfind('\n', end);
  return text.substr(begin == text.npos ? 0 : begin + 1, end - (begin == text.npos ? 0 : begin + 1) + 1);
}

}  // namespace

std::variant<Lowered, Error, Stopped, Crash> isolated(const std::function<Result<Lowered>(const Doing&)>& work,
                                                      const Stop& stop, std::uint64_t memory) {
  auto answer = MemoryFile::make(), progress = MemoryFile::make(), printed = MemoryFile::make();
  for (const auto* file : {&answer, &progress, &printed})
    if (!*file) return file->error();
  auto process = Subprocess::copy(
      [&] {
        rlimit stack = {};
        if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < stack_bytes) {
          stack.rlim_cur = std::min(stack_bytes, stack.rlim_max);
          setrlimit(RLIMIT_STACK, &stack);
        }
        if (!answer->append(packed(outcome(work, [&](const std::string& what) { progress->append(what + "\n"); }))))
          throw std::bad_alloc();
      },
      *printed);
  if (!process) return process.error();
  Subprocess* const one[] = {&*process};
  const auto end = wait(one, stop, memory);
  if (const auto* stopped = std::get_if<Stopped>(&end)) return *stopped;

  Texts said = unpacked(answer->content());
  if (said.empty())
    return Crash{last_line(progress->content()), last_words(printed->content(), std::get<Subprocess::End>(end))};
  if (said[0] == "error") return Error{said.at(1), said.at(2), said.at(3)};
  if (said[0] == "memory") return Stopped{"there was not enough memory"};
  if (said[0] == "internal") throw InternalError(said.at(1));
  auto program = ir::parse(said.at(1), "program");
  FERMATA_REQUIRE(program, "it was read before, where it was written");
  return Lowered{std::move(*program), std::move(said.at(2))};
}

}  // namespace fermata::frontend::llvm
