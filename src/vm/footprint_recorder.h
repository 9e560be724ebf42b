// SPDX-License-Identifier: Apache-2.0
// Records what a step does that other threads could notice (footprint.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/thread_id.h"
#include "vm/atomic_blocks.h"
#include "vm/footprint.h"
#include "vm/memory.h"
#include "vm/stored.h"
#include "vm/thread_table.h"

namespace fermata::vm {

/// Nothing is recorded unless it is switched on, nor while there is only one thread.
class FootprintRecorder {
 public:
  FootprintRecorder(FootprintStore footprints, const ComponentStore& store, Memory& memory, ThreadTable& threads,
                    const AtomicBlocks& blocks)
      : footprints_(std::move(footprints)), store_(store), memory_(memory), threads_(threads), blocks_(blocks) {}

  void turn(bool on) { on_ = on; }
  bool is_on() const { return on_; }
  bool records() const { return on_ && threads_.others() > 0; }

  void begin_step();
  /// The same step goes on with another thread, which it has started.
  void begin_thread() { inner_block_ended_ = false; }
  /// The footprint of the step, which is kept for ever; null if it is not switched on.
  const Footprint* end_step(ThreadId thread, bool blocked, bool ownership_violation);

  // Only while records() is true:
  /// The operation that what happens now belongs to. Each operation of the library is one of its own, also if the user
  /// has an atomic block around several: what one of them waits for, another may only have read.
  Operation& operation() { return inner_block_ended_ ? begin_operation() : footprint_.last(); }
  Operation& begin_operation();
  /// In an atomic block an access belongs to the block, else it is an operation by itself.
  Operation& operation_of_access() { return blocks_.inside() ? operation() : begin_operation(); }
  /// A loop in an atomic block repeats the same few accesses: each is added once.
  static void add(Operation& operation, const Access& access);

  // At any time; nothing is recorded unless records().
  /// An atomic block has ended; `inner`: it was directly inside the outermost one.
  void block_ended(bool inner) { inner_block_ended_ = inner; }
  /// How many operations there are; the last one is over.
  std::size_t finished_operations();
  std::size_t operations() const { return footprint_.operations().size(); }
  /// An access to an object that is gone. It would have been in time, had others been slower.
  void access_to_gone(ObjectKey page);
  /// The lifetime of an object that others can reach begins or ends.
  void lifetime_changes(const Object& object);
  /// Local variables of the running thread above `height` are about to vanish.
  void locals_vanish(std::uint32_t height);
  /// A new object. Only this thread has its address, but others may have that of an earlier object in its place.
  /// `passed`: see Memory::passed_by.
  void allocated(Address address, std::uint64_t size, std::span<const ObjectKey> passed = {});
  /// A heap object is gone, and its thread's next allocation may take its place.
  void freed(ObjectKey object);
  /// A section begins. In an atomic block nobody sees it before what the block does.
  void section_begins(const Section& section);
  /// It was asked which threads are in such a section.
  void section_asked(const Section& section);
  /// Somebody asked, or changed, who sleeps on the address.
  void sleepers_seen(Address object, bool changed);
  /// The same of what a thread does.
  void sleep_seen(std::uint32_t thread, bool changed);
  void thread_ends(bool detached);

 private:
  FootprintStore footprints_;
  const ComponentStore& store_;  ///< for its limits
  Memory& memory_;
  ThreadTable& threads_;
  const AtomicBlocks& blocks_;
  bool on_ = false;
  bool inner_block_ended_ = false;  ///< just now, inside another one
  Footprint footprint_;
};

/// Whether others can reach a local variable of `thread` above `height`, and so can see that it goes.
bool others_reach_locals(Memory& memory, std::uint32_t thread, std::uint32_t height);

}  // namespace fermata::vm
