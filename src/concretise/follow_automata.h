// SPDX-License-Identifier: Apache-2.0
// From a run of automata to a run of the machine.
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>

#include "base/stop.h"
#include "model/thread_system.h"
#include "verdict/run.h"
#include "vm/machine.h"

namespace fermata::concretise {

/// The machine does not do what the automata do: where both stand, and what is different, for whoever has to find out
/// which of them is wrong.
struct Disagreement {
  std::string what;
};

/// Moves of a machine like `machine` along the edges, which end where nobody can move; `system` was lifted from its
/// program. The stem leads to a state in which nobody can move there, either. Throws LimitReached.
std::expected<verdict::Run, Disagreement> deadlock_run(const vm::Machine& machine, const model::ThreadSystem& system,
                                                       std::span<const model::EdgeId> edges, const Stop& stop);

/// The same for a stem and a loop that comes back to where it began. Nothing: the machine follows it, but is not in the
/// same state again, since it also keeps what has no meaning to the automata.
std::expected<std::optional<verdict::Run>, Disagreement> lasso_run(const vm::Machine& machine,
                                                                   const model::ThreadSystem& system,
                                                                   std::span<const model::EdgeId> stem,
                                                                   std::span<const model::EdgeId> loop,
                                                                   const Stop& stop);

}  // namespace fermata::concretise
