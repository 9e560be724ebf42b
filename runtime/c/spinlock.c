/* SPDX-License-Identifier: Apache-2.0
 * Spinlocks.
 *
 * A thread that spins here is blocked, not busy: it could do nothing but look again. POSIX lets a
 * thread that locks its own spinlock again spin for ever or get EDEADLK; glibc spins, and so do we.
 * Unlocking one that another thread holds is undefined, and so is destroying or initialising one that
 * is held: we report it. As in glibc, destroying may also change nothing.
 */
#include <errno.h>
#include <pthread.h>

#include "../fermata_intrinsics.h"
#include "misuse.h"

/* The word is the number of the holder plus 1; 0: free. */
static int *word(pthread_spinlock_t *user) { return (int *)user; }

static void take(int *lock) {
  *lock = __fermata_self() + 1;
  __fermata_section_begin(FERMATA_CRITICAL, lock);
  __fermata_acquired(lock);
  __fermata_event("lock", lock);
}

int pthread_spin_lock(pthread_spinlock_t *user) {
  int *lock = word(user);
  __fermata_section_begin(FERMATA_MUTEX, lock);
  __fermata_atomic_begin();
  __fermata_block_until(*lock == 0);
  take(lock);
  __fermata_section_end(FERMATA_MUTEX, lock, __fermata_self());
  __fermata_atomic_end();
  return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *user) {
  int *lock = word(user), error = 0;
  __fermata_atomic_begin();
  __fermata_observed(lock);
  const int fails = __fermata_option(FERMATA_SPURIOUS_FAILURES) && __fermata_choose(2, FERMATA_SPURIOUS);
  if (!fails && *lock == 0) {
    take(lock);
  } else {
    error = EBUSY;
    __fermata_event("fail to lock", lock);
  }
  __fermata_atomic_end();
  return error;
}

int pthread_spin_unlock(pthread_spinlock_t *user) {
  int *lock = word(user);
  int error = 0;
  __fermata_atomic_begin();
  if (*lock != __fermata_self() + 1) {
    error = refused("unlocking a spinlock that this thread does not hold", EPERM);
  } else {
    *lock = 0;
    __fermata_section_end(FERMATA_CRITICAL, lock, -1);
    __fermata_released(lock);
    __fermata_event("unlock", lock);
  }
  __fermata_atomic_end();
  return error;
}

static int held(const int *lock) { return *lock != 0 && is_in(FERMATA_CRITICAL, lock, *lock - 1); }

int pthread_spin_init(pthread_spinlock_t *user, int shared) {
  int *lock = word(user);
  (void)shared;
  __fermata_atomic_begin();
  if (held(lock)) {
    misused("initialising a spinlock that is locked");
    forget_holder(lock);
  }
  *lock = 0;
  __fermata_atomic_end();
  return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *user) {
  __fermata_atomic_begin();
  if (*word(user) != 0) misused("destroying a locked spinlock");
  __fermata_atomic_end();
  return 0;
}
