// SPDX-License-Identifier: Apache-2.0
#include "vm/wake.h"

#include <utility>

#include "vm/machine_impl.h"

namespace fermata::vm {

std::vector<Word> woken(const Machine& machine, std::span<const Word> state, ThreadId thread) {
  ThreadRecord record = machine.record(state, thread);
  const Address object = std::exchange(record.sleeps_on, 0);
  // Its sleep is a section; to take the mutex again is another one, and goes on.
  std::erase_if(record.sections, [&](const Section& s) {
    return s.object == object && (s.kind == SectionKind::condition || s.kind == SectionKind::futex);
  });
  std::vector<Word> words, awake(state.begin(), state.end());
  pack(record, words);
  const Machine::Impl& impl = machine.impl();
  awake[impl.shape.thread(index(thread))] = static_cast<Word>(impl.shared->store.intern(words));
  return awake;
}

}  // namespace fermata::vm
