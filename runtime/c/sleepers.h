/* SPDX-License-Identifier: Apache-2.0
 * Threads that sleep until another thread wakes them: on a condition variable, at a barrier, on a
 * futex.
 *
 * The object that is slept on keeps the set of its sleepers, to know whom to wake. Whether a thread
 * sleeps is also kept beside the object: once woken it no longer looks at the object, which may be
 * gone by then (POSIX allows to destroy a condition variable right after the broadcast).
 *
 * All of this is for use inside atomic blocks.
 */
#pragma once
#include "../fermata_intrinsics.h"

enum { MOST_SLEEPERS = 192 }; /* what fits into a pthread_barrier_t */

struct sleepers {
  unsigned long word[MOST_SLEEPERS / 64];
};

extern char __fermata_asleep[256];

static inline int asleep(int thread) { return __fermata_asleep[thread]; }

static inline void fall_asleep(struct sleepers *set, int thread) {
  if (thread >= MOST_SLEEPERS) __fermata_unmodelled("more than 192 threads at once");
  set->word[thread / 64] |= 1ul << thread % 64;
  __fermata_asleep[thread] = 1;
}

static inline void wake(struct sleepers *set, int thread) {
  set->word[thread / 64] &= ~(1ul << thread % 64);
  __fermata_asleep[thread] = 0;
}

static inline int sleeper_count(const struct sleepers *set) {
  int count = 0;
  for (int i = 0; i < MOST_SLEEPERS / 64; i++) count += __builtin_popcountl(set->word[i]);
  return count;
}

/* The sleeper with n others below it. */
static inline int sleeper(const struct sleepers *set, int n) {
  for (int i = 0; i < MOST_SLEEPERS / 64; i++) {
    unsigned long word = set->word[i];
    const int here = __builtin_popcountl(word);
    if (n < here) {
      while (n-- > 0) word &= word - 1;
      return 64 * i + __builtin_ctzl(word);
    }
    n -= here;
  }
  return -1;
}
