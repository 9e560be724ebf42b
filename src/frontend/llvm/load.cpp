// SPDX-License-Identifier: Apache-2.0
// The stages of this front end: preprocess, to see whether this program was built before; compile; then, in another
// process, link, shrink and lower.
#include "frontend/llvm/load.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/require.h"
#include "frontend/llvm/ahead.h"
#include "frontend/llvm/cache.h"
#include "frontend/llvm/compile.h"
#include "frontend/llvm/isolated.h"
#include "frontend/llvm/link.h"
#include "frontend/llvm/lower.h"
#include "frontend/llvm/packed_texts.h"
#include "frontend/llvm/pipeline.h"
#include "frontend/llvm/precompiled.h"
#include "frontend/llvm/preprocessed.h"
#include "frontend/llvm/verifier_names.h"
#include "ir/text.h"
#include "runtime/embedded.h"

namespace fermata::frontend::llvm {
namespace {

Result<std::string> read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::unexpected(Error{fmt::format("cannot read the file: {}", std::strerror(errno)), path, ""});
  return std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
}

/// Flags that would change what the program means, and that our models of the libraries do not follow.
Result<void> followed(const std::vector<std::string>& flags) {
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    if (flag == "-stdlib=libc++" || flag == "--stdlib=libc++")
      return std::unexpected(Error{fmt::format("'{}': only libstdc++ is modelled", flag), "", "leave the flag out"});
    std::string target;
    if (flag.starts_with("--target=")) target = flag.substr(flag.find('=') + 1);
    if ((flag == "-target" || flag == "--target") && i + 1 < flags.size()) target = flags[i + 1];
    if (flag == "-m32" || flag == "-mx32" || flag == "-m16" ||
        (!target.empty() && !(target.starts_with("x86_64") && target.find("linux") != target.npos)))
      return std::unexpected(
          Error{fmt::format("'{}': only 64-bit programs for x86-64 Linux are modelled",
                            target.empty() ? flag : flag + (flag.ends_with(target) ? "" : " " + target)),
                "", "leave the flag out"});
  }
  return {};
}

/// A file that was preprocessed elsewhere has the types of that machine. With those of a machine of 32 bits, locks
/// would have another size than our models of them.
Result<void> of_64_bits(const std::string& file) {
  if (!file.ends_with(".i") && !file.ends_with(".ii")) return {};
  const auto text = read_file(file);
  if (!text) return std::unexpected(text.error());
  if (text->find("typedef unsigned int size_t;") == text->npos) return {};
  return std::unexpected(
      Error{"it was preprocessed for a machine of 32 bits ('size_t' is unsigned int), which is not modelled", file,
            "preprocess it for x86-64, or give the source itself"});
}

std::vector<std::string> all_flags(const Input& input) {
  std::vector<std::string> all = input.clang_flags;
  for (const auto& [file, flags] : input.flags_of) all.insert(all.end(), flags.begin(), flags.end());
  return all;
}

/// The bytes of units that are empty yet come as `bitcode`, in order.
Result<Lowered> build(std::vector<Unit> units, const Input& input, const Isolated::Input& bitcode, const Doing& doing) {
  Lowered lowered;
  // Never deleted, like the module in it: this process ends soon.
  auto& context = *new ::llvm::LLVMContext;
  Runtime runtime(context, runtime_c(), runtime_c_and_cxx());
  doing("reading the runtime");
  runtime.read_ahead(std::ranges::any_of(units, [](const Unit& u) { return language_of(u.file) == Language::cxx; })
                         ? Runtime::For::c_and_cxx
                         : Runtime::For::c);
  Texts compiled = bitcode();
  auto next = compiled.begin();
  for (Unit& unit : units)
    if (language_of(unit.file) != Language::bitcode) unit.bytes = std::move(*next++);
  auto module = link(context, units, runtime, lowered.warnings, doing);
  if (!module) return std::unexpected(module.error());
  if (input.svcomp) assume_by_name(**module);
  give(**module, input.given);
  doing("shrinking the program");
  Created created = created_objects(**module);
  shrink_keeping_hangs(**module);
  lowered.assumptions = take_assumptions(**module);
  doing("lowering the program");
  auto program = lower(**module, {input.files, system_directories(all_flags(input))}, std::move(created), input.given);
  if (!program) return std::unexpected(program.error());
  lowered.program = std::move(*program);
  (void)module->release();
  return lowered;
}

/// The output of clang is well-formed, so a crash is LLVM's fault or ours. Bitcode that the user gave us may be
/// anything.
Error blame(const Crash& crash, const std::vector<std::string>& bitcode) {
  const auto what = fmt::format("LLVM ended with {} while {}", crash.how, crash.doing);
  if (bitcode.empty()) throw InternalError(what);
  auto file = std::ranges::find_if(bitcode, [&](const std::string& name) { return crash.doing == "reading " + name; });
  return {"this is not readable as bitcode: " + what,
          file != bitcode.end() ? *file : fmt::format("{}", fmt::join(bitcode, ", ")),
          "make it again: clang-19 -g -O1 -Xclang -disable-llvm-passes -emit-llvm -c FILE"};
}

/// All that the program depends on. `units` have the bytes of bitcode; sources are in `preprocessed`.
std::string digest(const Input& input, const std::vector<Unit>& units, const Preprocessed& preprocessed) {
  Key key("program 3");
  key.add_this_process();
  if (!preprocessed.sources().empty())
    for (const Language language : {Language::c, Language::cxx}) add_compiler(key, language);
  std::error_code error;
  key.add(std::filesystem::current_path(error).string());
  for (const std::string& flag : input.clang_flags) key.add(flag);
  key.add("");
  for (const auto& [file, flags] : input.flags_of) {
    key.add(file);
    for (const std::string& flag : flags) key.add(flag);
    key.add("");
  }
  add(key, input.given);
  key.add(input.svcomp ? "svcomp" : "");
  for (const Unit& unit : units) {
    key.add(unit.file);
    key.add(unit.bytes);
  }
  for (const PreprocessedSource& source : preprocessed.sources()) {
    key.add(source.setup);
    key.add(source.text);
  }
  return key.digest();
}

void add_assumptions(std::string_view lines, Loaded& loaded) {
  for (auto end = lines.find('\n'); end != lines.npos; end = lines.find('\n')) {
    loaded.assumptions.emplace_back(lines.substr(0, end));
    lines.remove_prefix(end + 1);
  }
}

/// What is kept is the warnings, the program as text, and what it relies on.
bool read(const std::string& kept, Loaded& loaded) {
  Texts texts = unpacked(kept);
  if (texts.size() != 3) return false;
  auto program = ir::parse(texts[1], "program");
  if (!program) return false;
  loaded.warnings = std::move(texts[0]);
  loaded.program = std::move(*program);
  add_assumptions(texts[2], loaded);
  return true;
}

}  // namespace

Attempt<Loaded> load(const Input& input, const Stop& stop, std::uint64_t memory) {
  if (input.files.empty())
    return std::unexpected(Error{"no file was given", "", "give the files of one program: fermata check main.c"});
  if (auto fine = followed(all_flags(input)); !fine) return std::unexpected(fine.error());
  std::vector<Source> sources;
  std::vector<std::string> bitcode;
  std::vector<Unit> units;
  for (const std::string& file : input.files) {
    // Sources keep their place in the order; clang reads them and fills in the bytes.
    Unit& unit = units.emplace_back(file, std::string());
    const Language language = language_of(file);
    if (language != Language::bitcode) {
      if (auto fine = of_64_bits(file); !fine) return std::unexpected(fine.error());
      const auto own = input.flags_of.find(file);
      sources.push_back({file, language, own == input.flags_of.end() ? std::vector<std::string>() : own->second});
      continue;
    }
    auto bytes = read_file(file);
    if (!bytes) return std::unexpected(bytes.error());
    unit.bytes = std::move(*bytes);
    bitcode.push_back(file);
  }

  Loaded loaded;
  // clang puts checks into sources before anything is removed. Bitcode comes as it is.
  if (!bitcode.empty()) loaded.assumptions.emplace_back("bitcode has no errors that its compiler has removed");

  const Cache cache(input.cache);
  std::optional<Preprocessed> preprocessed;
  std::string kept_as;
  Ahead ahead;
  if (cache.in_use()) {
    ahead = Ahead(likely_calls(sources, input.clang_flags, cache));
    auto seen = preprocess(sources, input.clang_flags, ahead, stop, memory);
    if (!seen) return std::unexpected(seen.error());
    preprocessed = std::move(*seen);
    if (preprocessed) {
      kept_as = digest(input, units, *preprocessed);
      if (const auto kept = cache.find(kept_as); kept && read(*kept, loaded)) return loaded;
    }
  }

  // LLVM gets ready while clang is at work.
  auto building = Isolated::begin(
      [&](const Isolated::Input& compiled, const Doing& doing) { return build(units, input, compiled, doing); });
  if (!building) return std::unexpected(building.error());
  auto compiled = compile(sources, input.clang_flags, preprocessed, ahead, cache, stop, memory);
  if (!compiled) return std::unexpected(compiled.error());
  compiled->bitcode.emplace_back();  // never nothing
  if (!building->give(std::move(compiled->bitcode)))
    return std::unexpected(Stopped{"there was not enough memory for the bitcode of the program"});
  loaded.warnings = std::move(compiled->warnings);
  const bool built_of_what_was_seen = preprocessed && preprocessed->unchanged();

  auto made = building->finish(stop, memory);
  if (auto* error = std::get_if<Error>(&made)) return std::unexpected(std::move(*error));
  if (auto* crash = std::get_if<Crash>(&made)) return std::unexpected(blame(*crash, bitcode));
  if (auto* stopped = std::get_if<Stopped>(&made))
    return std::unexpected(Stopped{stopped->reason + " while the program was linked and lowered"});
  loaded.program = std::move(std::get<Lowered>(made).program);
  const Lowered& lowered = std::get<Lowered>(made);
  loaded.warnings += lowered.warnings;
  add_assumptions(lowered.assumptions, loaded);
  if (built_of_what_was_seen) cache.keep(kept_as, packed({loaded.warnings, lowered.text, lowered.assumptions}));
  return loaded;
}

}  // namespace fermata::frontend::llvm
