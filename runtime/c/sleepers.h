/* SPDX-License-Identifier: Apache-2.0
 * Threads that sleep until another thread wakes them: on a condition variable, at a barrier, on a
 * futex.
 *
 * What a thread sleeps on is kept with the thread, not in the object: once woken it no longer looks at the object,
 * which may be gone by then (POSIX allows to destroy a condition variable right after the broadcast). So the object
 * has no set of its sleepers that would have to fit into its bytes, and nothing of it is copied with them.
 *
 * All of this is for use inside atomic blocks.
 */
#pragma once
#include "../fermata_intrinsics.h"

/* What those sleep on whom their object has forgotten. */
#define NOWHERE ((const void *)1)

static inline int asleep(int thread) { return __fermata_sleeps_on(thread) != NULL; }

/* The running thread. */
static inline void fall_asleep(int kind, const void *object) {
  __fermata_sleep_on(__fermata_self(), object);
  __fermata_section_begin(kind, object);
}

static inline void wake(int kind, const void *object, int thread) {
  __fermata_sleep_on(thread, NULL);
  __fermata_section_end(kind, object, thread);
}

/* The running thread has been woken, and has seen it. */
static inline void stays_awake(void) { __fermata_settled(NULL); }
