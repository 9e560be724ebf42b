// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/error.h"
#include "frontend/boogie/syntax.h"

namespace fermata::frontend::boogie {

/// Reads a Boogie program. What is Boogie and not taken here (reals, lambdas, polymorphism, CIVL's layers of proof) is
/// an Error that names it. Names and types are not looked at: resolve.h.
Result<Program> parse(std::string_view text, std::string_view file);

}  // namespace fermata::frontend::boogie
