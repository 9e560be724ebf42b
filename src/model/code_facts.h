// SPDX-License-Identifier: Apache-2.0
// What can be told from the code of a function alone: which registers are still needed, where loops begin, and
// which registers had better stay known numbers.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "ir/program.h"

namespace fermata::model {

class CodeFacts {
 public:
  explicit CodeFacts(const ir::Program& program);

  /// What is read at this instruction or later, before it is written.
  const std::vector<ir::Register>& live_before(ir::FunctionId function, std::uint32_t block, std::uint32_t instruction);
  /// What is read after this call, before it is written, without its results; also where it goes on if it unwinds.
  const std::vector<ir::Register>& live_across(ir::FunctionId function, std::uint32_t block, std::uint32_t instruction);
  /// Does a jump back lead here?
  bool loop_head(ir::FunctionId function, std::uint32_t block) const {
    return functions_[static_cast<std::size_t>(function)].heads[block];
  }
  /// Does it reach an index, a size, the number of a thread or what a thread is started with?
  bool wanted(ir::FunctionId function, ir::Register r) const {
    return functions_[static_cast<std::size_t>(function)].wanted[r];
  }
  /// Does it start threads, itself or by what it calls?
  bool spawns(ir::FunctionId function) const { return functions_[static_cast<std::size_t>(function)].spawns; }

 private:
  using Live = std::vector<bool>;
  struct Function {
    std::vector<Live> live_in, live_out;  // of blocks
    std::vector<bool> heads, wanted;
    bool spawns = false;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<ir::Register>> before, across;
  };

  void find_live(const ir::Function& source, Function& facts);
  void find_heads(const ir::Function& source, Function& facts);
  void find_spawns();
  void find_wanted();
  bool pass_on_wanted(std::size_t function);

  const ir::Program& program_;
  std::vector<Function> functions_;
};

}  // namespace fermata::model
