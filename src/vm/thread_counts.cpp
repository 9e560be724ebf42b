// SPDX-License-Identifier: Apache-2.0
#include "vm/thread_counts.h"

#include <algorithm>

namespace fermata::vm {

ThreadState ThreadCounter::state_of(std::span<const Word> state, ThreadId thread) {
  const Word record = state[shape_.thread(index(thread))];
  if (record >= states_.size()) states_.resize(std::max<std::size_t>(2 * states_.size(), record + 1), unknown);
  if (states_[record] == unknown) states_[record] = static_cast<std::uint8_t>(thread_state(store_[Component{record}]));
  return static_cast<ThreadState>(states_[record]);
}

ThreadCounts ThreadCounter::count(std::span<const Word> state, ThreadId thread) {
  ThreadCounts found;
  for (const ThreadId t : thread_ids(shape_.threads(state.size()))) {
    const ThreadState s = state_of(state, t);
    found.alive += is_alive(s);
    found.others += t != thread && s != ThreadState::none;
  }
  return found;
}

ThreadCounts ThreadCounter::count(std::span<const Word> state, std::vector<ThreadId>& alive) {
  alive.clear();
  std::uint32_t present = 0;
  for (const ThreadId t : thread_ids(shape_.threads(state.size()))) {
    const ThreadState s = state_of(state, t);
    present += s != ThreadState::none;
    if (is_alive(s)) alive.push_back(t);
  }
  return {static_cast<std::uint32_t>(alive.size()), present - !alive.empty()};
}

}  // namespace fermata::vm
