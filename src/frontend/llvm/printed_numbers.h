// SPDX-License-Identifier: Apache-2.0
// Which numbers of a program are printed, and no more?
#pragma once

namespace llvm {
class Module;
}

namespace fermata::frontend::llvm {

/// Passes the numbers that the program gives to printf and its like, or inserts into std::cout and its like, through
/// __fermata_shown, where nothing but the printed text depends on them. `program` has not been optimised, and is not
/// linked with the runtime yet.
void mark_printed_numbers(::llvm::Module& program);

}  // namespace fermata::frontend::llvm
