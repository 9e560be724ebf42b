// SPDX-License-Identifier: Apache-2.0
// Which variables are numbers without sign.
#pragma once

#include "model/thread_system.h"

namespace fermata::model {

/// Sets Variable::without_sign where edges compare the variable, or one that it is copied to or from, and always
/// without sign.
void find_readings(ThreadSystem& system);

}  // namespace fermata::model
