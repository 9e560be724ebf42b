// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/error.h"
#include "frontend/boogie/syntax.h"

namespace fermata::frontend::boogie {

/// Says what each name stands for and which type each expression has, checks that they fit, puts implementations where
/// their procedures are, and finds the procedure that the program begins with: {:entrypoint}, else 'main' or 'Main'.
Result<void> resolve(Program& program, std::string_view file);

/// What Corral knows of threads, by its names; any other procedure is the user's.
enum class Builtin : std::uint8_t { none, atomic_begin, atomic_end, thread_id, child_thread_id, yield, not_reachable };
Builtin builtin_named(std::string_view procedure);

/// "bool", "bv8", "[int]Colour".
std::string shown(const Program& program, const Type& type);

const Attribute* attribute(const std::vector<Attribute>& attributes, std::string_view name);

}  // namespace fermata::frontend::boogie
