// SPDX-License-Identifier: Apache-2.0
// A program as a graph that can be searched.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "search/state_space.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

/// Whose section a slot stands for. A critical section belongs to its object alone.
struct SlotOwner {
  vm::Section section;
  std::uint32_t thread = 0;
};

class ProgramSpace final : public search::StateSpace {
 public:
  /// `tick` is called after every thousand expansions or so.
  ProgramSpace(vm::Machine& machine, std::function<void()> tick) : machine_(machine), tick_(std::move(tick)) {}

  std::vector<search::Word> initial() override { return machine_.initial(); }
  bool expand(std::span<const search::Word> state, search::Visitor& visitor) override;
  void facts(std::span<const search::Word> state, search::Facts& facts) override;

  const SlotOwner& owner(search::Slot slot) const { return owners_[slot]; }
  /// What kept `expand` from telling all edges, the first time.
  const std::optional<vm::Failure>& unmodelled() const { return unmodelled_; }
  bool disowned() const { return disowned_; }
  /// The choices behind an outcome that `expand` has shown for this state.
  verdict::Move move(std::span<const search::Word> state, search::Agent agent, std::uint32_t outcome);

 private:
  search::Slot slot(const vm::Section& section, std::uint32_t thread);

  vm::Machine& machine_;
  std::function<void()> tick_;
  std::uint32_t expansions_ = 0;
  std::map<std::tuple<vm::SectionKind, vm::Address, std::uint32_t>, search::Slot> slots_;
  std::vector<SlotOwner> owners_;
  std::optional<vm::Failure> unmodelled_;
  bool disowned_ = false;
  std::vector<search::Slot> closes_;
};

}  // namespace fermata::engine::explore
