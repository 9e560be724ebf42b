// SPDX-License-Identifier: Apache-2.0
// What is asked about a program, and the runs that answer it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/heap_rules.h"
#include "base/section.h"
#include "base/thread_id.h"

namespace fermata::verdict {

enum class Property : std::uint8_t { hang, safety, termination };

/// How fair the scheduler is on a run that never ends; each contains the ones before it. The first three can be asked
/// for.
enum class Fairness : std::uint8_t {
  none,         ///< any schedule
  weak,         ///< a thread that is enabled all the time, from some moment on, moves infinitely often
  strong,       ///< a thread that is enabled infinitely often moves infinitely often
  await,        ///< strong, also if a thread that spins counts as disabled
  inescapable,  ///< whatever the scheduler does from there on, the process does not end
};

/// One step of a run as the machine needs it: who moved, and how each choice on the way went. Or so many steps of this
/// thread, with the same choices each time: rounds of a loop that looks in vain.
struct Move {
  ThreadId thread{};
  std::vector<std::uint64_t> choices;
  std::uint32_t times = 1;
  bool operator==(const Move&) const = default;
};

/// A run that shows a violation: `stem` once; then, if not empty, `loop` for ever. With an empty
/// loop the run ends in the stuck state, or with the failing step.
struct Run {
  std::vector<Move> stem;
  std::vector<Move> loop;
  std::vector<SectionInstance> unending;  ///< sections that nothing can end any more
  HeapRules heap;                         ///< those of the machine
  bool operator==(const Run&) const = default;
};

std::string_view name(Property);
std::string_view name(Fairness);

}  // namespace fermata::verdict
