// SPDX-License-Identifier: Apache-2.0
#include "cli/frontends.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/require.h"
#include "frontend/boogie/load.h"
#include "frontend/llvm/load.h"
#include "ir/text.h"
#include "ir/validate.h"

namespace fermata::cli {

namespace {

Attempt<Loaded> load_llvm(const Input& input) {
  auto loaded =
      frontend::llvm::load({input.files, input.clang_flags, input.flags_of, input.cache, input.given, input.svcomp},
                           input.stop, input.process_memory);
  if (!loaded) return std::unexpected(loaded.error());
  return Loaded{.program = std::move(loaded->program),
                .warnings = std::move(loaded->warnings),
                .assumptions = std::move(loaded->assumptions)};
}

/// The text of a program that is one file, and neither compiled nor given anything. `what`: "a program in Boogie".
Result<std::string_view> text_of_one(const Input& input, std::string_view what, std::string_view extension) {
  const std::string& file = input.files[0];
  if (input.files.size() > 1)
    return std::unexpected(
        Error{fmt::format("{} is one {} file; it cannot be linked with others", what, extension), file, ""});
  if (!input.clang_flags.empty())
    return std::unexpected(
        Error{fmt::format("clang does not read {} files", extension), file, "leave out what follows '--'"});
  if (input.given != frontend::llvm::Given{})
    return std::unexpected(Error{fmt::format("{} has no arguments, environment or files", what), file,
                                 "leave out --stdin, --args, --env and --file"});
  return input.sources.text(file);
}

Attempt<Loaded> load_boogie(const Input& input) {
  const auto text = text_of_one(input, "a program in Boogie", ".bpl");
  if (!text) return std::unexpected(text.error());
  auto loaded = frontend::boogie::load(*text, input.files[0]);
  if (!loaded) return std::unexpected(loaded.error());
  return Loaded{.program = std::move(loaded->program), .assumptions = std::move(loaded->assumptions)};
}

constexpr std::string_view ir_extensions[] = {".ir"};

Attempt<Loaded> load_ir(const Input& input) {
  const std::string& file = input.files[0];
  const auto text = text_of_one(input, "a program in Fermata's own form", ".ir");
  if (!text) return std::unexpected(text.error());
  ir::TextPlaces places;
  auto program = ir::parse(*text, file, &places);
  if (!program) return std::unexpected(program.error());
  return Loaded{.program = std::move(*program), .text = std::move(places)};
}

constexpr Frontend our_frontends[] = {
    {"LLVM", frontend::llvm::extensions, load_llvm},
    {"Boogie", frontend::boogie::extensions, load_boogie},
    {"ir", ir_extensions, load_ir},
};

Result<const Frontend*> frontend_of(const std::string& file, std::span<const Frontend> frontends) {
  const std::string extension = std::filesystem::path(file).extension().string();
  std::vector<std::string_view> known;
  for (const Frontend& frontend : frontends) {
    if (std::ranges::find(frontend.extensions, extension) != frontend.extensions.end()) return &frontend;
    known.insert(known.end(), frontend.extensions.begin(), frontend.extensions.end());
  }
  return std::unexpected(Error{extension.empty()
                                   ? std::string("its name has no extension that says what language it is in")
                                   : fmt::format("no front end reads files that end in '{}'", extension),
                               file, fmt::format("the extensions that Fermata reads are {}", fmt::join(known, " "))});
}

}  // namespace

Attempt<Loaded> load(const Input& input) { return load_with(our_frontends, input); }

Attempt<Loaded> load_with(std::span<const Frontend> frontends, const Input& input) {
  const Frontend* chosen = nullptr;
  for (const std::string& file : input.files) {
    const auto frontend = frontend_of(file, frontends);
    if (!frontend) return std::unexpected(frontend.error());
    if (chosen && *frontend != chosen)
      return std::unexpected(Error{fmt::format("it cannot be linked with {}", input.files[0]), file,
                                   "C and C++ sources and LLVM bitcode can be mixed; a program in Boogie, or in "
                                   "Fermata's own form, is one file"});
    chosen = *frontend;
  }
  FERMATA_REQUIRE(chosen, "the command line names a file");
  auto loaded = chosen->load(input);
  if (!loaded) return loaded;
  const auto errors = ir::validate(loaded->program, loaded->text ? &*loaded->text : nullptr);
  if (errors.empty()) return loaded;
  if (loaded->text) return std::unexpected(errors[0]);
  throw InternalError(fmt::format("the front end '{}' made an invalid program of {}: {}", chosen->name, input.files[0],
                                  errors[0].what));
}

}  // namespace fermata::cli
