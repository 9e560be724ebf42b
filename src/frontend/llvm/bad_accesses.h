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

namespace fermata::frontend {

/// Variables with an access that is not seen to lie inside them, and divisions that may fail, get a use that no pass
/// sees through: the variables stay in memory, the divisions are made.
void hold(llvm::Module& program);
/// These uses go.
void let_go(llvm::Module& program);

/// The pointer leads into a local variable that is held.
bool is_held(const llvm::Value* pointer);

/// Constants can be written to, for all that LLVM knows; except those that C++ makes of classes, which no program can
/// get at.
void forget_constants(llvm::Module& program);
/// Constants are constants again.
void remember_constants(llvm::Module& program);

/// To read this much there gives a value that is known while compiling, and does not fail.
bool is_known(const llvm::Value* pointer, std::uint64_t size, const llvm::DataLayout& layout);

}  // namespace fermata::frontend
