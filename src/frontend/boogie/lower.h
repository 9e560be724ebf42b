// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "frontend/boogie/syntax.h"
#include "ir/program.h"

namespace fermata::frontend::boogie {

struct Lowered {
  ir::Program program;
  std::vector<std::string> assumptions;
};

/// A resolved program as ir. What it means is said in docs/boogie.md. What cannot be said in ir is an Error that names
/// it, or, if whether it happens depends on the run, `unmodelled` where it stands.
Result<Lowered> lower(const Program& program, std::string_view file);

}  // namespace fermata::frontend::boogie
