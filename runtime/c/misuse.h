/* SPDX-License-Identifier: Apache-2.0
 * Locks, threads and the like used as they must not be. It is reported; or, if the user accepts misuse, the operation
 * has no effect, and returns an error where it returns anything.
 *
 * Objects that are initialised or destroyed while threads use them. That is undefined; both are tried: it is reported,
 * and it goes on as glibc does, since whoever asks only for hangs wants to hear of those that follow.
 *
 * Whether an object is used is not read off its bytes alone: there may be anything in memory that is used a second
 * time. A thread must also be in a section on it.
 *
 * All of this is for use inside atomic blocks.
 */
#pragma once
#include "../fermata_intrinsics.h"
#include "sleepers.h"

static inline int refused(const char *text, int error) {
  if (!__fermata_option(FERMATA_IGNORES_MISUSE)) __fermata_fail(FERMATA_MISUSE, text);
  return error;
}

static inline void misused(const char *text) {
  if (!__fermata_option(FERMATA_IGNORES_MISUSE) && __fermata_choose(2, FERMATA_POLICY) == 0)
    __fermata_fail(FERMATA_MISUSE, text);
}

/* The lock is nobody's any more, whoever holds it: it is forgotten, not let go. */
static inline void forget_holder(const void *lock) {
  __fermata_observed(lock);
  __fermata_section_end(FERMATA_CRITICAL, lock, -1);
}

/* Has this thread such a section open? */
static inline int is_in(int kind, const void *object, int thread) {
  return __fermata_next_in_section(kind, object, thread - 1) == thread;
}

/* The object is initialised. Whoever sleeps on it is forgotten, and sleeps on; `text` says that this is wrong. */
static inline void forget_sleepers(int kind, const void *object, const char *text) {
  int any = 0;
  for (int t = -1; (t = __fermata_next_in_section(kind, object, t)) >= 0;) {
    if (__fermata_sleeps_on(t) != object) continue;
    if (!any) misused(text);
    any = 1;
    __fermata_sleep_on(t, NOWHERE);
  }
}

/* Threads that sleep in the kernel on a lock that was initialised meanwhile: it knows nothing of them, and nobody will
 * wake them. */
enum { MOST_FORGOTTEN = 96 }; /* what fits into a pthread_rwlock_t */
struct forgotten {
  unsigned word[MOST_FORGOTTEN / 32];
};

static inline int is_forgotten(const struct forgotten *set, int thread) {
  return thread < MOST_FORGOTTEN && set->word[thread / 32] >> thread % 32 & 1;
}

/* Whoever waits for the object sleeps, or is just about to: both are tried. Who sleeps on a condition variable does not
 * wait for its mutex yet. */
static inline struct forgotten waiters_of(int kind, const void *object) {
  struct forgotten set = {{0}};
  if (__fermata_next_in_section(kind, object, -1) < 0 || __fermata_choose(2, FERMATA_POLICY) == 0) return set;
  for (int t = -1; (t = __fermata_next_in_section(kind, object, t)) >= 0;) {
    if (t >= MOST_FORGOTTEN)
      __fermata_unmodelled("a lock that is initialised while one of more than 96 threads waits for it");
    if (!asleep(t)) set.word[t / 32] |= 1u << t % 32;
  }
  return set;
}
