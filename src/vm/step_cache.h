// SPDX-License-Identifier: Apache-2.0
// Steps that were taken before, in states that differ only in what they did not look at.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "store/memo_table.h"
#include "vm/machine.h"

namespace fermata::vm {

using store::MemoTable;

/// A step depends on its thread's situation (Machine::situation), on the choices, and on those other words of the state
/// that it reads; it changes a few words. All of that is remembered, exactly. `key`: the situation, with the choices in
/// `e`.
class StepCache {
 public:
  StepCache() = default;
  StepCache worker_copy() const { return StepCache(memo_.worker_copy()); }

  /// True: `out` is as if the step had been taken.
  bool find(const DecisionTree::Key& key, std::span<const Word> from, Step& out);
  void prefetch(const DecisionTree::Key& key) const { memo_.prefetch(key); }
  /// After that: the words that the step would have read.
  std::span<const std::uint32_t> reads() const { return memo_.reads(); }
  /// Remembers a step that was not found, as far as `stop` leaves memory for it.
  void remember(const DecisionTree::Key& key, std::span<const Word> from, std::span<const std::uint32_t> reads,
                const Step& step, const Stop& stop);

  void reclaim() { memo_.reclaim(); }  ///< see MemoTable
  std::uint64_t bytes() const { return memo_.bytes(); }

 private:
  explicit StepCache(MemoTable memo) : memo_(std::move(memo)) {}

  MemoTable memo_;
  std::vector<std::uint32_t> record_, changes_;  ///< kept for their memory
};

}  // namespace fermata::vm
