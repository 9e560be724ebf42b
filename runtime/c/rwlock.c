/* SPDX-License-Identifier: Apache-2.0
 * Read-write locks.
 *
 * Whether a waiting writer keeps new readers out is open in POSIX. As in glibc it does not, unless
 * the lock is of kind PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP, or the user asks for it (FERMATA_WRITERS_FIRST);
 * then a writer that has to wait takes a step of its own to say so. A writer that locks again gets EDEADLK, as from
 * glibc; a reader that locks for writing waits for itself. Unlocking what one does not hold, and destroying or
 * initialising a held lock are undefined: we report them. As in glibc, destroying may also change
 * nothing, and who sleeps where it is initialised may be forgotten.
 *
 * A timed lock takes the lock if it can and gives up if not; see mutex.c. Whether the deadline is a time is
 * looked at first, as in glibc; POSIX leaves it open where the lock can be had at once.
 *
 * What others see of it lies in the first bytes, as many as a mutex has: these are what a reduction takes for the lock.
 * Where writers are preferred, others see that a writer waits, so taking such a lock commutes with nothing.
 */
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

#include "../fermata_intrinsics.h"
#include "clock.h"
#include "misuse.h"

struct rwlock {
  unsigned readers;               /* read locks, of all threads */
  short writer;                   /* number of the thread plus 1; 0: none */
  unsigned short waiting_writers; /* counted only if they are preferred */
  struct forgotten forgotten;
  int unused[7];
  int kind; /* set by static initialisers, so the place is glibc's */
};
_Static_assert(offsetof(struct rwlock, forgotten) <= sizeof(pthread_mutex_t), "");
_Static_assert(sizeof(struct rwlock) <= sizeof(pthread_rwlock_t), "");
_Static_assert(offsetof(struct rwlock, kind) == offsetof(pthread_rwlock_t, __data.__flags), "");

enum patience { PATIENT, TIMED, TRIES };

/* How often this thread has which lock for reading. That is nobody else's business, so it lies with the thread. */
enum { MOST_SHARES = 16 };
struct share {
  const struct rwlock *lock;
  unsigned long locks;
};
static __thread struct share shares[MOST_SHARES]; /* those that it has come first */

/* The share of this lock; of none, the first that is free. */
static struct share *share_of(const struct rwlock *l) {
  for (int i = 0; i < MOST_SHARES; i++)
    if (shares[i].lock == l || !shares[i].lock) return &shares[i];
  return NULL;
}

static int has_share(const struct rwlock *l) {
  const struct share *s = share_of(l);
  return s && s->lock;
}

/* It has one more, and one less. True: for the first time, and for the last. */
static int share_grows(const struct rwlock *l) {
  struct share *s = share_of(l);
  if (!s) __fermata_unmodelled("one thread holding more than 16 read-write locks for reading");
  s->lock = l;
  return s->locks++ == 0;
}
static int share_shrinks(const struct rwlock *l) {
  struct share *s = share_of(l);
  if (--s->locks > 0) return 0;
  for (; s + 1 < shares + MOST_SHARES && s->lock; s++) *s = s[1];
  if (s->lock) *s = (struct share){NULL, 0};
  return 1;
}

static int owned(const struct rwlock *l) { return l->writer == __fermata_self() + 1; }
static int prefers_writers(const struct rwlock *l) {
  return l->kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP || __fermata_option(FERMATA_WRITERS_FIRST);
}
static void tell(const struct rwlock *l) {
  if (prefers_writers(l)) __fermata_observed(l);
}
static int may_read(const struct rwlock *l) { return l->writer == 0 && l->waiting_writers == 0; }
static int may_write(const struct rwlock *l) { return l->writer == 0 && l->readers == 0; }
static int held(const struct rwlock *l) {
  if (l->writer != 0 && is_in(FERMATA_CRITICAL, l, l->writer - 1)) return 1;
  return l->readers > 0 && __fermata_next_in_section(FERMATA_SHARED, l, -1) >= 0;
}

static int give_up(const struct rwlock *l, enum patience patience) {
  __fermata_observed(l);
  if (patience == TRIES) {
    __fermata_event("fail to lock", l);
    return EBUSY;
  }
  __fermata_event("time out waiting for", l);
  return ETIMEDOUT;
}

static int spuriously(enum patience patience) {
  return patience == TRIES && __fermata_option(FERMATA_SPURIOUS_FAILURES) && __fermata_choose(2, FERMATA_SPURIOUS);
}

static int lock_to_read(struct rwlock *l, enum patience patience) {
  const int self = __fermata_self();
  int error = 0;
  if (patience != TRIES) __fermata_section_begin(FERMATA_RWLOCK, l);
  __fermata_atomic_begin();
  tell(l);
  if (owned(l)) {
    error = patience == TRIES ? EBUSY : EDEADLK;
  } else {
    if (patience == PATIENT) __fermata_block_until(may_read(l) && !is_forgotten(&l->forgotten, self));
    if (!may_read(l) || spuriously(patience)) {
      error = give_up(l, patience);
    } else {
      l->readers++;
      if (share_grows(l)) __fermata_section_begin(FERMATA_SHARED, l);
      __fermata_taken(l);
      __fermata_event("lock for reading", l);
    }
  }
  if (patience != TRIES) __fermata_section_end(FERMATA_RWLOCK, l, self);
  __fermata_atomic_end();
  return error;
}

static int lock_to_write(struct rwlock *l, enum patience patience) {
  const int self = __fermata_self();
  int error = 0;
  if (patience != TRIES) __fermata_section_begin(FERMATA_RWLOCK, l);
  __fermata_atomic_begin();
  tell(l);
  if (owned(l)) {
    error = patience == TRIES ? EBUSY : EDEADLK;
  } else {
    const int announce = patience != TRIES && prefers_writers(l) && !may_write(l);
    if (announce) {
      l->waiting_writers++;
      __fermata_event("wait for", l);
      __fermata_atomic_end();
      __fermata_atomic_begin();
      tell(l);
    }
    if (patience == PATIENT) __fermata_block_until(may_write(l) && !is_forgotten(&l->forgotten, self));
    if (announce) l->waiting_writers--;
    if (!may_write(l) || spuriously(patience)) {
      error = give_up(l, patience);
    } else {
      l->writer = (short)(self + 1);
      __fermata_section_begin(FERMATA_CRITICAL, l);
      __fermata_acquired(l);
      __fermata_event("lock for writing", l);
    }
  }
  if (patience != TRIES) __fermata_section_end(FERMATA_RWLOCK, l, self);
  __fermata_atomic_end();
  return error;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *user) { return lock_to_read((struct rwlock *)user, PATIENT); }
int pthread_rwlock_wrlock(pthread_rwlock_t *user) { return lock_to_write((struct rwlock *)user, PATIENT); }
int pthread_rwlock_tryrdlock(pthread_rwlock_t *user) { return lock_to_read((struct rwlock *)user, TRIES); }
int pthread_rwlock_trywrlock(pthread_rwlock_t *user) { return lock_to_write((struct rwlock *)user, TRIES); }

static int timed(int (*lock)(struct rwlock *, enum patience), pthread_rwlock_t *user, const struct timespec *deadline) {
  if (!is_time(deadline)) return EINVAL;
  const enum patience patience = __fermata_timeouts(deadline) == NEVER_TIMES_OUT ? PATIENT : TIMED;
  const int error = lock((struct rwlock *)user, patience);
  if (error == ETIMEDOUT) __fermata_timed_out(deadline);
  return error;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict user, const struct timespec *restrict deadline) {
  return timed(lock_to_read, user, deadline);
}
int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict user, const struct timespec *restrict deadline) {
  return timed(lock_to_write, user, deadline);
}
int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict user, clockid_t clock,
                               const struct timespec *restrict deadline) {
  return is_clock(clock) ? timed(lock_to_read, user, deadline) : EINVAL;
}
int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict user, clockid_t clock,
                               const struct timespec *restrict deadline) {
  return is_clock(clock) ? timed(lock_to_write, user, deadline) : EINVAL;
}

int pthread_rwlock_unlock(pthread_rwlock_t *user) {
  struct rwlock *l = (struct rwlock *)user;
  const int self = __fermata_self();
  int error = 0;
  __fermata_atomic_begin();
  tell(l);
  if (owned(l)) {
    l->writer = 0;
    __fermata_section_end(FERMATA_CRITICAL, l, -1);
    __fermata_released(l);
  } else if (l->readers > 0 && has_share(l)) {
    l->readers--;
    if (share_shrinks(l)) __fermata_section_end(FERMATA_SHARED, l, self);
    __fermata_given(l);
  } else {
    error = refused("unlocking a read-write lock that this thread does not hold", EPERM);
  }
  if (!error) __fermata_event("unlock", l);
  __fermata_atomic_end();
  return error;
}

int pthread_rwlock_init(pthread_rwlock_t *user, const pthread_rwlockattr_t *attributes) {
  const int kind = attributes ? *(const int *)attributes : PTHREAD_RWLOCK_DEFAULT_NP;
  struct rwlock *l = (struct rwlock *)user;
  __fermata_atomic_begin();
  struct rwlock new = {.kind = kind};
  if (held(l)) {
    misused("initialising a read-write lock that is held");
    new.forgotten = waiters_of(FERMATA_RWLOCK, l);
    forget_holder(l);
    for (int t; (t = __fermata_next_in_section(FERMATA_SHARED, l, -1)) >= 0;)
      __fermata_section_end(FERMATA_SHARED, l, t);
  }
  *l = new;
  __fermata_atomic_end();
  return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *user) {
  const struct rwlock *l = (struct rwlock *)user;
  __fermata_atomic_begin();
  if (!may_write(l)) misused("destroying a read-write lock that is held");
  __fermata_atomic_end();
  return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes) {
  ((int *)attributes)[0] = PTHREAD_RWLOCK_DEFAULT_NP;
  ((int *)attributes)[1] = PTHREAD_PROCESS_PRIVATE;
  return 0;
}
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes) { return (void)attributes, 0; }
int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attributes, int shared) {
  ((int *)attributes)[1] = shared;
  return 0;
}
int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attributes, int *shared) {
  *shared = ((const int *)attributes)[1];
  return 0;
}
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attributes, int kind) {
  if (kind < PTHREAD_RWLOCK_PREFER_READER_NP || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) return EINVAL;
  *(int *)attributes = kind;
  return 0;
}
int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attributes, int *kind) {
  *kind = *(const int *)attributes;
  return 0;
}
