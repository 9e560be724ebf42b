// SPDX-License-Identifier: Apache-2.0
// Functions whose names have a meaning for verifiers (SV-COMP).
#pragma once

namespace llvm {
class Module;
}

namespace fermata::frontend::llvm {

/// reach_error and __VERIFIER_error fail when their bodies have run; what begins with __VERIFIER_atomic_ is one step.
/// To be called before linking.
void follow_verifier_names(::llvm::Module& module);

/// assume_abort_if_not is an assumption, whatever its body says (--conventions svcomp). To be called after linking.
void assume_by_name(::llvm::Module& program);

}  // namespace fermata::frontend::llvm
