// SPDX-License-Identifier: Apache-2.0
// Initialisation of static locals: the Itanium C++ ABI, 3.3.3 "One-time construction API".
//
// The compiler reads the first byte of the guard itself and comes here only while it is 0. The rest is ours: while the
// initialiser runs, the second word of the guard holds the number of the thread that runs it, plus one.
#include "../fermata_intrinsics.h"

namespace {

struct Guard {
  unsigned char done;
  unsigned char unused[3];
  int owner;
};
static_assert(sizeof(Guard) == 8, "the ABI gives a guard 64 bits");

// Read by the compiler's own check without a lock, so written as an atomic.
void set_done(Guard* guard) { __atomic_store_n(&guard->done, 1, __ATOMIC_RELEASE); }
bool done(const Guard* guard) { return __atomic_load_n(&guard->done, __ATOMIC_ACQUIRE) != 0; }

}  // namespace

extern "C" {

int __cxa_guard_acquire(Guard* guard) {
  const int self = __fermata_self();
  __fermata_section_begin(FERMATA_ONCE, guard);
  __fermata_atomic_begin();
  if (guard->owner == self + 1) {
    __fermata_atomic_end();
    __fermata_fail(FERMATA_MISUSE, "the initialiser of a static local variable reached that variable again");
  }
  __fermata_observed(guard);
  __fermata_block_until(guard->owner == 0);
  __fermata_section_end(FERMATA_ONCE, guard, self);
  const int ours = !done(guard);
  if (ours) {
    guard->owner = self + 1;
    __fermata_section_begin(FERMATA_CRITICAL, guard);
    __fermata_acquired(guard);
    __fermata_event("start initialising", guard);
  }
  __fermata_atomic_end();
  return ours;
}

void __cxa_guard_release(Guard* guard) {
  __fermata_atomic_begin();
  guard->owner = 0;
  set_done(guard);
  __fermata_section_end(FERMATA_CRITICAL, guard, -1);
  __fermata_released(guard);
  __fermata_event("finish initialising", guard);
  __fermata_atomic_end();
}

// The initialiser threw: whoever comes next tries again.
void __cxa_guard_abort(Guard* guard) {
  __fermata_atomic_begin();
  guard->owner = 0;
  __fermata_section_end(FERMATA_CRITICAL, guard, -1);
  __fermata_released(guard);
  __fermata_event("give up initialising", guard);
  __fermata_atomic_end();
}

}  // extern "C"
