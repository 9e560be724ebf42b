/* SPDX-License-Identifier: Apache-2.0
 * pthread_once.
 *
 * Others wait until the routine has returned. A routine that comes back to its own pthread_once
 * waits for itself, as in glibc; POSIX calls that undefined. When an exception leaves the routine,
 * the next caller tries again.
 */
#include <pthread.h>

#include "../fermata_intrinsics.h"

/* The word: one of these, or the number of the thread that is running the routine, plus 1. */
enum { NOT_YET = 0, DONE = -1 };

static void leave(int **once) {
  if (!*once) return;
  __fermata_atomic_begin();
  **once = NOT_YET;
  __fermata_section_end(FERMATA_CRITICAL, *once, -1);
  __fermata_released(*once);
  __fermata_atomic_end();
}

static void run(int *once, void (*routine)(void)) {
  __attribute__((cleanup(leave))) int *unwinding = once;
  routine();
  unwinding = NULL;
  __fermata_atomic_begin();
  *once = DONE;
  __fermata_section_end(FERMATA_CRITICAL, once, -1);
  __fermata_released(once);
  __fermata_event("finish", once);
  __fermata_atomic_end();
}

int pthread_once(pthread_once_t *once, void (*routine)(void)) {
  const int self = __fermata_self();
  __fermata_section_begin(FERMATA_ONCE, once);
  __fermata_atomic_begin();
  __fermata_observed(once);
  __fermata_block_until(*once == NOT_YET || *once == DONE);
  const int first = *once == NOT_YET;
  if (first) {
    *once = self + 1;
    __fermata_section_begin(FERMATA_CRITICAL, once);
    __fermata_acquired(once);
    __fermata_event("begin", once);
  }
  __fermata_section_end(FERMATA_ONCE, once, self);
  __fermata_atomic_end();
  if (first) run(once, routine);
  return 0;
}
