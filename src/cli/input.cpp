// SPDX-License-Identifier: Apache-2.0
#include "cli/input.h"

#include <fstream>
#include <sstream>

#include "frontend/llvm/load.h"
#include "ir/text.h"
#include "ir/validate.h"

namespace fermata::cli {

namespace {

Result<ir::Program> load_ir(const std::vector<std::string>& files, const std::vector<std::string>& clang_flags) {
  if (files.size() > 1)
    return std::unexpected(
        Error{"a program in Fermata's own form is one .ir file; it cannot be linked with others", files[0], ""});
  if (!clang_flags.empty())
    return std::unexpected(Error{"clang does not read .ir files", files[0], "leave out what follows '--'"});
  std::ostringstream text;
  text << std::ifstream(files[0]).rdbuf();
  auto program = ir::parse(text.str(), files[0]);
  if (!program) return program;
  if (auto wrong = ir::validate(*program); !wrong.empty()) {
    if (wrong[0].where.empty()) wrong[0].where = files[0];
    return std::unexpected(wrong[0]);
  }
  return program;
}

}  // namespace

Attempt<ir::Program> load_input(const std::vector<std::string>& files, const std::vector<std::string>& clang_flags,
                                const Stop& stop, std::uint64_t memory, std::ostream& err) {
  for (const auto& file : files)
    if (file.ends_with(".ir")) return load_ir(files, clang_flags);
  auto loaded = frontend::load({files, clang_flags}, stop, memory);
  if (!loaded) return std::unexpected(loaded.error());
  err << loaded->warnings << std::flush;
  return std::move(loaded->program);
}

}  // namespace fermata::cli
