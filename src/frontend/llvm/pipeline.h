// SPDX-License-Identifier: Apache-2.0
// Makes a program smaller without losing a hang or a shared access.
#pragma once

namespace llvm {
class Module;
}

namespace fermata::frontend::llvm {

/// Afterwards `volatile` stands exactly where the source said it.
void shrink_keeping_hangs(::llvm::Module& program);

}  // namespace fermata::frontend::llvm
