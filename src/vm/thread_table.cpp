// SPDX-License-Identifier: Apache-2.0
#include "vm/thread_table.h"

#include <utility>

#include "vm/parts.h"

namespace fermata::vm {

void ThreadTable::load(std::span<const Word> state, const ThreadCounts& counts) {
  state_ = state;
  counts_ = counts;
  size_ = shape_.threads(state.size());
  for (Entry& e : entries_) e.loaded = e.changed = e.lower_read = e.upper_read = false;
}

void ThreadTable::save(std::vector<Word>& state) {
  for (std::uint32_t t = 0; t < entries_.size(); ++t) {
    if (!entries_[t].loaded || !entries_[t].changed) continue;
    pack(entries_[t].record, buffer_);
    state[shape_.thread(t)] = static_cast<Word>(store_.intern(buffer_));
  }
}

ThreadTable::Entry& ThreadTable::open(std::uint32_t thread) {
  if (thread >= entries_.size()) entries_.resize(thread + 1);
  Entry& entry = entries_[thread];
  if (!entry.loaded) {
    entry.loaded = true;
    entry.changed = false;
    const std::size_t word = shape_.thread(thread);
    const bool there = word < state_.size();
    if (there) memory_.note_read(word_part(static_cast<std::uint32_t>(word)));
    unpack(there ? store_[Component{state_[word]}] : std::span<const Word>{}, entry.record);
  }
  return entry;
}

ThreadRecord& ThreadTable::change(std::uint32_t thread) {
  Entry& entry = open(thread);
  entry.changed = true;
  return entry.record;
}

bool ThreadTable::lives(std::uint32_t thread) {
  ThreadState state = ThreadState::none;
  if (thread < entries_.size() && entries_[thread].loaded) {
    state = entries_[thread].record.state;
  } else if (const std::size_t word = shape_.thread(thread); word < state_.size()) {
    memory_.note_read(word_part(static_cast<std::uint32_t>(word)));
    state = thread_state(store_[Component{state_[word]}]);
  }
  return is_alive(state);
}

std::span<const std::uint32_t> ThreadTable::sleepers(Address object) {
  sleepers_.clear();
  for (std::uint32_t t = 0; t < size_; ++t)
    if (sleeps_on(t, object)) sleepers_.push_back(t);
  return sleepers_;
}

bool ThreadTable::sleeps_on(std::uint32_t thread, Address object) {
  if (thread >= entries_.size()) entries_.resize(thread + 1);
  Entry& entry = entries_[thread];
  const std::size_t word = shape_.thread(thread);
  if (entry.loaded || word >= state_.size()) return entry.loaded && entry.record.sleeps_on == object;
  if (word >= most_part_words) return open(thread).record.sleeps_on == object;
  const auto words = store_[Component{state_[word]}];
  const auto half_is = [&](bool upper, bool& was_read) {
    if (!std::exchange(was_read, true)) memory_.note_read(sleep_part(static_cast<std::uint32_t>(word), upper));
    return sleeps_on_half(words, upper) == static_cast<Word>(object >> (upper ? 32 : 0));
  };
  return half_is(false, entry.lower_read) && half_is(true, entry.upper_read);
}

std::uint32_t ThreadTable::free_number() {
  std::uint32_t t = size_;
  if (counts_.others + 1 < size_)
    for (t = 1; open(t).record.state != ThreadState::none;) ++t;
  return t;
}

void ThreadTable::start(std::uint32_t thread, Component frame) {
  if (thread == size_) ++size_;
  change(thread) = {
      .state = ThreadState::running, .value = 0, .sleeps_on = 0, .frames = {frame}, .sections = {}, .freed = {}};
  ++counts_.alive;
  ++counts_.others;
}

bool ThreadTable::end(std::uint64_t value) {
  ThreadRecord& record = change(self_);
  // A lock it still holds stays held: the number is not given to another thread before that ends.
  const bool gone = record.state == ThreadState::detached && record.sections.empty();
  record.state = gone ? ThreadState::none : ThreadState::finished;
  record.value = gone ? 0 : value;
  record.frames.clear();
  --counts_.alive;
  return gone;
}

void ThreadTable::release(std::uint32_t thread) {
  change(thread) = {};
  --counts_.others;
}

}  // namespace fermata::vm
