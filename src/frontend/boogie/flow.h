// SPDX-License-Identifier: Apache-2.0
// The body of a procedure as blocks: if, while, break and goto become jumps.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "frontend/boogie/syntax.h"

namespace fermata::frontend::boogie {

struct Block {
  enum class End : std::uint8_t {
    jump,    ///< to one of the targets, whichever
    branch,  ///< to the first if the condition holds, else to the second
    leave,   ///< the procedure returns
  };
  std::vector<const Statement*> steps;  ///< assign, havoc, assume, assert, call, yield
  End end = End::leave;
  const Expression* condition = nullptr;
  std::vector<std::size_t> targets;
  Place at{};  ///< of the end
};

/// The first block is the entry. What cannot be reached may be there, too.
Result<std::vector<Block>> flow_of(const Procedure& procedure, std::string_view file);

}  // namespace fermata::frontend::boogie
