// SPDX-License-Identifier: Apache-2.0
// Asks the engines, and believes only what confirm has seen too.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "base/error.h"
#include "base/stop.h"
#include "ir/program.h"
#include "portfolio/engines.h"
#include "verdict/verdict.h"

namespace fermata::portfolio {

/// Asks the engines about the program. Each claim of a violation is confirmed, minimised, confirmed again and then told
/// in words; what a limit keeps from being confirmed is unknown, and what confirm refutes is an InternalError.
verdict::Verdict check(const ir::Program& program, const Options& options, const Stop& stop,
                       const std::function<void(const Progress&)>& progress);
/// The same with other engines, for tests.
verdict::Verdict check_with(std::span<const Engine> engines, const ir::Program& program, const Options& options,
                            const Stop& stop, const std::function<void(const Progress&)>& progress);

/// Checks a certificate that was found before, for each property of the question; what it does not show is unknown.
verdict::Verdict confirm_certificate(const ir::Program& program, const Options& options,
                                     const verdict::Certificate& certificate, const Stop& stop);

/// Confirms a run that was found before, and tells it anew. `kind` is what it was called then.
Result<verdict::Verdict> replay(const ir::Program& program, const Options& options, verdict::Property property,
                                const std::string& kind, const verdict::Run& run);

}  // namespace fermata::portfolio
