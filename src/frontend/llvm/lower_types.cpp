// SPDX-License-Identifier: Apache-2.0
#include "frontend/llvm/lower_types.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>

#include "base/require.h"

namespace fermata::frontend::llvm {
namespace {

/// Values of more parts than this are not representable: their uses become `unmodelled`.
constexpr std::size_t most_leaves = 256;

ir::Type scalar(const ::llvm::Type* type, const ::llvm::DataLayout& layout) {
  if (type->isPointerTy()) return ir::pointer;
  if (type->isFloatTy()) return ir::floating(32);
  if (type->isDoubleTy()) return ir::floating(64);
  return ir::integer(
      static_cast<std::uint16_t>(layout.getTypeSizeInBits(const_cast<::llvm::Type*>(type)).getFixedValue()));
}

std::size_t leaf_count(const ::llvm::Type* type) {
  if (type->isVoidTy()) return 0;
  if (auto* record = ::llvm::dyn_cast<::llvm::StructType>(type)) {
    std::size_t count = 0;
    for (const ::llvm::Type* element : record->elements()) count += leaf_count(element);
    return count;
  }
  if (auto* array = ::llvm::dyn_cast<::llvm::ArrayType>(type))
    return array->getNumElements() * leaf_count(array->getElementType());
  if (auto* vector = ::llvm::dyn_cast<::llvm::FixedVectorType>(type)) return vector->getNumElements();
  return 1;
}

void add_leaves(const ::llvm::Type* type, const ::llvm::DataLayout& layout, std::uint64_t offset,
                std::vector<Leaf>& leaves) {
  if (type->isVoidTy()) return;
  if (auto* record = ::llvm::dyn_cast<::llvm::StructType>(type)) {
    const auto* offsets = layout.getStructLayout(const_cast<::llvm::StructType*>(record));
    for (unsigned i = 0; i < record->getNumElements(); ++i) {
      add_leaves(record->getElementType(i), layout, offset + offsets->getElementOffsetInBits(i), leaves);
    }
    return;
  }
  if (auto* array = ::llvm::dyn_cast<::llvm::ArrayType>(type)) {
    std::uint64_t stride = layout.getTypeAllocSizeInBits(array->getElementType());
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i) {
      add_leaves(array->getElementType(), layout, offset + i * stride, leaves);
    }
    return;
  }
  if (auto* vector = ::llvm::dyn_cast<::llvm::FixedVectorType>(type)) {
    ir::Type element = scalar(vector->getElementType(), layout);
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      leaves.push_back({element, offset + std::uint64_t{i} * element.bits});
    return;
  }
  leaves.push_back({scalar(type, layout), offset});
}

bool scalars_fit(const ::llvm::Type* type) {
  if (type->isVoidTy() || type->isPointerTy() || type->isFloatingPointTy()) return true;
  if (auto* integer = ::llvm::dyn_cast<::llvm::IntegerType>(type)) return integer->getBitWidth() <= 128;
  if (auto* record = ::llvm::dyn_cast<::llvm::StructType>(type)) {
    for (const ::llvm::Type* element : record->elements()) {
      if (!scalars_fit(element)) return false;
    }
    return !record->isOpaque();
  }
  if (auto* array = ::llvm::dyn_cast<::llvm::ArrayType>(type)) return scalars_fit(array->getElementType());
  if (auto* vector = ::llvm::dyn_cast<::llvm::FixedVectorType>(type)) return scalars_fit(vector->getElementType());
  return false;
}

}  // namespace

std::vector<Leaf> flatten(const ::llvm::Type* type, const ::llvm::DataLayout& layout) {
  FERMATA_REQUIRE(representable(type, layout), "the caller has asked before");
  std::vector<Leaf> leaves;
  add_leaves(type, layout, 0, leaves);
  return leaves;
}

bool representable(const ::llvm::Type* type, const ::llvm::DataLayout&) {
  return scalars_fit(type) && leaf_count(type) <= most_leaves;
}

bool computable(const ::llvm::Type* type) {
  const ::llvm::Type* scalar = type->getScalarType();
  return scalar->isIntegerTy() || scalar->isPointerTy() || scalar->isFloatTy() || scalar->isDoubleTy();
}

LeafRange leaves_at(const ::llvm::Type* type, ::llvm::ArrayRef<unsigned> indices) {
  LeafRange range{0, leaf_count(type)};
  for (unsigned index : indices) {
    if (auto* record = ::llvm::dyn_cast<::llvm::StructType>(type)) {
      for (unsigned i = 0; i < index; ++i) range.first += leaf_count(record->getElementType(i));
      type = record->getElementType(index);
    } else {
      type = ::llvm::cast<::llvm::ArrayType>(type)->getElementType();
      range.first += index * leaf_count(type);
    }
    range.count = leaf_count(type);
  }
  return range;
}

}  // namespace fermata::frontend::llvm
