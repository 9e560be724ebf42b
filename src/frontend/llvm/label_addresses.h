// SPDX-License-Identifier: Apache-2.0
// `goto *table[i]` as a switch.
#pragma once

namespace llvm {
class Module;
}

namespace fermata::frontend::llvm {

/// Numbers the labels of each function whose address is taken, and lets every computed goto choose
/// among them by number. Afterwards no label has an address.
void replace_label_addresses(::llvm::Module& module);

}  // namespace fermata::frontend::llvm
