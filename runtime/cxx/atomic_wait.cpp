// SPDX-License-Identifier: Apache-2.0
// std::atomic's wait and notify. Where an atomic has not the four bytes of a futex, the header of libstdc++ 12 lets its
// threads sleep on a counter from a pool of sixteen, chosen by address: to notify one atomic may wake those who wait
// for another. That they are woken is nothing a program may count on, and whose counter is whose depends on where the
// atomics lie. Here each has its own. The header also counts who waits, only to save system calls; nobody counts here.
// And it lets `notify_one` wake all who sleep on such a counter; here it wakes one of them, whichever, which is all
// that the standard promises.
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <cstdint>

#include "../fermata_intrinsics.h"
#include "instead.h"

namespace {

constexpr unsigned most_atomics = 64;
// What the header takes for a pool begins so much before its counter.
constexpr unsigned counter_in_pool = 64 / sizeof(int);

// std::__detail::__waiter_base
struct Waiter {
  int* pool;
  int* word;
};

}  // namespace

extern "C" {

// What the machine takes to be the program's own is called otherwise.
static const void* __fermata_waited_for[most_atomics];
static int __fermata_changes[counter_in_pool + most_atomics];

int* __fermata_waiter_pool_for(const void* atomic) INSTEAD_OF("_ZNSt8__detail18__waiter_pool_base6_S_forEPKv");
int* __fermata_waiter_pool_for(const void* atomic) {
  // Objects begin at multiples of 128 KB: neighbours, of either kind, are told apart at once.
  const auto address = reinterpret_cast<std::uintptr_t>(atomic);
  unsigned at = static_cast<unsigned>((address >> 17) + address) % most_atomics;
  __fermata_atomic_begin();
  for (unsigned tries = 0; __fermata_waited_for[at] && __fermata_waited_for[at] != atomic; at = (at + 1) % most_atomics)
    if (++tries == most_atomics) __fermata_unmodelled("waiting for more than 64 atomics");
  if (!__fermata_waited_for[at]) __fermata_waited_for[at] = atomic;
  __fermata_atomic_end();
  return __fermata_changes + at;
}

// For reports, and for whoever asks what a sleeper waits for (c/futex.c).
const void* __fermata_atomic_behind(const int* word) {
  const int* const first = __fermata_changes + counter_in_pool;
  return word >= first && word < first + most_atomics ? __fermata_waited_for[word - first] : nullptr;
}

void __fermata_waiter_notify(Waiter* w, bool all, bool)
    INSTEAD_OF("_ZNSt8__detail13__waiter_baseINS_13__waiter_poolEE9_M_notifyEbb");
void __fermata_waiter_notify(Waiter* w, bool all, bool) {
  if (__fermata_atomic_behind(w->word)) __atomic_fetch_add(w->word, 1, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, w->word, FUTEX_WAKE_PRIVATE, all ? INT_MAX : 1);
}

void __fermata_waiter_pool_enter(int*) INSTEAD_OF("_ZNSt8__detail18__waiter_pool_base13_M_enter_waitEv");
void __fermata_waiter_pool_enter(int*) {}

void __fermata_waiter_pool_leave(int*) INSTEAD_OF("_ZNSt8__detail18__waiter_pool_base13_M_leave_waitEv");
void __fermata_waiter_pool_leave(int*) {}
}
