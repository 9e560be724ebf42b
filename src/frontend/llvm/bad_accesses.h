// SPDX-License-Identifier: Apache-2.0
// Keeps what LLVM would remove because it has no meaning: accesses outside of a variable, writes to constants,
// divisions that fail.
#pragma once

#include <cstdint>

namespace llvm {
class DataLayout;
class Module;
class Value;
}  // namespace llvm

namespace fermata::frontend::llvm {

/// Adds opaque uses: to local variables with an access that is not known to lie inside them, so that they stay in
/// memory, and to divisions that may fail, so that they are not removed.
void hold(::llvm::Module& program);
/// Removes these uses again.
void let_go(::llvm::Module& program);

/// Whether the pointer leads into a local variable that has such a use.
bool is_held(const ::llvm::Value* pointer);

/// Makes constants writable as far as LLVM knows, so that writes to them are kept; not vtables and typeinfo, which no
/// program writes to.
void forget_constants(::llvm::Module& program);
/// Makes them constants again.
void remember_constants(::llvm::Module& program);

/// Whether a load of this size from there can be folded: it does not fail, and its value is known.
bool is_known(const ::llvm::Value* pointer, std::uint64_t size, const ::llvm::DataLayout& layout);

}  // namespace fermata::frontend::llvm
