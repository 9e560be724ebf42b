// SPDX-License-Identifier: Apache-2.0
// libstdc++ polls sixteen times before it sleeps; we make that once.
#pragma once

namespace llvm {
class Module;
}

namespace fermata::frontend::llvm {

/// Lets libstdc++'s std::__detail::__atomic_spin, which latches, barriers, semaphores and atomic::wait begin to wait
/// with, go round once. A program in which it is inlined already, or is written in another way, stays as it is.
void spin_once(::llvm::Module& module);

}  // namespace fermata::frontend::llvm
