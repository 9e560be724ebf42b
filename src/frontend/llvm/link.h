// SPDX-License-Identifier: Apache-2.0
// The user's modules and the runtime, made one.
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

namespace fermata::frontend {

/// The user's own module: bitcode or LLVM assembly.
struct Unit {
  std::string file;  ///< what he called it
  std::string bytes;
};

/// What the machine under test offers, as bitcode (see runtime/).
struct Runtime {
  std::span<const std::byte> c;
  std::span<const std::byte> cxx;
};

/// One module with a main. What the user defines wins over what the runtime defines, and that over
/// bodies which stand in headers only for inlining. `warnings` gets what LLVM remarked, `doing` which file is read.
Result<std::unique_ptr<llvm::Module>> link(llvm::LLVMContext& context, const std::vector<Unit>& units,
                                           const Runtime& runtime, std::string& warnings, const Doing& doing);

}  // namespace fermata::frontend
