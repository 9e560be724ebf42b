// SPDX-License-Identifier: Apache-2.0
// How the bounded engine is asked: lift, search, and let the machine follow what was found.
#pragma once

#include "portfolio/engines.h"
#include "verdict/claim.h"

namespace fermata::portfolio {

/// Says violated only with a run that the machine has followed. Never says holds: unknown has the bounds within which
/// there is nothing, or the limit.
verdict::Claims ask_bounded(const Task& task);

}  // namespace fermata::portfolio
