// SPDX-License-Identifier: Apache-2.0
#include "emit/unfolding.h"

#include <fmt/format.h>

#include <algorithm>

namespace fermata::emit {

Unfolding::Unfolding(const ir::Program& program)
    : program_(program), address_kept_(program.functions.size()), address_started_(program.functions.size()) {
  for (const ir::Function& f : program.functions) liveness_.emplace_back(f);
  for (const ir::Function& f : program.functions)
    for (const ir::Block& b : f.blocks)
      for (const ir::Instruction& i : b.instructions)
        for (std::size_t k = 0; k < i.operands.size(); ++k) {
          if (i.operands[k].kind != ir::Operand::Kind::function) continue;
          const bool called = i.op == ir::Op::call && k == 0;
          const bool started = i.op == ir::Op::intrinsic && i.which == ir::Intrinsic::spawn && k == 0;
          if (!called && !started) address_kept_[i.operands[k].index] = true;
          if (started) address_started_[i.operands[k].index] = true;
        }
  for (const ir::Global& g : program.globals)
    for (const ir::Relocation& r : g.relocations)
      if (r.target.kind == ir::Operand::Kind::function) address_kept_[r.target.index] = true;
}

const ir::Instruction& Unfolding::at(const Place& place) const {
  return function(place.copy).blocks[place.block].instructions[place.index];
}

Copy Unfolding::entry(std::uint32_t function, bool is_main) {
  auto [it, fresh] = entries_.try_emplace({function, is_main}, Copy{static_cast<std::uint32_t>(copies_.size())});
  if (fresh) copies_.push_back({.function = function, .call = std::nullopt, .known = {}});
  return it->second;
}

bool Unfolding::assigned(std::uint32_t function, ir::Register reg) const {
  for (const ir::Block& b : program_.functions[function].blocks)
    for (const ir::Instruction& i : b.instructions)
      if (std::ranges::find(i.results, reg) != i.results.end()) return true;
  return false;
}

Result<Copy> Unfolding::callee(const Place& place, std::uint32_t callee) {
  if (auto it = callees_.find({place, callee}); it != callees_.end()) return it->second;
  for (std::optional<Place> up = place; up; up = copies_[index(up->copy)].call)
    if (function_id(up->copy) == callee) {
      const ir::Function& f = program_.functions[callee];
      return std::unexpected(Error{fmt::format("'{}' is called inside itself", f.shown.empty() ? f.name : f.shown),
                                   where(place), "a model has no stack; write the recursion as a loop"});
    }
  const ir::Instruction& call = at(place);
  Instance instance{.function = callee, .call = place, .known = {}};
  const std::uint32_t parameters = program_.functions[callee].parameters;
  for (std::uint32_t p = 0; p < parameters; ++p) {
    std::optional<ir::Operand> known;
    if (p + 1 < call.operands.size() && !assigned(callee, p)) {
      const ir::Operand given = resolve(place.copy, call.operands[p + 1]);
      if (given.kind != ir::Operand::Kind::reg) known = given;
    }
    instance.known.push_back(known);
  }
  const Copy copy{static_cast<std::uint32_t>(copies_.size())};
  copies_.push_back(std::move(instance));
  callees_[{place, callee}] = copy;
  return copy;
}

std::optional<Place> Unfolding::after(Copy copy) const {
  std::optional<Place> place = copies_[index(copy)].call;
  if (place) ++place->index;
  return place;
}

std::vector<std::uint32_t> Unfolding::candidates(std::size_t arguments) const {
  std::vector<std::uint32_t> found;
  for (std::uint32_t f = 0; f < program_.functions.size(); ++f)
    if (address_kept_[f] && !program_.functions[f].variadic && program_.functions[f].parameters == arguments)
      found.push_back(f);
  return found;
}

std::vector<std::uint32_t> Unfolding::startable() const {
  std::vector<std::uint32_t> found;
  for (std::uint32_t f = 0; f < program_.functions.size(); ++f)
    if (address_kept_[f] && program_.functions[f].parameters <= 1 && !program_.functions[f].blocks.empty())
      found.push_back(f);
  return found;
}

ir::Operand Unfolding::resolve(Copy copy, const ir::Operand& operand) const {
  const Instance& instance = copies_[index(copy)];
  if (operand.kind == ir::Operand::Kind::reg && operand.index < instance.known.size() && instance.known[operand.index])
    return *instance.known[operand.index];
  return operand;
}

void Unfolding::add_live(Copy copy, const Registers& registers, std::vector<Variable>& out) const {
  const Instance& instance = copies_[index(copy)];
  for (ir::Register r : registers)
    if (r >= instance.known.size() || !instance.known[r]) out.push_back({instance.function, r});
}

std::vector<Variable> Unfolding::live(const Place& place) const {
  std::vector<Variable> found;
  add_live(place.copy, liveness_[function_id(place.copy)].before(place.block, place.index), found);
  for (auto call = copies_[index(place.copy)].call; call; call = copies_[index(call->copy)].call)
    add_live(call->copy, liveness_[function_id(call->copy)].across(call->block, call->index), found);
  return found;
}

ir::PositionId Unfolding::user_position(const Place& place) const {
  for (std::optional<Place> up = place; up; up = copies_[index(up->copy)].call) {
    const ir::SourcePosition& p = program_[at(*up).at];
    if (!p.library && p.line) return at(*up).at;
  }
  return {};
}

/// A block that lies on a cycle of its function, or of one of those around it.
bool Unfolding::comes_back(const Place& place) const {
  for (std::optional<Place> up = place; up; up = copies_[index(up->copy)].call) {
    const auto& blocks = function(up->copy).blocks;
    std::vector<bool> been(blocks.size());
    std::vector<std::uint32_t> todo{up->block};
    while (!todo.empty()) {
      const auto& last = blocks[todo.back()].instructions.back();
      todo.pop_back();
      for (ir::BlockId target : last.targets) {
        const auto b = static_cast<std::uint32_t>(target);
        if (b == up->block) return true;
        if (!been[b]) been[b] = true, todo.push_back(b);
      }
    }
  }
  return false;
}

bool Unfolding::half_of_sign_extension(std::uint32_t function, ir::Register reg) const {
  const ir::Function& f = program_.functions[function];
  if (f.registers[reg].bits != 64) return false;
  std::optional<ir::Bits> by;
  auto same = [&](const ir::Instruction& i, ir::Op op) {
    if (i.op != op || i.operands[1].kind != ir::Operand::Kind::constant || i.operands[1].bits < 32 ||
        i.operands[1].bits > 63)
      return false;
    if (!by) by = i.operands[1].bits;
    return *by == i.operands[1].bits;
  };
  for (const ir::Block& b : f.blocks)
    for (const ir::Instruction& i : b.instructions) {
      if (std::ranges::find(i.results, reg) != i.results.end() && !same(i, ir::Op::shl)) return false;
      for (std::size_t k = 0; k < i.operands.size(); ++k)
        if (i.operands[k] == ir::Operand::of(reg) && (k != 0 || !same(i, ir::Op::ashr))) return false;
    }
  return by.has_value();
}

bool Unfolding::in_main(const Place& place) const {
  Copy copy = place.copy;
  while (copies_[index(copy)].call) copy = copies_[index(copy)].call->copy;
  const auto main = entries_.find({static_cast<std::uint32_t>(program_.entry), true});
  return main != entries_.end() && main->second == copy;
}

std::string Unfolding::where(const Place& place) const {
  if (const ir::PositionId at = user_position(place); at != ir::PositionId{}) {
    const ir::SourcePosition& p = program_[at];
    return fmt::format("{}:{}:{}", p.file, p.line, p.column);
  }
  const ir::Function& f = function(place.copy);
  return fmt::format("function '{}'", f.shown.empty() ? f.name : f.shown);
}

}  // namespace fermata::emit
