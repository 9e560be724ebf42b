// SPDX-License-Identifier: Apache-2.0
// What a machine is made of; for the files of this room that promise parts of it (machine.h, inspect.h, cache_hooks.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/thread_id.h"
#include "vm/check_steps.h"
#include "vm/code.h"
#include "vm/dependence.h"
#include "vm/interpreter.h"
#include "vm/machine.h"
#include "vm/parts.h"
#include "vm/step_cache.h"
#include "vm/stored.h"
#include "vm/thread_counts.h"

namespace fermata::vm {

// One file is compiled with FERMATA_CHECK_STEPS and once more without (tests/programs/CMakeLists.txt): machine.cpp.
// Nothing in this header may depend on it.
struct Machine::Impl {
  /// What a machine has in common with its worker copies.
  struct Shared {
    Shared(std::shared_ptr<const Code> translated, const Stop* stop) : translation(std::move(translated)) {
      if (stop) store.set_limits(*stop);
    }
    const std::shared_ptr<const Code> translation;
    const Code& code = *translation;
    ComponentStore store;
    FootprintStore footprints;
    Noticed noticed;
    const StepCheck step_check{code, store};
  };
  Impl(std::shared_ptr<Shared> shared, const Options& options, StepCache cache = {});

  /// See cache_hooks.h.
  DecisionTree::Key step_key(std::span<const Word> state, ThreadId thread, const ThreadCounts& counts) const;
  void step(std::span<const Word> from, ThreadId thread, const ThreadCounts& counts,
            std::span<const std::uint64_t> script, Step& out);
  void find_or_take(std::span<const Word> from, ThreadId thread, const ThreadCounts& counts,
                    std::span<const std::uint64_t> script, Step& out);
  void each_outcome(std::span<const Word> from, ThreadId thread, const ThreadCounts& counts,
                    const std::function<bool(Step&)>& visit);
  ThreadRecord record(std::span<const Word> state, ThreadId thread) const;
  /// Where the thread is in the user's code, innermost frame first.
  std::vector<ir::SourcePosition> positions(std::span<const Word> state, ThreadId thread) const;

  // With FERMATA_CHECK_STEPS:
  void check(std::span<const Word> from, ThreadId thread, std::span<const std::uint64_t> script, const Step& step);
  void check_order(std::span<const Word> from, ThreadId thread, std::span<const std::uint64_t> script, const Step& step,
                   ThreadId other);
  std::uint32_t line(std::span<const Word> state, ThreadId thread) const;

  std::shared_ptr<Shared> shared;
  Options options;
  StateShape shape;
  ThreadCounter counter;
  Interpreter interpreter;
  StepCache cache;
  Parts parts;
  std::vector<Part> reads;  ///< by the last step, if it was not found in the cache
  bool repeatable = false, found = false;
  std::unique_ptr<Step> scratch;  ///< for its memory
  std::unique_ptr<Impl> referee;  ///< takes steps in the other order, to compare the results
  std::uint64_t asked = 0;        ///< steps
  Dependence* noting = nullptr;   ///< what the steps depend on that machine.h is asked for
};

}  // namespace fermata::vm
