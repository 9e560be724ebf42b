// SPDX-License-Identifier: Apache-2.0
// A thread's record: its frames and the sections it has open.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/section.h"
#include "base/thread_id.h"
#include "vm/address.h"
#include "vm/stored.h"

namespace fermata::vm {

using fermata::SectionInstance;
using fermata::SectionKind;

/// A section in the record of its thread.
struct Section {
  SectionKind kind{};
  Address object = 0;
  bool operator==(const Section&) const = default;
};
/// A section of any thread as one number: addresses have 47 bits.
constexpr std::uint64_t wait_key(const Section& section) {
  return section.object | static_cast<std::uint64_t>(section.kind) << 56;
}
inline SectionInstance instance(const Section& section, ThreadId thread) {
  return {section.kind, section.object, thread};
}

enum class ThreadState : std::uint8_t { none, running, finished, detached };

/// It has begun and not ended: it may be able to move.
constexpr bool is_alive(ThreadState state) { return state == ThreadState::running || state == ThreadState::detached; }

/// Among how many threads one takes a step.
struct ThreadCounts {
  std::uint32_t alive = 0;   ///< it included
  std::uint32_t others = 0;  ///< that have not been joined, whether they still run or not
  bool operator==(const ThreadCounts&) const = default;
};

/// One thread, unpacked. `frames` are components, outermost first; see call_stack.h for their form.
struct ThreadRecord {
  ThreadState state = ThreadState::none;
  std::uint64_t value = 0;  ///< what it returned
  Address sleeps_on = 0;    ///< until another thread, or a timer, wakes it; 0: it is awake
  std::vector<Component> frames;
  std::vector<Section> sections;
  std::vector<ObjectKey> freed;  ///< in heaps of others, which keep the pages until it is joined; ascending

  bool alive() const { return is_alive(state); }
};

void unpack(std::span<const Word> words, ThreadRecord& out);
void pack(const ThreadRecord& record, std::vector<Word>& out);

/// The state field alone, without unpacking.
inline ThreadState thread_state(std::span<const Word> words) {
  return words.empty() ? ThreadState::none : static_cast<ThreadState>(words[0] & 0xf);
}
/// The lower half of what the thread sleeps on, or the upper one, without unpacking.
constexpr Word asleep_flag = 0x10;
inline Word sleeps_on_half(std::span<const Word> words, bool upper) {
  return words.empty() || !(words[0] & asleep_flag) ? 0 : words[upper ? 5 : 4];
}

}  // namespace fermata::vm
