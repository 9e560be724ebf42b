/* SPDX-License-Identifier: Apache-2.0
 * Barriers.
 *
 * A wait is two steps, arrive and leave; the last to arrive wakes the others and goes straight on.
 * Then nobody sleeps, so the barrier's bytes are again what they were at first, and a fast thread
 * may arrive for the next round while slow ones still have to leave this one. Which thread gets
 * PTHREAD_BARRIER_SERIAL_THREAD is open: here, as in glibc, the last to arrive. Destroying or
 * initialising a barrier that threads wait at is undefined: we report it. As in glibc, destroying may
 * also wait until they have left, and who waits where it is initialised is forgotten.
 */
#include <errno.h>
#include <pthread.h>

#include "../fermata_intrinsics.h"
#include "misuse.h"
#include "sleepers.h"

struct barrier {
  unsigned count;
  unsigned arrived; /* and asleep */
};
_Static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "");

int pthread_barrier_wait(pthread_barrier_t *user) {
  struct barrier *b = (struct barrier *)user;
  const int self = __fermata_self();

  __fermata_atomic_begin();
  if (b->count == 0) {
    const int error = refused("waiting at a barrier that is not initialised", EINVAL);
    __fermata_atomic_end();
    return error;
  }
  const int last = b->arrived + 1 == b->count;
  if (last) {
    __fermata_wake_all(FERMATA_BARRIER, b);
    b->arrived = 0;
    __fermata_event("complete", b);
  } else {
    b->arrived++;
    fall_asleep(FERMATA_BARRIER, b);
    __fermata_event("arrive at", b);
  }
  __fermata_atomic_end();
  if (last) return PTHREAD_BARRIER_SERIAL_THREAD;

  __fermata_atomic_begin();
  __fermata_block_until(!asleep(self));
  stays_awake();
  __fermata_atomic_end();
  return 0;
}

int pthread_barrier_init(pthread_barrier_t *user, const pthread_barrierattr_t *attributes, unsigned count) {
  struct barrier *b = (struct barrier *)user;
  (void)attributes;
  if (count == 0) return EINVAL;
  __fermata_atomic_begin();
  if (b->arrived > 0) forget_sleepers(FERMATA_BARRIER, b, "initialising a barrier that threads wait at");
  *b = (struct barrier){.count = count};
  __fermata_atomic_end();
  return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *user) {
  struct barrier *b = (struct barrier *)user;
  __fermata_atomic_begin();
  const int waits = b->arrived > 0;
  if (waits) {
    misused("destroying a barrier that threads wait at");
    __fermata_section_begin(FERMATA_BARRIER, b);
    __fermata_event("wait to destroy", b);
  } else {
    b->count = 0;
  }
  __fermata_atomic_end();
  if (!waits) return 0;

  __fermata_atomic_begin();
  __fermata_block_until(b->arrived == 0);
  b->count = 0;
  __fermata_section_end(FERMATA_BARRIER, b, __fermata_self());
  __fermata_atomic_end();
  return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *attributes) {
  *(int *)attributes = PTHREAD_PROCESS_PRIVATE;
  return 0;
}
int pthread_barrierattr_destroy(pthread_barrierattr_t *attributes) { return (void)attributes, 0; }
int pthread_barrierattr_setpshared(pthread_barrierattr_t *attributes, int shared) {
  *(int *)attributes = shared;
  return 0;
}
int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attributes, int *shared) {
  *shared = *(const int *)attributes;
  return 0;
}
