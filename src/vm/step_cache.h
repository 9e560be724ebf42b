// SPDX-License-Identifier: Apache-2.0
// A cache of steps: found again in states that differ only in parts that the step does not read.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vm/parts.h"
#include "vm/step.h"
#include "vm/stored.h"

namespace fermata::vm {

/// A step depends on its key (step_key in cache_hooks.h), on the choices, and on those other parts of the state
/// that it reads; it changes a few parts. All of that is remembered, exactly. `key`: with the choices in `c`.
class StepCache {
 public:
  StepCache() = default;
  StepCache worker_copy() const { return StepCache(memo_.worker_copy()); }

  /// True: `out` is as if the step had been taken.
  bool find(const DecisionTree::Key& key, std::span<const Word> from, Parts& parts, Step& out);
  void prefetch(const DecisionTree::Key& key) const { memo_.prefetch(key); }
  /// After a hit: the parts that the step would have read.
  std::span<const Part> reads() const { return memo_.reads(); }
  /// Remembers a step of thread `own` that was not found, as far as `stop` leaves memory for it.
  void remember(const DecisionTree::Key& key, std::span<const Word> from, std::span<const Part> reads,
                std::uint32_t own, const Parts& parts, const Step& step, const Stop& stop);

  void reclaim() { memo_.reclaim(); }  ///< see MemoTable
  std::uint64_t bytes() const { return memo_.bytes(); }

 private:
  explicit StepCache(MemoTable memo) : memo_(std::move(memo)) {}

  MemoTable memo_;
  std::vector<std::uint32_t> record_, values_;  ///< kept for their memory
  Changes changes_;
};

}  // namespace fermata::vm
