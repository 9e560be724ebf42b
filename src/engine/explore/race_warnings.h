// SPDX-License-Identifier: Apache-2.0
// The data races that were found, as warnings.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/explore/races.h"
#include "verdict/claim.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

/// One warning for each pair of lines and each variable, without the names of threads. `stem_to` gives the run to a
/// state of the exploration; nothing, if it is none: a worker has expanded a state that the search did not get to.
void add_race_warnings(
    const vm::Machine& machine, const RaceLog& log,
    const std::function<std::optional<std::vector<verdict::Move>>(std::span<const vm::Word>)>& stem_to,
    verdict::Claims& claims);

}  // namespace fermata::engine::explore
