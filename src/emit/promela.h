// SPDX-License-Identifier: Apache-2.0
// A program as a model for SPIN.
#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"
#include "base/semantics.h"
#include "ir/program.h"

namespace fermata::emit {

/// What the machine may do, with the names and meanings of vm::Options. It is built into the model.
struct Options {
  Semantics semantics;
  /// How many threads there can be at a time, main included; 0: guess from the places that start one.
  std::uint32_t threads = 0;
};

/// The program in Promela. One step of the machine is one transition of SPIN, and what is a state for one is a state
/// for the other, so that the numbers of states are equal; a program that fails has one more, in which it has failed.
/// A program outside of the subset (docs/promela.md) is refused, with the place. What cannot be known before the model
/// is run (a number that needs more than 31 bits, more threads than there is room for) ends in an assertion `ended !=
/// 1001`.
Result<std::string> to_promela(const ir::Program& program, const Options& options);

}  // namespace fermata::emit
