// SPDX-License-Identifier: Apache-2.0
// The way through this room: compile, link, shrink, lower.
#include "frontend/llvm/load.h"

#include <chrono>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "frontend/llvm/compile.h"
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

}  // namespace

Result<Loaded> load(const Input& input) {
  if (input.files.empty()) return std::unexpected(Error{"no file was given", "", "give the files of one program: fermata check main.c"});
  std::vector<Source> sources;
  std::vector<Unit> units;
  for (const std::string& file : input.files) {
    auto language = language_of(file);
    if (!language) return std::unexpected(language.error());
    auto bytes = read_file(file);
    if (!bytes) return std::unexpected(bytes.error());
    // Sources keep their place in the order; clang fills in the bytes.
    units.push_back({file, *language == Language::bitcode ? std::move(*bytes) : std::string()});
    if (*language != Language::bitcode) sources.push_back({file, *language});
  }

  Loaded loaded;
  auto start = Clock::now();
  auto compiled = compile(sources, input.clang_flags);
  if (!compiled) return std::unexpected(compiled.error());
  loaded.warnings = std::move(compiled->warnings);
  loaded.clang_seconds = seconds_since(start);
  for (std::size_t unit = 0, source = 0; source < sources.size(); ++unit) {
    if (units[unit].file == sources[source].file) units[unit].bytes = std::move(compiled->bitcode[source++]);
  }

  start = Clock::now();
  llvm::LLVMContext context;
  auto module = link(context, units, {runtime_c(), runtime_cxx()}, loaded.warnings);
  if (!module) return std::unexpected(module.error());
  Created created = created_objects(**module);
  shrink_keeping_hangs(**module);
  auto program = lower(**module, {input.files, system_directories(input.clang_flags)}, std::move(created));
  if (!program) return std::unexpected(program.error());
  loaded.program = std::move(*program);
  loaded.lower_seconds = seconds_since(start);
  return loaded;
}

}  // namespace fermata::frontend
