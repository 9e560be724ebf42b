// SPDX-License-Identifier: Apache-2.0
// From ::llvm::Module to ir::Program.
#pragma once

#include "base/error.h"
#include "frontend/llvm/given.h"
#include "frontend/llvm/lower_debug.h"
#include "ir/program.h"

namespace llvm {
class Module;
}

namespace fermata::frontend::llvm {

/// An instruction that the ir cannot express becomes `unmodelled`, so that only runs that reach it are affected. An
/// Error is returned only for initial values, which every run depends on.
/// Of `given`, main gets arguments and environment.
Result<ir::Program> lower(const ::llvm::Module& module, const Files& files, Created created, const Given& given = {});

}  // namespace fermata::frontend::llvm
