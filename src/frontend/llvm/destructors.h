// SPDX-License-Identifier: Apache-2.0
// Functions with __attribute__((destructor)) run at exit.
#pragma once

namespace llvm {
class Module;
}

namespace fermata::frontend::llvm {

/// Registers them with atexit before anything else is, so that they run last.
void run_destructors_at_exit(::llvm::Module& program);

}  // namespace fermata::frontend::llvm
