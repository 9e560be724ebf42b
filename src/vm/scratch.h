// SPDX-License-Identifier: Apache-2.0
// Memory for what a step changes, given back as a whole before the next one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/stop.h"

namespace fermata::vm {

class Scratch {
 public:
  /// Bytes that nothing was written to yet, aligned to 16, good until the next `reset`. Takes memory within the limits.
  std::uint8_t* take(std::size_t size, const Stop& stop);
  /// All that was taken is free. What one step needed once is not kept for ever.
  void reset();

 private:
  struct Block {
    std::unique_ptr<std::uint8_t[]> bytes;
    std::size_t size = 0;
  };
  std::vector<Block> blocks_;
  std::size_t block_ = 0, used_ = 0;  ///< the block in use, and how much of it is taken
  std::size_t bytes_ = 0;             ///< of all blocks
};

}  // namespace fermata::vm
