// SPDX-License-Identifier: Apache-2.0
// A search that ended at its first violation, begun once more for the properties that it left open: a misuse that does
// no harm must not hide a hang.
#pragma once

#include <functional>

#include "base/stop.h"
#include "verdict/claim.h"
#include "verdict/question.h"

namespace fermata::portfolio {

/// `again` asks the same engine. It may take as long as the first search did, and at least two seconds.
verdict::Claims with_the_rest(verdict::Claims first, const verdict::Question& question,
                              const std::function<verdict::Claims(const verdict::Question&, const Stop&)>& again,
                              const Stop& stop);

}  // namespace fermata::portfolio
