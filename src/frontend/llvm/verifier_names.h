// SPDX-License-Identifier: Apache-2.0
// Functions of the user's that mean something to every verifier because of what they are called.
#pragma once

namespace llvm {
class Module;
}

namespace fermata::frontend {

/// reach_error and __VERIFIER_error fail when their bodies have run; what begins with __VERIFIER_atomic_ is one step.
/// Before linking.
void follow_verifier_names(llvm::Module& module);

}  // namespace fermata::frontend
