// SPDX-License-Identifier: Apache-2.0
// Which registers are still needed, and where.
#pragma once

#include <cstddef>
#include <vector>

#include "ir/program.h"

namespace fermata::emit {

/// In ascending order.
using Registers = std::vector<ir::Register>;

class Liveness {
 public:
  explicit Liveness(const ir::Function& function);

  /// What is read at this instruction or later, before it is written.
  const Registers& before(std::size_t block, std::size_t index) const { return before_[block][index]; }
  const Registers& after(std::size_t block, std::size_t index) const { return before_[block][index + 1]; }
  /// What is read after this call, before it is written, without its results.
  const Registers& across(std::size_t block, std::size_t index) const { return across_[block][index]; }

 private:
  std::vector<std::vector<Registers>>
      before_;  ///< by block and instruction; one more at the end: what the block hands on
  std::vector<std::vector<Registers>> across_;
};

}  // namespace fermata::emit
