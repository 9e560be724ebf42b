// SPDX-License-Identifier: Apache-2.0
// The processor's counter of cycles (rdtsc), which is a clock like any other.
#pragma once

namespace llvm {
class Module;
}

namespace fermata::frontend::llvm {

/// Intrinsics and inline assembly that read the counter become calls of the runtime's clock. To be called before
/// linking with it.
void read_cycles_from_clock(::llvm::Module& program);

}  // namespace fermata::frontend::llvm
