// SPDX-License-Identifier: Apache-2.0
// The threads of a state, while one step looks at them and changes them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vm/memory.h"
#include "vm/stored.h"
#include "vm/threads.h"

namespace fermata::vm {

/// A record is unpacked when it is first asked for; that counts as a read of its word of the state.
class ThreadTable {
 public:
  ThreadTable(const Code& code, ComponentStore& store, Memory& memory)
      : store_(store), memory_(memory), shape_(shape_of(code)) {}

  /// From here on look at this state, in which there are so many threads. Forgets all changes.
  void load(std::span<const Word> state, const ThreadCounts& counts);
  /// Writes the records that changed into `state`, which has words for size() threads.
  void save(std::vector<Word>& state);

  void run(std::uint32_t thread) { self_ = thread; }
  std::uint32_t self() const { return self_; }  ///< the thread that runs
  std::uint32_t size() const { return size_; }  ///< numbers in use are smaller
  std::uint32_t alive() const { return counts_.alive; }
  std::uint32_t others() const { return counts_.others; }  ///< see ThreadCounts

  /// Good until another one is asked for.
  const ThreadRecord& operator[](std::uint32_t thread) { return open(thread).record; }
  ThreadRecord& change(std::uint32_t thread);
  /// It has begun and not ended. Unpacks no record, so that references to others stay good.
  bool lives(std::uint32_t thread);

  /// Those who sleep on the object, ascending; good until the next call. Reads of others no more than what they sleep
  /// on.
  std::span<const std::uint32_t> sleepers(Address object);

  /// The lowest number that no thread has.
  std::uint32_t free_number();
  void start(std::uint32_t thread, Component frame);
  /// The running thread ends. True: nobody can join it, and its number is free.
  bool end(std::uint64_t value);
  /// Of a thread that has finished: its number is free.
  void release(std::uint32_t thread);

 private:
  struct Entry {
    bool loaded = false, changed = false;
    bool lower_read = false, upper_read = false;  ///< of what it sleeps on
    ThreadRecord record;
  };
  Entry& open(std::uint32_t thread);
  bool sleeps_on(std::uint32_t thread, Address object);

  ComponentStore& store_;
  Memory& memory_;
  StateShape shape_;
  std::span<const Word> state_;
  ThreadCounts counts_;
  std::uint32_t size_ = 0;
  std::uint32_t self_ = 0;
  std::vector<Entry> entries_;
  std::vector<Word> buffer_;
  std::vector<std::uint32_t> sleepers_;
};

}  // namespace fermata::vm
