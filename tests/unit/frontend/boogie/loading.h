// SPDX-License-Identifier: Apache-2.0
// Programs of a few lines, as ir.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "frontend/boogie/load.h"
#include "ir/program.h"
#include "ir/text.h"
#include "ir/validate.h"

namespace fermata::frontend::boogie {

inline Loaded loaded(const std::string& text) {
  auto program = load(text, "test.bpl");
  EXPECT_TRUE(program) << (program ? "" : program.error().where + ": " + program.error().what) << "\n" << text;
  if (!program) return {};
  for (const Error& e : ir::validate(program->program)) ADD_FAILURE() << e.what << "\n" << text;
  return std::move(*program);
}

inline Error error_of(const std::string& text) {
  const auto program = load(text, "test.bpl");
  EXPECT_FALSE(program) << text;
  return program ? Error{} : program.error();
}

inline std::string in_main(const std::string& body) { return "procedure {:entrypoint} main() {\n" + body + "\n}\n"; }

/// So many intrinsics of this sort are in the function.
inline std::ptrdiff_t count(const ir::Program& program, std::string_view function, ir::Intrinsic which) {
  std::ptrdiff_t n = 0;
  for (const ir::Function& f : program.functions)
    if (f.name == function)
      for (const ir::Block& b : f.blocks)
        n += std::ranges::count_if(
            b.instructions, [&](const ir::Instruction& i) { return i.op == ir::Op::intrinsic && i.which == which; });
  return n;
}

inline const ir::Global* global(const ir::Program& program, std::string_view name) {
  const auto found = std::ranges::find(program.globals, name, &ir::Global::name);
  return found == program.globals.end() ? nullptr : &*found;
}

}  // namespace fermata::frontend::boogie
