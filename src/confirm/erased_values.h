// SPDX-License-Identifier: Apache-2.0
// Engines look at a program from which values were erased, since nothing depends on them. Is that so?
#pragma once

#include <optional>
#include <string>

#include "ir/program.h"

namespace fermata::confirm {

/// Nothing, if the programs differ only in values, and no value that differs can reach a branch, an address, a size, a
/// divisor, an intrinsic or an unknown callee, or share what it points to. Otherwise what is wrong, and in which
/// function. With `changes_matter`, also: shared variables change in both programs by the same writes. Does not trust
/// ir/irrelevant_values.h, and shares no code with it.
std::optional<std::string> wrongly_erased(const ir::Program& original, const ir::Program& erased, bool changes_matter);

}  // namespace fermata::confirm
