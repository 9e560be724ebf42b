// SPDX-License-Identifier: Apache-2.0
// From where on can nobody prevent the hang any more?
#pragma once

#include <cstdint>
#include <span>

#include "base/stop.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

/// The run of `finding` ends in a hang of the process, which `roots` explain: threads that wait for each other, say. If
/// the others then still go a long way until they end or wait, the steps of that way do not matter, and Finding::sealed
/// says after which one it begins: the first at which all of `roots` stand where they will stand for ever and nothing
/// can end the process any more. It stays empty if that is so from the beginning, if it is not easily seen, or if there
/// is no time to look.
void mark_sealed(vm::Machine& machine, std::span<const std::uint32_t> roots, verdict::Finding& finding,
                 const Stop& stop);

}  // namespace fermata::engine::explore
