// SPDX-License-Identifier: Apache-2.0
// Where a step is with its atomic blocks.
#pragma once

#include <cstdint>

#include "ir/program.h"

namespace fermata::vm {

/// Blocks may be nested; only the outermost counts as one visible operation.
struct AtomicBlocks {
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  std::uint32_t depth = 0;     ///< blocks that are open
  std::uint64_t begun = 0;     ///< outermost blocks of this step
  std::uint64_t last = none;   ///< the step ends before the outermost block with this number
  bool opens_step = false;     ///< the current block is the first thing that the step does
  ir::PositionId begins_at{};  ///< the current block

  bool inside() const { return depth > 0; }
  void begin_step(std::uint64_t last_block) { depth = 0, begun = 0, last = last_block; }
};

}  // namespace fermata::vm
