// SPDX-License-Identifier: Apache-2.0
// Links the user's modules and the runtime into one.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "frontend/llvm/isolated.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace fermata::frontend::llvm {

/// The user's own module: bitcode or LLVM assembly.
struct Unit {
  std::string file;  ///< as the user named it
  std::string bytes;
};

/// What the machine under test offers, as bitcode (see runtime/): for C programs, and for C++ programs.
struct Runtime {
  std::span<const std::byte> c;
  std::span<const std::byte> c_and_cxx;
};

/// One module with a main. Definitions of the user's win over those of the runtime, and those over bodies that stand in
/// headers only for inlining. `warnings` gets LLVM's remarks; `doing` is told which file is read.
Result<std::unique_ptr<::llvm::Module>> link(::llvm::LLVMContext& context, const std::vector<Unit>& units,
                                             const Runtime& runtime, std::string& warnings, const Doing& doing);

}  // namespace fermata::frontend::llvm
