// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "ir/program.h"

namespace fermata::frontend::boogie {

constexpr std::string_view extensions[] = {".bpl"};

struct Loaded {
  ir::Program program;
  std::vector<std::string> assumptions;  ///< of which nobody can say whether the user means them
};

/// The program in `text`, the contents of `file`. docs/boogie.md says what is taken and what it means. Everything else
/// is an Error with its place, or, if it depends on the run whether it happens, `unmodelled` where it stands.
Result<Loaded> load(std::string_view text, std::string_view file);

}  // namespace fermata::frontend::boogie
