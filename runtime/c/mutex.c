/* SPDX-License-Identifier: Apache-2.0
 * Mutexes.
 *
 * Locking a normal mutex again blocks for ever: POSIX demands that deadlock. PTHREAD_MUTEX_DEFAULT
 * is normal, as in glibc; POSIX leaves it open. Unlocking a normal mutex that one does not hold is
 * undefined, and so is touching a destroyed one, destroying a locked one (glibc says EBUSY), and
 * initialising a locked one: we report them. Who gets a free mutex is open: we try everyone who waits.
 *
 * A timed lock takes the mutex if it is free and gives up if not. Since that step may come at any
 * time while it waits, nothing is lost, and so "may time out" and "always times out" are the same
 * here. What is no time is an error only for who would have to wait (POSIX demands that; glibc, too).
 *
 * Not modelled: robust mutexes. Priorities only make fewer interleavings possible, so they are
 * ignored.
 */
#include "mutex.h"

#include <errno.h>

#include "clock.h"

/* An error if it has been destroyed. */
static int checked(const struct mutex *m) {
  return m->kind == DESTROYED_MUTEX ? refused("this mutex has been destroyed", EINVAL) : 0;
}

/* What becomes of a thread that cannot have the mutex at once. */
enum patience { PATIENT, TIMED, REFUSED };

static int lock(struct mutex *m, enum patience patience) {
  const int self = __fermata_self();
  __fermata_section_begin(FERMATA_MUTEX, m);
  __fermata_atomic_begin();
  int error = checked(m);
  if (error) {
    /* nothing is done */
  } else if (owned(m) && m->kind == PTHREAD_MUTEX_ERRORCHECK) {
    error = EDEADLK;
  } else {
    if (patience == PATIENT) __fermata_block_until(may_take(m));
    if (may_take(m)) {
      if (m->count == -1u) error = EAGAIN;
      else take(m);
    } else {
      __fermata_observed(m);
      if (patience == TIMED) {
        error = ETIMEDOUT;
        __fermata_event("time out waiting for", m);
      } else {
        error = EINVAL;
        __fermata_event("fail to lock", m);
      }
    }
  }
  __fermata_section_end(FERMATA_MUTEX, m, self);
  __fermata_atomic_end();
  return error;
}

int pthread_mutex_lock(pthread_mutex_t *user) { return lock((struct mutex *)user, PATIENT); }

int pthread_mutex_timedlock(pthread_mutex_t *user, const struct timespec *deadline) {
  const enum patience patience = !is_time(deadline)                                ? REFUSED
                                 : __fermata_timeouts(deadline) == NEVER_TIMES_OUT ? PATIENT
                                                                                   : TIMED;
  const int error = lock((struct mutex *)user, patience);
  if (error == ETIMEDOUT) __fermata_timed_out(deadline);
  return error;
}

int pthread_mutex_clocklock(pthread_mutex_t *user, clockid_t clock, const struct timespec *deadline) {
  return is_clock(clock) ? pthread_mutex_timedlock(user, deadline) : EINVAL;
}

int pthread_mutex_trylock(pthread_mutex_t *user) {
  struct mutex *m = (struct mutex *)user;
  __fermata_atomic_begin();
  int error = checked(m);
  if (!error) {
    __fermata_observed(m);
    const int fails = __fermata_option(FERMATA_SPURIOUS_FAILURES) && __fermata_choose(2, FERMATA_SPURIOUS);
    if (!fails && may_take(m)) {
      take(m);
    } else {
      error = EBUSY;
      __fermata_event("fail to lock", m);
    }
  }
  __fermata_atomic_end();
  return error;
}

int pthread_mutex_unlock(pthread_mutex_t *user) {
  struct mutex *m = (struct mutex *)user;
  __fermata_atomic_begin();
  int error = checked(m);
  if (error) {
    /* nothing is done */
  } else if (owned(m)) {
    let_go(m);
    __fermata_event("unlock", m);
  } else if (m->kind == PTHREAD_MUTEX_RECURSIVE || m->kind == PTHREAD_MUTEX_ERRORCHECK) {
    error = EPERM;
  } else if (m->owner == 0) {
    error = refused("unlocking a mutex that is not locked", EPERM);
  } else {
    error = refused("unlocking a mutex that another thread holds", EPERM);
  }
  __fermata_atomic_end();
  return error;
}

static int held(const struct mutex *m) { return m->owner != 0 && is_in(FERMATA_CRITICAL, m, m->owner - 1); }

int pthread_mutex_init(pthread_mutex_t *user, const pthread_mutexattr_t *attributes) {
  const int kind = attributes ? *(const int *)attributes & 0xff : PTHREAD_MUTEX_DEFAULT;
  struct mutex *m = (struct mutex *)user;
  __fermata_atomic_begin();
  struct mutex new = {.kind = kind};
  if (held(m)) {
    misused("initialising a mutex that is locked");
    new.forgotten = waiters_of(FERMATA_MUTEX, m);
    forget_holder(m);
  }
  *m = new;
  __fermata_atomic_end();
  return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *user) {
  struct mutex *m = (struct mutex *)user;
  __fermata_atomic_begin();
  int error = checked(m);
  if (error) {
    /* nothing is done */
  } else if (m->owner != 0) {
    misused("destroying a locked mutex");
    error = EBUSY;
  } else {
    m->kind = DESTROYED_MUTEX;
  }
  __fermata_atomic_end();
  return error;
}
