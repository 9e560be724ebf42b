// SPDX-License-Identifier: Apache-2.0
// llvm::Module to ir::Program.
#pragma once

#include "base/error.h"
#include "frontend/llvm/lower_debug.h"
#include "ir/program.h"

namespace llvm {
class Module;
}

namespace fermata::frontend {

/// What the ir has no word for becomes an `unmodelled` instruction where it stands, so that only a run
/// that gets there is concerned. An Error is left for initial values, which every run sees.
Result<ir::Program> lower(const llvm::Module& module, const Files& files, Created created);

}  // namespace fermata::frontend
