// SPDX-License-Identifier: Apache-2.0
#include "vm/cache_hooks.h"

#include "vm/machine_impl.h"

namespace fermata::vm {

ThreadCounts count_threads(Machine& machine, std::span<const Word> state, std::vector<ThreadId>& alive) {
  return machine.impl().counter.count(state, alive);
}

void each_outcome(Machine& machine, std::span<const Word> from, ThreadId thread, const ThreadCounts& counts,
                  const std::function<bool(Step&)>& visit) {
  machine.impl().each_outcome(from, thread, counts, visit);
}

void prefetch(const Machine& machine, std::span<const Word> from, ThreadId thread, const ThreadCounts& counts) {
  const Machine::Impl& impl = machine.impl();
  impl.cache.prefetch(impl.step_key(from, thread, counts));
}

DecisionTree::Key step_key(const Machine& machine, std::span<const Word> state, ThreadId thread,
                           const ThreadCounts& counts) {
  return machine.impl().step_key(state, thread, counts);
}

std::optional<std::span<const Part>> reads(const Machine& machine) {
  const Machine::Impl& impl = machine.impl();
  if (!impl.repeatable) return std::nullopt;
  return impl.found ? impl.cache.reads() : impl.reads;
}

Parts& parts(const Machine& machine) { return machine.impl().parts; }

}  // namespace fermata::vm
