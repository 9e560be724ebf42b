// SPDX-License-Identifier: Apache-2.0
// Links the user's modules and the runtime into one.
#pragma once

#include <cstddef>
#include <cstdint>
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
class Runtime {
 public:
  enum class For : std::uint8_t { c, c_and_cxx };

  Runtime(::llvm::LLVMContext& context, std::span<const std::byte> c, std::span<const std::byte> c_and_cxx);
  ~Runtime();
  /// This one will probably be wanted.
  void read_ahead(For programs);
  /// All of it as one module: what is static in it must exist only once. Bodies of functions are read when they are
  /// linked: no program needs most of them.
  std::unique_ptr<::llvm::Module> take(For programs);

 private:
  ::llvm::LLVMContext& context_;
  std::span<const std::byte> c_, c_and_cxx_;
  std::unique_ptr<::llvm::Module> ahead_;
  For ahead_for_ = For::c;
};

/// One module with a main. Definitions of the user's win over those of the runtime, and those over bodies that stand in
/// headers only for inlining. `warnings` gets LLVM's remarks; `doing` is told which file is read.
Result<std::unique_ptr<::llvm::Module>> link(::llvm::LLVMContext& context, const std::vector<Unit>& units,
                                             Runtime& runtime, std::string& warnings, const Doing& doing);

}  // namespace fermata::frontend::llvm
