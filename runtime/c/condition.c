/* SPDX-License-Identifier: Apache-2.0
 * Condition variables.
 *
 * A wait is two steps: let go of the mutex and fall asleep; then, once woken and the mutex is free,
 * take it again. Which sleeper a signal wakes is open: we try each. Whether a wait wakes up
 * spuriously is decided before it falls asleep, so that a spurious wakeup can never be what rescues
 * a sleeper; the mutex is let go and taken again all the same.
 *
 * A timed wait that may time out has three steps: its timer may fire whenever it has not been
 * woken, also while somebody holds the mutex. From then on a signal goes to others, and the wait
 * reports ETIMEDOUT even if what it waited for has happened before it gets the mutex. A wait that
 * always times out never sleeps.
 *
 * Waiting with two mutexes at the same time, without holding the mutex, and destroying or
 * initialising a condition variable that threads sleep on are undefined: we report them. As in glibc,
 * destroying may also wait until none sleep, and who sleeps where it is initialised is forgotten.
 */
#include <errno.h>

#include "clock.h"
#include "mutex.h"
#include "sleepers.h"

struct condition {
  struct mutex *mutex; /* of those who sleep on it; null if nobody does */
};
_Static_assert(sizeof(struct condition) <= sizeof(pthread_cond_t), "");

static void end_sleep(struct condition *c, int thread) {
  struct mutex *mutex = c->mutex;
  wake(FERMATA_CONDITION, c, thread);
  c->mutex = __fermata_sleepers(c) > 0 ? mutex : NULL;
}

static int wait(struct condition *c, struct mutex *m, const struct timespec *deadline) {
  const int self = __fermata_self();
  const enum timeouts timeouts = __fermata_timeouts(deadline);

  __fermata_atomic_begin();
  int error = 0;
  if (!owned(m)) {
    error = EPERM;
    if (m->kind != PTHREAD_MUTEX_ERRORCHECK && m->kind != PTHREAD_MUTEX_RECURSIVE)
      error = refused("waiting on a condition variable without holding the mutex", EPERM);
  } else if (c->mutex && c->mutex != m) {
    error = refused("threads wait on one condition variable with two different mutexes", EINVAL);
  }
  if (error) {
    __fermata_atomic_end();
    return error;
  }
  const int sleeps = timeouts != ALWAYS_TIMES_OUT &&
                     !(__fermata_option(FERMATA_SPURIOUS_WAKEUPS) && __fermata_choose(2, FERMATA_SPURIOUS));
  if (sleeps) {
    fall_asleep(FERMATA_CONDITION, c);
    c->mutex = m;
  }
  let_go(m);
  __fermata_section_begin(FERMATA_MUTEX, m);
  __fermata_event("wait on", c);
  __fermata_atomic_end();

  __fermata_atomic_begin();
  const int fires = timeouts == MAY_TIME_OUT && asleep(self);
  __fermata_block_until(fires || (!asleep(self) && may_take(m)));
  if (fires) {
    end_sleep(c, self);
    __fermata_event("time out waiting on", c);
    __fermata_atomic_end();
    __fermata_atomic_begin();
    __fermata_block_until(may_take(m));
  } else {
    stays_awake();
  }
  take(m);
  __fermata_section_end(FERMATA_MUTEX, m, self);
  __fermata_atomic_end();

  if (!fires && timeouts != ALWAYS_TIMES_OUT) return 0;
  __fermata_timed_out(deadline);
  return ETIMEDOUT;
}

int pthread_cond_wait(pthread_cond_t *user, pthread_mutex_t *mutex) {
  return wait((struct condition *)user, (struct mutex *)mutex, NULL);
}

int pthread_cond_timedwait(pthread_cond_t *user, pthread_mutex_t *mutex, const struct timespec *deadline) {
  return is_time(deadline) ? wait((struct condition *)user, (struct mutex *)mutex, deadline) : EINVAL;
}

int pthread_cond_clockwait(pthread_cond_t *user, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *deadline) {
  return is_clock(clock) ? pthread_cond_timedwait(user, mutex, deadline) : EINVAL;
}

int pthread_cond_signal(pthread_cond_t *user) {
  struct condition *c = (struct condition *)user;
  __fermata_atomic_begin();
  const int thread = c->mutex ? __fermata_choose_sleeper(c) : -1;
  if (thread >= 0) end_sleep(c, thread);
  __fermata_event("signal", c);
  __fermata_atomic_end();
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t *user) {
  struct condition *c = (struct condition *)user;
  __fermata_atomic_begin();
  if (c->mutex) {
    __fermata_wake_all(FERMATA_CONDITION, c);
    c->mutex = NULL;
  }
  __fermata_event("broadcast", c);
  __fermata_atomic_end();
  return 0;
}

int pthread_cond_init(pthread_cond_t *user, const pthread_condattr_t *attributes) {
  struct condition *c = (struct condition *)user;
  (void)attributes;
  __fermata_atomic_begin();
  if (c->mutex) forget_sleepers(FERMATA_CONDITION, c, "initialising a condition variable that threads wait on");
  *c = (struct condition){.mutex = NULL};
  __fermata_atomic_end();
  return 0;
}

int pthread_cond_destroy(pthread_cond_t *user) {
  struct condition *c = (struct condition *)user;
  __fermata_atomic_begin();
  const int waits = c->mutex != NULL;
  if (waits) {
    misused("destroying a condition variable that threads wait on");
    __fermata_section_begin(FERMATA_CONDITION, c);
    __fermata_event("wait to destroy", c);
  }
  __fermata_atomic_end();
  if (!waits) return 0;

  __fermata_atomic_begin();
  __fermata_block_until(c->mutex == NULL);
  __fermata_section_end(FERMATA_CONDITION, c, __fermata_self());
  __fermata_atomic_end();
  return 0;
}

/* The clock of a timed wait does not matter: all clocks show the same time. */
int pthread_condattr_init(pthread_condattr_t *attributes) {
  *(int *)attributes = CLOCK_REALTIME;
  return 0;
}
int pthread_condattr_destroy(pthread_condattr_t *attributes) { return (void)attributes, 0; }
enum { SHARED = 0x10000 };
int pthread_condattr_setpshared(pthread_condattr_t *attributes, int shared) {
  int *const kept = (int *)attributes;
  *kept = (*kept & ~SHARED) | (shared ? SHARED : 0);
  return 0;
}
int pthread_condattr_getpshared(const pthread_condattr_t *attributes, int *shared) {
  *shared = (*(const int *)attributes & SHARED) != 0;
  return 0;
}
int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock) {
  if (!is_clock(clock)) return EINVAL;
  int *const kept = (int *)attributes;
  *kept = (*kept & SHARED) | clock;
  return 0;
}
int pthread_condattr_getclock(const pthread_condattr_t *attributes, clockid_t *clock) {
  *clock = *(const clockid_t *)attributes & ~SHARED;
  return 0;
}
