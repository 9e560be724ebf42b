/* SPDX-License-Identifier: Apache-2.0
 * Unnamed semaphores.
 *
 * Who gets the unit of a post is open (POSIX asks for priorities only): we try everyone who waits.
 * A timed wait takes a unit if there is one and gives up if not; see mutex.c. Whether its deadline is a time is looked
 * at first, as in glibc; POSIX leaves it open where there is a unit. Taking and posting commute as long as no post can
 * fail; one that might if others were slower says so. Initialising or destroying a semaphore that a
 * thread waits for is undefined: we report it. As in glibc, destroying may also change nothing, and who
 * sleeps where it is initialised may be forgotten. Signals that
 * interrupt a wait are not modelled, and neither are named semaphores.
 */
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

#include "../fermata_intrinsics.h"
#include "clock.h"
#include "misuse.h"

struct semaphore {
  unsigned value;
  struct forgotten forgotten;
};
_Static_assert(sizeof(struct semaphore) <= sizeof(sem_t), "");

static int down(struct semaphore *s, int patient) {
  __fermata_section_begin(FERMATA_SEMAPHORE, s);
  __fermata_atomic_begin();
  if (patient) __fermata_block_until(s->value > 0 && !is_forgotten(&s->forgotten, __fermata_self()));
  const int taken = s->value > 0;
  if (taken) {
    s->value--;
    __fermata_taken(s);
    __fermata_event("take a unit of", s);
  } else {
    __fermata_observed(s);
    __fermata_event("time out waiting for", s);
  }
  __fermata_section_end(FERMATA_SEMAPHORE, s, __fermata_self());
  __fermata_atomic_end();
  return taken;
}

static int fail(int error) {
  errno = error;
  return -1;
}

int sem_wait(sem_t *user) {
  down((struct semaphore *)user, 1);
  return 0;
}

int sem_timedwait(sem_t *restrict user, const struct timespec *restrict deadline) {
  if (!is_time(deadline)) return fail(EINVAL);
  if (down((struct semaphore *)user, __fermata_timeouts(deadline) == NEVER_TIMES_OUT)) return 0;
  __fermata_timed_out(deadline);
  return fail(ETIMEDOUT);
}

int sem_clockwait(sem_t *restrict user, clockid_t clock, const struct timespec *restrict deadline) {
  return is_clock(clock) ? sem_timedwait(user, deadline) : fail(EINVAL);
}

int sem_trywait(sem_t *user) {
  struct semaphore *s = (struct semaphore *)user;
  __fermata_atomic_begin();
  __fermata_observed(s);
  const int fails = __fermata_option(FERMATA_SPURIOUS_FAILURES) && __fermata_choose(2, FERMATA_SPURIOUS);
  const int taken = !fails && s->value > 0;
  if (taken) {
    s->value--;
    __fermata_taken(s);
    __fermata_event("take a unit of", s);
  } else {
    __fermata_event("fail to take a unit of", s);
  }
  __fermata_atomic_end();
  return taken ? 0 : fail(EAGAIN);
}

int sem_post(sem_t *user) {
  struct semaphore *s = (struct semaphore *)user;
  __fermata_atomic_begin();
  const int full = s->value == SEM_VALUE_MAX;
  if (s->value >= SEM_VALUE_MAX / 2) __fermata_observed(s);
  if (!full) s->value++;
  __fermata_given(s);
  __fermata_event("post", s);
  __fermata_atomic_end();
  return full ? fail(EOVERFLOW) : 0;
}

int sem_getvalue(sem_t *restrict user, int *restrict value) {
  struct semaphore *s = (struct semaphore *)user;
  __fermata_atomic_begin();
  __fermata_observed(s);
  *value = (int)s->value;
  __fermata_atomic_end();
  return 0;
}

static int waited_for(const struct semaphore *s) {
  return s->value == 0 && __fermata_next_in_section(FERMATA_SEMAPHORE, s, -1) >= 0;
}

int sem_init(sem_t *user, int shared, unsigned value) {
  (void)shared;
  struct semaphore *s = (struct semaphore *)user;
  if (value > SEM_VALUE_MAX) return fail(EINVAL);
  __fermata_atomic_begin();
  struct semaphore new = {.value = value};
  if (waited_for(s)) {
    misused("initialising a semaphore that threads wait for");
    new.forgotten = waiters_of(FERMATA_SEMAPHORE, s);
  }
  *s = new;
  __fermata_atomic_end();
  return 0;
}

int sem_destroy(sem_t *user) {
  const struct semaphore *s = (const struct semaphore *)user;
  __fermata_atomic_begin();
  if (waited_for(s)) misused("destroying a semaphore that threads wait for");
  __fermata_atomic_end();
  return 0;
}
