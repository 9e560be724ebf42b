// SPDX-License-Identifier: Apache-2.0
// A run of one thread that is taken as one step.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "vm/machine.h"

namespace fermata::reduce {

/// Steps that one thread takes one after the other while the others stand still.
struct Transaction {
  vm::Step::Outcome outcome = vm::Step::Outcome::moved;  ///< of the last step; never blocked
  std::vector<vm::Word> target;                          ///< empty unless moved
  bool resized = false;                                  ///< as in vm::Step
  std::vector<std::uint32_t> changed;
  bool input = false;     ///< it is one step, and chose an input
  bool spurious = false;  ///< as in vm::Step, for any of its steps
  std::vector<SectionInstance> ended;
  std::vector<std::vector<std::uint64_t>> choices;  ///< of each step; only if asked for
  std::optional<vm::Failure> failure;
  std::vector<std::vector<vm::Word>> inside;  ///< the states between its steps; only if asked for
};

}  // namespace fermata::reduce
