// SPDX-License-Identifier: Apache-2.0
// Which memory can no other thread see, and which can nobody write?
#pragma once

#include <llvm/ADT/DenseMap.h>

namespace llvm {
class AllocaInst;
class Value;
}  // namespace llvm

namespace fermata::frontend {

/// Remembers its answers; make a new one after the module has changed.
class SharedMemory {
 public:
  /// The pointer leads into a variable of this frame whose address nobody else ever gets.
  bool is_local(const llvm::Value* pointer);
  /// The pointer leads into a variable that keeps its initial value for ever.
  static bool is_constant(const llvm::Value* pointer);

 private:
  llvm::DenseMap<const llvm::AllocaInst*, bool> captured_;
};

}  // namespace fermata::frontend
