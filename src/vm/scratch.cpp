// SPDX-License-Identifier: Apache-2.0
#include "vm/scratch.h"

#include <algorithm>

namespace fermata::vm {

namespace {
constexpr std::size_t block_bytes = 1 << 16, most_kept = std::size_t{8} << 20;
}

std::uint8_t* Scratch::take(std::size_t size, const Stop& stop) {
  size = (size + 15) & ~std::size_t{15};
  while (block_ < blocks_.size() && used_ + size > blocks_[block_].size) ++block_, used_ = 0;
  if (block_ == blocks_.size()) {
    const std::size_t bytes = std::max(size, block_bytes);
    stop.claim(bytes);
    blocks_.push_back({std::make_unique_for_overwrite<std::uint8_t[]>(bytes), bytes});
    bytes_ += bytes;
    used_ = 0;
  }
  std::uint8_t* p = blocks_[block_].bytes.get() + used_;
  used_ += size;
  return p;
}

void Scratch::reset() {
  block_ = used_ = 0;
  if (bytes_ <= most_kept) return;
  blocks_.clear();
  bytes_ = 0;
}

}  // namespace fermata::vm
