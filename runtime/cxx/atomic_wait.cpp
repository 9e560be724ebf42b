// SPDX-License-Identifier: Apache-2.0
// std::atomic's wait and notify. An atomic that has the four bytes of a futex is one (c/futex.c). For all others the
// header of libstdc++ 12 has sixteen counters, chosen by address: to notify is to count, and a thread sleeps on the
// counter as long as it is what it was before the thread looked at the atomic. Such a counter never comes back, so no
// endless program would; and to notify one atomic may wake those who wait for another, which nothing may rely on.
//
// All that a waiter needs to know is whether the atomic has been notified since it began to look. So here a thread is
// on the list of an atomic, or sleeps on it, and to notify strikes threads off the list:
//
//   - who comes to sleep and is not on the list is put on it, and goes back to look at the atomic once more;
//   - who comes to sleep and is on the list has not been notified since it looked, and sleeps;
//   - to notify all strikes off and wakes all who wait for this atomic. To notify one wakes one of those who sleep,
//     whichever, which is all that the standard promises; who does not sleep yet is struck off, and looks once more.
//
// To look once more changes nothing, and to sleep without being on the list would be to miss a notification: so
// whatever a program does with the counters, it does here, and the other way round. What a thread remembers is on the
// list, and goes from it when the thread has what it waited for.
//
// The header also counts who waits, only to save system calls; nobody counts here.
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <cstddef>
#include <cstdint>

#include "../c/sleepers.h"
#include "../fermata_intrinsics.h"
#include "instead.h"

namespace {

// Takes the place of std::__detail::__waiter_pool: of a thread, for as long as it waits or notifies.
struct Pool {
  int waiting;  // where the header counts who waits, and asks whether anybody does; never zero
  const void* atomic;
  bool listed;
  char unused[64 - 2 * sizeof(void*) - sizeof(bool)];
  int word;  // where the header has the counter that is slept on
};
static_assert(offsetof(Pool, word) == 64, "where the header looks for the counter");

// std::__detail::__waiter_base
struct Waiter {
  Pool* pool;
  int* word;
};

}  // namespace

extern "C" {

// Whoever is on the list of an atomic "sleeps" on an address that no object has. It is not asleep.
static const void* list_of(const void* atomic) {
  return reinterpret_cast<const void*>(-reinterpret_cast<std::intptr_t>(atomic));
}

static __thread Pool this_thread = {.waiting = 1, .atomic = nullptr, .listed = false, .unused = {}, .word = 0};

static void sleep_unless_notified() {
  const int self = __fermata_self();
  const void* const atomic = this_thread.atomic;

  __fermata_atomic_begin();
  const bool notified = __fermata_sleeps_on(self) != list_of(atomic);
  const bool sleeps =
      !notified && !(__fermata_option(FERMATA_SPURIOUS_WAKEUPS) && __fermata_choose(2, FERMATA_SPURIOUS));
  if (notified) __fermata_sleep_on(self, list_of(atomic));
  if (sleeps) fall_asleep(FERMATA_FUTEX, atomic);
  __fermata_event("wait on", atomic);
  __fermata_atomic_end();
  this_thread.listed = !sleeps;
  if (!sleeps) return;

  __fermata_atomic_begin();
  __fermata_block_until(!asleep(self));
  stays_awake();
  __fermata_atomic_end();
}

static void notify(bool all) {
  const void* const atomic = this_thread.atomic;
  __fermata_atomic_begin();
  __fermata_wake_all(-1, list_of(atomic));
  if (all) {
    __fermata_wake_all(FERMATA_FUTEX, atomic);
  } else if (const int thread = __fermata_choose_sleeper(atomic); thread >= 0) {
    wake(FERMATA_FUTEX, atomic, thread);
  }
  __fermata_event("wake", atomic);
  __fermata_atomic_end();
  this_thread.atomic = nullptr;
  this_thread.word = 0;
}

Pool* __fermata_waiter_pool_for(const void* atomic) INSTEAD_OF("_ZNSt8__detail18__waiter_pool_base6_S_forEPKv");
Pool* __fermata_waiter_pool_for(const void* atomic) {
  this_thread.atomic = atomic;
  return &this_thread;
}

// Is this the word of an atomic that is no futex? For the system call (c/futex.c): if an optimiser has been there
// before us, all of the header but the function above may be inlined.
bool __fermata_stands_for_atomic(const int* word) { return word == &this_thread.word; }
void __fermata_wait_for_atomic() { sleep_unless_notified(); }
void __fermata_notify_atomic(int most) { notify(most > 1); }

void __fermata_waiter_wait(Pool*, const int* word, int old)
    INSTEAD_OF("_ZNSt8__detail13__waiter_pool10_M_do_waitEPKii");
void __fermata_waiter_wait(Pool*, const int* word, int old) {
  if (word == &this_thread.word)
    sleep_unless_notified();
  else
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, old, nullptr);
}

void __fermata_waiter_notify(Waiter* w, bool all, bool)
    INSTEAD_OF("_ZNSt8__detail13__waiter_baseINS_13__waiter_poolEE9_M_notifyEbb");
void __fermata_waiter_notify(Waiter* w, bool all, bool) {
  if (w->word == &this_thread.word) return notify(all);
  this_thread.atomic = nullptr;
  syscall(SYS_futex, w->word, FUTEX_WAKE_PRIVATE, all ? INT_MAX : 1);
}

void __fermata_waiter_pool_enter(Pool*) INSTEAD_OF("_ZNSt8__detail18__waiter_pool_base13_M_enter_waitEv");
void __fermata_waiter_pool_enter(Pool*) {}

void __fermata_waiter_pool_leave(Pool*) INSTEAD_OF("_ZNSt8__detail18__waiter_pool_base13_M_leave_waitEv");
void __fermata_waiter_pool_leave(Pool*) {
  this_thread.atomic = nullptr;
  if (!this_thread.listed) return;
  this_thread.listed = false;
  __fermata_atomic_begin();
  __fermata_sleep_on(__fermata_self(), nullptr);
  __fermata_atomic_end();
}
}
