// SPDX-License-Identifier: Apache-2.0
// From which step on can nobody prevent the hang any more?
#pragma once

#include <cstdint>
#include <set>
#include <span>

#include "base/stop.h"
#include "base/thread_id.h"
#include "explain/search.h"
#include "verdict/run.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::explain {

/// The run ends in a hang of the process, which `roots` explain: threads that wait for each other, say. If the others
/// still take many steps until they end or wait, those do not matter. Explanation::point_of_no_return is then the step
/// before them: the first after which all of `roots` stand where they will stand for ever and nothing can end the
/// process any more. It stays empty if that is so from the beginning, if it is not easily seen, or if there is no time.
void mark_point_of_no_return(vm::Machine& machine, const verdict::Run& run, std::span<const ThreadId> roots,
                             const std::set<std::uint32_t>& shown, const Search& search, const Stop& stop,
                             verdict::Explanation& explanation);

}  // namespace fermata::explain
