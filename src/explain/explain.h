// SPDX-License-Identifier: Apache-2.0
// A confirmed run in people's words.
#pragma once

#include <optional>
#include <string_view>

#include "base/stop.h"
#include "explain/search.h"
#include "verdict/claim.h"
#include "vm/machine.h"

namespace fermata::explain {

/// Tells the run: trace, kind, headline, notes, how the threads stand. Nothing, if the machine does not follow it, or
/// if it does not lead to what it says. `original`: as for trace.h. Throws LimitReached.
std::optional<verdict::Explanation> explain(vm::Machine& machine, vm::Machine* original,
                                            const verdict::Violation& violation, bool daemon, const Search& search,
                                            const Stop& stop);

/// The violation of a run file, which remembers the kind: a livelock or starvation is told by its loop, all else of
/// `termination` as a hang, by who waits for whom.
verdict::Violation remembered(verdict::Property property, std::string_view kind, verdict::Run run);

/// Names the threads of a data race. The machine follows its stem. Throws LimitReached.
void name_threads(vm::Machine& machine, verdict::Warning& race);

}  // namespace fermata::explain
