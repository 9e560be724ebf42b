// SPDX-License-Identifier: Apache-2.0
// Steps that only the thread itself can notice.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/thread_id.h"
#include "vm/machine.h"

namespace fermata::vm {

/// What `thread` did between these states, if nothing but the thread itself has changed: equal numbers for equal
/// changes. Nothing, if others can notice.
std::optional<std::uint64_t> local_step_fingerprint(const Machine& machine, std::span<const Word> from,
                                                    std::span<const Word> to, ThreadId thread);

}  // namespace fermata::vm
