// SPDX-License-Identifier: Apache-2.0
// What must not wrap by the rules of C and C++, kept from passes that would use it.
#pragma once

#include <llvm/IR/ValueHandle.h>

#include <vector>

#include "ir/program.h"

namespace llvm {
class Instruction;
class Module;
}  // namespace llvm

namespace fermata::frontend::llvm {

/// Of a module as clang made it: from here on arithmetic wraps, and addresses may leave their objects, for all passes.
/// What the source promises is written down beside it.
void set_aside_no_wrap(::llvm::Module& module);
/// Of a module that others have optimised: the same, and nothing is written down. A flag there may be a pass's own.
void forget_no_wrap(::llvm::Module& module);

/// Made before passes that change instructions where they stand. Afterwards `drop_changed` takes the note from each one
/// that no longer computes the same from the same.
class UnchangedArithmetic {
 public:
  explicit UnchangedArithmetic(::llvm::Module& module);
  void drop_changed(::llvm::Module& module) const;

 private:
  struct Noted {
    ::llvm::WeakVH instruction;
    unsigned opcode;
    ::llvm::WeakTrackingVH left, right;  ///< or what has replaced them
  };
  std::vector<Noted> noted_;
};

/// What is written down.
ir::NoWrap no_wrap(const ::llvm::Instruction& instruction);

}  // namespace fermata::frontend::llvm
