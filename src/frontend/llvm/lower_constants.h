// SPDX-License-Identifier: Apache-2.0
// Constants: as operands of instructions and as the bytes of globals.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "ir/program.h"

namespace llvm {
class Constant;
class DataLayout;
class Function;
class GlobalVariable;
}  // namespace llvm

namespace fermata::frontend::llvm {

/// Maps LLVM's functions and globals to ours.
struct Symbols {
  explicit Symbols(const ::llvm::DataLayout* data_layout) : layout(data_layout) {}

  const ::llvm::DataLayout* layout;
  ::llvm::DenseMap<const ::llvm::Function*, ir::FunctionId> functions;
  ::llvm::DenseMap<const ::llvm::GlobalVariable*, ir::GlobalId> globals;
};

/// A scalar that is known before the program runs: a number, or an address and an offset. Nothing for
/// what needs an instruction (the difference of two addresses).
std::optional<ir::Operand> fold(const ::llvm::Constant* constant, const Symbols& symbols);

/// Fills size, bytes and relocations of `global`.
Result<void> lower_initializer(const ::llvm::GlobalVariable& variable, const Symbols& symbols, ir::Global& global);

/// Texts that instructions refer to; each is stored once.
class Texts {
 public:
  explicit Texts(ir::Program& program) : program_(program) {}
  ir::Operand address(std::string_view text);

 private:
  ir::Program& program_;
  std::map<std::string, ir::GlobalId, std::less<>> known_;
};

}  // namespace fermata::frontend::llvm
