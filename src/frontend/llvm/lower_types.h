// SPDX-License-Identifier: Apache-2.0
// LLVM's types as lists of registers.
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include <cstdint>
#include <vector>

#include "ir/program.h"

namespace llvm {
class DataLayout;
class Type;
}  // namespace llvm

namespace fermata::frontend::llvm {

/// One register's worth of a value.
struct Leaf {
  ir::Type type;
  std::uint64_t offset = 0;  ///< in bits from the start of the value in memory
};

/// The registers that hold a value of `type`: one for a scalar, one for each member of a struct, array
/// or vector, nothing for void. Floating types that the ir has not (half, x86_fp80, fp128) are held as
/// their bits: they can be moved, not computed with.
std::vector<Leaf> flatten(const ::llvm::Type* type, const ::llvm::DataLayout& layout);

/// The ir has registers for such a value: nothing wider than 128 bits, not too many parts.
bool representable(const ::llvm::Type* type, const ::llvm::DataLayout& layout);

/// The ir computes with values of this type (or of this element type).
bool computable(const ::llvm::Type* type);

struct LeafRange {
  std::size_t first = 0;
  std::size_t count = 0;
};
/// The part of flatten(type) that extractvalue with these indices means.
LeafRange leaves_at(const ::llvm::Type* type, ::llvm::ArrayRef<unsigned> indices);

}  // namespace fermata::frontend::llvm
