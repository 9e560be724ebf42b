// SPDX-License-Identifier: Apache-2.0
// std::atomic's wait and notify. Where an atomic has not the four bytes of a futex, the header of libstdc++ 12 lets its threads sleep on
// a counter from a pool of sixteen, chosen by address: to notify one atomic may wake those who wait for another. That they are
// woken is nothing a program may count on, and whose counter is whose depends on where the atomics lie. Here each has its own.
// The header also counts who waits, only to save system calls; nobody counts here. `notify_one` wakes all of these, as it does there.
#include <cstdint>

#include "../fermata_intrinsics.h"
#include "instead.h"

namespace {

constexpr unsigned most_atomics = 64;
// What the header takes for a pool begins so much before its counter.
constexpr unsigned counter_in_pool = 64 / sizeof(int);

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

void __fermata_waiter_pool_enter(int*) INSTEAD_OF("_ZNSt8__detail18__waiter_pool_base13_M_enter_waitEv");
void __fermata_waiter_pool_enter(int*) {}

void __fermata_waiter_pool_leave(int*) INSTEAD_OF("_ZNSt8__detail18__waiter_pool_base13_M_leave_waitEv");
void __fermata_waiter_pool_leave(int*) {}

bool __fermata_waiter_pool_waiting(const int*) INSTEAD_OF("_ZNKSt8__detail18__waiter_pool_base10_M_waitingEv");
bool __fermata_waiter_pool_waiting(const int*) { return true; }

}
