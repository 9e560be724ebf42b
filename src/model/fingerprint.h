// SPDX-License-Identifier: Apache-2.0
// A number for automata, so that claims about some are not taken for claims about others.
#pragma once

#include <cstdint>

#include "model/thread_system.h"

namespace fermata::model {

/// Of all that a run of the automata depends on. Names and places in the source are not part of it.
std::uint64_t fingerprint(const ThreadSystem& system);

}  // namespace fermata::model
