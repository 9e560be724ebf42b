// SPDX-License-Identifier: Apache-2.0
// Writes down what a step does that other threads could notice (footprint.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "vm/atomic_blocks.h"
#include "vm/components.h"
#include "vm/footprint.h"
#include "vm/memory.h"
#include "vm/thread_table.h"

namespace fermata::vm {

/// Nothing is written down unless it is switched on, nor while there is only one thread.
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
  const Footprint* end_step(std::uint32_t thread, bool blocked, bool ownership_violation);

  // Unless records(), these may be called only where that is no matter.
  /// The operation that what happens now belongs to. Each operation of the library is one of its own, also in an atomic
  /// block of the user's around several of them: what one of them waits for, another one may only have looked at.
  Operation& operation() { return inner_block_ended_ ? begin_operation() : footprint_.last(); }
  /// From here on it is another one.
  Operation& begin_operation();
  /// For an access: in an atomic block it belongs to the block, else it is an operation by itself.
  Operation& operation_of_access() { return blocks_.inside() ? operation() : begin_operation(); }
  /// An atomic block has ended; `inner`: it was directly inside the outermost one.
  void block_ended(bool inner) { inner_block_ended_ = inner; }
  /// How many operations there are; the last one is over.
  std::size_t finished_operations();
  std::size_t operations() const { return footprint_.operations().size(); }
  /// A loop in an atomic block makes the same few accesses again and again: one of them is enough.
  static void add(Operation& operation, const Access& access);

  // These look themselves whether to record.
  /// An access to what is no longer there. It might have come in time, had others been slower.
  void missed(ObjectKey page);
  /// An object that others can reach begins or ends its life.
  void whole(const Object& object);
  /// Local variables of the running thread above `height` are about to vanish.
  void locals_vanish(std::uint32_t height);
  /// A new object, for this thread alone. But others may have the address of one that was there before.
  void fresh(Address address, std::uint64_t size);
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
