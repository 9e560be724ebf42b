// SPDX-License-Identifier: Apache-2.0
#include "explain/unmodelled_calls.h"

#include <algorithm>
#include <set>
#include <string>

#include "vm/names.h"

namespace fermata::explain {

namespace {

/// Functions in the order in which they are found. A function whose address a reachable variable holds may be called.
class Reachable {
 public:
  explicit Reachable(const ir::Program& program) : program_(program) {
    add(static_cast<std::uint32_t>(program.entry));
    for (std::size_t i = 0; i < functions.size(); ++i)
      for (const ir::Block& block : program.functions[functions[i]].blocks)
        for (const ir::Instruction& instruction : block.instructions)
          for (const ir::Operand& operand : instruction.operands) use(operand);
  }
  std::vector<std::uint32_t> functions;

 private:
  void add(std::uint32_t function) {
    if (seen_.insert(function).second) functions.push_back(function);
  }
  void use(const ir::Operand& operand) {
    if (operand.kind == ir::Operand::Kind::function) add(operand.index);
    if (operand.kind != ir::Operand::Kind::global || !variables_.insert(operand.index).second) return;
    for (const ir::Relocation& r : program_.globals[operand.index].relocations) use(r.target);
  }

  const ir::Program& program_;
  std::set<std::uint32_t> seen_, variables_;
};

}  // namespace

std::vector<verdict::Unmodelled> unmodelled_calls(const ir::Program& program) {
  std::vector<verdict::Unmodelled> found;
  for (const std::uint32_t f : Reachable(program).functions)
    for (const ir::Block& block : program.functions[f].blocks)
      for (const ir::Instruction& i : block.instructions) {
        const ir::SourcePosition& at = program[i.at];
        if (i.op != ir::Op::call || at.library || at.line == 0 || i.operands.empty() ||
            i.operands[0].kind != ir::Operand::Kind::function)
          continue;
        const ir::Function& callee = program.functions[i.operands[0].index];
        if (!callee.blocks.empty()) continue;
        std::string name = vm::known_as(callee.name);
        if (std::ranges::find(found, name, &verdict::Unmodelled::what) == found.end())
          found.push_back({std::move(name), "", {at.file, at.line, at.column}, {}});
      }
  return found;
}

}  // namespace fermata::explain
