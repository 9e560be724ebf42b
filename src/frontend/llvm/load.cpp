// SPDX-License-Identifier: Apache-2.0
// The way through this room: compile, and in another process link, shrink, lower.
#include "frontend/llvm/load.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/require.h"
#include "frontend/llvm/compile.h"
#include "frontend/llvm/isolated.h"
#include "frontend/llvm/link.h"
#include "frontend/llvm/lower.h"
#include "frontend/llvm/pipeline.h"
#include "runtime/embedded.h"

namespace fermata::frontend {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Result<std::string> read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::unexpected(Error{fmt::format("cannot read the file: {}", std::strerror(errno)), path, ""});
  return std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
}

Result<Lowered> build(const std::vector<Unit>& units, const Input& input, const Doing& doing) {
  Lowered lowered;
  llvm::LLVMContext context;
  auto module = link(context, units, {runtime_c(), runtime_cxx()}, lowered.warnings, doing);
  if (!module) return std::unexpected(module.error());
  doing("shrinking the program");
  Created created = created_objects(**module);
  shrink_keeping_hangs(**module);
  doing("lowering the program");
  auto program = lower(**module, {input.files, system_directories(input.clang_flags)}, std::move(created));
  if (!program) return std::unexpected(program.error());
  lowered.program = std::move(*program);
  return lowered;
}

/// clang's own output is sound, so LLVM or we are wrong. Bitcode of the user's may be anything.
Error blame(const Crash& crash, const std::vector<std::string>& bitcode) {
  const auto what = fmt::format("LLVM ended with {} while {}", crash.how, crash.doing);
  if (bitcode.empty()) throw InternalError(what);
  auto file = std::ranges::find_if(bitcode, [&](const std::string& name) { return crash.doing == "reading " + name; });
  return {"this is not readable as bitcode: " + what,
          file != bitcode.end() ? *file : fmt::format("{}", fmt::join(bitcode, ", ")),
          "make it again: clang-19 -g -O1 -Xclang -disable-llvm-passes -emit-llvm -c FILE"};
}

}  // namespace

Attempt<Loaded> load(const Input& input, const Stop& stop, std::uint64_t memory) {
  if (input.files.empty())
    return std::unexpected(Error{"no file was given", "", "give the files of one program: fermata check main.c"});
  std::vector<Source> sources;
  std::vector<std::string> bitcode;
  std::vector<Unit> units;
  for (const std::string& file : input.files) {
    auto language = language_of(file);
    if (!language) return std::unexpected(language.error());
    auto bytes = read_file(file);
    if (!bytes) return std::unexpected(bytes.error());
    // Sources keep their place in the order; clang fills in the bytes.
    units.push_back({file, *language == Language::bitcode ? std::move(*bytes) : std::string()});
    if (*language == Language::bitcode)
      bitcode.push_back(file);
    else
      sources.push_back({file, *language});
  }

  Loaded loaded;
  auto start = Clock::now();
  auto compiled = compile(sources, input.clang_flags, stop, memory);
  if (!compiled) return std::unexpected(compiled.error());
  loaded.warnings = std::move(compiled->warnings);
  loaded.clang_seconds = seconds_since(start);
  for (std::size_t unit = 0, source = 0; source < sources.size(); ++unit) {
    if (units[unit].file == sources[source].file) units[unit].bytes = std::move(compiled->bitcode[source++]);
  }

  start = Clock::now();
  auto made = isolated([&](const Doing& doing) { return build(units, input, doing); }, stop, memory);
  if (auto* error = std::get_if<Error>(&made)) return std::unexpected(std::move(*error));
  if (auto* crash = std::get_if<Crash>(&made)) return std::unexpected(blame(*crash, bitcode));
  if (auto* stopped = std::get_if<Stopped>(&made))
    return std::unexpected(Stopped{stopped->reason + " while the program was linked and lowered"});
  loaded.program = std::move(std::get<Lowered>(made).program);
  loaded.warnings += std::get<Lowered>(made).warnings;
  loaded.lower_seconds = seconds_since(start);
  return loaded;
}

}  // namespace fermata::frontend
