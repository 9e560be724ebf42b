// SPDX-License-Identifier: Apache-2.0
// A thread's record: its frames and the sections it has open.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "store/components.h"
#include "vm/address.h"

namespace fermata::vm {

using store::Component;
using store::ComponentStore;
using store::Word;

/// Something that a thread has begun and that ought to end. The numbers are those of
/// runtime/fermata_intrinsics.h.
enum class SectionKind : std::uint8_t {
  mutex,
  critical,
  condition,
  barrier,
  semaphore,
  join,
  rwlock,
  once,
  futex,
  user,
  shared,
  latch
};

struct Section {
  SectionKind kind{};
  Address object = 0;
  bool operator==(const Section&) const = default;
};

enum class ThreadState : std::uint8_t { none, running, finished, detached };

/// One thread, unpacked. `frames` are components, outermost first; see interpreter.h for their form.
struct ThreadRecord {
  ThreadState state = ThreadState::none;
  std::uint64_t value = 0;  ///< what it returned
  std::vector<Component> frames;
  std::vector<Section> sections;

  bool alive() const { return state == ThreadState::running || state == ThreadState::detached; }
};

void unpack(std::span<const Word> words, ThreadRecord& out);
void pack(const ThreadRecord& record, std::vector<Word>& out);

/// The state field alone, without unpacking.
inline ThreadState thread_state(std::span<const Word> words) {
  return words.empty() ? ThreadState::none : static_cast<ThreadState>(words[0]);
}

}  // namespace fermata::vm
