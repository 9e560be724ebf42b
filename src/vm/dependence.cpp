// SPDX-License-Identifier: Apache-2.0
#include "vm/dependence.h"

#include <algorithm>
#include <utility>

#include "vm/cache_hooks.h"
#include "vm/machine_impl.h"

namespace fermata::vm {

void Dependence::begin(const Machine& machine, std::span<const Word> state, ThreadId thread,
                       const ThreadCounts& counts) {
  state_.assign(state.begin(), state.end());
  record_ = machine.impl().shape.thread(index(thread));
  counts_ = counts;
  is_read_.assign(state.size(), false);
  read_.clear();
  known_ = true;
}

void Dependence::note(const Machine& machine) {
  const auto parts = reads(machine);
  known_ = known_ && parts.has_value();
  if (!known_) return;
  for (Part part : *parts) {
    const std::uint32_t word = word_of(part);
    // What the steps have added to the state themselves follows from the rest.
    if (word >= state_.size() || is_read_[word]) continue;
    is_read_[word] = true;
    read_.push_back(word);
  }
}

Dependence::Noting::Noting(const Machine& machine, Dependence& dependence)
    : machine_(machine), before_(std::exchange(machine.impl().noting, &dependence)) {}
Dependence::Noting::~Noting() { machine_.impl().noting = before_; }

bool Dependence::holds_in(std::span<const Word> state, const ThreadCounts& counts) const {
  return known_ && state.size() == state_.size() && state[record_] == state_[record_] && counts == counts_ &&
         std::ranges::all_of(read_, [&](std::uint32_t word) { return state[word] == state_[word]; });
}

}  // namespace fermata::vm
