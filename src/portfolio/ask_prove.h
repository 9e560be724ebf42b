// SPDX-License-Identifier: Apache-2.0
// How the proving engine is asked: lift, and look for a certificate.
#pragma once

#include "portfolio/engines.h"
#include "verdict/claim.h"

namespace fermata::portfolio {

/// Says holds only with a certificate, which the pipeline lets confirm check; otherwise unknown, and what resisted, or
/// nothing if other engines were asked before.
verdict::Claims ask_prove(const Task& task);

}  // namespace fermata::portfolio
