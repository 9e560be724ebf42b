// SPDX-License-Identifier: Apache-2.0
// From a program to threads as automata.
#pragma once

#include "base/error.h"
#include "base/semantics.h"
#include "base/stop.h"
#include "ir/program.h"
#include "model/thread_system.h"

namespace fermata::model {

struct Options {
  Semantics semantics;
  /// From so many edges on, numbers that make locations differ are merged, and what is still too much is refused.
  std::size_t large = 8'000;
  /// Give up if the automata have more edges than this.
  std::size_t most_edges = 200'000;
  /// Give up if so many rounds still find something new.
  std::uint32_t most_rounds = 300;
  /// For proofs: an input with more than a few values is a variable of its edge (Variable::Role::input), and an
  /// assumption is a guard. Otherwise both are refused. A thread that stands before an assumption that is false looks
  /// as if it waited, so only who shows that nothing comes to rest there may say that something holds.
  bool open_inputs = false;
};

/// The automata of all threads that can be started. Every run of the program is a run of the automata, and the other
/// way round, as long as no refused or unmodelled location is entered; docs/internals/lifting.md has the argument.
/// Where the lift does not understand something there is an edge to a refused location that says what, and where.
/// Stopped: a limit of `stop` or of `options`.
Attempt<ThreadSystem> lift(const ir::Program& program, const Options& options, const Stop& stop);

}  // namespace fermata::model
