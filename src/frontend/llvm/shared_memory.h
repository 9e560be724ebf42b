// SPDX-License-Identifier: Apache-2.0
// Which memory is private to a thread, and which is constant?
#pragma once

#include <llvm/ADT/DenseMap.h>

namespace llvm {
class AllocaInst;
class Value;
}  // namespace llvm

namespace fermata::frontend::llvm {

/// Remembers its answers; make a new one after the module has changed.
class SharedMemory {
 public:
  /// Whether the pointer leads into a local variable of this frame whose address does not escape.
  bool is_local(const ::llvm::Value* pointer);
  /// Whether the pointer leads into a variable that is never written.
  static bool is_constant(const ::llvm::Value* pointer);

 private:
  ::llvm::DenseMap<const ::llvm::AllocaInst*, bool> captured_;
};

}  // namespace fermata::frontend::llvm
