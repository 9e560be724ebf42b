// SPDX-License-Identifier: Apache-2.0
// What a lift leaves behind, without what nobody needs.
#pragma once

#include "model/thread_system.h"

namespace fermata::model {

/// The same automata without variables and terms that no edge uses, without locations that cannot be reached, with a
/// name of its own for each variable, and with `Thread::like`.
ThreadSystem tidy(ThreadSystem system);

}  // namespace fermata::model
